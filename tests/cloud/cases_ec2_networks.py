"""Cases of the rules about gateways, route tables, VPCs, subnets, instances and users, with and without the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import REGION, World, outcome

ANYWHERE = "0.0.0.0/0"

Act = Callable[[World], Any]


def _gateway(w: World, vpc: str | None = None) -> str:
    """Create an internet gateway, and attach it to a VPC."""
    ec2 = w.client("ec2")
    made = str(ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"])
    if vpc:
        ec2.attach_internet_gateway(InternetGatewayId=made, VpcId=vpc)
    return made


def _vpc(w: World, cidr: str = "192.168.0.0/16") -> str:
    return str(w.client("ec2").create_vpc(CidrBlock=cidr)["Vpc"]["VpcId"])


def _subnet(w: World, vpc: str, **more: Any) -> str:
    asked = {"CidrBlock": "192.168.1.0/24", "AvailabilityZone": f"{REGION}a", **more}
    return str(w.client("ec2").create_subnet(VpcId=vpc, **asked)["Subnet"]["SubnetId"])


def _public(w: World) -> tuple[str, str, str]:
    """Create a VPC with an internet gateway and a subnet; return the three ids."""
    vpc = _vpc(w)
    return vpc, _gateway(w, vpc), _subnet(w, vpc)


def _table(w: World, vpc: str) -> str:
    return str(w.client("ec2").create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"])


def _main(w: World, vpc: str) -> Any:
    filters = [{"Name": "vpc-id", "Values": [vpc]}, {"Name": "association.main", "Values": ["true"]}]
    return w.client("ec2").describe_route_tables(Filters=filters)["RouteTables"][0]


def _nat(w: World, subnet: str, **more: Any) -> Any:
    return w.client("ec2").create_nat_gateway(SubnetId=subnet, **more)["NatGateway"]


def _launch(w: World, subnet: str | None = None, **more: Any) -> str:
    ec2 = w.client("ec2")
    image = w.image()
    asked: dict[str, Any] = {"SubnetId": subnet} if subnet else {}
    made = ec2.run_instances(ImageId=image, MinCount=1, MaxCount=1, InstanceType="m6i.large", **asked, **more)
    return str(made["Instances"][0]["InstanceId"])


def _second_gateway(w: World) -> str:
    return _gateway(w, _public(w)[0]) and "attached"


def _attach_again(w: World) -> str:
    _, gateway, _ = _public(w)
    w.client("ec2").attach_internet_gateway(InternetGatewayId=gateway, VpcId=_vpc(w, "172.16.0.0/16"))
    return "attached"


def _detach_other(w: World) -> str:
    _, gateway, _ = _public(w)
    w.client("ec2").detach_internet_gateway(InternetGatewayId=gateway, VpcId=w.vpc.id)
    return "detached"


def _delete_attached(w: World) -> str:
    w.client("ec2").delete_internet_gateway(InternetGatewayId=_public(w)[1])
    return "deleted"


def _balancer(w: World, subnet: str) -> None:
    w.client("elbv2").create_load_balancer(Name="n", Type="network", Subnets=[subnet])


def _internal(w: World, subnet: str) -> None:
    w.client("elbv2").create_load_balancer(Name="n", Type="network", Scheme="internal", Subnets=[subnet])


def _nat_with_address(w: World, subnet: str) -> None:
    _nat(w, subnet, AllocationId=w.addresses(1)[0])


def _deleted_nat(w: World, subnet: str) -> None:
    nat = _nat(w, subnet, AllocationId=w.addresses(1)[0])["NatGatewayId"]
    w.client("ec2").delete_nat_gateway(NatGatewayId=nat)


def _addressed(w: World, subnet: str) -> str:
    node = _launch(w, subnet)
    w.client("ec2").associate_address(InstanceId=node, AllocationId=w.addresses(1)[0])
    return node


def _terminated(w: World, subnet: str) -> None:
    w.client("ec2").terminate_instances(InstanceIds=[_addressed(w, subnet)])


def _detach(prepare: Callable[[World, str], Any]) -> Act:
    """Prepare something in a public subnet, and detach the internet gateway."""

    def act(w: World) -> str:
        vpc, gateway, subnet = _public(w)
        prepare(w, subnet)
        w.client("ec2").detach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
        return "detached"

    return act


def _nat_of(prepare: Callable[[World], tuple[str, str | None]]) -> Act:
    """Create a NAT gateway in a subnet with an Elastic IP; return its state and why it failed."""

    def act(w: World) -> Any:
        subnet, allocation = prepare(w)
        nat = _nat(w, subnet, **({"AllocationId": allocation} if allocation else {}))
        shown = w.client("ec2").describe_nat_gateways(NatGatewayIds=[nat["NatGatewayId"]])["NatGateways"][0]
        return [shown["State"], shown.get("FailureCode"), shown["ConnectivityType"]]

    return act


def _used_address(w: World) -> tuple[str, str]:
    address = w.addresses(1)[0]
    w.network("a", addresses=[address])
    return w.subnets["b"], address


def _nat_interface(w: World) -> Any:
    nat = _nat(w, w.subnets["a"], AllocationId=w.addresses(1)[0])
    eni = nat["NatGatewayAddresses"][0]["NetworkInterfaceId"]
    shown = w.client("ec2").describe_network_interfaces(NetworkInterfaceIds=[eni])["NetworkInterfaces"][0]
    named = shown["Description"] == f"Interface for NAT Gateway {nat['NatGatewayId']}"
    return [shown["RequesterManaged"], shown["InterfaceType"], len(shown["Groups"]), named]


def _release_after(prepare: Callable[[World, str], Any]) -> Act:
    """Prepare something that had an Elastic IP, and release that."""

    def act(w: World) -> Any:
        prepare(w, w.subnets["a"])
        ec2 = w.client("ec2")
        ec2.release_address(AllocationId=ec2.describe_addresses()["Addresses"][0]["AllocationId"])
        return len(ec2.describe_addresses()["Addresses"])

    return act


def _associate_in(w: World) -> str:
    node = _launch(w, _subnet(w, _vpc(w)))
    w.client("ec2").associate_address(InstanceId=node, AllocationId=w.addresses(1)[0])
    return "associated"


def _move(**more: Any) -> Act:
    """Associate an Elastic IP with one instance and then with another; check whether the other one has it."""

    def act(w: World) -> Any:
        ec2, address = w.client("ec2"), w.addresses(1)[0]
        one, two = _launch(w, w.subnets["a"]), _launch(w, w.subnets["b"])
        ec2.associate_address(InstanceId=one, AllocationId=address)
        ec2.associate_address(InstanceId=two, AllocationId=address, **more)
        return ec2.describe_addresses()["Addresses"][0]["InstanceId"] == two

    return act


def _delete_main(w: World) -> str:
    w.client("ec2").delete_route_table(RouteTableId=_main(w, _vpc(w))["RouteTableId"])
    return "deleted"


def _delete_made_main(w: World) -> str:
    """Delete a table that was made the main one."""
    ec2, vpc = w.client("ec2"), _vpc(w)
    table = _table(w, vpc)
    association = _main(w, vpc)["Associations"][0]["RouteTableAssociationId"]
    ec2.replace_route_table_association(AssociationId=association, RouteTableId=table)
    ec2.delete_route_table(RouteTableId=table)
    return "deleted"


def _disassociate_main(w: World) -> str:
    association = _main(w, _vpc(w))["Associations"][0]["RouteTableAssociationId"]
    w.client("ec2").disassociate_route_table(AssociationId=association)
    return "disassociated"


def _associate_across(w: World) -> str:
    w.client("ec2").associate_route_table(RouteTableId=_table(w, w.vpc.id), SubnetId=_subnet(w, _vpc(w)))
    return "associated"


def _replace_across(w: World) -> str:
    ec2, vpc = w.client("ec2"), _vpc(w)
    association = ec2.associate_route_table(RouteTableId=_table(w, vpc), SubnetId=_subnet(w, vpc))["AssociationId"]
    ec2.replace_route_table_association(AssociationId=association, RouteTableId=_table(w, w.vpc.id))
    return "associated"


def _replace_main_across(w: World) -> str:
    association = _main(w, _vpc(w))["Associations"][0]["RouteTableAssociationId"]
    w.client("ec2").replace_route_table_association(AssociationId=association, RouteTableId=_table(w, w.vpc.id))
    return "associated"


def _route(destination: str, **target: Any) -> Act:
    """Create a route in a new table of a public VPC; `{gateway}` is its internet gateway."""

    def act(w: World) -> str:
        vpc, gateway, _ = _public(w)
        asked = {name: value.format(gateway=gateway) for name, value in target.items()}
        w.client("ec2").create_route(RouteTableId=_table(w, vpc), DestinationCidrBlock=destination, **asked)
        return "created"

    return act


def _route_twice(destination: str, kind: str = "DestinationCidrBlock") -> Act:
    def act(w: World) -> str:
        vpc, gateway, _ = _public(w)
        table = _table(w, vpc)
        for _ in range(2):
            w.client("ec2").create_route(RouteTableId=table, GatewayId=gateway, **{kind: destination})
        return "created"

    return act


def _route_to(target: Callable[[World], dict[str, str]]) -> Act:
    """Create a route in a table of the world's VPC."""

    def act(w: World) -> str:
        asked = target(w)
        w.client("ec2").create_route(RouteTableId=_table(w, w.vpc.id), DestinationCidrBlock=ANYWHERE, **asked)
        return "created"

    return act


