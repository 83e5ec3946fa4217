"""The feature files of a run: the features directory, and the files in it that the arguments select."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

SUFFIX = ".feature"
_SELECTED = pytest.StashKey[tuple[Path, ...]]()


def features_dir(config: pytest.Config) -> Path:
    """Return the folder that holds one folder per enhancement."""
    return config.rootpath / "features"


def selected_files(config: pytest.Config) -> tuple[Path, ...]:
    """Return the feature files that the arguments of the run name or contain, sorted."""
    if _SELECTED not in config.stash:
        found: set[Path] = set()
        for place in _places(config):
            found.update([place] if place.suffix == SUFFIX and place.is_file() else _below(place, config))
        config.stash[_SELECTED] = tuple(sorted(found))
    return config.stash[_SELECTED]


def is_feature_run(config: pytest.Config) -> bool:
    """Check whether the run selects feature files, or the folder where they would be."""
    return bool(selected_files(config)) or covers_features_dir(config)


def covers_features_dir(config: pytest.Config) -> bool:
    """Check whether an argument names the features directory or a folder around it, which selects all of it."""
    directory = features_dir(config).resolve()
    return directory.is_dir() and any(place == directory or place in directory.parents for place in _places(config))


def _places(config: pytest.Config) -> Iterator[Path]:
    base = config.invocation_params.dir
    for argument in config.args:
        yield (base / str(argument).split("::", 1)[0]).resolve()


def _below(place: Path, config: pytest.Config) -> Iterator[Path]:
    if not place.is_dir():
        return
    # a run from the root of a checkout must not search virtual environments and caches
    ignored = config.getini("norecursedirs")
    for folder, names, files in os.walk(place):
        names[:] = [
            name
            for name in names
            if not name.startswith((".", "__"))
            and not any(Path(name).match(pattern) for pattern in ignored)
            and not (Path(folder) / name / "pyvenv.cfg").exists()
        ]
        # a folder of that name is read as well, to be told that it cannot be
        yield from (Path(folder) / name for name in (*files, *names) if name.endswith(SUFFIX))
