"""The measurement of kubectl: with two servers, with one, and without kubectl."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.cluster import kubectl
from enhancement_kit.errors import NotApplicable
from enhancement_kit.harness import bench_kubectl, lanes

needs_kubectl = pytest.mark.skipif(kubectl.find_kubectl() is None, reason="there is no kubectl")


@needs_kubectl
def test_both_servers_are_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a second embedded one in place of the real one."""
    undo = lanes.register_backend(
        lanes.Backend("cluster", "envtest", "another", "enhancement_kit.cluster.embedded:EmbeddedCluster")
    )
    monkeypatch.setattr(bench_kubectl, "ROUNDS", 1)
    try:
        found = bench_kubectl.run()
    finally:
        undo()
    assert set(found) == {"program_ms", "embedded_ms", "real_ms", "session_ratio"}
    assert all(value > 0 for value in found.values())


@needs_kubectl
def test_a_real_server_is_measured_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))
    monkeypatch.setattr(bench_kubectl, "ROUNDS", 1)
    monkeypatch.setattr(bench_kubectl, "SESSION", bench_kubectl.SESSION[:1] + bench_kubectl.SESSION[-1:])
    assert set(bench_kubectl.run()) == {"program_ms", "embedded_ms"}


def test_without_kubectl_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kubectl, "find_kubectl", lambda: None)
    with pytest.raises(NotApplicable, match="there is no kubectl"):
        bench_kubectl.run()


@needs_kubectl
def test_what_fails_is_not_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))
    monkeypatch.setattr(bench_kubectl, "SESSION", (("get nothing", None),))
    with pytest.raises(RuntimeError, match="kubectl get nothing failed, so nothing was measured: error"):
        bench_kubectl.run()
