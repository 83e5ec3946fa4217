"""Cluster operators that give their AWS clients other endpoints than those in effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.api import service_endpoints

AWS = "enhancement_kit.reference.platform_components.aws"
ENDPOINTS = "enhancement_kit.reference.api.service_endpoints"


def _ignored_for(service: str) -> Callable[[Patcher], None]:
    """Hide the custom endpoints from the clients of one service."""

    def client(old: Callable[..., Any]) -> Callable[..., Any]:
        def make(component: Any, status: Any, name: str) -> Any:
            known = {**status, "aws": {**status.get("aws", {}), "serviceEndpoints": []}} if name == service else status
            return old(component, known, name)

        return make

    return lambda patcher: patcher.wrap(f"{AWS}:client", client)


def _one_for_all(patcher: Patcher) -> None:
    patcher.replace(
        f"{ENDPOINTS}:for_client", lambda endpoints, service: next((str(e["url"]) for e in endpoints), None)
    )


def _empty_for_none(patcher: Patcher) -> None:
    patcher.wrap(f"{ENDPOINTS}:for_client", lambda old: lambda endpoints, service: old(endpoints, service) or "")


def _knows_classic_only(patcher: Patcher) -> None:
    known = {name: prefix for name, prefix in service_endpoints.PREFIXES.items() if name != "elbv2"}
    patcher.replace(f"{ENDPOINTS}:PREFIXES", known)


def _knows_client_names(patcher: Patcher) -> None:
    patcher.replace(f"{ENDPOINTS}:PREFIXES", {})


def _told_in_machines(patcher: Patcher) -> None:
    def with_endpoints(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def machine_set(plan: Any, zone: str, replicas: int) -> dict[str, Any]:
            made = old(plan, zone, replicas)
            urls = {one.name: one.url for one in plan.config.aws.service_endpoints}
            made["spec"]["template"]["spec"]["providerSpec"]["value"]["endpoints"] = urls
            return made

        return machine_set

    patcher.wrap("enhancement_kit.reference.installer.machine_manifests:_machine_set", with_endpoints)


MUTANTS = [
    Mutant("registry-ignores-endpoints", ("CRE-109.c",), "calls S3 where it always is", _ignored_for("s3")),
    Mutant("credentials-ignore-endpoints", ("CRE-109.d",), "calls IAM where it always is", _ignored_for("iam")),
    Mutant(
        "machines-ignore-endpoints", ("CRE-109.e", "CRE-116.1"), "calls EC2 where it always is", _ignored_for("ec2")
    ),
    Mutant(
        "balancers-ignore-endpoints",
        ("CRE-109.f", "CRE-116.2", "CRE-115.a"),
        "registers elsewhere",
        _ignored_for("elb"),
    ),
    Mutant("operators-have-one-endpoint", ("CRE-112", "CRE-113.2"), "uses one endpoint for every client", _one_for_all),
    Mutant("operators-pass-empty-endpoints", ("CRE-114",), "takes no endpoint for an empty one", _empty_for_none),
    Mutant(
        "operators-know-classic-only",
        ("CRE-115.b", "CRE-116.2"),
        "lets NLBs be called at the default",
        _knows_classic_only,
    ),
    Mutant(
        "operators-go-by-client-names",
        ("CRE-115.a", "CRE-115.b", "CRE-115.c"),
        "looks endpoints up by other names",
        _knows_client_names,
    ),
    Mutant("machines-are-told-of-endpoints", ("CRE-117.b",), "writes endpoints into MachineSets", _told_in_machines),
]
