"""Rules of EC2 about route tables: their associations, and where their routes can lead."""

from __future__ import annotations

import ipaddress
from typing import Any

from enhancement_kit.cloud.simulated.strictness.ec2_gateways import GONE
from enhancement_kit.cloud.simulated.strictness.ec2_requests import ERRORS, Request, find_table, first
from enhancement_kit.cloud.simulated.strictness.engine import Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import find_subnet

_TARGETS = {
    "GatewayId": "gatewayId",
    "NatGatewayId": "natGatewayId",
    "NetworkInterfaceId": "networkInterfaceId",
    "VpcPeeringConnectionId": "vpcPeeringConnectionId",
    "EgressOnlyInternetGatewayId": "egressOnlyInternetGatewayId",
    "TransitGatewayId": "transitGatewayId",
    "LocalGatewayId": "localGatewayId",
    "InstanceId": "instanceId",
}
"""The targets of routes that the message about a missing one names."""
_FURTHER_TARGETS = ("CarrierGatewayId", "VpcEndpointId", "CoreNetworkArn", "OdbNetworkArn")
_NO_TARGET = f"The request must contain exactly one of {', '.join(list(_TARGETS.values())[:-1])} or instanceId"
_INSIDE = ("InstanceId", "NetworkInterfaceId", "VpcEndpointId")
"""Targets of routes to a part of the VPC itself."""


def _not_main(request: Request) -> None:
    table = find_table(request.ec2, request["RouteTableId"])
    if table is not None and table.main_association_id:
        refuse("ec2", "DependencyViolation", f"The routeTable '{table.id}' has dependencies and cannot be deleted.")


def _not_main_association(request: Request) -> None:
    for table in request.ec2.route_tables.values():
        if table.main_association_id and table.main_association_id == request["AssociationId"]:
            text = f"cannot disassociate the main route table association {request['AssociationId']}"
            refuse("ec2", "InvalidParameterValue", text)


def _same_network(table: Any | None, subnet: Any | None) -> None:
    if table is not None and subnet is not None and table.vpc_id != subnet.vpc_id:
        text = f"route table {table.id} and subnet {subnet.id} belong to different networks"
        refuse("ec2", "InvalidParameterValue", text)


def _subnet_of_the_vpc(request: Request) -> None:
    _same_network(find_table(request.ec2, request["RouteTableId"]), find_subnet(request.ec2, request["SubnetId"]))


def _replaced_in_the_vpc(request: Request) -> None:
    table, association = find_table(request.ec2, request["RouteTableId"]), request["AssociationId"]
    for former in request.ec2.route_tables.values():
        if association in former._associations:
            _same_network(table, find_subnet(request.ec2, former._associations[association]))
        elif table is not None and association == former.main_association_id and former.vpc_id != table.vpc_id:
            text = f"route table {former.id} and route table {table.id} belong to different networks"
            refuse("ec2", "InvalidParameterValue", text)


def _destination(request: Request) -> Any | None:
    return request["DestinationCidrBlock"] or request["DestinationIpv6CidrBlock"]


def _network(cidr: Any) -> Any | None:
    try:
        return ipaddress.ip_network(str(cidr), strict=False)
    except ValueError:
        # moto refuses it
        return None


def _route(request: Request) -> Any | None:
    """Return the route of the table that has the destination of a call, or None."""
    table, wanted = find_table(request.ec2, request["RouteTableId"]), _network(_destination(request))
    for route in table._routes.values() if table is not None and wanted is not None else ():
        if _network(route.destination_cidr_block or route.destination_ipv6_cidr_block) == wanted:
            return route
    return None


def _new(request: Request) -> None:
    if _route(request) is not None:
        refuse("ec2", "RouteAlreadyExists", f"The route identified by {_destination(request)} already exists.")


def _not_local(request: Request) -> None:
    route = _route(request)
    if route is not None and route.local:
        text = f"cannot remove local route {_destination(request)} in route table {request['RouteTableId']}"
        refuse("ec2", "InvalidParameterValue", text)


