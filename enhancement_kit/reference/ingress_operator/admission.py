"""Admission of an IngressController: domain, strategy, the operator's own checks, the Admitted condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..runtime.plain import clone
from . import conditions, strategy
from .build import Build
from .cluster_config import Cluster


def is_admitted(ic: Mapping[str, Any]) -> bool:
    """Tell whether the condition Admitted is True."""
    return conditions.status_of((ic.get("status") or {}).get("conditions"), "Admitted") == "True"


def needed(ic: Mapping[str, Any]) -> bool:
    """Tell whether the IngressController has to be admitted (again)."""
    status = ic.get("status") or {}
    return not is_admitted(ic) or ic["metadata"].get("generation") != status.get("observedGeneration")


def problems(ic: Mapping[str, Any], domain: str, others: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return what the operator itself objects to. It does not check subnets and EIPs."""
    found: list[str] = []
    for other in others:
        if (other.get("status") or {}).get("domain") != domain or not is_admitted(other):
            continue
        if other["metadata"].get("uid") != ic["metadata"].get("uid"):
            found.append(f"conflicts with: {other['metadata']['name']}")
    return found


def admit(
    ic: Mapping[str, Any], cluster: Cluster, build: Build, others: Iterable[Mapping[str, Any]], now: str
) -> tuple[dict[str, Any], list[tuple[str, str, str]]]:
    """Return the status after admission and the events to record: (type, reason, message).

    The defaulted status is stored even where the IngressController is rejected.
    """
    status: dict[str, Any] = clone(dict(ic.get("status") or {}))
    spec = ic.get("spec") or {}
    if not status.get("domain"):
        status["domain"] = spec.get("domain") or cluster.ingress_domain
    domain = status["domain"]
    current = status.get("endpointPublishingStrategy")
    desired = strategy.desired_strategy(
        spec, cluster, build, domain=domain, admitted=is_admitted(ic), fresh=current is None
    )
    status["endpointPublishingStrategy"] = strategy.admitted_strategy(current, desired, build)
    events: list[tuple[str, str, str]] = []
    if not strategy.domain_matches(domain, cluster):
        text = (
            f"Domain [{domain}] of ingresscontroller does not match the baseDomain [{cluster.base_domain}] of the "
            "cluster DNS config, so DNS management is not supported."
        )
        events.append(("Warning", "DomainNotMatching", text))
    refused = problems(ic, domain, others)
    if refused:
        message = conditions.joined(refused)
        admitted = conditions.Condition("Admitted", "False", "Invalid", message)
        events.append(("Warning", "Rejected", message))
    else:
        admitted = conditions.Condition("Admitted", "True", "Valid", "")
        events.append(("Normal", "Admitted", "ingresscontroller passed validation"))
    status["conditions"] = conditions.merge(status.get("conditions"), [admitted], now)
    status["observedGeneration"] = ic["metadata"].get("generation")
    return status, events
