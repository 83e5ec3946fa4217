"""What the rules ask moto's EC2 backend: subnets, their zones and free addresses, internet gateways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from enhancement_kit.cloud.simulated.backends import ACCOUNT


def ec2_of(backend: Any) -> Any:
    """Return the EC2 backend of the region of another backend."""
    from moto.ec2.models import ec2_backends

    return ec2_backends[ACCOUNT][backend.region_name]


def find_subnet(ec2: Any, subnet_id: str) -> Any | None:
    """Return the subnet, or None where there is none (moto's own lookup raises EC2's error)."""
    return next((zone[subnet_id] for zone in list(ec2.subnets.values()) if subnet_id in zone), None)


def find_subnets(ec2: Any, subnet_ids: Iterable[str]) -> list[Any]:
    """Return the subnets among these ids that exist, in order."""
    return [subnet for subnet_id in subnet_ids if (subnet := find_subnet(ec2, subnet_id)) is not None]


def unknown_subnets(ec2: Any, subnet_ids: Iterable[str]) -> list[str]:
    """Return the ids that no subnet has, in order."""
    return [subnet_id for subnet_id in subnet_ids if find_subnet(ec2, subnet_id) is None]


def shares_zone(subnets: Sequence[Any]) -> bool:
    """Check whether two of the (different) subnets lie in one zone."""
    by_id = {subnet.id: subnet.availability_zone for subnet in subnets}
    return len(set(by_id.values())) < len(by_id)


def has_internet_gateway(ec2: Any, vpc_id: str) -> bool:
    """Check whether the VPC has an internet gateway. AWS gives every default VPC one, and moto does not."""
    vpc = ec2.vpcs.get(vpc_id)
    if vpc is not None and vpc.is_default:
        return True
    return any(gateway.vpc is not None and gateway.vpc.id == vpc_id for gateway in ec2.internet_gateways.values())


def without_room(subnets: Sequence[Any], needed: int = 8) -> Any | None:
    """Return the first subnet with fewer free addresses than a load balancer needs, or None."""
    return next((subnet for subnet in subnets if subnet.available_ip_address_count < needed), None)
