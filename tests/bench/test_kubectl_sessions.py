"""The measurement of kubectl: with two servers, with one, and without kubectl."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.bench import kubectl_sessions
from enhancement_kit.cluster import kubectl
from enhancement_kit.errors import NotApplicable
from enhancement_kit.runner import lanes

needs_kubectl = pytest.mark.skipif(kubectl.find_kubectl() is None, reason="there is no kubectl")


@needs_kubectl
def test_both_servers_are_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a second embedded one in place of the real one."""
    undo = lanes.register_backend(
        lanes.Backend("cluster", "envtest", "another", "enhancement_kit.cluster.embedded:EmbeddedCluster")
    )
    monkeypatch.setattr(kubectl_sessions, "ROUNDS", 1)
    try:
        found = kubectl_sessions.run()
    finally:
        undo()
    assert set(found) == {"program_ms", "embedded_ms", "real_ms", "session_ratio"}
    assert all(value > 0 for value in found.values())


@needs_kubectl
def test_a_real_server_is_measured_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))
    monkeypatch.setattr(kubectl_sessions, "ROUNDS", 1)
    monkeypatch.setattr(kubectl_sessions, "SESSION", kubectl_sessions.SESSION[:1] + kubectl_sessions.SESSION[-1:])
    assert set(kubectl_sessions.run()) == {"program_ms", "embedded_ms"}


def test_without_kubectl_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kubectl, "find_kubectl", lambda: None)
    with pytest.raises(NotApplicable, match="there is no kubectl"):
        kubectl_sessions.run()


@needs_kubectl
def test_what_fails_is_not_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))
    monkeypatch.setattr(kubectl_sessions, "SESSION", (("get nothing", None),))
    with pytest.raises(RuntimeError, match="kubectl get nothing failed, so nothing was measured: error"):
        kubectl_sessions.run()
