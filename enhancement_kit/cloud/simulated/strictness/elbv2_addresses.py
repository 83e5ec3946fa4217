"""Rules of Network Load Balancers about addresses: which Elastic IPs are accepted, and what shows of them later."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import (
    BACKEND,
    CREATE,
    NETWORK,
    mappings_asked,
    subnets_asked,
)
from enhancement_kit.cloud.simulated.strictness.elbv2_subnets import SET
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.interfaces import add_interface, interfaces_of, remove_interfaces
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of

IN_USE = "The allocation IDs are not available for use"
_CALLS = ("elbv2 CreateLoadBalancer", "elbv2 SetSubnets")
_BALANCER = "moto.elbv2.models:FakeLoadBalancer"


def _kind_and_scheme(call: Invocation) -> tuple[str, str]:
    if "arn" in call.arguments:
        balancer = call.backend.load_balancers.get(call["arn"])
        return (balancer.type, balancer.scheme or "internet-facing") if balancer else (NETWORK, "internet-facing")
    return call["loadbalancer_type"] or "application", call["scheme"] or "internet-facing"


def _asked(call: Invocation) -> list[str]:
    return [mapping["AllocationId"] for mapping in mappings_asked(call) if mapping.get("AllocationId")]


def _held(call: Invocation) -> set[str]:
    """Return the allocation ids that the load balancer of a SetSubnets holds: naming them again is no second use."""
    balancer = call.backend.load_balancers.get(call.arguments.get("arn", ""))
    held = interfaces_of(balancer).values() if balancer else ()
    return {address.allocation_id for address in ec2_of(call.backend).addresses if any(address.eni is e for e in held)}


def _allowed(call: Invocation) -> None:
    kind, scheme = _kind_and_scheme(call)
    if _asked(call) and kind != NETWORK:
        refuse(
            "elbv2",
            "InvalidConfigurationRequest",
            f"Elastic IPs are not supported for load balancers with type '{kind}'",
        )
    if _asked(call) and scheme == "internal":
        refuse(
            "elbv2",
            "InvalidConfigurationRequest",
            "Elastic IPs are not supported for load balancers with scheme 'internal'",
        )


def _for_all(call: Invocation) -> None:
    if len(_asked(call)) not in (0, len(subnets_asked(call))):
        refuse("elbv2", "InvalidConfigurationRequest", "You must specify an Elastic IP for every subnet or for none")


def _known(call: Invocation) -> None:
    known = {address.allocation_id for address in ec2_of(call.backend).addresses}
    unknown = [allocation_id for allocation_id in dict.fromkeys(_asked(call)) if allocation_id not in known]
    if unknown:
        from moto.moto_api._internal import mock_random

        names = ", ".join(f"'{allocation_id}'" for allocation_id in unknown)
        refuse(
            "elbv2",
            "AllocationIdNotFound",
            f"The allocation IDs {names} do not exist (Service: AmazonEC2; Status Code: 400; "
            f"Error Code: InvalidAllocationID.NotFound; Request ID: {mock_random.uuid4()}; Proxy: null)",
        )


def _unused(call: Invocation) -> None:
    asked = _asked(call)
    used = {address.allocation_id for address in ec2_of(call.backend).addresses if address.association_id}
    if len(set(asked)) < len(asked) or (used - _held(call)).intersection(asked):
        refuse("elbv2", "ResourceInUse", IN_USE)


def _attach(call: Invocation) -> Any:
    answer = call.proceed()
    balancer = answer if "arn" not in call.arguments else call.backend.load_balancers[call["arn"]]
    ec2, held = ec2_of(call.backend), interfaces_of(balancer)
    mappings = {mapping["SubnetId"]: mapping for mapping in mappings_asked(call) if mapping.get("SubnetId")}
    wanted = [subnet.id for subnet in balancer.subnets]
    remove_interfaces(ec2, balancer, [subnet_id for subnet_id in held if subnet_id not in wanted])
    kind = "net" if balancer.type == NETWORK else "app"
    for subnet in balancer.subnets:
        if subnet.id in held:
            continue
        mapping = mappings.get(subnet.id, {})
        add_interface(
            ec2,
            balancer,
            subnet,
            description=f"ELB {kind}/{balancer.name}/{balancer.arn.rsplit('/', 1)[-1]}",
            kind="network_load_balancer" if balancer.type == NETWORK else "interface",
            public=balancer.scheme != "internal",
            groups=balancer.security_groups,
            allocation_id=mapping.get("AllocationId"),
            private_address=mapping.get("PrivateIPv4Address"),
        )
        if mapping.get("PrivateIPv4Address"):
            held[subnet.id].kit_private_address = mapping["PrivateIPv4Address"]
    return answer if "arn" not in call.arguments else balancer.availability_zones


def _detach(call: Invocation) -> Any:
    balancer = call.backend.load_balancers.get(call["arn"])
    answer = call.proceed()
    if balancer is not None:
        remove_interfaces(ec2_of(call.backend), balancer)
    return answer


def _zones_with_addresses(balancer: Any, moto: Any) -> list[Any]:
    zones: list[Any] = moto()
    for zone in zones:
        eni = interfaces_of(balancer).get(zone.subnet_id)
        zone.load_balancer_addresses = _shown(eni) if eni is not None else []
    return zones


def _shown(eni: Any) -> list[dict[str, str]]:
    """Return what a description shows of an interface: addresses that the user chose, but none that AWS chose."""
    address = next((one for one in eni.ec2_backend.addresses if one.eni is eni), None)
    if address is not None:
        return [{"AllocationId": address.allocation_id, "IpAddress": address.public_ip}]
    private = getattr(eni, "kit_private_address", None)
    return [{"PrivateIPv4Address": private}] if private else []


def _rule(rule_id: str, check: Any, **facts: Any) -> Rule:
    """Create a rule that checks the Elastic IPs of Create and SetSubnets."""
    corrections = (Before(BACKEND, CREATE, check), Before(BACKEND, SET, check))
    return Rule(id=rule_id, calls=_CALLS, corrections=corrections, **facts)


RULES = (
    _rule(
        "elbv2-addresses-internal",
        _allowed,
        moto="ignores the Elastic IPs of an internal load balancer",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="Elastic IPs are not supported for load balancers with scheme 'internal'",
        source="terraform-aws-modules/terraform-aws-alb issue 285; for Application Load Balancers by analogy",
    ),
    _rule(
        "elbv2-addresses-partial",
        _for_all,
        moto="accepts Elastic IPs for some of the subnets",
        aws="reportedly refuses the call",
        code="InvalidConfigurationRequest",
        message="You must specify an Elastic IP for every subnet or for none",
        source="not found; set_eip_nlb_ingress assumes it",
        verified=False,
    ),
    _rule(
        "elbv2-unknown-address",
        _known,
        moto="ignores Elastic IPs that do not exist",
        aws="refuses the call and names every unknown id",
        code="AllocationIdNotFound",
        message="The allocation IDs '<allocation>', ... do not exist (Service: AmazonEC2; Status Code: 400; "
        "Error Code: InvalidAllocationID.NotFound; Request ID: <uuid>; Proxy: null)",
        source="botocore's model of elbv2; set_eip_nlb_ingress, Support Procedures",
    ),
    _rule(
        "elbv2-used-address",
        _unused,
        moto="accepts an Elastic IP that is already in use, or that the call names twice",
        aws="refuses the call",
        code="ResourceInUse",
        message=IN_USE,
        source="botocore's model of elbv2; kubernetes-sigs/aws-load-balancer-controller issue 1233",
    ),
    Rule(
        id="elbv2-addresses",
        calls=(*_CALLS, "elbv2 DeleteLoadBalancer", "elbv2 DescribeLoadBalancers", "ec2 DescribeAddresses"),
        moto="creates no network interfaces, associates no Elastic IPs and shows no LoadBalancerAddresses",
        aws="creates an interface for each subnet; until the load balancer is deleted, it shows chosen addresses in "
        "the zones and Elastic IPs as associated; it shows addresses that AWS chose on the interface only",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_LoadBalancerAddress.html",
        corrections=(
            Around(BACKEND, CREATE, _attach),
            Around(BACKEND, SET, _attach),
            Around(BACKEND, "delete_load_balancer", _detach),
            Read(_BALANCER, "availability_zones", _zones_with_addresses),
        ),
    ),
)
