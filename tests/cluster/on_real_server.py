"""Run a command with a real control plane started for it, its address in the environment.

Run: python -m tests.cluster.on_real_server [--rbac] COMMAND...

The command finds `KUBE_API_URL`, `KUBE_API_TOKEN` and `KUBE_API_CA`, as the behaviours and the fuzz take them. With
`--rbac`, the server knows the users of the behaviours and judges what they may do, and the command finds
`KUBE_API_AUTHORIZATION`. The command's exit code is this program's; 3 where the control plane does not start, 130 where
Ctrl-C, SIGTERM or a closed terminal ends both. The command reads nothing: its input is empty.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.envtest.control_plane import CONTROLLERS
from enhancement_kit.errors import HarnessError
from enhancement_kit.local import ending
from enhancement_kit.local.processes import ENDING, Running

from .conftest import USERS, Http

RBAC = "--rbac"
AGGREGATION = "clusterrole-aggregation-controller"
"""The controller that fills ClusterRoles with the rules of others."""


@contextmanager
def real_server(*, rbac: bool = False) -> Iterator[Http]:
    """Run a real control plane with its controllers for the time of the block. Raises HarnessError."""
    # the answers in the behaviours were recorded with the cache
    users = [f'{token},{user.name},{user.uid},"{",".join(user.groups)}"' for token, user in USERS.items()]
    controllers = (*CONTROLLERS, AGGREGATION) if rbac else CONTROLLERS
    cluster = EnvtestCluster(watch_cache=True, controllers=controllers, users=users if rbac else None, resets=False)
    cluster.start()
    try:
        # the controllers start with the first installation of definitions
        cluster.install_crds([])
        configuration = cluster.client("tests").configuration
        token = configuration.api_key["authorization"].removeprefix("Bearer ")
        yield Http(configuration.host, token=token, ca=configuration.ssl_ca_cert)
    finally:
        cluster.stop()


def main(command: Sequence[str]) -> int:
    """Run the command; return its exit code."""
    rbac = command[:1] == [RBAC]
    try:
        with real_server(rbac=rbac) as http:
            known = {"KUBE_API_URL": http.url, "KUBE_API_TOKEN": http.token, "KUBE_API_CA": http.ca}
            known |= {"KUBE_API_AUTHORIZATION": "rbac"} if rbac else {}
            command = command[1:] if rbac else command
            with Running(grace=ENDING) as running:
                return running.wait(running.start(command, environment=known, directory=Path.cwd(), shown=True))
    except HarnessError as error:
        print(error, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(ending.run(lambda: main(sys.argv[1:])))