def _replaced_route(w: World) -> str:
    vpc, gateway, _ = _public(w)
    ec2, table = w.client("ec2"), _table(w, vpc)
    ec2.create_route(RouteTableId=table, DestinationCidrBlock=ANYWHERE, GatewayId=gateway)
    ec2.replace_route(RouteTableId=table, DestinationCidrBlock=ANYWHERE, GatewayId=_gateway(w))
    return "replaced"


def _deleted_gateway(w: World) -> dict[str, str]:
    nat = _nat(w, w.subnets["a"], AllocationId=w.addresses(1)[0])["NatGatewayId"]
    w.client("ec2").delete_nat_gateway(NatGatewayId=nat)
    return {"NatGatewayId": nat}


def _foreign_interface(w: World) -> dict[str, str]:
    made = w.client("ec2").create_network_interface(SubnetId=_subnet(w, _vpc(w)))["NetworkInterface"]
    return {"NetworkInterfaceId": made["NetworkInterfaceId"]}


def _local(w: World) -> str:
    w.client("ec2").delete_route(RouteTableId=_table(w, _vpc(w)), DestinationCidrBlock="192.168.0.0/16")
    return "deleted"


def _states(prepare: Callable[[World, str, str, str], dict[str, str]]) -> Act:
    """Return the state of a default route whose target is gone."""

    def act(w: World) -> Any:
        vpc, gateway, subnet = _public(w)
        table = _table(w, vpc)
        prepare(w, table, gateway, subnet)
        routes = w.client("ec2").describe_route_tables(RouteTableIds=[table])["RouteTables"][0]["Routes"]
        return next(one["State"] for one in routes if one["DestinationCidrBlock"] == ANYWHERE)

    return act


