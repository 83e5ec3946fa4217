"""Networks, addresses and nodes that scenarios start from, made by calls, as any AWS takes them."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec, Vpc
from enhancement_kit.cloud.remote.pages import listed
from enhancement_kit.cloud.tags import cluster_tags, named, subnet_tags, tag_list
from enhancement_kit.errors import HarnessError, NotApplicable, UsageError

ANYWHERE = "0.0.0.0/0"
INSTANCE_TYPE = "t3.micro"
_IMAGES = "al2023-ami-2023*-x86_64"
_VISIBILITIES = ("public", "private", "main", "isolated")


@dataclass
class _State:
    """What the kit has to know of a VPC that it created."""

    network: ipaddress.IPv4Network
    tables: dict[str, str]
    nat: bool = False
    subnets: int = 0


class Networks:
    """Makes VPCs, subnets, Elastic IPs and nodes; `client` makes the kit's client of a service and region."""

    def __init__(self, name: str, client: Callable[[str, str], Any]) -> None:
        """Store the client factory; nothing is created yet."""
        self._name, self._client = name, client
        self._states: dict[str, _State] = {}

    def forget(self) -> None:
        """Forget every VPC, after all of them were removed."""
        self._states.clear()

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Create a VPC as `Cloud.make_vpc` does. Raises NotApplicable for rows that only the simulated AWS supports."""
        self._check(subnets)
        ec2 = self._client("ec2", region)
        network = ipaddress.IPv4Network(f"10.{len(self._states)}.0.0/16")
        vpc = str(ec2.create_vpc(CidrBlock=str(network))["Vpc"]["VpcId"])
        tags = {**named(f"{cluster_id}-vpc" if cluster_id else None), **cluster_tags(cluster_id, "shared")}
        if tags:
            ec2.create_tags(Resources=[vpc], Tags=tag_list(tags))
        gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
        ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
        of_vpc = [{"Name": "vpc-id", "Values": [vpc]}]
        main = next(listed(ec2, "describe_route_tables", "RouteTables", Filters=of_vpc))["RouteTableId"]
        ec2.create_route(RouteTableId=main, DestinationCidrBlock=ANYWHERE, GatewayId=gateway)
        tables = {"public": main}
        for visibility in ("private", "isolated"):
            if visibility == "private" or any(row.visibility == visibility for row in subnets):
                tables[visibility] = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
        self._states[vpc] = _State(network, tables)
        return self.add_subnets(Vpc(vpc, region, {}), subnets, cluster_id=cluster_id)

    def add_subnets(self, vpc: Vpc, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Add subnets as `Cloud.add_subnets` does. Raises NotApplicable as `make_vpc`."""
        self._check(subnets)
        state, ec2 = self._states[vpc.id], self._client("ec2", vpc.region)
        made = dict(vpc.subnets)
        for row in subnets:
            if row.alias in made:
                raise UsageError(f"Subnet {row.alias!r} is given twice; every row needs an alias of its own.")
            base = ipaddress.IPv4Address(int(state.network.network_address) + (state.subnets << 8))
            state.subnets += 1
            asked: dict[str, Any] = {
                "VpcId": vpc.id,
                "CidrBlock": row.cidr or f"{base}/24",
                "AvailabilityZone": row.zone,
            }
            if tags := subnet_tags(row, cluster_id):
                asked["TagSpecifications"] = [{"ResourceType": "subnet", "Tags": tag_list(tags)}]
            made[row.alias] = str(ec2.create_subnet(**asked)["Subnet"]["SubnetId"])
            self._route(ec2, state, row, made[row.alias])
        return replace(vpc, subnets=made)

    @staticmethod
    def _route(ec2: Any, state: _State, row: SubnetSpec, subnet: str) -> None:
        if row.visibility == "main":
            return
        ec2.associate_route_table(RouteTableId=state.tables[row.visibility], SubnetId=subnet)
        if row.visibility == "public" and not state.nat:
            state.nat = True
            nat = ec2.create_nat_gateway(SubnetId=subnet, ConnectivityType="private")["NatGateway"]["NatGatewayId"]
            ec2.get_waiter("nat_gateway_available").wait(NatGatewayIds=[nat])
            ec2.create_route(RouteTableId=state.tables["private"], DestinationCidrBlock=ANYWHERE, NatGatewayId=nat)

    def _check(self, subnets: Sequence[SubnetSpec]) -> None:
        for row in subnets:
            wanted = {
                "a subnet id of its choice": row.id,
                "a number of free addresses of its choice": row.free is not None,
                "another VPC": row.vpc,
                "another account": row.owner,
                "an Outpost": row.outpost,
                f"visibility {row.visibility}": row.visibility not in _VISIBILITIES,
            }
            lacking = [what for what, asked in wanted.items() if asked]
            if lacking:
                raise NotApplicable(
                    f"subnet {row.alias} needs {', '.join(lacking)}, which cloud {self._name} does not make"
                )

    def allocate_addresses(self, region: str, addresses: Sequence[AddressSpec]) -> dict[str, str]:
        """Allocate Elastic IPs within the account's quota. Raises NotApplicable for literal ids."""
        if any(row.id for row in addresses):
            raise NotApplicable(
                f"Elastic IPs with ids of the scenario's choice, which cloud {self._name} does not make"
            )
        ec2, made = self._client("ec2", region), {}
        for row in addresses:
            made[row.alias] = str(ec2.allocate_address(Domain="vpc")["AllocationId"])
        return made

    def run_nodes(self, vpc: Vpc, *, cluster_id: str, subnets: Sequence[str]) -> dict[str, str]:
        """Run nodes as `Cloud.run_nodes` does: instances of the cheapest type that every region has."""
        ec2 = self._client("ec2", vpc.region)
        owned = cluster_tags(cluster_id, "owned")
        asked = {"GroupName": f"{cluster_id}-node", "Description": "Kubernetes nodes", "VpcId": vpc.id}
        group = ec2.create_security_group(
            **asked, TagSpecifications=[{"ResourceType": "security-group", "Tags": tag_list(owned)}]
        )["GroupId"]
        image, nodes = self._image(ec2), {}
        for alias in subnets:
            tags = {"Name": f"{cluster_id}-worker-{alias}", **owned}
            answer = ec2.run_instances(
                ImageId=image,
                InstanceType=INSTANCE_TYPE,
                MinCount=1,
                MaxCount=1,
                SubnetId=vpc.subnets[alias],
                SecurityGroupIds=[group],
                TagSpecifications=[{"ResourceType": "instance", "Tags": tag_list(tags)}],
            )
            nodes[alias] = str(answer["Instances"][0]["InstanceId"])
        return nodes

    def _image(self, ec2: Any) -> str:
        named = [{"Name": "name", "Values": [_IMAGES]}]
        found = list(listed(ec2, "describe_images", "Images", Owners=["amazon"], Filters=named))
        found = found or list(listed(ec2, "describe_images", "Images", Owners=["amazon"]))
        found = found or list(listed(ec2, "describe_images", "Images"))
        if not found and self._name == "endpoint":
            # an emulator that lacks Amazon's images
            return str(ec2.register_image(Name="conformance-node", RootDeviceName="/dev/xvda")["ImageId"])
        if not found:
            raise HarnessError(f"no image to run nodes from: none of Amazon's is called {_IMAGES}; register one")
        return str(max(found, key=lambda image: image.get("CreationDate", ""))["ImageId"])