def _outside(request: Request) -> None:
    table, wanted = find_table(request.ec2, request["RouteTableId"]), _network(_destination(request))
    if table is None or wanted is None or any(request[name] for name in _INSIDE):
        return
    for route in table._routes.values():
        local = _network(route.destination_cidr_block or route.destination_ipv6_cidr_block) if route.local else None
        if local is not None and local != wanted and local.version == wanted.version and wanted.subnet_of(local):
            text = (
                f"The destination CIDR block {_destination(request)} is equal to or more specific than one of this "
                "VPC's CIDR blocks. This route can target only an interface or an instance."
            )
            refuse("ec2", "InvalidParameterValue", text)


def _some_target(request: Request) -> None:
    if not any(request[name] for name in (*_TARGETS, *_FURTHER_TARGETS)):
        refuse("ec2", "MissingParameter", _NO_TARGET)


def _gateway_of_the_vpc(request: Request) -> None:
    table = find_table(request.ec2, request["RouteTableId"])
    gateway = request.ec2.internet_gateways.get(request["GatewayId"])
    if table is not None and gateway is not None and (gateway.vpc is None or gateway.vpc.id != table.vpc_id):
        text = f"route table {table.id} and network gateway {gateway.id} belong to different networks"
        refuse("ec2", "InvalidParameterValue", text)


def _interface_of_the_vpc(request: Request) -> None:
    table = find_table(request.ec2, request["RouteTableId"])
    eni = request.ec2.enis.get(request["NetworkInterfaceId"])
    if table is not None and eni is not None and eni.vpc_id != table.vpc_id:
        text = f"route table {table.id} and interface {eni.id} belong to different networks"
        refuse("ec2", "InvalidParameterValue", text)


def _target_exists(request: Request) -> None:
    nat, transit = request.ec2.nat_gateways.get(request["NatGatewayId"]), request["TransitGatewayId"]
    if nat is not None and nat.state in GONE:
        refuse("ec2", "InvalidNatGatewayID.NotFound", f"The natGateway ID '{nat.id}' does not exist")
    if transit and transit not in request.ec2.transit_gateways:
        refuse("ec2", "InvalidTransitGatewayID.NotFound", f"The transitGateway ID '{transit}' does not exist.")


def _state(route: Any, moto: Any) -> Any:
    return "blackhole" if _leads_nowhere(route) else moto()


def _leads_nowhere(route: Any) -> bool:
    gateway, nat, instance, eni = route.gateway, route.nat_gateway, route.instance, route.interface
    if nat is not None and nat.state in GONE:
        return True
    if instance is not None and instance.state != "running":
        return True
    if eni is not None and eni.id not in eni.ec2_backend.enis:
        return True
    if gateway is None or not str(gateway.id).startswith("igw-"):
        return False
    return gateway.vpc is None or gateway.vpc.id != route.route_table.vpc_id


_CREATE, _REPLACE = ("ec2 CreateRoute",), ("ec2 ReplaceRoute",)


def _both(check: Any) -> tuple[Any, ...]:
    """Let a check look at both calls that give a route its target."""
    return first("create_route", check), first("replace_route", check)