def _gone_gateway(w: World, table: str, gateway: str, _subnet_id: str) -> Any:
    ec2 = w.client("ec2")
    ec2.create_route(RouteTableId=table, DestinationCidrBlock=ANYWHERE, GatewayId=gateway)
    vpc = ec2.describe_internet_gateways(InternetGatewayIds=[gateway])["InternetGateways"][0]["Attachments"][0]
    ec2.detach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc["VpcId"])


def _gone_nat(w: World, table: str, _gateway_id: str, subnet: str) -> Any:
    nat = _nat(w, subnet, AllocationId=w.addresses(1)[0])["NatGatewayId"]
    w.client("ec2").create_route(RouteTableId=table, DestinationCidrBlock=ANYWHERE, NatGatewayId=nat)
    w.client("ec2").delete_nat_gateway(NatGatewayId=nat)


def _gone_instance(w: World, table: str, _gateway_id: str, subnet: str) -> Any:
    node = _launch(w, subnet)
    w.client("ec2").create_route(RouteTableId=table, DestinationCidrBlock=ANYWHERE, InstanceId=node)
    w.client("ec2").terminate_instances(InstanceIds=[node])


def _gone_interface(w: World, table: str, _gateway_id: str, subnet: str) -> Any:
    ec2 = w.client("ec2")
    eni = ec2.create_network_interface(SubnetId=subnet)["NetworkInterface"]["NetworkInterfaceId"]
    ec2.create_route(RouteTableId=table, DestinationCidrBlock=ANYWHERE, NetworkInterfaceId=eni)
    ec2.delete_network_interface(NetworkInterfaceId=eni)


