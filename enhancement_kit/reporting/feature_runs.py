"""Tells whether a run runs features, and which options or arguments narrow it down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

_ONLY_SHOWS = ("collectonly", "help", "version", "markers", "showfixtures", "show_fixtures_per_test", "setupplan")


def asks_for_features(config: pytest.Config) -> bool:
    """Check whether the run will run feature files.

    It will where a feature file is named, or a folder in, at or around the features directory.
    """
    if any(getattr(config.option, name, False) for name in _ONLY_SHOWS):
        return False
    features = (config.rootpath / "features").resolve()
    return any(
        place.suffix == ".feature"
        or place == features
        or features in place.parents
        or (place in features.parents and features.is_dir())
        for place in _places(config)
    )


def is_feature(node: str) -> bool:
    """Check whether a node id is that of a scenario."""
    return node.split("::", 1)[0].endswith(".feature")


def selection(config: pytest.Config) -> str:
    """Return `all`, or what narrowed the run down: an argument below the features directory, or a selecting option."""
    features = (config.rootpath / "features").resolve()
    parts = []
    if not any(place == features or place in features.parents for place in _places(config)):
        parts += [str(argument) for argument in config.args]
    for flag, value in (
        ("-k", config.option.keyword),
        ("-m", config.option.markexpr),
        ("--lf", getattr(config.option, "lf", False)),
        ("--shard", getattr(config.option, "shard", "")),
        ("--deselect", getattr(config.option, "deselect", None)),
    ):
        if value:
            parts.append(flag if value is True else f"{flag} {value}")
    return " ".join(parts) or "all"


def _places(config: pytest.Config) -> Iterator[Path]:
    for argument in config.args:
        yield (config.invocation_params.dir / str(argument).split("::", 1)[0]).resolve()