RULES = (
    Rule(
        id="ec2-main-route-table",
        calls=("ec2 DeleteRouteTable",),
        moto="deletes the main route table of a VPC",
        aws="refuses the call",
        code="DependencyViolation",
        message="The routeTable '<table>' has dependencies and cannot be deleted.",
        source="https://docs.aws.amazon.com/vpc/latest/userguide/WorkWithRouteTables.html (rule); aws/aws-cli issue "
        "1549; public notes on the AWS CLI (message)",
        corrections=(first("delete_route_table", _not_main),),
    ),
    Rule(
        id="ec2-main-association",
        calls=("ec2 DisassociateRouteTable",),
        moto="says that the association does not exist",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="cannot disassociate the main route table association <association>",
        source="ansible/ansible issue 25521",
        corrections=(first("disassociate_route_table", _not_main_association),),
    ),
    Rule(
        id="ec2-route-table-network",
        calls=("ec2 AssociateRouteTable", "ec2 ReplaceRouteTableAssociation"),
        moto="associates a route table with a subnet of another VPC",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="route table <table> and subnet <subnet> belong to different networks",
        source="message and code in the form that EC2 has for gateways: smoketurner/serverless-vpc-plugin issue 147",
        verified=False,
        corrections=(
            first("associate_route_table", _subnet_of_the_vpc),
            first("replace_route_table_association", _replaced_in_the_vpc),
        ),
    ),
    Rule(
        id="ec2-route-target",
        calls=_CREATE,
        moto="creates a route that leads nowhere",
        aws="refuses the call",
        code="MissingParameter",
        message=_NO_TARGET,
        source="public notes on exercises with the AWS CLI quote code and message",
        corrections=(first("create_route", _some_target),),
    ),
    Rule(
        id="ec2-route-gone-target",
        calls=(*_CREATE, *_REPLACE),
        moto="lets a route lead to a deleted NAT gateway, or to nothing for a transit gateway that does not exist",
        aws="refuses the call",
        code="InvalidNatGatewayID.NotFound",
        message="The natGateway ID '<gateway>' does not exist",
        source=f"{ERRORS} (code); message in the form that EC2 has for other ids",
        verified=False,
        corrections=_both(_target_exists),
    ),
    Rule(
        id="ec2-existing-route",
        calls=_CREATE,
        moto="notices only routes of IPv4 that are not local, and replaces others",
        aws="refuses the call",
        code="RouteAlreadyExists",
        message="The route identified by <destination> already exists.",
        source="hashicorp/terraform-provider-aws issue 23866",
        corrections=(first("create_route", _new),),
    ),
    Rule(
        id="ec2-route-inside",
        calls=_CREATE,
        moto="lets a gateway be the target for a part of the VPC",
        aws="refuses the call: only an interface, an instance or an endpoint can be",
        code="InvalidParameterValue",
        message="The destination CIDR block <destination> is equal to or more specific than one of this VPC's CIDR "
        "blocks. This route can target only an interface or an instance.",
        source="public notes on Terraform and transit gateways quote code and message",
        corrections=(first("create_route", _outside),),
    ),
    Rule(
        id="ec2-route-network",
        calls=(*_CREATE, *_REPLACE),
        moto="lets a route lead to an internet gateway that is not attached to the VPC",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="route table <table> and network gateway <gateway> belong to different networks",
        source="smoketurner/serverless-vpc-plugin issue 147; giantswarm/aws-operator pull request 632",
        corrections=_both(_gateway_of_the_vpc),
    ),
    Rule(
        id="ec2-route-interface-network",
        calls=(*_CREATE, *_REPLACE),
        moto="lets a route lead to an interface in another VPC",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="route table <table> and interface <interface> belong to different networks",
        source="saltstack/salt issue 38791 (message, with the id written interface-...)",
        verified=False,
        corrections=_both(_interface_of_the_vpc),
    ),
    Rule(
        id="ec2-local-route",
        calls=("ec2 DeleteRoute",),
        moto="deletes the local route of a VPC",
        aws="refuses the call",
        code="InvalidParameterValue",
        message="cannot remove local route <destination> in route table <table>",
        source="https://docs.aws.amazon.com/vpc/latest/userguide/VPC_Route_Tables.html (rule); fog-aws and Terraform's "
        "provider, which look for the message",
        corrections=(first("delete_route", _not_local),),
    ),
    Rule(
        id="ec2-blackhole",
        calls=("ec2 DescribeRouteTables", "ec2 DetachInternetGateway", "ec2 DeleteNatGateway"),
        moto="shows every route as active",
        aws="shows a route as a blackhole where its target is gone",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_Route.html",
        corrections=(Read("moto.ec2.models.route_tables:Route", "state", _state),),
    ),
)