def _delete_vpc(prepare: Callable[[World, str], Any]) -> Act:
    def act(w: World) -> str:
        vpc = _vpc(w)
        prepare(w, vpc)
        w.client("ec2").delete_vpc(VpcId=vpc)
        return "deleted"

    return act


def _with_group(w: World, vpc: str) -> None:
    w.client("ec2").create_security_group(GroupName="x", Description="x", VpcId=vpc)


def _with_acl(w: World, vpc: str) -> None:
    w.client("ec2").create_network_acl(VpcId=vpc)


def _with_endpoint(w: World, vpc: str) -> None:
    w.client("ec2").create_vpc_endpoint(VpcId=vpc, ServiceName=f"com.amazonaws.{REGION}.s3")


def _endpoint_in_subnet(w: World) -> str:
    ec2, vpc = w.client("ec2"), _vpc(w)
    subnet = _subnet(w, vpc)
    service = f"com.amazonaws.vpce.{REGION}.vpce-svc-0123456789abcdef0"
    ec2.create_vpc_endpoint(VpcId=vpc, ServiceName=service, VpcEndpointType="GatewayLoadBalancer", SubnetIds=[subnet])
    ec2.delete_subnet(SubnetId=subnet)
    return "deleted"


def _attached_subnet(w: World) -> str:
    ec2, vpc = w.client("ec2"), _vpc(w)
    subnet = _subnet(w, vpc)
    transit = ec2.create_transit_gateway()["TransitGateway"]["TransitGatewayId"]
    ec2.create_transit_gateway_vpc_attachment(TransitGatewayId=transit, VpcId=vpc, SubnetIds=[subnet])
    ec2.delete_subnet(SubnetId=subnet)
    return "deleted"


def _foreign_group(w: World) -> str:
    made = w.client("ec2").create_security_group(GroupName="x", Description="x", VpcId=_vpc(w))
    return str(made["GroupId"])


def _six_groups(w: World) -> list[str]:
    ec2 = w.client("ec2")
    return [ec2.create_security_group(GroupName=f"g{n}", Description="x", VpcId=w.vpc.id)["GroupId"] for n in range(6)]


def _name_in_subnet(w: World) -> str:
    return _launch(w, w.subnets["a"], SecurityGroups=["default"]) and "launched"


def _networks(**more: Any) -> Act:
    """Launch with a group of another VPC, into a subnet or the default one."""

    def act(w: World) -> str:
        group = _foreign_group(w)
        if more:
            interface = {"DeviceIndex": 0, "SubnetId": w.subnets["a"], "Groups": [group]}
            return _launch(w, NetworkInterfaces=[interface]) and "launched"
        return _launch(w, w.subnets["a"], SecurityGroupIds=[group]) and "launched"

    return act


def _default_network(w: World) -> str:
    w.client("ec2").describe_vpcs()
    return _launch(w, SecurityGroupIds=[_foreign_group(w)]) and "launched"


def _many_groups(w: World) -> str:
    return _launch(w, w.subnets["a"], SecurityGroupIds=_six_groups(w)) and "launched"


def _crowded(w: World) -> str:
    ec2, subnet = w.client("ec2"), _subnet(w, w.vpc.id, CidrBlock="10.0.202.0/28")
    for _ in range(11):
        ec2.create_network_interface(SubnetId=subnet)
    return _launch(w, subnet) and "launched"


