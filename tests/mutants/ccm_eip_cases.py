"""Cloud controller managers, and an AWS, that get Elastic IPs wrong in one case or in one respect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enhancement_kit.cloud.simulated import strictness
from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.cloud_controller_manager import annotations as service_annotations
from enhancement_kit.reference.cloud_controller_manager import aws, network_load_balancers
from enhancement_kit.reference.cloud_controller_manager.aws import ProviderError

from .source_editing import edited

MANAGER = "enhancement_kit.reference.cloud_controller_manager"
NLB = f"{MANAGER}.network_load_balancers"
AWS_ADDRESSES = "enhancement_kit.cloud.simulated.strictness.elbv2_addresses"
Create = Callable[[Any, Any, Any], Any]


def _with_eips(service: dict[str, Any], eips: str | None) -> dict[str, Any]:
    """Return a Service that asks for other Elastic IPs, or none."""
    kept = {k: v for k, v in service["metadata"]["annotations"].items() if k != service_annotations.EIPS}
    asked = {} if eips is None else {service_annotations.EIPS: eips}
    return {**service, "metadata": {**service["metadata"], "annotations": {**kept, **asked}}}


def _create(change: Callable[[Create, Any, Any, Any], Any]) -> Callable[[Patcher], None]:
    """Change how an NLB is created."""
    return lambda patcher: patcher.wrap(f"{NLB}:create", lambda old: lambda p, request, s: change(old, p, request, s))


def _replaced(old: Create, request: Any, provider: Any, subnets: Any, eips: str | None) -> Any:
    return old(provider, type(request)(_with_eips(request.service, eips), request.instances), subnets)


def _twice(old: Create, provider: Any, request: Any, subnets: Any) -> Any:
    first = _replaced(old, request, provider, subnets, None)
    aws.call(provider.elbv2, "delete_load_balancer", LoadBalancerArn=first["LoadBalancerArn"])
    return old(provider, request, subnets)


def _takes_away(old: Create, provider: Any, request: Any, subnets: Any) -> Any:
    try:
        return old(provider, request, subnets)
    except ProviderError:
        wanted = set(service_annotations.eip_elements(request.service) or ())
        for balancer in aws.call(provider.elbv2, "describe_load_balancers")["LoadBalancers"]:
            zones = balancer["AvailabilityZones"]
            held = {a.get("AllocationId") for zone in zones for a in zone.get("LoadBalancerAddresses", [])}
            if held & wanted:
                aws.call(provider.elbv2, "delete_load_balancer", LoadBalancerArn=balancer["LoadBalancerArn"])
        return old(provider, request, subnets)


def _takes_free_ones(old: Create, provider: Any, request: Any, subnets: Any) -> Any:
    found = aws.call(provider.ec2, "describe_addresses")["Addresses"]
    free = [address["AllocationId"] for address in found if not address.get("AssociationId")]
    if service_annotations.eip_elements(request.service) is None and len(free) >= len(subnets):
        return _replaced(old, request, provider, subnets, ",".join(free[: len(subnets)]))
    return old(provider, request, subnets)


def _goes_without(where: Callable[[int, int], bool]) -> Callable[[Patcher], None]:
    """Make the NLB without Elastic IPs where their number and that of the subnets fit."""

    def mappings(old: Callable[..., Any]) -> Callable[..., Any]:
        def lenient(service: Any, subnets: Sequence[Any]) -> Any:
            wrong = where(len(service_annotations.eip_elements(service) or subnets), len(subnets))
            return old(_with_eips(service, None) if wrong else service, subnets)

        return lenient

    return lambda patcher: patcher.wrap(f"{NLB}:subnet_mappings", mappings)


def _checks_existing(patcher: Patcher) -> None:
    def ensure(old: Callable[..., Any]) -> Callable[..., Any]:
        def strict(provider: Any, request: Any, subnets: Any) -> Any:
            current = network_load_balancers.find(provider, request.name)
            zones = current["AvailabilityZones"] if current else []
            held = {a.get("AllocationId") for zone in zones for a in zone.get("LoadBalancerAddresses", [])}
            if current and held != set(service_annotations.eip_elements(request.service) or ()):
                raise ProviderError("the Elastic IPs of a load balancer cannot be changed")
            return old(provider, request, subnets)

        return strict

    patcher.wrap(f"{NLB}:ensure", ensure)


def _pairs(where: Callable[[set[bool]], bool]) -> Callable[[Patcher], None]:
    """Take the listed subnets in the order of their ids where all, none or some of the elements are ids."""

    def explicit(old: Callable[..., Any]) -> Callable[..., Any]:
        def ordered(provider: Any, elements: Sequence[str]) -> Any:
            found = old(provider, elements)
            fits = where({element.startswith("subnet-") for element in elements})
            return sorted(found, key=lambda subnet: str(subnet["AvailabilityZone"])) if fits else found

        return ordered

    return lambda patcher: patcher.wrap(f"{MANAGER}.subnets:explicit", explicit)


MUTANTS = [
    edited(
        "ccm-ignores-eips",
        "EIP-001.2 EIP-003 EIP-004 EIP-008 EIP-007.2 EIP-071.1 EIP-089.2 EIP-090 EIP-117.2",
        "makes every load balancer with addresses that AWS chooses",
        "cloud_controller_manager.network_load_balancers:subnet_mappings",
        "allocations = service_annotations.eip_elements(service)",
        "allocations = None",
    ),
    Mutant(
        "ccm-makes-the-balancer-twice",
        ("EIP-002",),
        "makes a load balancer without Elastic IPs, and another one instead",
        _create(_twice),
    ),
    Mutant(
        "ccm-takes-addresses-away",
        ("EIP-041.3",),
        "deletes another load balancer that has the Elastic IPs",
        _create(_takes_away),
    ),
    Mutant(
        "ccm-takes-free-addresses",
        ("EIP-088.2", "EIP-140.2"),
        "takes free Elastic IPs of the account where none are asked for",
        _create(_takes_free_ones),
    ),
    Mutant(
        "ccm-accepts-too-few-eips",
        ("EIP-042.a", "EIP-128.a"),
        "does without Elastic IPs where there are fewer than subnets",
        _goes_without(lambda eips, subnets: eips < subnets),
    ),
    Mutant(
        "ccm-overlooks-the-right-number-of-eips",
        ("EIP-042.b",),
        "does without Elastic IPs where there are as many as subnets",
        _goes_without(lambda eips, subnets: eips == subnets),
    ),
    Mutant(
        "ccm-accepts-too-many-eips",
        ("EIP-042.c",),
        "does without Elastic IPs where there are more than subnets",
        _goes_without(lambda eips, subnets: eips > subnets),
    ),
    Mutant(
        "ccm-checks-eips-of-an-existing-balancer",
        ("EIP-130.2",),
        "reports an error where an existing load balancer has other Elastic IPs",
        _checks_existing,
    ),
    Mutant("ccm-pairs-ids-by-zone", ("EIP-183.a",), "gives Elastic IPs to ids by zone", _pairs(lambda k: k == {True})),
    Mutant(
        "ccm-pairs-names-by-zone", ("EIP-183.b",), "gives Elastic IPs to names by zone", _pairs(lambda k: k == {False})
    ),
    Mutant(
        "ccm-pairs-ids-and-names-by-zone",
        ("EIP-183.c",),
        "gives Elastic IPs to a mixture of ids and names by zone",
        _pairs(lambda k: len(k) == 2),
    ),
    Mutant(
        "aws-makes-addresses-up",
        ("EIP-127.a", "EIP-128.b"),
        "accepts Elastic IPs that do not exist",
        lambda patcher: patcher.enter(strictness.disabled("elbv2-unknown-address")),
    ),
    Mutant(
        "aws-allocates-four-addresses",
        ("EIP-047.1",),
        "has a smaller quota",
        lambda patcher: patcher.replace("enhancement_kit.cloud.simulated.strictness.addresses:DEFAULT_QUOTA", 4),
    ),
    Mutant(
        "aws-shares-a-whole-list",
        ("EIP-041.a",),
        "refuses Elastic IPs in use only beside free ones",
        lambda patcher: patcher.edit(
            f"{AWS_ADDRESSES}:_unused",
            "(used - _held(call)).intersection(asked)",
            "(used - _held(call)).intersection(asked) and set(asked) - used",
        ),
    ),
    Mutant(
        "aws-shares-a-part-of-a-list",
        ("EIP-041.b",),
        "refuses Elastic IPs in use only where all of a list are",
        lambda patcher: patcher.edit(
            f"{AWS_ADDRESSES}:_unused",
            "(used - _held(call)).intersection(asked)",
            "set(asked) <= used - _held(call)",
        ),
    ),
]
