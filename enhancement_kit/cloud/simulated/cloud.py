"""AWS simulated in this process: moto behind clients that cannot leave it, made strict where AWS is strict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import moto

from enhancement_kit.cloud.interface import AddressSpec, Probe, SubnetSpec, Vpc
from enhancement_kit.cloud.record import Record
from enhancement_kit.cloud.simulated import checks, strictness
from enhancement_kit.cloud.simulated.answering import KIT, Answering
from enhancement_kit.cloud.simulated.backends import Backends
from enhancement_kit.cloud.simulated.clients import Clients
from enhancement_kit.cloud.simulated.faults import Faults
from enhancement_kit.cloud.simulated.listeners import Listener, Listeners, Served
from enhancement_kit.cloud.simulated.probes import set_probe
from enhancement_kit.cloud.simulated.responding import ANSWERS
from enhancement_kit.cloud.simulated.simulated_networks import Networks
from enhancement_kit.cloud.simulated.strictness.regions import offer_types
from enhancement_kit.cloud.simulated.zones import ensure_region, restore_zones
from enhancement_kit.cloud.starting import start_of_scenario
from enhancement_kit.errors import HarnessError

_SEED = 20240131
"""Ids are random but the same in every run, so that reports of equal runs are equal."""


class SimulatedCloud:
    """Implements `enhancement_kit.cloud.interface.Cloud`.

    moto's backends belong to the process: one simulated cloud is started at a time.
    """

    name = "simulated"
    version = f"moto {moto.__version__}"
    capabilities: frozenset[str] = frozenset(
        {"aws-endpoints", "aws-faults", "aws-literal-ids", "aws-probes", "aws-quota"}
    )

    _running: SimulatedCloud | None = None

    def __init__(self, *, strict: bool = True, calls: int | None = None) -> None:
        """Start nothing yet. `calls` is how many calls the record keeps; by default all until the next reset."""
        self._strict = strict
        self.record = Record(calls)
        self._faults = Faults()
        self._backends = Backends()
        self._answering = Answering(self._backends, self.record, self._faults)
        self._listeners = Listeners(self._answering)
        self._servers: frozenset[Listener] = frozenset()
        self._clients = Clients(self._answering, self._listeners)
        self._networks = Networks(self._backends, lambda service, region: self.client(KIT, service, region=region))

    def start(self, *, strict: bool | None = None) -> None:
        """Start answering calls, with the strictness of the constructor or the one given.

        Raises HarnessError where another simulated cloud runs in this process, and where this one is not as scenarios
        need it.
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
        found = list(checks.wrong(self._backends))
        if found:
            self.stop()
            raise HarnessError("; ".join(found))
        self.reset()

    def reset(self) -> None:
        """Remove every resource, injected fault, endpoint and added zone, forget every call, restart the ids.

        Ports that `serve` opened stay open.
        """
        self._listeners.clear(but=self._servers)
        self._clients.forget_endpoints(but=frozenset(listener.url for listener in self._servers))
        self._faults.clear()
        self._answering.forget()
        set_probe(None)
        self._networks.reset()
        self._backends.reset(_SEED)
        restore_zones()
        self.record.clear()

    def client(self, component: str, service: str, *, region: str, endpoint: str | None = None) -> Any:
        """Return the boto3 client of `component` for `service`. Clients are cached by all four arguments.

        Raises HarnessError before `start` and after `stop`.
        """
        if SimulatedCloud._running is not self:
            raise HarnessError("The simulated AWS is not running; start it before asking for clients.")
        return self._clients.client(component, service, region, endpoint)

    @property
    def address(self) -> str:
        """Nowhere: programs outside this process reach it only where it is served."""
        return ""

    def environment(self, component: str, *, region: str) -> Mapping[str, str]:
        """Raise HarnessError: programs outside this process reach the simulated AWS only where it is served."""
        del region
        raise HarnessError(f"{component} is a program and cannot reach the AWS in this process: use --cloud served")

    @start_of_scenario("the VPC")
    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Create a VPC as `Cloud.make_vpc` describes; no call is recorded for it."""
        return self._networks.make_vpc(region, subnets, cluster_id=cluster_id)

    @start_of_scenario("the subnets")
    def add_subnets(self, vpc: Vpc, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Add subnets to a VPC and return it with them; no call is recorded for it."""
        return self._networks.add_subnets(vpc, subnets, cluster_id=cluster_id)

    @start_of_scenario("the Elastic IPs")
    def allocate_addresses(
        self, region: str, addresses: Sequence[AddressSpec], *, raise_quota: bool = True
    ) -> Mapping[str, str]:
        """Allocate Elastic IPs and return their ids by alias. `raise_quota=False` keeps the account's five."""
        return self._networks.allocate_addresses(region, addresses, raise_quota=raise_quota)

    def raise_rule_quota(self, region: str, rules: int) -> None:
        """Let security groups of a region have so many rules in each direction, until reset."""
        self._networks.raise_rule_quota(region, rules)

    @start_of_scenario("the nodes")
    def run_nodes(self, vpc: Vpc, *, cluster_id: str, subnets: Sequence[str]) -> Mapping[str, str]:
        """Run one instance in each of these subnets (aliases); return instance ids by alias."""
        return self._networks.run_nodes(vpc, cluster_id=cluster_id, subnets=subnets)

    def answer_probes(self, probe: Probe) -> None:
        """Ask this probe what listens on instances, until reset; without one, whatever is let in is answered."""
        set_probe(probe)

    def fail(self, operation: str, code: str, message: str, times: int | None = None) -> None:
        """Make the next `times` calls (None: all until reset) of an operation fail with this AWS error.

        `operation` is `SetSubnets`, or `elbv2:SetSubnets` for one service. Calls of component `kit` pass. The failed
        calls are recorded. Raises UsageError for an empty operation or `times` below 1.
        """
        self._faults.add(operation, code, message, times)

    def slow(self, operation: str, seconds: float, times: int | None = None) -> None:
        """Delay the answers to the next `times` calls (None: all until reset) of an operation by `seconds`.

        AWS does what it is asked to. A client of this process does not wait: it gets the answer at once, or its
        time-out where the seconds exceed its read time-out (60). A program from outside waits. Raises as `fail`.
        """
        self._faults.add(operation, times=times, seconds=seconds)

    def lag(self, operation: str, times: int | None = None) -> None:
        """Answer the next `times` calls (None: all until reset) of a reading operation as the last equal call was.

        AWS answers like this while a change has not reached all its servers. A call without an earlier equal one gets
        the current state. Raises as `fail`.
        """
        self._faults.add(operation, times=times, stale=True)

    def offer_types(self, region: str, types: Sequence[str]) -> None:
        """Restrict a region to exactly these instance types, in each of its regular zones, until reset."""
        ensure_region(region)
        offer_types(self._backends.ec2(region), tuple(types))

    def serve(
        self, port: int = 0, *, tls: bool = False, secret: str | None = None, hosts: Sequence[str] = ()
    ) -> Served:
        """Serve on a port of 127.0.0.1 (0: a free one) until `stop`. Raises HarnessError where the port is taken.

        With a secret access key, only requests that are signed with it are answered; without one any signature will
        do. `hosts` are names under which clients ask, besides loopback and the default endpoints of AWS.
        """
        if SimulatedCloud._running is not self:
            raise HarnessError("The simulated AWS is not running; start it before serving it.")
        listener = self._listeners.serve(port, tls=tls, secret=secret, hosts=hosts)
        self._servers |= {listener}
        bundle = self._listeners.authority().bundle if tls else None
        return Served(listener.address, bundle) if secret is None else Served(listener.address, bundle, secret)

    def listen(self, url: str, *, behaviour: str = ANSWERS, certificate: str = "good") -> Listener:
        """Open a listener for an endpoint until reset; clients reach it under that URL, whatever its name.

        `behaviour` is one of `listeners.BEHAVIOURS`, `certificate` one of `certificates.KINDS`. Raises UsageError.
        """
        return self._listeners.add(url, behaviour=behaviour, certificate=certificate)

    def trouble(self, url: str) -> str:
        """Explain why a URL cannot be reached; empty where it can, or where it has no listener."""
        listener = self._listeners.at(url)
        return listener.trouble() if listener is not None else ""

    def stop(self) -> None:
        """Free everything; safe to call twice."""
        if SimulatedCloud._running is not self:
            return
        self._servers = frozenset()
        self.reset()
        self._listeners.stop()
        if self._strict:
            strictness.uninstall()
        self._backends.stop()
        SimulatedCloud._running = None