def _at(*addresses: str, inside: bool = False) -> Act:
    """Launch an instance at each of these private addresses."""

    def act(w: World) -> str:
        for one in addresses:
            if inside:
                asked = {"DeviceIndex": 0, "SubnetId": w.subnets["c"], "PrivateIpAddress": one}
                _launch(w, NetworkInterfaces=[asked])
            else:
                _launch(w, w.subnets["c"], PrivateIpAddress=one)
        return "launched"

    return act


def _attach_to_terminated(w: World) -> str:
    ec2, node = w.client("ec2"), _launch(w, w.subnets["a"])
    eni = ec2.create_network_interface(SubnetId=w.subnets["a"])["NetworkInterface"]["NetworkInterfaceId"]
    ec2.terminate_instances(InstanceIds=[node])
    ec2.attach_network_interface(NetworkInterfaceId=eni, InstanceId=node, DeviceIndex=1)
    return "attached"


def _address_for_terminated(w: World) -> str:
    ec2, node = w.client("ec2"), _launch(w, w.subnets["a"])
    ec2.terminate_instances(InstanceIds=[node])
    ec2.associate_address(InstanceId=node, AllocationId=w.addresses(1)[0])
    return "attached"


def _with_used_interface(w: World) -> str:
    ec2 = w.client("ec2")
    eni = ec2.create_network_interface(SubnetId=w.subnets["a"])["NetworkInterface"]["NetworkInterfaceId"]
    for _ in range(2):
        _launch(w, NetworkInterfaces=[{"DeviceIndex": 0, "NetworkInterfaceId": eni}])
    return "launched"


def _interfaces_after(**more: Any) -> Act:
    """Launch an instance with a second interface, terminate it, and return the states of the interfaces left."""

    def act(w: World) -> Any:
        ec2, subnet = w.client("ec2"), w.subnets["c"]
        eni = ec2.create_network_interface(SubnetId=subnet)["NetworkInterface"]["NetworkInterfaceId"]
        primary = {"DeviceIndex": 0, "SubnetId": subnet, **more}
        node = _launch(w, NetworkInterfaces=[primary])
        ec2.attach_network_interface(NetworkInterfaceId=eni, InstanceId=node, DeviceIndex=1)
        ec2.terminate_instances(InstanceIds=[node])
        filters = [{"Name": "subnet-id", "Values": [subnet]}]
        return [one["Status"] for one in ec2.describe_network_interfaces(Filters=filters)["NetworkInterfaces"]]

    return act


def _group_after_termination(w: World) -> str:
    ec2 = w.client("ec2")
    group = ec2.create_security_group(GroupName="x", Description="x", VpcId=w.vpc.id)["GroupId"]
    ec2.terminate_instances(InstanceIds=[_launch(w, w.subnets["c"], SecurityGroupIds=[group])])
    ec2.delete_security_group(GroupId=group)
    ec2.delete_subnet(SubnetId=w.subnets["c"])
    return "deleted"


def _protected(w: World) -> Any:
    """Terminate three instances, of which the last is protected; return the error, and the states."""
    ec2 = w.client("ec2")
    nodes = [_launch(w, w.subnets[alias]) for alias in ("a", "b", "a")]
    ec2.modify_instance_attribute(InstanceId=nodes[2], DisableApiTermination={"Value": True})
    told = outcome(lambda _: ec2.terminate_instances(InstanceIds=nodes), w)
    # the description of a terminated instance has the time in a text
    shown = ec2.describe_instance_status(InstanceIds=nodes, IncludeAllInstances=True)["InstanceStatuses"]
    return told.partition(":")[0], [one["InstanceState"]["Name"] for one in shown]


def _launched_protected(w: World) -> str:
    node = _launch(w, w.subnets["a"], DisableApiTermination=True)
    w.client("ec2").terminate_instances(InstanceIds=[node])
    return "terminated"


def _after_termination(call: str) -> Act:
    def act(w: World) -> str:
        ec2, node = w.client("ec2"), _launch(w, w.subnets["a"])
        ec2.terminate_instances(InstanceIds=[node])
        getattr(ec2, call)(InstanceIds=[node])
        return "accepted"

    return act


