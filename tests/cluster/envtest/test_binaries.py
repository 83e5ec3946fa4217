"""Where the kit looks for the programs of a control plane."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.cluster.envtest.binaries import PROGRAMS, Binaries, cache_folder, find_binaries
from enhancement_kit.errors import HarnessError


def programs(folder: Path, *names: str) -> Binaries:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or PROGRAMS:
        (folder / name).touch(mode=0o755)
    return Binaries(*(folder / name for name in PROGRAMS))


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "path")}


def test_a_named_folder_comes_first(environment: dict[str, str], tmp_path: Path) -> None:
    programs(cache_folder(environment) / "1.36.3")
    mine = programs(tmp_path / "mine")
    assert find_binaries({**environment, "KUBEBUILDER_ASSETS": str(tmp_path / "mine")}) == mine


def test_a_named_folder_that_lacks_one_is_refused(environment: dict[str, str], tmp_path: Path) -> None:
    programs(cache_folder(environment) / "1.36.3")
    programs(tmp_path / "mine", "kube-apiserver", "etcd")
    with pytest.raises(HarnessError, match=r"KUBEBUILDER_ASSETS=\S+/mine lacks kube-controller-manager; `make"):
        find_binaries({**environment, "KUBEBUILDER_ASSETS": str(tmp_path / "mine")})


def test_of_the_cache_the_newest_whole_version_is_taken(environment: dict[str, str], tmp_path: Path) -> None:
    cache = cache_folder(environment)
    programs(cache / "1.9.9")
    newest = programs(cache / "1.36.3")
    programs(cache / "1.37.0", "etcd")
    programs(cache / ".building-7")
    programs(tmp_path / "path")
    assert find_binaries(environment) == newest
    elsewhere = tmp_path / "caches"
    other = programs(elsewhere / "enhancement-conformance-kit" / "control-plane" / "1.35.0")
    assert find_binaries({**environment, "XDG_CACHE_HOME": str(elsewhere)}) == other


def test_path_is_the_last_place(environment: dict[str, str], tmp_path: Path) -> None:
    there = programs(tmp_path / "path")
    assert find_binaries(environment) == there


def test_where_there_are_none_the_remedy_is_named(environment: dict[str, str]) -> None:
    with pytest.raises(HarnessError) as refused:
        find_binaries(environment)
    for words in (
        "PATH lacks kube-apiserver, etcd, kube-controller-manager",
        "make control-plane",
        "KUBEBUILDER_ASSETS",
    ):
        assert words in str(refused.value)
