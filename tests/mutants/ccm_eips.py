"""Cloud controller managers that get the Elastic IPs of load balancers wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.cloud_controller_manager import annotations, aws, network_load_balancers, subnets
from enhancement_kit.reference.cloud_controller_manager.aws import ProviderError

MANAGER = "enhancement_kit.reference.cloud_controller_manager"


def _does_not_count(patcher: Patcher) -> None:
    def mappings(old: Callable[..., Any]) -> Callable[..., Any]:
        def any_number(service: Any, chosen: Sequence[Any]) -> Any:
            try:
                return old(service, chosen)
            except ProviderError:
                return [{"SubnetId": subnet["SubnetId"]} for subnet in chosen]

        return any_number

    patcher.wrap(f"{MANAGER}.network_load_balancers:subnet_mappings", mappings)


def _counts_private_subnets(patcher: Patcher) -> None:
    patcher.replace(f"{MANAGER}.subnets:discovered", lambda provider, internal: subnets.candidates(provider))


def _does_without(patcher: Patcher) -> None:
    def create(old: Callable[..., Any]) -> Callable[..., Any]:
        def lenient(provider: Any, request: Any, chosen: Any) -> Any:
            try:
                return old(provider, request, chosen)
            except ProviderError:
                meta = request.service["metadata"]
                plain = {k: v for k, v in meta["annotations"].items() if k != annotations.EIPS}
                request.service["metadata"] = {**meta, "annotations": plain}
                return old(provider, request, chosen)

        return lenient

    patcher.wrap(f"{MANAGER}.network_load_balancers:create", create)


def _carries_over(patcher: Patcher) -> None:
    def ensure(old: Callable[..., Any]) -> Callable[..., Any]:
        def anew(provider: Any, request: Any, chosen: Any) -> Any:
            current = network_load_balancers.find(provider, request.name)
            wanted = annotations.eip_elements(request.service) or []
            zones = current["AvailabilityZones"] if current else []
            have = [a.get("AllocationId") for z in zones for a in z.get("LoadBalancerAddresses", [])]
            if current and sorted(have) != sorted(wanted):
                network_load_balancers.delete(provider, request.service, request.name)
            return old(provider, request, chosen)

        return anew

    patcher.wrap(f"{MANAGER}.network_load_balancers:ensure", ensure)


def _deletes_every_nlb(patcher: Patcher) -> None:
    def delete(old: Callable[..., None]) -> Callable[..., None]:
        def thorough(provider: Any, service: Any, name: str) -> None:
            old(provider, service, name)
            for balancer in aws.call(provider.elbv2, "describe_load_balancers")["LoadBalancers"]:
                aws.call(provider.elbv2, "delete_load_balancer", LoadBalancerArn=balancer["LoadBalancerArn"])

        return thorough

    patcher.wrap(f"{MANAGER}.network_load_balancers:delete", delete)


def _keeps_classic(patcher: Patcher) -> None:
    patcher.replace(f"{MANAGER}.classic_load_balancers:delete", lambda *_: None)


MUTANTS = [
    Mutant(
        "ccm-does-not-count-eips",
        (
            "EIP-139",
            "EIP-155",
            "EIP-165",
            "EIP-166",
            "EIP-178",
            "EIP-129",
            "EIP-126",
            "EIP-128.1",
            "EIP-128.2",
        ),
        "makes the load balancer without Elastic IPs where their number is wrong",
        _does_not_count,
    ),
    Mutant(
        "ccm-counts-private-subnets",
        ("EIP-042",),
        "wants an Elastic IP for private subnets too",
        _counts_private_subnets,
    ),
    Mutant(
        "ccm-does-without-eips",
        (
            "EIP-111",
            "EIP-112",
            "EIP-113",
            "EIP-129",
            "EIP-138",
            "EIP-155",
            "EIP-159",
            "EIP-127",
            "EIP-128.1",
            "EIP-128.2",
        ),
        "makes the load balancer without Elastic IPs where AWS refuses them",
        _does_without,
    ),
    Mutant(
        "ccm-carries-eips-over",
        (
            "EIP-067",
            "EIP-117.1",
            "EIP-130.1",
        ),
        "makes the load balancer anew when the annotation changes",
        _carries_over,
    ),
    Mutant("ccm-deletes-every-nlb", ("EIP-012",), "deletes load balancers that are not its own", _deletes_every_nlb),
    Mutant("ccm-keeps-classic-load-balancers", ("EIP-099.2",), "leaves the old load balancer behind", _keeps_classic),
]