def _user_with_key(w: World) -> str:
    iam = w.client("iam")
    iam.create_user(UserName="operator")
    iam.create_access_key(UserName="operator")
    iam.delete_user(UserName="operator")
    return "deleted"


_MAPPED = r"DependencyViolation: Network vpc-\w+ has some mapped public address\(es\)\. Please unmap those public .*"
_MAIN = r"DependencyViolation: The routeTable 'rtb-\w+' has dependencies and cannot be deleted\."
_TABLES = r"InvalidParameterValue: route table rtb-\w+ and subnet subnet-\w+ belong to different networks"
_GATEWAYS = r"InvalidParameterValue: route table rtb-\w+ and network gateway igw-\w+ belong to different networks"
_VPC = r"DependencyViolation: The vpc 'vpc-\w+' has dependencies and cannot be deleted\."
_SUBNET = r"DependencyViolation: The subnet 'subnet-\w+' has dependencies and cannot be deleted\."
_DIFFERENT = r"InvalidParameter: Security group sg-\w+ and subnet subnet-\w+ belong to different networks\."
_GONE = r"InvalidInstanceID: The terminated instance 'i-\w+' is not in a valid state for this operation\."
_ROUTE = r"RouteAlreadyExists: The route identified by {} already exists\."
_ZONES = r"Value \({}\) for parameter availabilityZone is invalid\. Subnets can currently only be created in the "
_ZONES += r"following availability zones: "

