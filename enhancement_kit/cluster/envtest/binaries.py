"""Where the programs of a control plane are: a folder that the user names, the cache of `make control-plane`, PATH."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from enhancement_kit.errors import HarnessError

ASSETS = "KUBEBUILDER_ASSETS"
PROGRAMS = ("kube-apiserver", "etcd", "kube-controller-manager")
_REMEDY = (
    "`make control-plane` in a checkout of the kit builds all of them (about ten minutes, once; needs Go), "
    f"or set {ASSETS} to a folder that holds them"
)
_RELEASE = re.compile(r"\d+(\.\d+)+")


@dataclass(frozen=True)
class Binaries:
    """The programs that a control plane needs."""

    apiserver: Path
    etcd: Path
    controllers: Path


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Return where `make control-plane` puts what it builds, one folder per version."""
    caches = environment.get("XDG_CACHE_HOME") or str(Path(environment.get("HOME") or Path.home()) / ".cache")
    return Path(caches) / "enhancement-conformance-kit" / "control-plane"


def find_binaries(environment: Mapping[str, str] | None = None) -> Binaries:
    """Return the programs to run. Raises HarnessError that says what is missing and how to get it.

    A folder named in KUBEBUILDER_ASSETS is used or refused: nothing else is looked at in its stead.
    """
    known = os.environ if environment is None else environment
    named = known.get(ASSETS)
    if named:
        return _complete(_in_folder(Path(named)), f"{ASSETS}={named} lacks {{}}")
    for found in map(_in_folder, built_folders(known)):
        if len(found) == len(PROGRAMS):
            return _complete(found, "")
    on_path = {name: Path(path) for name in PROGRAMS if (path := shutil.which(name, path=known.get("PATH")))}
    return _complete(
        on_path, f"there is no control plane to run: {cache_folder(known)} holds none, and PATH lacks {{}}"
    )


def built_folders(environment: Mapping[str, str]) -> list[Path]:
    """Return the folders that `make control-plane` has built, the newest version first."""
    released = [f for f in _folders(cache_folder(environment)) if _RELEASE.fullmatch(f.name)]
    return sorted(released, key=_release, reverse=True)


def _folders(root: Path) -> list[Path]:
    return [entry for entry in root.iterdir() if entry.is_dir()] if root.is_dir() else []


def _release(folder: Path) -> list[int]:
    return [int(part) for part in folder.name.split(".")]


def _in_folder(folder: Path) -> dict[str, Path]:
    return {name: folder / name for name in PROGRAMS if os.access(folder / name, os.X_OK)}


def _complete(found: Mapping[str, Path], complaint: str) -> Binaries:
    lacking = [name for name in PROGRAMS if name not in found]
    if lacking:
        raise HarnessError(f"{complaint.format(', '.join(lacking))}; {_REMEDY}")
    return Binaries(*(found[name] for name in PROGRAMS))
