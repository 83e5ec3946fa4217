"""The program `kind`: three of its commands, and its errors with advice on what to do.

kind is driven by its command line, the interface that it documents. Of the libraries for pytest that wrap it one is
under the GPL, and the others hand arguments to a shell, swallow what kind says, or leave a cluster behind that was
not completed.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from enhancement_kit.errors import HarnessError
from enhancement_kit.local.processes import Running

from ..real.timeouts import CREATED, DELETED

VERSION = "v0.33.0"
"""The version whose answers the tests of the kit play."""
_INSTEAD = "--lane real-api runs the same scenarios on a real kube-apiserver without Docker"
_NO_DOCKER = (
    "Cannot connect to the Docker daemon",
    'exec: "docker": executable file not found',
    "failed to get docker info",
    "failed to detect any supported node provider",
)
_EXISTS = "already exist for a cluster with the name"


def find_kind() -> str:
    """Return the path of kind. Raises HarnessError with how to get it."""
    found = shutil.which("kind")
    if found is None:
        raise HarnessError(
            f"there is no kind on PATH: `go install sigs.k8s.io/kind@{VERSION}` builds it, and it needs Docker; "
            f"{_INSTEAD}"
        )
    return found


class Taken(HarnessError):
    """A cluster of that name exists, and the run may not delete it."""


def clusters(path: str) -> list[str]:
    """Return the names of the existing clusters. Raises HarnessError."""
    return _run([path, "get", "clusters"], "cannot list clusters").split()


def create(path: str, running: Running, name: str, image: str, kubeconfig: Path) -> None:
    """Create a cluster and write its kubeconfig, as one of the programs of a run, which an interrupt ends.

    Raises Taken, HarnessError.
    """
    options = [f"--name={name}", f"--kubeconfig={kubeconfig}", *([f"--image={image}"] if image else [])]
    program = running.start([path, "create", "cluster", *options])
    if running.finish(program, CREATED):
        said = "\n".join(running.lines(program))
        if _EXISTS in said:
            raise taken(name)
        raise HarnessError(_complaint(f"cannot create cluster {name}", said))


def taken(name: str) -> Taken:
    """Return the error that a cluster of that name exists."""
    return Taken(
        f"there is a kind cluster {name} already: --keep-cluster uses it, --kind-name NAME makes another, "
        f"`kind delete cluster --name {name}` takes it away"
    )


def export(path: str, name: str, kubeconfig: Path) -> None:
    """Write the kubeconfig of an existing cluster. Raises HarnessError."""
    command = [path, "export", "kubeconfig", f"--name={name}", f"--kubeconfig={kubeconfig}"]
    _run(command, f"cannot tell the way to cluster {name}")


def delete(path: str, name: str, kubeconfig: Path) -> None:
    """Delete a cluster; do nothing where there is none. Raises HarnessError."""
    command = [path, "delete", "cluster", f"--name={name}", f"--kubeconfig={kubeconfig}"]
    _run(command, f"cannot delete cluster {name} (`kind delete cluster --name {name}` tries again)")


def _run(command: list[str], failing: str) -> str:
    """Return what a command prints. An interrupt from the terminal does not reach it. Raises HarnessError."""
    try:
        said = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=DELETED, start_new_session=True
        )
    except subprocess.TimeoutExpired:
        raise HarnessError(f"kind {failing}: it has not ended after {DELETED:.0f} s") from None
    if said.returncode:
        raise HarnessError(_complaint(failing, said.stderr))
    return said.stdout


def _complaint(failing: str, said: str) -> str:
    if any(words in said for words in _NO_DOCKER):
        return f"kind {failing}, because Docker does not answer: start Docker, or do without; {_INSTEAD}"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    reason = next((line for line in lines if line.startswith("ERROR:")), lines[-1] if lines else "it says nothing")
    return f"kind {failing}: {reason.removeprefix('ERROR: ')[:300]}"