CASES = (
    Case(
        "iam-used-user",
        _user_with_key,
        r"DeleteConflict: Cannot delete entity, must delete access keys first\.",
        "deleted",
    ),
    Case(
        "ec2-internet-gateway-once",
        _second_gateway,
        r"InvalidParameterValue: Network vpc-\w+ already has an internet gateway attached",
        "attached",
    ),
    Case(
        "ec2-attached-internet-gateway",
        _attach_again,
        r"Resource\.AlreadyAssociated: resource igw-\w+ is already attached to network vpc-\w+",
        r"Resource\.AlreadyAssociated: Resource igw-\w+ is already associated\.",
    ),
    Case(
        "ec2-detached-internet-gateway",
        _detach_other,
        r"Gateway\.NotAttached: resource igw-\w+ is not attached to network vpc-\w+",
        r"Gateway\.NotAttached: InternetGatewayID .*",
    ),
    Case(
        "ec2-delete-attached-internet-gateway",
        _delete_attached,
        r"DependencyViolation: The internetGateway 'igw-\w+' has dependencies and cannot be deleted\.",
        r"DependencyViolation: igw-\w+ is being utilized by vpc-\w+",
    ),
    Case("ec2-mapped-addresses", _detach(_balancer), _MAPPED, "detached"),
    Case("ec2-mapped-addresses", _detach(_addressed), _MAPPED, "detached"),
    Case("ec2-mapped-addresses", _detach(_nat_with_address), _MAPPED, "detached"),
    Case(
        "ec2-nat-gateway-address",
        _nat_of(lambda w: (w.subnets["a"], None)),
        "MissingParameter: The request must contain the parameter AllocationId",
        ["available", None, "public"],
    ),
    Case(
        "ec2-nat-gateway",
        _nat_of(_used_address),
        ["failed", "Resource.AlreadyAssociated", "public"],
        r"Resource\.AlreadyAssociated: .*",
    ),
    Case("ec2-nat-gateway", _nat_interface, [True, "nat_gateway", 0, True], [False, "interface", 1, False]),
    Case("ec2-deleted-nat-gateway", _release_after(_deleted_nat), 0, r"InvalidIPAddress\.InUse: .*"),
    Case(
        "ec2-address-without-gateway",
        _associate_in,
        r"Gateway\.NotAttached: Network vpc-\w+ is not attached to any internet gateway",
        "associated",
    ),
    Case("ec2-reassociate-address", _move(), True, r"Resource\.AlreadyAssociated: .*"),
    Case("ec2-main-route-table", _delete_main, _MAIN, "deleted"),
    Case("ec2-main-route-table", _delete_made_main, _MAIN, "deleted"),
    Case(
        "ec2-main-association",
        _disassociate_main,
        r"InvalidParameterValue: cannot disassociate the main route table association rtbassoc-\w+",
        r"InvalidAssociationID\.NotFound: .*",
    ),
    Case("ec2-route-table-network", _associate_across, _TABLES, "associated"),
    Case("ec2-route-table-network", _replace_across, _TABLES, "associated"),
    Case(
        "ec2-route-table-network",
        _replace_main_across,
        r"InvalidParameterValue: route table rtb-\w+ and route table rtb-\w+ belong to different networks",
        "associated",
    ),
    Case(
        "ec2-route-target",
        _route(ANYWHERE),
        "MissingParameter: The request must contain exactly one of gatewayId, natGatewayId, networkInterfaceId, .*",
        "created",
    ),
    Case(
        "ec2-route-gone-target",
        _route_to(_deleted_gateway),
        r"InvalidNatGatewayID\.NotFound: The natGateway ID 'nat-\w+' does not exist",
        "created",
    ),
    Case(
        "ec2-route-gone-target",
        _route(ANYWHERE, TransitGatewayId="tgw-0123456789abcdef0"),
        r"InvalidTransitGatewayID\.NotFound: The transitGateway ID 'tgw-0123456789abcdef0' does not exist\.",
        "created",
    ),
    Case(
        "ec2-existing-route",
        _route_twice(ANYWHERE),
        _ROUTE.format(r"0\.0\.0\.0/0"),
        r"RouteAlreadyExists: .*[^.]",
    ),
    Case("ec2-existing-route", _route_twice("::/0", "DestinationIpv6CidrBlock"), _ROUTE.format("::/0"), "created"),
    Case(
        "ec2-existing-route",
        _route("192.168.0.0/16", GatewayId="{gateway}"),
        _ROUTE.format(r"192\.168\.0\.0/16"),
        "created",
    ),
    Case(
        "ec2-route-inside",
        _route("192.168.1.0/24", GatewayId="{gateway}"),
        r"InvalidParameterValue: The destination CIDR block 192\.168\.1\.0/24 is equal to or more specific than one .*",
        "created",
    ),
    Case("ec2-route-network", _route_to(lambda w: {"GatewayId": _gateway(w)}), _GATEWAYS, "created"),
    Case("ec2-route-network", _route_to(lambda w: {"GatewayId": _public(w)[1]}), _GATEWAYS, "created"),
    Case("ec2-route-network", _replaced_route, _GATEWAYS, "replaced"),
    Case(
        "ec2-route-interface-network",
        _route_to(_foreign_interface),
        r"InvalidParameterValue: route table rtb-\w+ and interface eni-\w+ belong to different networks",
        "created",
    ),
    Case(
        "ec2-local-route",
        _local,
        r"InvalidParameterValue: cannot remove local route 192\.168\.0\.0/16 in route table rtb-\w+",
        "deleted",
    ),
    Case("ec2-blackhole", _states(_gone_gateway), "blackhole", "active"),
    Case("ec2-blackhole", _states(_gone_nat), "blackhole", "active"),
    Case("ec2-blackhole", _states(_gone_instance), "blackhole", "active"),
    Case("ec2-blackhole", _states(_gone_interface), "blackhole", "active"),
    Case("ec2-used-vpc", _delete_vpc(_gateway), _VPC, "deleted"),
    Case("ec2-used-vpc", _delete_vpc(_with_group), _VPC, "deleted"),
    Case("ec2-used-vpc", _delete_vpc(_with_acl), _VPC, "deleted"),
    Case("ec2-used-vpc", _delete_vpc(_with_endpoint), _VPC, "deleted"),
    Case("ec2-reached-subnet", _endpoint_in_subnet, _SUBNET, "deleted"),
    Case("ec2-reached-subnet", _attached_subnet, _SUBNET, "deleted"),
    Case(
        "ec2-subnet-zone",
        lambda w: _subnet(w, _vpc(w), AvailabilityZone="eu-west-1a"),
        "InvalidParameterValue: " + _ZONES.format("eu-west-1a") + r"us-east-2a, us-east-2b, us-east-2c\.",
        r"subnet-\w+",
    ),
    Case(
        "ec2-subnet-size",
        lambda w: _subnet(w, _vpc(w), CidrBlock="192.168.1.0/29"),
        r"InvalidSubnet\.Range: The CIDR '192\.168\.1\.0/29' is invalid\.",
        r"subnet-\w+",
    ),
    Case(
        "ec2-group-name-with-subnet",
        _name_in_subnet,
        "InvalidParameterCombination: The parameter groupName cannot be used with the parameter subnet",
        "launched",
    ),
    Case("ec2-instance-network", _networks(), _DIFFERENT, "launched"),
    Case("ec2-instance-network", _networks(by="interface"), _DIFFERENT, "launched"),
    Case("ec2-instance-network", _default_network, _DIFFERENT, "launched"),
    Case(
        "ec2-instance-groups",
        _many_groups,
        "SecurityGroupsPerInterfaceLimitExceeded: The maximum number of security groups per interface has been .*",
        "launched",
    ),
    Case(
        "ec2-instance-room",
        _crowded,
        r"InsufficientFreeAddressesInSubnet: There are not enough free addresses in subnet 'subnet-\w+' to satisfy .*",
        "broken",
    ),
    Case(
        "ec2-instance-address",
        _at("10.0.3.50", "10.0.3.50"),
        r"InvalidIPAddress\.InUse: Address 10\.0\.3\.50 is in use\.",
        "broken",
    ),
    Case(
        "ec2-instance-address",
        _at("10.0.3.50", "10.0.3.50", inside=True),
        r"InvalidIPAddress\.InUse: Address 10\.0\.3\.50 is in use\.",
        "broken",
    ),
    Case(
        "ec2-instance-address",
        _at("10.0.4.50"),
        "InvalidParameterValue: Address does not fall within the subnet's address range",
        "broken",
    ),
    Case("ec2-instance-gone", _attach_to_terminated, _GONE, "attached"),
    Case("ec2-instance-gone", _address_for_terminated, _GONE, "attached"),
    Case(
        "ec2-launched-with-used-interface",
        _with_used_interface,
        r"InvalidNetworkInterface\.InUse: Interface: \[eni-\w+\] in use\.",
        "launched",
    ),
    Case("ec2-terminated-instance", _interfaces_after(), ["available"], ["in-use", "in-use"]),
    Case(
        "ec2-terminated-instance",
        _interfaces_after(DeleteOnTermination=False),
        ["available", "available"],
        ["in-use", "in-use"],
    ),
    Case("ec2-terminated-instance", _release_after(_terminated), 0, r"InvalidIPAddress\.InUse: .*"),
    Case(
        "ec2-protected-instance",
        _protected,
        ("OperationNotPermitted", ["running", "terminated", "running"]),
        ("OperationNotPermitted", ["terminated", "terminated", "running"]),
    ),
    Case(
        "ec2-launched-protected",
        _launched_protected,
        r"OperationNotPermitted: The instance 'i-\w+' may not be terminated\. Modify its 'disableApiTermination' .*",
        "terminated",
    ),
    Case(
        "ec2-instance-over",
        _after_termination("stop_instances"),
        r"IncorrectInstanceState: This instance 'i-\w+' is not in a state from which it can be stopped\.",
        "accepted",
    ),
    Case(
        "ec2-instance-over",
        _after_termination("start_instances"),
        r"IncorrectInstanceState: This instance 'i-\w+' is not in a state from which it can be started\.",
        "accepted",
    ),
)

ACCEPTED = (
    (_detach(_internal), "detached"),
    (_detach(_deleted_nat), "detached"),
    (_detach(_terminated), "detached"),
    (_delete_vpc(lambda _w, _vpc_id: None), "deleted"),
    (_group_after_termination, "deleted"),
    (_after_termination("terminate_instances"), "accepted"),
    (_move(AllowReassociation=True), True),
)
"""Acts that are in the right order, and what comes of them."""
