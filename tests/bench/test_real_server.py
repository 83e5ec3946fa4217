"""The measurement of the embedded API against a real one: what is compared, and what is said where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from enhancement_kit.__main__ import main
from enhancement_kit.bench import crowds, real_server, sizes
from enhancement_kit.errors import NotApplicable
from enhancement_kit.runner import lanes


@pytest.fixture
def without_control_plane(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))


@pytest.mark.usefixtures("without_control_plane")
def test_without_a_control_plane_nothing_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotApplicable, match="lacks kube-apiserver"):
        real_server.run()
    assert main(["bench", "real"]) == 0
    assert "  not measured: KUBEBUILDER_ASSETS=" in capsys.readouterr().out
    assert main(["bench", "real", "--json"]) == 0
    assert "lacks kube-apiserver" in json.loads(capsys.readouterr().out)["real"]["not measured"]


def test_both_do_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a second embedded one in place of the real one."""
    undo = lanes.register_backend(
        lanes.Backend("cluster", "envtest", "another", "enhancement_kit.cluster.embedded:EmbeddedCluster")
    )
    monkeypatch.setattr(real_server, "ROUNDS", 1)
    monkeypatch.setattr(real_server, "FOLDER", str(tmp_path / "none"))
    monkeypatch.setattr(real_server, "_peer", lambda cluster: None)
    monkeypatch.setattr(sizes, "real", sizes.embedded)
    monkeypatch.setattr(sizes, "ROUNDS", 1)
    for module in (sizes, crowds):
        monkeypatch.setattr(module, "OBJECTS", 20)
        monkeypatch.setattr(module, "WATCHERS", (1, 3))
    for name, value in {"NAMESPACES": 10, "PAGES": (5,), "_WRITES": 2, "EVENTS": 2}.items():
        monkeypatch.setattr(crowds, name, value)
    monkeypatch.setenv(real_server.PEER, "somewhere")
    try:
        found = real_server.run()
    finally:
        undo()
    rows = {name.rpartition("_")[0] for name in found if name.endswith("_ratio")}
    measured = {"list_whole", "list_pages_of_5", "list_namespace", "list_selector", "get", "create", "patch"}
    measured |= {"informer", "memory", "watchers_1", "watchers_3"}
    of_kinds = {f"{kind}_{name}" for kind in ("custom", "builtin") for name in measured}
    assert rows == {"definitions", "writes", "peer"} | of_kinds
    assert found["writes_ratio"] == pytest.approx(found["writes_ms_real"] / found["writes_ms_embedded"], rel=0.01)


def test_what_fails_is_not_measured() -> None:
    with pytest.raises(RuntimeError, match="failed, so nothing was measured: it broke"):
        real_server._run(["sh", "-c", "echo it broke; exit 1"])
