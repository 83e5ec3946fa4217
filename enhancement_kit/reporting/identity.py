"""Identities of scenarios: how reports name the scenario of a pytest item."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from enhancement_kit.reporting.results import Identity
from enhancement_kit.specification.features import FeatureFile, Features, Instance, load_feature
from enhancement_kit.specification.rendering import named_instances


def identity_of(item: pytest.Item, features_dir: Path) -> Identity | None:
    """Return the identity of a scenario item, which has its Instance in `kit_instance`; None for any other test."""
    instance: Instance | None = getattr(item, "kit_instance", None)
    if instance is None:
        return None
    loaded = load_feature(instance.scenario.path, features_dir)
    # not a FeatureFile only where the file became invalid Gherkin after its scenarios were collected
    return identity_in(loaded if isinstance(loaded, FeatureFile) else None, instance, item.nodeid)


def identity_in(file: FeatureFile | None, instance: Instance, node: str) -> Identity:
    """Build the identity of a scenario or row of a feature file that pytest knows as `node`."""
    scenario = instance.scenario
    return Identity(
        node=node,
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


def identities(features: Features) -> Iterator[Identity]:
    """Yield the identities of all scenarios and rows, with the node ids that pytest gives them."""
    for file in features:
        for name, instance in named_instances(file):
            yield identity_in(file, instance, f"{file.file}::{name}")
