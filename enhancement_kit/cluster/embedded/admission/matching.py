"""Whether the rules of a webhook name a request."""

from __future__ import annotations

from collections.abc import Sequence

from ..objects import Manifest
from ..resource import Resource


def rule_matches(rule: Manifest, resource: Resource, subresource: str, operation: str) -> bool:
    """Return whether a rule names this operation on a resource, in this version."""
    scope = rule.get("scope", "*")
    return (
        _any(rule.get("operations"), operation)
        and _any(rule.get("apiGroups"), resource.group)
        and _any(rule.get("apiVersions"), resource.version)
        and scope in ("*", "Namespaced" if resource.namespaced else "Cluster")
        and any(_is_resource(pattern, resource.plural, subresource) for pattern in rule.get("resources") or ())
    )


def _any(patterns: Sequence[str] | None, value: str) -> bool:
    return any(pattern in ("*", value) for pattern in patterns or ())


def _is_resource(pattern: str, plural: str, subresource: str) -> bool:
    name, slash, sub = pattern.partition("/")
    return name in ("*", plural) and (sub in ("*", subresource) if slash else not subresource)
