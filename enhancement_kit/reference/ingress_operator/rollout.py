"""Conditions that follow the router Deployment."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .build import Build
from .conditions import Condition

COMPLETE = "NewReplicaSetAvailable"


def numbers(deployment: Mapping[str, Any]) -> dict[str, int]:
    """Return the wanted, present, updated and available replicas."""
    status = deployment.get("status") or {}
    return {
        "wanted": int(deployment["spec"].get("replicas", 1)),
        "replicas": int(status.get("replicas", 0)),
        "updated": int(status.get("updatedReplicas", 0)),
        "available": int(status.get("availableReplicas", 0)),
    }


def max_unavailable(deployment: Mapping[str, Any]) -> int:
    """Return how many replicas may be missing by the Deployment's own strategy: a share is rounded down."""
    rolling = deployment["spec"]["strategy"]["rollingUpdate"]
    wanted = numbers(deployment)["wanted"]
    return math.floor(wanted * int(rolling["maxUnavailable"].removesuffix("%")) / 100)


def deployment_available(deployment: Mapping[str, Any]) -> Condition:
    """Compute the DeploymentAvailable condition."""
    kind = "DeploymentAvailable"
    conditions = (deployment.get("status") or {}).get("conditions") or []
    own = {c["type"]: c for c in conditions}.get("Available", {})
    state = own.get("status")
    if state == "True":
        text = "The deployment has Available status condition set to True"
        return Condition(kind, "True", "DeploymentAvailable", text)
    if state == "False":
        text = (
            f"The deployment has Available status condition set to False (reason: {own.get('reason', '')}) with "
            f"message: {own.get('message', '')}"
        )
        return Condition(kind, "False", "DeploymentUnavailable", text)
    text = "The deployment has no Available status condition set"
    return Condition(kind, "Unknown", "DeploymentAvailabilityUnknown", text)


def min_available(deployment: Mapping[str, Any]) -> Condition:
    """Compute the DeploymentReplicasMinAvailable condition."""
    kind, count, limit = "DeploymentReplicasMinAvailable", numbers(deployment), max_unavailable(deployment)
    if count["available"] >= count["wanted"] - limit:
        return Condition(kind, "True", "DeploymentMinimumReplicasMet", "Minimum replicas requirement is met")
    text = f"{count['available']}/{count['wanted']} of replicas are available, max unavailable is {limit}"
    return Condition(kind, "False", "DeploymentMinimumReplicasNotMet", text)


def all_available(deployment: Mapping[str, Any]) -> Condition:
    """Compute the DeploymentReplicasAllAvailable condition."""
    kind, count = "DeploymentReplicasAllAvailable", numbers(deployment)
    if count["available"] >= count["wanted"]:
        return Condition(kind, "True", "DeploymentReplicasAvailable", "All replicas are available")
    text = f"{count['available']}/{count['wanted']} of replicas are available"
    return Condition(kind, "False", "DeploymentReplicasNotAvailable", text)


def rolling_out(deployment: Mapping[str, Any], build: Build) -> Condition:
    """Compute the DeploymentRollingOut condition.

    Shipped operators report replica changes after a completed roll-out with other reasons (EIP-169).
    """
    kind, count = "DeploymentRollingOut", numbers(deployment)
    reasons = {c["type"]: c.get("reason") for c in (deployment.get("status") or {}).get("conditions") or ()}
    wobble = build.profile == "shipped" and reasons.get("Progressing") == COMPLETE
    start = "Waiting for router deployment rollout to finish: "
    if count["updated"] < count["wanted"]:
        text = f"{count['updated']} out of {count['wanted']} new replica(s) have been updated...\n"
        return Condition(kind, "True", "DeploymentRollingOut", start + text)
    if count["replicas"] > count["updated"]:
        text = f"{count['replicas'] - count['updated']} old replica(s) are pending termination...\n"
        return Condition(kind, "True", "ReplicasStabilizing" if wobble else "DeploymentRollingOut", start + text)
    if count["available"] < count["updated"]:
        text = f"{count['available']} of {count['updated']} updated replica(s) are available...\n"
        return Condition(kind, "True", "PodsStarting" if wobble else "DeploymentRollingOut", start + text)
    return Condition(kind, "False", "DeploymentNotRollingOut", "Deployment is not actively rolling out")


def conditions_of(deployment: Mapping[str, Any], build: Build) -> list[Condition]:
    """Compute all four conditions, in their order."""
    return [
        deployment_available(deployment),
        min_available(deployment),
        all_available(deployment),
        rolling_out(deployment, build),
    ]
