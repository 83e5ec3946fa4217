"""Conditions of an IngressController: one function for each condition about its load balancer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# imported here because the operator's other modules look them up in this one
from ..runtime.conditions import Condition as Condition
from ..runtime.conditions import merge as merge
from ..runtime.conditions import status_of as status_of
from . import strategy
from .build import LOGS_HINT, Build
from .cluster_config import Cluster


def joined(items: Sequence[str]) -> str:
    """Join findings into one text: a single one as it is, several in brackets; identical ones once."""
    unique = list(dict.fromkeys(items))
    return unique[0] if len(unique) == 1 else f"[{', '.join(unique)}]"


def load_balancer_managed(effective: Mapping[str, Any]) -> Condition:
    """Compute the LoadBalancerManaged condition."""
    if effective["type"] != strategy.LOAD_BALANCER:
        return Condition(
            "LoadBalancerManaged",
            "False",
            "EndpointPublishingStrategyExcludesManagedLoadBalancer",
            "The configured endpoint publishing strategy does not include a managed load balancer",
        )
    return Condition(
        "LoadBalancerManaged",
        "True",
        "WantedByEndpointPublishingStrategy",
        "The endpoint publishing strategy supports a managed load balancer",
    )


def provisioned(service: Mapping[str, Any]) -> bool:
    """Tell whether the Service has an address."""
    ingress = (service["status"].get("loadBalancer") or {}).get("ingress") or ()
    return any(entry.get("hostname") or entry.get("ip") for entry in ingress)


def failure_event(service: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> str | None:
    """Return the message of the first event in which the service controller reports a failure for this Service."""
    meta = service["metadata"]
    about = ("Service", meta.get("namespace"), meta["name"], meta.get("uid"))
    for event in events:
        ref = event["involvedObject"]
        if (
            (event.get("source") or {}).get("component") == "service-controller"
            and event.get("reason") == "SyncLoadBalancerFailed"
            and (ref.get("kind"), ref.get("namespace"), ref.get("name"), ref.get("uid")) == about
        ):
            return str(event.get("message", ""))
    return None


def load_balancer_ready(
    service: Mapping[str, Any] | None, events: Iterable[Mapping[str, Any]], build: Build
) -> Condition:
    """Compute the LoadBalancerReady condition."""
    if service is None:
        return Condition(
            "LoadBalancerReady", "False", "ServiceNotFound", "The LoadBalancer service resource is missing"
        )
    if provisioned(service):
        return Condition(
            "LoadBalancerReady", "True", "LoadBalancerProvisioned", "The LoadBalancer service is provisioned"
        )
    failure = failure_event(service, events)
    if failure is not None:
        return Condition(
            "LoadBalancerReady",
            "False",
            "SyncLoadBalancerFailed",
            "The service-controller component is reporting SyncLoadBalancerFailed events like: "
            f"{failure}\n{LOGS_HINT[build.profile]}",
        )
    return Condition("LoadBalancerReady", "False", "LoadBalancerPending", "The LoadBalancer service is pending")


def load_balancer_progressing(
    effective: Mapping[str, Any], service: Mapping[str, Any] | None, found: Sequence[str]
) -> Condition:
    """Compute the LoadBalancerProgressing condition from the differences between the Service and the wanted state."""
    kind = "LoadBalancerProgressing"
    if effective["type"] == strategy.LOAD_BALANCER:
        if service is None:
            return Condition(kind, "True", "NoService", "LoadBalancer Service not created.")
        if found:
            text = f"One or more managed resources are progressing: {joined(found)}"
            return Condition(kind, "True", "OperandsProgressing", text)
    return Condition(kind, "False", "LoadBalancerNotProgressing", "LoadBalancer is not progressing")


def dns_managed(effective: Mapping[str, Any], cluster: Cluster) -> Condition:
    """Compute the DNSManaged condition."""
    kind = "DNSManaged"
    if not cluster.zones:
        return Condition(kind, "False", "NoDNSZones", "No DNS zones are defined in the cluster dns config.")
    if effective["type"] != strategy.LOAD_BALANCER:
        text = "The endpoint publishing strategy doesn't support DNS management."
        return Condition(kind, "False", "UnsupportedEndpointPublishingStrategy", text)
    if effective["loadBalancer"]["dnsManagementPolicy"] == "Unmanaged":
        text = "The DNS management policy is set to Unmanaged."
        return Condition(kind, "False", "UnmanagedLoadBalancerDNS", text)
    text = "DNS management is supported and zones are specified in the cluster DNS config."
    return Condition(kind, "True", "Normal", text)


def printed_zone(zone: Mapping[str, Any]) -> str:
    """Print a zone of the DNS config as Go prints the structure: its id and its tags."""
    tags = " ".join(f"{key}:{value}" for key, value in sorted((zone.get("tags") or {}).items()))
    return f"{{{zone.get('id', '')} map[{tags}]}}"


def dns_ready(record: Mapping[str, Any] | None) -> Condition:
    """Compute the DNSReady condition."""
    kind = "DNSReady"
    if record is None:
        return Condition(kind, "False", "RecordNotFound", "The wildcard record resource was not found.")
    if record["spec"].get("dnsManagementPolicy") == "Unmanaged":
        return Condition(kind, "Unknown", "UnmanagedDNS", "The DNS management policy is set to Unmanaged.")
    zones = (record.get("status") or {}).get("zones") or []
    if not zones:
        return Condition(kind, "False", "NoZones", "The record isn't present in any zones.")
    failed = [printed_zone(zone["dnsZone"]) for zone in zones if status_of(zone["conditions"], "Published") == "False"]
    if failed:
        text = f"The record failed to provision in some zones: [{' '.join(failed)}]"
        return Condition(kind, "False", "FailedZones", text)
    return Condition(kind, "True", "NoFailedZones", "The record is provisioned in all reported zones.")


def upgradeable(modified: Mapping[str, tuple[str | None, str | None]]) -> Condition:
    """Compute the Upgradeable condition: False while managed annotations differ from what they should be."""
    if modified:
        diff = ", ".join(f"{key}: {have!r} instead of {want!r}" for key, (have, want) in modified.items())
        text = (
            "One or more managed resources are not upgradeable: load balancer service has been modified; changes "
            f"must be reverted before upgrading: {diff}"
        )
        return Condition("Upgradeable", "False", "OperandsNotUpgradeable", text)
    return Condition("Upgradeable", "True", "Upgradeable", "IngressController is upgradeable.")


def evaluation_conditions(found: Sequence[str]) -> Condition:
    """Compute the EvaluationConditionsDetected condition: only findings about source ranges count."""
    kind = "EvaluationConditionsDetected"
    if found:
        text = f"One or more managed resources have evaluation conditions: {joined(found)}"
        return Condition(kind, "True", "OperandsEvaluationConditionsDetected", text)
    return Condition(kind, "False", "NoEvaluationCondition", "No evaluation condition is detected.")
