"""Which scenario a pytest item is, as reports name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.reporting.features import FeatureFile, Instance, load_feature
from enhancement_kit.reporting.results import Identity


def identity_of(item: pytest.Item, features_dir: Path) -> Identity | None:
    """The identity of a scenario item, which carries its Instance as `kit_instance`; None for any other test."""
    instance: Instance | None = getattr(item, "kit_instance", None)
    if instance is None:
        return None
    scenario = instance.scenario
    loaded = load_feature(scenario.path, features_dir)
    # None only where the file was changed, into no Gherkin, after its scenarios were collected
    file = loaded if isinstance(loaded, FeatureFile) else None
    return Identity(
        node=item.nodeid,
        file=scenario.file,
        line=instance.line,
        scenario=scenario.name,
        name=instance.title,
        cells=instance.cells,
        feature=file.name if file else scenario.path.stem,
        rule=scenario.rule,
        folder=file.folder if file else scenario.path.parent.name,
        tags=instance.tags,
    )
