"""Cloud controller managers, and an AWS, that take a wrong subnet or touch what they should leave alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from enhancement_kit.cloud.simulated import strictness
from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.cloud_controller_manager import aws, network_load_balancers

from .source_editing import edited

MANAGER = "enhancement_kit.reference.cloud_controller_manager"


def _compares_zones(patcher: Patcher) -> None:
    def by_zone(old: Callable[..., None]) -> Callable[..., None]:
        def zones(provider: Any, ids: Sequence[str]) -> set[str]:
            found = aws.call(provider.ec2, "describe_subnets", SubnetIds=list(ids))["Subnets"]
            return {subnet["AvailabilityZone"] for subnet in found}

        def update(provider: Any, name: str, current: Any, wanted: Sequence[str]) -> None:
            if zones(provider, current["Subnets"]) != zones(provider, wanted):
                old(provider, name, current, wanted)

        return update

    patcher.wrap(f"{MANAGER}.classic_load_balancers:update_subnets", by_zone)


def _swaps_events(patcher: Patcher) -> None:
    start, end = ("EnsuringLoadBalancer", "Ensuring load balancer"), ("EnsuredLoadBalancer", "Ensured load balancer")
    swapped = {start: end, end: start}

    def turned(old: Callable[..., None]) -> Callable[..., None]:
        def event(recorder: Any, about: Any, kind: str, reason: str, message: str) -> None:
            old(recorder, about, kind, *swapped.get((reason, message), (reason, message)))

        return event

    patcher.wrap("enhancement_kit.reference.runtime.events:Recorder.event", turned)


def _moves_nlbs(patcher: Patcher) -> None:
    def moving(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(provider: Any, request: Any, chosen: Any) -> Any:
            answer = old(provider, request, chosen)
            current = network_load_balancers.find(provider, request.name)
            zones = {zone["ZoneName"] for zone in current["AvailabilityZones"]} if current else set()
            if current and len(chosen) < len(zones):
                ids = [subnet["SubnetId"] for subnet in chosen if subnet["AvailabilityZone"] in zones]
                aws.call(provider.elbv2, "set_subnets", LoadBalancerArn=current["LoadBalancerArn"], Subnets=ids[:1])
            return answer

        return ensure

    patcher.wrap(f"{MANAGER}.network_load_balancers:ensure", moving)


MUTANTS = [
    Mutant(
        "ccm-compares-zones",
        ("LSS-064.a",),
        "takes other subnets of the same zones for the same subnets",
        _compares_zones,
    ),
    Mutant("ccm-moves-nlbs", ("LSS-A07",), "takes an NLB out of zones that the annotation leaves out", _moves_nlbs),
    edited(
        "ccm-opens-nodes-to-the-annotated-subnets",
        "LSS-A07",
        "lets the health checks of an NLB in from the subnets of its annotation, where it is not",
        "cloud_controller_manager.network_load_balancers:ensure",
        "subnets if current is None else subnets_of(provider, current)",
        "subnets",
    ),
    Mutant(
        "ccm-announces-its-start-last",
        ("LSS-112", "LSS-118"),
        "says that it begins after it says that it has ended",
        _swaps_events,
    ),
    edited(
        "ccm-blames-no-detachment",
        "LSS-A08",
        "does not say that the old subnets could not be detached",
        "cloud_controller_manager.classic_load_balancers:update_subnets",
        '"detaching AWS loadbalancer from subnets"',
        '"changing the subnets"',
    ),
    edited(
        "ccm-makes-a-security-group-first",
        "LSS-057.2",
        "makes the security group of a load balancer before it looks for the subnets",
        "cloud_controller_manager.provider:ensure",
        "    chosen = subnets.resolve(provider, service)\n",
        "    classic_load_balancers.security_groups.for_classic(provider, request)\n"
        "    chosen = subnets.resolve(provider, service)\n",
    ),
    edited(
        "ccm-reads-the-subnets-of-new-classic-load-balancers-only",
        "LSS-059.a",
        "discovers subnets for a Classic load balancer that exists, whatever its Service asks for",
        "cloud_controller_manager.provider:ensure",
        "    chosen = subnets.resolve(provider, service)\n",
        "    live = not nlb and (service.get('status') or {}).get('loadBalancer')\n"
        "    chosen = subnets.discovered(provider, internal=False) if live else subnets.resolve(provider, service)\n",
    ),
    edited(
        "ccm-reads-the-subnets-of-new-nlbs-only",
        "LSS-059.b",
        "does not look at the subnets of an NLB that exists, since it never changes them",
        "cloud_controller_manager.provider:ensure",
        "    chosen = subnets.resolve(provider, service)\n",
        "    live = nlb and network_load_balancers.find(provider, request.name)\n"
        "    chosen = [] if live else subnets.resolve(provider, service)\n",
    ),
    edited(
        "backport-sorts-subnets",
        "LSS-083",
        "captures the subnets in the order of their ids",
        "ingress_operator.backport:annotated",
        "return [element.strip() for element in parameters.split(value) if element.strip()]",
        "return sorted(element.strip() for element in parameters.split(value) if element.strip())",
    ),
    edited(
        "operator-restores-subnets-in-any-order",
        "LSS-082",
        "is content with an annotation of the same subnets in another order",
        "ingress_operator.service:differing_keys",
        "if have.get(key) != want.get(key)}",
        "if sorted((have.get(key) or '').split(',')) != sorted((want.get(key) or '').split(','))}",
    ),
    edited(
        "ccm-falls-back-to-its-own-subnet",
        "ISS-026",
        "takes the subnet of its own instance where all are another cluster's",
        "cloud_controller_manager.subnets:candidates",
        'provider.profile == "shipped"',
        "provider.config.subnet",
    ),
    Mutant(
        "aws-accepts-nlbs-with-two-subnets-of-a-zone",
        ("LSS-A06",),
        "attaches an NLB to two subnets of one zone",
        lambda patcher: patcher.enter(strictness.disabled("elbv2-one-subnet-per-zone")),
    ),
    Mutant(
        "aws-mixes-vpcs",
        ("LSS-A23",),
        "makes load balancers in one VPC for targets and security groups of another",
        lambda patcher: patcher.enter(
            strictness.disabled(
                "elb-security-group-vpc", "elb-instance", "elb-one-vpc", "elbv2-target-group-vpc", "elbv2-one-vpc"
            )
        ),
    ),
]
