"""AWS simulated in this process: moto behind clients that cannot leave it, made strict where AWS is strict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec, Vpc
from enhancement_kit.cloud.simulated import strictness
from enhancement_kit.cloud.simulated.backends import Backends
from enhancement_kit.cloud.simulated.clients import KIT, Clients
from enhancement_kit.cloud.simulated.faults import Faults
from enhancement_kit.cloud.simulated.networks import Networks
from enhancement_kit.cloud.simulated.record import Record
from enhancement_kit.cloud.simulated.zones import restore_zones
from enhancement_kit.errors import HarnessError

_SEED = 20240131
"""Ids are random but the same in every run, so that reports of equal runs are equal."""


class SimulatedCloud:
    """Implements `enhancement_kit.cloud.interface.Cloud`.

    moto's backends belong to the process: one simulated cloud is started at a time.
    """

    name = "simulated"
    capabilities: frozenset[str] = frozenset({"aws-endpoints", "aws-faults", "aws-literal-ids", "aws-quota"})

    _running: SimulatedCloud | None = None

    def __init__(self, *, strict: bool = True) -> None:
        self._strict = strict
        self.record = Record()
        self._faults = Faults()
        self._backends = Backends()
        self._clients = Clients(self._backends, self.record, self._faults)
        self._networks = Networks(self._backends, lambda service, region: self.client(KIT, service, region=region))

    def start(self, *, strict: bool | None = None) -> None:
        """Make it answer, with the strictness it was made with or the one given.

        Raises HarnessError where another simulated cloud runs in this process.
        """
        if SimulatedCloud._running is self:
            return
        if SimulatedCloud._running is not None:
            raise HarnessError("A simulated AWS runs in this process already; stop it before another one starts.")
        SimulatedCloud._running = self
        self._strict = self._strict if strict is None else strict
        self._backends.start()
        if self._strict:
            strictness.install()
        self.reset()

    def reset(self) -> None:
        """Remove every resource, injected fault and added zone, forget every recorded call, start ids anew."""
        self._faults.clear()
        self._networks.reset()
        self._backends.reset(_SEED)
        restore_zones()
        self.record.clear()

    def client(self, component: str, service: str, *, region: str, endpoint: str | None = None) -> Any:
        """The boto3 client of `component` for `service`. Clients are cached by all four arguments.

        Raises HarnessError before `start` and after `stop`.
        """
        if SimulatedCloud._running is not self:
            raise HarnessError("The simulated AWS is not running; start it before asking for clients.")
        return self._clients.client(component, service, region, endpoint)

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Make a VPC as `Cloud.make_vpc` describes; no call is recorded for it."""
        return self._networks.make_vpc(region, subnets, cluster_id=cluster_id)

    def add_subnets(self, vpc: Vpc, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """The VPC with further subnets; no call is recorded for it."""
        return self._networks.add_subnets(vpc, subnets, cluster_id=cluster_id)

    def allocate_addresses(
        self, region: str, addresses: Sequence[AddressSpec], *, raise_quota: bool = True
    ) -> Mapping[str, str]:
        """Allocate Elastic IPs; allocation ids by alias. `raise_quota=False` keeps the account's five."""
        return self._networks.allocate_addresses(region, addresses, raise_quota=raise_quota)

    def run_nodes(self, vpc: Vpc, *, cluster_id: str, subnets: Sequence[str]) -> Mapping[str, str]:
        """Run one instance in each of these subnets (aliases); instance ids by alias."""
        return self._networks.run_nodes(vpc, cluster_id=cluster_id, subnets=subnets)

    def fail(self, operation: str, code: str, message: str, times: int | None = None) -> None:
        """Let the next `times` calls (None: all until reset) of an operation fail with this AWS error.

        `operation` is `SetSubnets`, or `elbv2:SetSubnets` for one service. Calls of component `kit` pass. The failed
        calls are recorded. Raises UsageError for an empty operation or `times` below 1.
        """
        self._faults.add(operation, code, message, times)

    def stop(self) -> None:
        """Free everything; safe to call twice."""
        if SimulatedCloud._running is not self:
            return
        self.reset()
        if self._strict:
            strictness.uninstall()
        self._backends.stop()
        SimulatedCloud._running = None
