"""Whether the selectors and rules of a webhook or a policy match a write."""

from __future__ import annotations

from collections.abc import Sequence

from ..labelselectors import chosen
from ..objects import Manifest, mapping
from ..registry import Registry
from ..resource import Resource
from ..store import Store
from .write import NAMESPACES, Write

GROUP = "admissionregistration.k8s.io"


class Matcher:
    """Matches writes."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store, self._registry = store, registry

    def matched(
        self, write: Write, by: Manifest, rules: Sequence[Manifest], excluded: Sequence[Manifest] = ()
    ) -> Resource | None:
        """Return the version of the resource that selectors and rules match; None where they match none.

        `by` has the selectors and the match policy.
        """
        labels = [mapping(mapping(one.get("metadata")).get("labels")) for one in (write.obj, write.old) if one]
        if not any(chosen(mapping(by.get("objectSelector")), one) for one in labels):
            return None
        if not self._in_namespace(write, mapping(by.get("namespaceSelector"))):
            return None
        exact = write.resource
        versions = [exact]
        if by.get("matchPolicy", "Equivalent") == "Equivalent":
            found = (self._registry.find(exact.group, v, exact.plural) for v in self._registry.versions(exact.group))
            versions += [one for one in found if one is not None and one.version != exact.version]
        if _first(excluded, versions, write) is not None:
            return None
        return _first(rules, versions, write)

    def _in_namespace(self, write: Write, selector: Manifest) -> bool:
        if not selector:
            return True
        if write.resource.storage == NAMESPACES:
            shown = write.obj or write.old or {}
            return chosen(selector, mapping(mapping(shown.get("metadata")).get("labels")))
        if not write.resource.namespaced:
            return True
        namespace = self._store.get(NAMESPACES, ("", write.key[0])) or {"metadata": {}}
        return chosen(selector, mapping(namespace["metadata"].get("labels")))


def _first(rules: Sequence[Manifest], versions: Sequence[Resource], write: Write) -> Resource | None:
    for version in versions:
        for rule in rules:
            names = rule.get("resourceNames") or ()
            if rule_matches(rule, version, write.subresource, write.operation) and (not names or write.name() in names):
                return version
    return None


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
