"""What the steps of a scenario do, and what the cluster, the installer or a command answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from enhancement_kit.errors import TargetError, UsageError
from enhancement_kit.targets.interface import Finding, Refused
from enhancement_kit.world.clients.kubernetes import ApiError, Manifest, Refusal
from enhancement_kit.world.cluster import ScenarioCluster
from enhancement_kit.world.installation import Installation
from enhancement_kit.world.network import Network
from enhancement_kit.world.observations import Observations
from enhancement_kit.world.snapshot import Snapshot


@dataclass(frozen=True)
class Act:
    """One action: the state before it, what was sent, and the answer."""

    before: Snapshot
    refusal: Refusal | None = None
    """The answer of the API server where it refused the request."""
    sent: Manifest | None = None
    """The manifest or merge patch that was sent to the API server, where the action sent one."""
    stored: Manifest | None = None
    """The object that a patch or a replacement was meant for, as it was stored before."""
    findings: Sequence[Finding] = ()
    """The complaints of the installer."""
    output: str = ""
    """What a command printed."""
    failure: str = ""
    """Why the installer or a command failed on the way; it is part of the output."""


class Actions:
    """The actions of one scenario. A refusal is part of the answer and does not fail the scenario."""

    def __init__(
        self, cluster: ScenarioCluster, network: Network, observed: Observations, installation: Installation
    ) -> None:
        self._cluster, self._network = cluster, network
        self._observed, self._installation = observed, installation
        self.acts: list[Act] = []
        """The actions so far, in order."""

    def act(self, action: Callable[[], object], *, sent: Manifest | None = None, stored: Manifest | None = None) -> Act:
        """Do something that the API server may refuse, and let the target settle.

        `sent` and `stored` are kept with the act, for claims about the answer. If no component runs, the API server
        alone answers. Raises UsageError where there is no API yet.
        """
        return self._keep(self._answered(action, sent, stored))

    def of_command(self, command: Callable[[], str]) -> Act:
        """Run a command of the admin that returns what it prints; the API server's refusal is printed as well.

        Before there is a cluster, a command can only prepare something in AWS.
        """
        printed: list[str] = []

        def action() -> None:
            printed.append(command())

        if self._cluster.served:
            act = self._answered(action)
        else:
            act = Act(self._observed.snapshot_without_cluster())
            action()
        return self._keep(replace(act, output=act.refusal.message if act.refusal else "\n".join(printed)))

    def of_installer(self, action: Callable[[], Sequence[Finding] | None]) -> Act:
        """Let the installer do something that it may refuse. The findings are part of the answer.

        If the scenario lets calls to AWS fail, the installer may fail on the way, and the reason is part of the answer.
        Raises TargetError for any other failure.
        """
        before = self._before_files_change()
        try:
            return self._keep(Act(before, findings=tuple(action() or ())))
        except Refused as error:
            return self._keep(Act(before, findings=error.findings))
        except TargetError as error:
            if not self._network.has_faults:
                raise
            return self._keep(Act(before, output=str(error), failure=str(error)))

    def of_bootstrap_host(self, command: Callable[[], object]) -> Act:
        """Run a command of the bootstrap host on the files of the installation. A failure is part of the answer."""
        before = self._before_files_change()
        try:
            command()
        except TargetError as error:
            return self._keep(Act(before, output=str(error), failure=str(error)))
        return self._keep(Act(before))

    def _answered(
        self, action: Callable[[], object], sent: Manifest | None = None, stored: Manifest | None = None
    ) -> Act:
        if not self._cluster.served:
            raise UsageError("there is no cluster yet; say `Given a cluster on platform <platform>` first")
        before = self._observed.snapshot()
        refusal = None
        try:
            action()
        except ApiError as error:
            refusal = error.refusal
        if self._cluster.running:
            self._cluster.settle()
        return Act(before, refusal, sent, stored)

    def _before_files_change(self) -> Snapshot:
        return self._observed.snapshot_without_cluster(self._installation.directory.files())

    def _keep(self, act: Act) -> Act:
        self.acts.append(act)
        return act
