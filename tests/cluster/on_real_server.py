"""Run a command with a real control plane started for it, its address in the environment.

Run: python -m tests.cluster.on_real_server COMMAND...

The command finds `KUBE_API_URL`, `KUBE_API_TOKEN` and `KUBE_API_CA`, as the behaviours and the fuzz take them. Its exit
code is this program's; 3 where the control plane does not start.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.errors import HarnessError

from .conftest import Http


@contextmanager
def real_server() -> Iterator[Http]:
    """Run a real control plane with its controllers for the time of the block. Raises HarnessError."""
    # the answers in the behaviours were recorded with the cache
    cluster = EnvtestCluster(watch_cache=True)
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
    try:
        with real_server() as http:
            known = {"KUBE_API_URL": http.url, "KUBE_API_TOKEN": http.token, "KUBE_API_CA": http.ca}
            return subprocess.run(command, env={**os.environ, **known}, check=False).returncode
    except HarnessError as error:
        print(error, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
