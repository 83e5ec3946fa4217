"""Cloud controller managers that get load balancers wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.cloud_controller_manager import aws, subnets
from enhancement_kit.reference.cloud_controller_manager.aws import ProviderError

MANAGER = "enhancement_kit.reference.cloud_controller_manager"


def _takes_every_subnet(patcher: Patcher) -> None:
    patcher.replace(f"{MANAGER}.subnets:discovered", lambda provider, internal: subnets.candidates(provider))


def _overlooks_own_subnets(patcher: Patcher) -> None:
    def untagged(subnet: Any, cluster_id: str) -> bool:
        return not any(key.startswith(subnets.CLUSTER_PREFIX) for key in subnets.tags_of(subnet))

    patcher.replace(f"{MANAGER}.subnets:is_candidate", untagged)


def _knows_no_names(patcher: Patcher) -> None:
    def by_id(provider: Any, elements: Sequence[str]) -> list[Any]:
        return list(aws.call(provider.ec2, "describe_subnets", SubnetIds=list(elements))["Subnets"])

    patcher.replace(f"{MANAGER}.subnets:explicit", by_id)


def _falls_back_to_discovery(patcher: Patcher) -> None:
    def lenient(old: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        def resolve(provider: Any, elements: Sequence[str]) -> list[Any]:
            try:
                return old(provider, elements)
            except ProviderError:
                return subnets.discovered(provider, internal=False)

        return resolve

    patcher.wrap(f"{MANAGER}.subnets:explicit", lenient)


def _fails_silently(patcher: Patcher) -> None:
    def guarded(manager: Any, service: Any, act: Callable[[Any, Any], None]) -> None:
        act(manager, service)

    patcher.replace(f"{MANAGER}.service_controller:guarded", guarded)


def _allocates_addresses(patcher: Patcher) -> None:
    def eager(old: Callable[..., Any]) -> Callable[..., Any]:
        def create(provider: Any, request: Any, chosen: Any) -> Any:
            aws.call(provider.ec2, "allocate_address", Domain="vpc")
            return old(provider, request, chosen)

        return create

    patcher.wrap(f"{MANAGER}.network_load_balancers:create", eager)


def _reports_an_address(patcher: Patcher) -> None:
    def by_ip(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *a: {"ingress": [{"ip": "192.0.2.10"}]} if old(*a).get("ingress") else {}

    patcher.wrap(f"{MANAGER}.provider:ensure", by_ip)


MUTANTS = [
    Mutant(
        "ccm-takes-every-subnet",
        ("LSS-002",),
        "takes all subnets of the VPC instead of one in each zone",
        _takes_every_subnet,
    ),
    Mutant(
        "ccm-overlooks-its-own-subnets",
        ("ISS-196", "ISS-258"),
        "discovers no subnet that is tagged for its cluster",
        _overlooks_own_subnets,
    ),
    Mutant("ccm-knows-no-names", ("LSS-031.2",), "takes every subnet for an id", _knows_no_names),
    Mutant(
        "ccm-falls-back-to-discovery",
        (
            *("LSS-040", "LSS-042", "LSS-057.2", "LSS-058", "LSS-059.1", "LSS-062"),
            *("LSS-043", "LSS-044", "LSS-098", "LSS-100", "LSS-113"),
        ),
        "discovers subnets where those asked for do not exist",
        _falls_back_to_discovery,
    ),
    Mutant(
        "ccm-fails-silently", ("LSS-040", "LSS-057.1", "LSS-113"), "raises no event when a sync fails", _fails_silently
    ),
    Mutant("ccm-allocates-addresses", ("EIP-010",), "allocates Elastic IPs by itself", _allocates_addresses),
    Mutant("ccm-reports-an-ip", ("EIP-066",), "reports an IP address instead of a host name", _reports_an_address),
]
