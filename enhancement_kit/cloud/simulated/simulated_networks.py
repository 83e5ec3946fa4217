"""Networks, addresses and nodes that scenarios start from, made on moto's backends without a call each.

A VPC looks as the OpenShift installer leaves one (interpretation EIP-A11): an internet gateway, a main route table that
is the public one and holds the public subnets as explicit associations, a private route table with a NAT gateway. Name
tag `<cluster id>-vpc`; cluster tag `kubernetes.io/cluster/<cluster id>=shared` on the VPC as on the subnets, since the
network is there before the cluster (with `owned`, an installer refuses to install into it).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec, Vpc
from enhancement_kit.cloud.simulated.backends import ACCOUNT, LOCK, Backends, literal
from enhancement_kit.cloud.simulated.partitions import partition_of
from enhancement_kit.cloud.simulated.routes import VISIBILITIES, Routes
from enhancement_kit.cloud.simulated.strictness.addresses import address_quota, set_address_quota
from enhancement_kit.cloud.simulated.strictness.ec2_permissions import set_rule_quota
from enhancement_kit.cloud.simulated.strictness.sharing import share
from enhancement_kit.cloud.simulated.zones import ensure_region, ensure_zone
from enhancement_kit.cloud.tags import cluster_tags, named, subnet_tags, tag_list
from enhancement_kit.errors import UsageError

_MOST_SUBNETS = 256


@dataclass
class _State:
    """What the kit has to know of a VPC that it made."""

    network: ipaddress.IPv4Network
    routes: Routes
    subnets: int = 0
    others: dict[str, Vpc] = field(default_factory=dict)
    """Further VPCs by the names that subnet tables give them."""


class Networks:
    """Makes VPCs, subnets, Elastic IPs and nodes; `client` makes the kit's own client of a service and region."""

    def __init__(self, backends: Backends, client: Callable[[str, str], Any]) -> None:
        self._backends, self._client = backends, client
        self._vpcs: dict[tuple[str, str], _State] = {}
        self._images: dict[str, str] = {}
        self._groups: dict[tuple[str, str, str], str] = {}

    def reset(self) -> None:
        """Forget every VPC; the backends are emptied elsewhere."""
        self._vpcs.clear()
        self._images.clear()
        self._groups.clear()

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Create a VPC with its gateways, route tables and subnets. Raises UsageError for an invalid row."""
        ensure_region(region)
        with LOCK:
            ec2 = self._backends.ec2(region)
            network = ipaddress.IPv4Network(f"10.{sum(r == region for r, _ in self._vpcs)}.0.0/16")
            vpc = ec2.create_vpc(str(network), tags=tag_list(named(f"{cluster_id}-vpc" if cluster_id else None)))
            vpc.add_tags(cluster_tags(cluster_id, "shared"))
            self._vpcs[region, vpc.id] = _State(network, Routes(ec2, vpc.id))
        return self.add_subnets(Vpc(vpc.id, region, {}), subnets, cluster_id=cluster_id)

    def add_subnets(self, vpc: Vpc, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Add subnets, each a /24, to a VPC and return it. Raises UsageError for an invalid row."""
        state = self._vpcs.get((vpc.region, vpc.id))
        if state is None:
            raise UsageError(
                f"VPC {vpc.id} in {vpc.region} was not made by make_vpc, so no subnets can be added to it."
            )
        made = dict(vpc.subnets)
        with LOCK:
            ec2 = self._backends.ec2(vpc.region)
            for row in subnets:
                self._check(row, made, state, ec2)
                if row.vpc:
                    made[row.alias] = self._in_other_vpc(vpc, state, row)
                else:
                    made[row.alias] = self._add_subnet(ec2, vpc, state, row, cluster_id)
        return replace(vpc, subnets=made)

    @staticmethod
    def _check(row: SubnetSpec, made: Mapping[str, str], state: _State, ec2: Any) -> None:
        if row.visibility not in VISIBILITIES:
            known = ", ".join(VISIBILITIES)
            raise UsageError(f"Subnet {row.alias!r} has visibility {row.visibility!r}; there are {known}.")
        if row.alias in made:
            raise UsageError(f"Subnet {row.alias!r} is given twice; every row needs an alias of its own.")
        if row.id and any(row.id in zone for zone in ec2.subnets.values()):
            raise UsageError(f"Subnet {row.alias!r} has the id {row.id}, which another subnet already has.")
        if state.subnets >= _MOST_SUBNETS:
            raise UsageError(
                f"Subnet {row.alias!r} does not fit: the VPC {state.network} holds {_MOST_SUBNETS} subnets."
            )

    def _in_other_vpc(self, vpc: Vpc, state: _State, row: SubnetSpec) -> str:
        """Create a subnet in another VPC of the region, which nothing ties to the cluster; return its id."""
        name = str(row.vpc)
        if name not in state.others:
            state.others[name] = self.make_vpc(vpc.region, [], cluster_id="")
        state.others[name] = self.add_subnets(state.others[name], [replace(row, vpc=None)], cluster_id="")
        return state.others[name].subnets[row.alias]

    @staticmethod
    def _add_subnet(ec2: Any, vpc: Vpc, state: _State, row: SubnetSpec, cluster_id: str) -> str:
        from moto.ec2.exceptions import EC2ClientError
        from moto.ec2.models import subnets as moto_subnets

        ensure_zone(vpc.region, row.zone)
        base = int(state.network.network_address) + (state.subnets << 8)
        cidr = row.cidr or f"{ipaddress.IPv4Address(base)}/24"
        state.subnets += 1
        tags = {"subnet": subnet_tags(row, cluster_id)}
        with literal(moto_subnets, "random_subnet_id", row.id):
            try:
                subnet = ec2.create_subnet(vpc.id, cidr, availability_zone=row.zone, tags=tags)
            except EC2ClientError as error:
                raise UsageError(f"Subnet {row.alias!r} cannot be made with {cidr}: {error.message}") from error
        # moto takes the first subnet of a zone for the zone's default subnet, whatever VPC it is in
        subnet.default_for_az = False
        subnet.map_public_ip_on_launch = False
        state.routes.join(ec2, subnet.id, row.visibility)
        if row.free is not None:
            subnet._available_ip_addresses -= subnet.available_ip_address_count - row.free
        if row.owner:
            share(subnet, row.owner)
            share(ec2.get_vpc(vpc.id), row.owner)
        if row.outpost:
            place = f"arn:{partition_of(vpc.region).id}:outposts:{vpc.region}:{row.owner or ACCOUNT}:outpost"
            subnet.kit_outpost = f"{place}/{row.outpost}"
        return str(subnet.id)

    def allocate_addresses(
        self, region: str, addresses: Sequence[AddressSpec], *, raise_quota: bool = True
    ) -> dict[str, str]:
        """Allocate Elastic IPs; return their ids by alias. `raise_quota=False` leaves the account's quota as it is.

        Raises UsageError for a repeated alias or id, and where the quota does not suffice and is not to be raised.
        """
        from moto.ec2.models import elastic_ip_addresses

        ensure_region(region)
        made: dict[str, str] = {}
        with LOCK:
            ec2 = self._backends.ec2(region)
            needed = len(ec2.addresses) + len(addresses)
            if needed > address_quota(ec2):
                if not raise_quota:
                    raise UsageError(
                        f"{len(addresses)} Elastic IPs do not fit into the quota of {address_quota(ec2)} in {region}; "
                        "allocate fewer or let the quota be raised."
                    )
                set_address_quota(ec2, needed)
            for row in addresses:
                known = {address.allocation_id for address in ec2.addresses}
                if row.alias in made or row.id in known:
                    raise UsageError(f"Elastic IP {row.alias!r} ({row.id or 'no id'}) is given twice.")
                with literal(elastic_ip_addresses, "random_eip_allocation_id", row.id):
                    address = ec2.allocate_address("vpc", address=_public_ip(ec2))
                made[row.alias] = str(address.allocation_id)
        return made

    def raise_rule_quota(self, region: str, rules: int) -> None:
        """Let security groups of a region have so many rules in each direction."""
        ensure_region(region)
        with LOCK:
            set_rule_quota(self._backends.ec2(region), rules)

    def run_nodes(self, vpc: Vpc, *, cluster_id: str, subnets: Sequence[str]) -> dict[str, str]:
        """Run an instance in each of these subnets; return their ids by alias. Raises UsageError for unknown ones."""
        unknown = [alias for alias in subnets if alias not in vpc.subnets]
        if unknown:
            raise UsageError(f"No subnet is called {unknown[0]!r} in VPC {vpc.id}; there are {', '.join(vpc.subnets)}.")
        group = self._node_group(vpc, cluster_id)
        nodes: dict[str, str] = {}
        for alias in subnets:
            tags = {"Name": f"{cluster_id}-worker-{alias}", **cluster_tags(cluster_id, "owned")}
            answer = self._client("ec2", vpc.region).run_instances(
                ImageId=self._image(vpc.region),
                InstanceType="m6i.xlarge",
                MinCount=1,
                MaxCount=1,
                SubnetId=vpc.subnets[alias],
                SecurityGroupIds=[group],
                TagSpecifications=[{"ResourceType": "instance", "Tags": tag_list(tags)}],
            )
            nodes[alias] = answer["Instances"][0]["InstanceId"]
        return nodes

    def _image(self, region: str) -> str:
        if region not in self._images:
            with LOCK:
                self._images[region] = self._backends.ec2(region).register_image(name="rhcos").id
        return self._images[region]

    def _node_group(self, vpc: Vpc, cluster_id: str) -> str:
        key = (vpc.region, vpc.id, cluster_id)
        if key not in self._groups:
            with LOCK:
                group = self._backends.ec2(vpc.region).create_security_group(
                    f"{cluster_id}-node", "Kubernetes nodes", vpc_id=vpc.id, tags=cluster_tags(cluster_id, "owned")
                )
            self._groups[key] = group.id
        return self._groups[key]


def _public_ip(ec2: Any) -> str:
    """Return an unused address from 203.0.113.0 on; moto's own addresses lie in 127.0.0.0/8."""
    used = {address.public_ip for address in ec2.addresses}
    first = int(ipaddress.IPv4Address("203.0.113.1"))
    return next(ip for n in range(len(used) + 1) if (ip := str(ipaddress.IPv4Address(first + n))) not in used)
