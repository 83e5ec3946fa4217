"""The cluster `kind`: created, then used like an existing cluster on which everything is the kit's own."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.local.processes import Running

from ..kubeconfig import safety_checks
from ..kubeconfig.access import find_access
from ..kubeconfig.existing_cluster import KubeconfigCluster
from . import program

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,48}")
_AREA = "kind"
"""Where each run keeps the kubeconfig of its cluster, apart from runs that leave no clusters."""
_OF_KEPT = tuple(rule for rule in safety_checks.RULES if rule is not safety_checks.old)
"""What a kept cluster is held against: kind says that it is here, and it may be old."""
_NOTE = "cluster"
"""The file that says, beside a run's kubeconfig, which cluster goes with the run."""


def notice(*, kind_name: str, kind_image: str, keep_cluster: bool, worker: str) -> str:
    """Return a line for the head of a run. Raises UsageError for a name that no cluster can have."""
    if not _NAME.fullmatch(kind_name):
        raise UsageError(
            f"--kind-name {kind_name}: a name has up to 49 small letters, digits, dots and dashes, and no dash in front"
        )
    fate = "kept for the next run" if keep_cluster else "deleted at the end"
    return f"{_own(kind_name, worker)}, node image {kind_image or 'of kind'}, {fate}"


class KindCluster(KubeconfigCluster):
    """Implements `enhancement_kit.cluster.interface.Cluster` on a kind cluster."""

    name = "kind"

    def __init__(
        self, *, kind_name: str = "conformance-kit", kind_image: str = "", keep_cluster: bool = False, worker: str = ""
    ) -> None:
        """Create nothing yet. `worker`: the name of this process, where several run scenarios."""
        super().__init__()
        self._cluster = _own(kind_name, worker)
        self._image, self._keep = kind_image, keep_cluster
        self._run: Running | None = None

    def start(self) -> None:
        """Create the cluster, or use the one that was kept, after deleting those of killed runs.

        Raises HarnessError that says what is missing, or what kind complains about.
        """
        if self._run is not None:
            return
        path = program.find_kind()
        self._run = running = Running(_AREA, functools.partial(_delete_left, path))
        try:
            self._bring_up(path, running)
        except BaseException:
            # also an interrupt: no caller could stop what has been started
            self.stop()
            raise

    def _bring_up(self, path: str, running: Running) -> None:
        kubeconfig, note = running.folder / "kubeconfig", running.folder / _NOTE
        there = self._cluster in program.clusters(path)
        if there and not self._keep:
            raise program.taken(self._cluster)
        if there:
            program.export(path, self._cluster, kubeconfig)
        else:
            if not self._keep:
                note.write_text(self._cluster, encoding="utf-8")
            try:
                program.create(path, running, self._cluster, self._image, kubeconfig)
            except program.Taken:
                note.unlink(missing_ok=True)
                raise
        self._connect(find_access(str(kubeconfig), f"kind-{self._cluster}"), _OF_KEPT if there else ())

    def stop(self) -> None:
        """Delete the cluster, or empty it where it is kept; safe to call twice. Raises HarnessError."""
        running, self._run = self._run, None
        if running is None:
            return
        try:
            self._disconnect(clean=self._keep)
            _delete_left(program.find_kind(), running.folder)
        finally:
            running.close()


def _own(name: str, worker: str) -> str:
    return f"{name}-{worker}" if worker else name


def _delete_left(path: str, folder: Path) -> None:
    """Delete the cluster of a run's folder, if there is one. Raises HarnessError."""
    note = folder / _NOTE
    if note.exists():
        program.delete(path, note.read_text(encoding="utf-8"), folder / "kubeconfig")
        note.unlink()
