"""Nobody grants more than they hold: checks of those who write roles and bindings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from .. import status
from ..fielderrors import joined
from ..objects import Manifest, mapping
from ..users import MASTERS, User
from .attributes import Attributes
from .authorizer import denied
from .rbac import BINDINGS, CLUSTER_BINDINGS, CLUSTER_ROLES, GROUP, ROLES, Rbac, RoleMissing, covers_url

_EVERYTHING: tuple[Manifest, ...] = (
    {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]},
    {"verbs": ["*"], "nonResourceURLs": ["*"]},
)
_PARTS = ("apiGroups", "resources", "nonResourceURLs", "resourceNames", "verbs")
_SHOWN = ("APIGroups", "Resources", "NonResourceURLs", "ResourceNames", "Verbs")


class Escalation:
    """Refuses roles and bindings that give more than their writer holds."""

    def __init__(self, rbac: Rbac) -> None:
        self._rbac = rbac

    def check(
        self, place: tuple[str, str], namespace: str, named: str, new: Manifest, old: Manifest | None, user: User
    ) -> None:
        """Raise ApiError 403 where a user may not write this; `named` is the name in the path of the request."""
        if place not in (ROLES, CLUSTER_ROLES, BINDINGS, CLUSTER_BINDINGS) or MASTERS in user.groups:
            return
        if old is not None and _only_collected(new, old):
            return
        if place in (ROLES, CLUSTER_ROLES):
            self._check_role(place, namespace, named, new, old, user)
        else:
            self._check_binding(place, namespace, new, user)

    def _check_role(
        self, place: tuple[str, str], namespace: str, named: str, new: Manifest, old: Manifest | None, user: User
    ) -> None:
        asked = Attributes(user, "escalate", GROUP, place[1], namespace=namespace, name=named)
        if self._rbac.decide(asked).allowed:
            return
        name = new["metadata"].get("name", "")
        if why := self._excess(place, user, namespace, new.get("rules") or ()):
            raise denied(*place, name, why)
        aggregates = any(mapping(role).get("aggregationRule") for role in (new, old))
        if aggregates and self._excess(place, user, "", _EVERYTHING):
            raise denied(*place, name, "must have cluster-admin privileges to use the aggregationRule")

    def _check_binding(self, place: tuple[str, str], namespace: str, new: Manifest, user: User) -> None:
        reference = mapping(new.get("roleRef"))
        plural = {"Role": "roles", "ClusterRole": "clusterroles"}.get(reference.get("kind", ""))
        if plural is None:
            return
        role = reference.get("name", "")
        asked = Attributes(user, "bind", GROUP, plural, namespace=namespace, name=role)
        if self._rbac.decide(asked).allowed:
            return
        try:
            rules = self._rbac.role_rules(reference, namespace)
        except RoleMissing:
            # the real server answers so, although it is the role that is not found
            raise status.not_found(*place, role) from None
        if why := self._excess(place, user, namespace, rules):
            raise denied(*place, new["metadata"].get("name", ""), why)

    def _excess(self, place: tuple[str, str], user: User, namespace: str, rules: Sequence[Manifest]) -> str:
        """Return what a user does not hold of these rules, as a message; empty where they hold all."""
        held, _ = self._rbac.rules_of(user, namespace)
        excess = [part for rule in rules for part in _parts(rule) if not any(_covers(h, part) for h in held)]
        if not excess:
            return ""
        groups = " ".join(map(json.dumps, user.groups))
        start = f'user "{user.name}" (groups=[{groups}]) is attempting to grant RBAC permissions not currently held:'
        # the real server names the resource of the request, although it is roles that are not found
        missing = [status.not_found(*place, name).message for name in self._rbac.missing_of(user, namespace)]
        end = f"; resolution errors: [{joined(missing)}]" if missing else ""
        return start + "\n" + "\n".join(sorted({_text(rule) for rule in _joined(excess)})) + end


def _only_collected(new: Manifest, old: Manifest) -> bool:
    """Return whether an update changes only what garbage collection changes."""

    def rest(obj: Manifest) -> Manifest:
        ignored = ("ownerReferences", "finalizers", "managedFields", "resourceVersion")
        return {**obj, "metadata": {k: v for k, v in obj["metadata"].items() if k not in ignored}}

    return rest(new) == rest(old)


def _parts(rule: Manifest) -> Iterator[Manifest]:
    """Yield the rules that a rule consists of: one verb and one resource, one name or one path each."""
    verbs = rule.get("verbs") or ()
    for group in rule.get("apiGroups") or ():
        for resource in rule.get("resources") or ():
            for verb in verbs:
                one: Manifest = {"apiGroups": [group], "resources": [resource], "verbs": [verb]}
                names = rule.get("resourceNames") or ()
                yield from ({**one, "resourceNames": [name]} for name in names) if names else (one,)
    for url in rule.get("nonResourceURLs") or ():
        yield from ({"nonResourceURLs": [url], "verbs": [verb]} for verb in verbs)


def _covers(held: Manifest, part: Manifest) -> bool:
    """Return whether a rule gives at least what a part of another one does."""

    def has(field: str, joker: Callable[[str], bool]) -> bool:
        values = held.get(field) or ()
        return all(value in values or joker(value) for value in part.get(field) or ())

    def star(field: str) -> Callable[[str], bool]:
        return lambda _: "*" in (held.get(field) or ())

    resources, urls = held.get("resources") or (), held.get("nonResourceURLs") or ()
    names = held.get("resourceNames") or ()
    return (
        has("verbs", star("verbs"))
        and has("apiGroups", star("apiGroups"))
        and has("resources", lambda r: "*" in resources or ("/" in r and f"*/{r.partition('/')[2]}" in resources))
        and has("nonResourceURLs", lambda path: any(covers_url(url, path) for url in urls))
        and (not names or (bool(part.get("resourceNames")) and has("resourceNames", lambda _: False)))
    )


def _joined(parts: Sequence[Manifest]) -> list[Manifest]:
    """Join rules about one resource, which differ in their verbs only."""
    out: dict[str, Manifest] = {}
    for number, part in enumerate(parts):
        rest = {key: value for key, value in part.items() if key != "verbs"}
        key = json.dumps(rest) if "resources" in part else str(number)
        kept = out.setdefault(key, {**rest, "verbs": []})
        kept["verbs"] = [*kept["verbs"], *part["verbs"]]
    return list(out.values())


def _text(rule: Manifest) -> str:
    """Return a rule as messages show it."""
    shown = []
    for key, name in zip(_PARTS, _SHOWN, strict=True):
        if values := rule.get(key):
            shown.append(f"{name}:[{' '.join(map(json.dumps, values))}]")
    return "{" + ", ".join(shown) + "}"
