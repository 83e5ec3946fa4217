"""The route tables of a VPC by where their default routes lead: one for each visibility that a subnet can have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.cloud.simulated.zones import zone_kind

ANYWHERE = "0.0.0.0/0"
PUBLIC, PRIVATE, MAIN = "public", "private", "main"


def _transit(ec2: Any, vpc_id: str, subnet_id: str) -> dict[str, str]:
    gateway = ec2.create_transit_gateway("to the network outside")
    ec2.create_transit_gateway_vpc_attachment(gateway.id, vpc_id, [subnet_id])
    return {"transit_gateway_id": gateway.id}


def _firewall(ec2: Any, vpc_id: str, subnet_id: str) -> dict[str, str]:
    service = f"com.amazonaws.vpce.{ec2.region_name}.vpce-svc-firewall"
    endpoint = ec2.create_vpc_endpoint(vpc_id, service, "GatewayLoadBalancer", None, [], [subnet_id])
    return {"vpc_endpoint_id": endpoint.id}


def _carrier(ec2: Any, vpc_id: str, _subnet_id: str) -> dict[str, str]:
    return {"carrier_gateway_id": ec2.create_carrier_gateway(vpc_id).id}


def _isolated(_ec2: Any, _vpc_id: str, _subnet_id: str) -> dict[str, str]:
    return {}


_TARGETS: Mapping[str, Callable[[Any, str, str], dict[str, str]]] = {
    "transit": _transit,
    "firewall": _firewall,
    "carrier": _carrier,
    "isolated": _isolated,
}

VISIBILITIES = (PUBLIC, PRIVATE, MAIN, *_TARGETS)
"""What the column `visibility` of a subnet table takes."""


class Routes:
    """The route tables of one VPC: the main one leads to an internet gateway, the private one to a NAT gateway."""

    def __init__(self, ec2: Any, vpc_id: str) -> None:
        """Create the internet gateway, the main table's default route and the private table."""
        self._vpc = vpc_id
        gateway = ec2.create_internet_gateway()
        ec2.attach_internet_gateway(gateway.id, vpc_id)
        main = next(t for t in ec2.route_tables.values() if t.vpc_id == vpc_id and t.main_association_id)
        ec2.create_route(main.id, ANYWHERE, gateway_id=gateway.id)
        self._tables = {PUBLIC: main.id, PRIVATE: ec2.create_route_table(vpc_id).id}
        self._nat_gateway: str | None = None

    def join(self, ec2: Any, subnet_id: str, visibility: str) -> None:
        """Associate a subnet with the table of its visibility; for `main` none, so that the main table applies."""
        if visibility == MAIN:
            return
        if visibility not in self._tables:
            table = self._tables[visibility] = ec2.create_route_table(self._vpc).id
            if target := _TARGETS[visibility](ec2, self._vpc, subnet_id):
                ec2.create_route(table, ANYWHERE, **target)
        ec2.associate_route_table(self._tables[visibility], subnet_id=subnet_id)
        # edge zones have no NAT gateways
        regular = zone_kind(ec2.region_name, ec2.get_subnet(subnet_id).availability_zone) == "availability-zone"
        if visibility == PUBLIC and self._nat_gateway is None and regular:
            # Without an Elastic IP of its own: that would use up one of the account's five, which scenarios count.
            self._nat_gateway = str(ec2.create_nat_gateway(subnet_id, None).id)
            ec2.create_route(self._tables[PRIVATE], ANYWHERE, nat_gateway_id=self._nat_gateway)
