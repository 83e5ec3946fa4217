"""Network interfaces that services hold: load balancers one per subnet, with an address of it and maybe an Elastic IP.

NAT gateways have one, which moto makes; the rules mark it as theirs.
"""

from __future__ import annotations

import ipaddress
from typing import Any

REQUESTER = "amazon-elb"


def interfaces_of(balancer: Any) -> dict[str, Any]:
    """Return the interfaces of a load balancer by subnet id; the rules keep them on moto's model."""
    if not hasattr(balancer, "kit_interfaces"):
        balancer.kit_interfaces = {}
    held: dict[str, Any] = balancer.kit_interfaces
    return held


def add_interface(
    ec2: Any,
    balancer: Any,
    subnet: Any,
    *,
    description: str,
    kind: str,
    public: bool,
    groups: list[str],
    allocation_id: str | None = None,
    private_address: str | None = None,
) -> None:
    """Create a load balancer's interface in a subnet, with a public address if internet-facing."""
    eni = ec2.create_network_interface(subnet, private_address or "", group_ids=groups, description=description)
    place(eni, subnet, private_address)
    if not groups:
        # a Network Load Balancer without security groups: moto would put in the default group
        eni._group_set = []
    hand_over(eni, REQUESTER, kind)
    # An Elastic IP that does not exist or is taken gets here only while the rule about it is off; moto forgets it then.
    free = (one for one in ec2.addresses if one.allocation_id == allocation_id and not one.association_id)
    if allocation_id and next(free, None) is not None:
        ec2.associate_address(eni=eni, allocation_id=allocation_id)
    elif public:
        eni.public_ip = _address_of_aws(ec2)
    interfaces_of(balancer)[subnet.id] = eni


def remove_interfaces(ec2: Any, balancer: Any, subnet_ids: list[str] | None = None) -> None:
    """Delete the interfaces in these subnets, or all, and free their Elastic IPs and addresses."""
    held = interfaces_of(balancer)
    for subnet_id in list(held) if subnet_ids is None else [s for s in subnet_ids if s in held]:
        eni = held.pop(subnet_id)
        for address in ec2.addresses:
            if address.eni is eni:
                address.eni, address.association_id = None, None
        eni.subnet.del_subnet_ip(eni.private_ip_address)
        ec2.enis.pop(eni.id, None)


def place(eni: Any, subnet: Any, address: str | None = None) -> None:
    """Give an interface this address of its subnet, or the first free one."""
    # moto reuses freed addresses in the order of a set; taking the smallest makes runs reproducible
    freed = min(subnet._unused_ips, key=ipaddress.IPv4Address, default=None)
    if wanted := address or freed:
        subnet.request_ip(wanted, eni)
    eni.private_ip_address = wanted or subnet.get_available_subnet_ip(eni)
    eni.private_ip_addresses = [{"Primary": True, "PrivateIpAddress": eni.private_ip_address}]


def hand_over(eni: Any, requester: str, kind: str) -> None:
    """Make an interface belong to a service."""
    eni.requester_managed, eni.requester_id = True, requester
    eni.interface_type, eni.status = kind, "in-use"


def is_managed(eni: Any) -> bool:
    """Check whether an interface belongs to a load balancer or a NAT gateway."""
    return eni is not None and bool(getattr(eni, "requester_managed", False))


def attachment_id(eni: Any) -> str:
    """Return the id of the attachment of an interface that belongs to a service."""
    return f"ela-attach-{str(eni.id).partition('-')[2]}"


def _address_of_aws(ec2: Any) -> str:
    """Return an unused public address (from the documentation network of RFC 5737) that is nobody's Elastic IP."""
    used = {eni.public_ip for eni in ec2.enis.values()}
    first = int(ipaddress.IPv4Address("198.51.100.1"))
    return next(ip for n in range(len(used) + 1) if (ip := str(ipaddress.IPv4Address(first + n))) not in used)
