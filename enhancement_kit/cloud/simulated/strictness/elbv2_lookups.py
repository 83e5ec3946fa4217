"""What the rules ask moto's ELBv2 backend: where a listener belongs, and where its actions lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Invocation

FORWARDING = ("create_listener", "modify_listener", "create_rule", "modify_rule")
"""The calls that name the target groups that traffic is forwarded to."""


def groups_of(action: Mapping[str, Any]) -> list[str]:
    """Return the ARNs of the target groups that an action forwards to."""
    weighted = action.get("ForwardConfig", {}).get("TargetGroups", [])
    single = [action["TargetGroupArn"]] if action.get("TargetGroupArn") else []
    return list(dict.fromkeys([*single, *(group["TargetGroupArn"] for group in weighted)]))


def groups_asked(call: Invocation) -> list[str]:
    """Return the ARNs of the target groups that a call forwards to."""
    return [group for action in call["actions"] or [] for group in groups_of(action)]


def known_groups(call: Invocation) -> Iterator[Any]:
    """Iterate over the target groups that a call forwards to and that exist."""
    held = call.backend.target_groups
    return (held[arn] for arn in groups_asked(call) if arn in held)


def balancer_of(call: Invocation) -> Any:
    """Return the load balancer that a call about a listener or a rule concerns, or None."""
    balancers = call.backend.load_balancers
    if "load_balancer_arn" in call.arguments:
        return balancers.get(call["load_balancer_arn"])
    arn = listener_arn(call)
    return next((balancer for balancer in balancers.values() if arn in balancer.listeners), None)


def listener_of(call: Invocation) -> Any:
    """Return the existing listener that a call concerns, or None."""
    balancer = None if "load_balancer_arn" in call.arguments else balancer_of(call)
    return None if balancer is None else balancer.listeners[listener_arn(call)]


def listener_arn(call: Invocation) -> str:
    """Return the ARN of the listener that a call names, also where it names one of its rules."""
    named = call.arguments.get("rule_arn") or call.arguments.get("listener_arn") or call["arn"]
    if ":listener-rule/" not in named:
        return str(named)
    return str(named).replace(":listener-rule/", ":listener/").rpartition("/")[0]


def quoted(names: Iterable[str]) -> str:
    """Return names as AWS lists them in messages: `'a', 'b'`."""
    return ", ".join(f"'{name}'" for name in names)
