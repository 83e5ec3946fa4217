"""The installation plan: names, and the subnets that each consumer gets by role or, without roles, automatically."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from . import install_config as fields
from .existing_network import Network, Subnet
from .install_config import InstallConfig

_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_LONGEST_BASE = 21


@dataclass(frozen=True)
class Identity:
    """The names that identify the resources of one cluster."""

    infra_id: str
    cluster_id: str


def identity(config: InstallConfig, moment: datetime) -> Identity:
    """Make the names of a cluster: the cluster's name with five characters that depend on the moment, and a UUID."""
    seed = f"{config.domain} {moment.isoformat()}"
    digest = hashlib.sha256(seed.encode()).digest()
    suffix = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:5])
    base = re.sub(r"[^A-Za-z0-9-]", "-", config.name)[:_LONGEST_BASE].rstrip("-")
    return Identity(f"{base}-{suffix}", str(uuid.uuid5(uuid.NAMESPACE_DNS, seed)))


@dataclass(frozen=True)
class Plan:
    """A valid install-config with the network and the names that manifests are made from."""

    config: InstallConfig
    identity: Identity
    network: Network | None
    """None where the installer makes the VPC, or the platform has none."""
    zones: tuple[str, ...]
    """The zones with machines."""
    types: Mapping[str, str] = field(default_factory=dict)
    """The instance type of each pool, by the pool's place in the install-config."""
    public_zone: str = ""
    """The Route 53 zone of the base domain; empty for a cluster that is published internally."""

    @property
    def infra_id(self) -> str:
        """The infrastructure id."""
        return self.identity.infra_id

    @property
    def region(self) -> str:
        """The AWS region."""
        return self.config.aws.region


def first_of_each_zone(subnets: Iterable[Subnet]) -> tuple[Subnet, ...]:
    """Return one subnet for each zone, in the order given."""
    found: dict[str, Subnet] = {}
    for subnet in subnets:
        found.setdefault(subnet.zone, subnet)
    return tuple(found.values())


def node_subnets(config: InstallConfig, network: Network) -> tuple[Subnet, ...]:
    """Return the subnets of control plane and compute machines: one for each zone, in the order of the list.

    Without roles the private ones (interpretation ISS-A02).
    """
    candidates = [subnet for subnet in network.listed if not subnet.edge]
    if config.aws.manual:
        holders = config.aws.with_role(fields.CLUSTER_NODE)
        chosen = [subnet for subnet in candidates if subnet.id in holders]
    else:
        chosen = [subnet for subnet in candidates if not subnet.public]
    return first_of_each_zone(chosen)


def bootstrap_subnet(config: InstallConfig, network: Network) -> Subnet:
    """Return a listed subnet that is public exactly if the cluster is (interpretation ISS-A32)."""
    return next(subnet for subnet in network.listed if not subnet.edge and subnet.public == config.external)
