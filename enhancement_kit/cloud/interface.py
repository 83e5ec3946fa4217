"""The one interface of every AWS that scenarios run on: simulated, endpoint, account."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Call:
    """One recorded AWS API call."""

    number: int
    """Position in the record, from 1."""
    component: str
    """Who called: the name its client was made for, for example `cloud-controller-manager` or `kit`."""
    service: str
    """botocore service name: `ec2`, `elb`, `elbv2`, `route53`, `sts`."""
    operation: str
    """Operation name as in the AWS API: `CreateLoadBalancer`."""
    parameters: Mapping[str, Any]
    region: str
    endpoint: str
    """Scheme and host the request was addressed to."""
    error: str | None = None
    """AWS error code, or None where the call succeeded."""
    message: str | None = None

    @property
    def reads(self) -> bool:
        """Whether the operation cannot change anything (Describe, Get, List, dry runs aside)."""
        return self.operation.startswith(("Describe", "Get", "List", "Assume", "Decode"))

    @property
    def changed(self) -> bool:
        """Whether the call may have changed something in AWS."""
        return not self.reads and self.error is None

    def __str__(self) -> str:
        outcome = f" -> {self.error}" if self.error else ""
        return f"{self.component}: {self.service} {self.operation}{outcome}"


class CallRecord(Protocol):
    """Every AWS call in order. Safe for threads."""

    def mark(self) -> int:
        """Return the number of the newest call; pass it to `since` to see only later calls."""

    def calls(self, *, since: int = 0, component: str | None = None, operation: str | None = None) -> list[Call]:
        """Return recorded calls, oldest first."""


Probe = Callable[[str, str, int, str], bool]
"""Tells whether an instance answers a health check: instance id, protocol (`TCP`, `HTTP`, `HTTPS`), port, path."""


@dataclass(frozen=True)
class SubnetSpec:
    """One row of a subnet table."""

    alias: str
    zone: str
    visibility: str = "public"
    """Where its default route leads: `public` (an internet gateway), `private` (a NAT gateway), `transit` (a transit
    gateway), `firewall` (the endpoint of a firewall), `carrier` (a carrier gateway, in a Wavelength Zone), `isolated`
    (nowhere). `main` is a public subnet without a route table of its own: the VPC's main one is in effect."""
    tags: Mapping[str, str] = field(default_factory=dict)
    name: str | None = None
    """The Name tag."""
    id: str | None = None
    """A literal subnet id, where a message is compared; else the cloud hands one out."""
    cidr: str | None = None
    """Its addresses; else a /24 that is free."""
    free: int | None = None
    """How many addresses are left; else all of them."""
    vpc: str | None = None
    """A name for another VPC of the region that it lies in, made with its first subnet; else the table's own."""
    owner: str | None = None
    """The account that shares the subnet with this one; else this account's own."""
    outpost: str | None = None
    """A name for the Outpost that it lies on; else it lies in the zone."""


@dataclass(frozen=True)
class AddressSpec:
    """One Elastic IP to allocate."""

    alias: str
    id: str | None = None
    """A literal allocation id, where a message is compared; else the cloud hands one out."""


@dataclass(frozen=True)
class Vpc:
    """A VPC that the cloud holds."""

    id: str
    region: str
    subnets: Mapping[str, str]
    """Subnet ids by alias."""


class Cloud(Protocol):
    """AWS, with the record of every call and the preparation that scenarios need."""

    name: str
    """`simulated`, `endpoint` or `account`."""

    version: str
    """What reports say about it: the library that simulates it, the URL that answers."""

    capabilities: frozenset[str]

    @property
    def record(self) -> CallRecord:
        """The record of all calls."""

    @property
    def address(self) -> str:
        """Where it answers programs outside this process that were told of no endpoint; empty where AWS itself does."""

    def start(self, *, strict: bool = True) -> None:
        """Start answering; `strict=False` leaves out corrections toward documented behaviour, where there are any.

        Raises HarnessError when that fails.
        """

    def reset(self) -> None:
        """Remove every resource and forget every recorded call."""

    def client(self, component: str, service: str, *, region: str, endpoint: str | None = None) -> Any:
        """Return the boto3 client of `component` for `service`. Clients are cached by all four arguments."""

    def environment(self, component: str, *, region: str) -> Mapping[str, str]:
        """Return the environment variables with which an outside program calls this AWS under a component's name.

        Raises HarnessError where no program can.
        """

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Make a VPC with an internet gateway, a public main route table and a private one with a NAT route.

        The subnets carry `kubernetes.io/cluster/<cluster_id>=shared` unless a row has a tag with that prefix
        (or the tag `untagged`, which is not made).
        """

    def add_subnets(self, vpc: Vpc, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Add subnets to a VPC and return it with them."""

    def allocate_addresses(self, region: str, addresses: Sequence[AddressSpec]) -> Mapping[str, str]:
        """Allocate Elastic IPs and return their ids by alias; the account's quota is raised where needed."""

    def run_nodes(self, vpc: Vpc, *, cluster_id: str, subnets: Sequence[str]) -> Mapping[str, str]:
        """Run one instance, tagged as the cluster's, in each of these subnets (aliases); return their ids by alias."""

    def answer_probes(self, probe: Probe) -> None:
        """Ask this probe what listens on instances until reset; else everything does (needs `aws-probes`)."""

    def fail(self, operation: str, code: str, message: str, times: int | None = None) -> None:
        """Make the next `times` calls of an operation (`elb:CreateLoadBalancer`) fail (needs `aws-faults`)."""

    def slow(self, operation: str, seconds: float, times: int | None = None) -> None:
        """Delay the answers to calls by so many seconds of virtual time (needs `aws-faults`)."""

    def lag(self, operation: str, times: int | None = None) -> None:
        """Answer reading calls with what an equal call was answered before (needs `aws-faults`)."""

    def listen(self, url: str, *, behaviour: str = "answers", certificate: str = "good") -> object:
        """Open a listener for a custom endpoint until reset (needs `aws-endpoints`)."""

    def trouble(self, url: str) -> str:
        """Explain why a listening URL gives no trustworthy answer; empty where it gives one (needs `aws-endpoints`)."""

    def offer_types(self, region: str, types: Sequence[str]) -> None:
        """Restrict a region to exactly these instance types until reset (needs `aws-endpoints`)."""

    def stop(self) -> None:
        """Free everything; safe to call twice."""
