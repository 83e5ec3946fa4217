"""RBAC: finds the rules that bindings give to a user, and decides by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..fielderrors import joined, quote
from ..objects import Manifest, mapping
from ..store import Event, Place, Store
from ..users import MASTERS, User
from .attributes import Attributes
from .authorizer import Decision

GROUP = "rbac.authorization.k8s.io"
ROLES: Place = (GROUP, "roles")
CLUSTER_ROLES: Place = (GROUP, "clusterroles")
BINDINGS: Place = (GROUP, "rolebindings")
CLUSTER_BINDINGS: Place = (GROUP, "clusterrolebindings")
ALWAYS_ALLOWED = ("/healthz", "/livez", "/readyz")
"""Paths that even strangers may read."""


class RoleMissing(LookupError):
    """A role that a binding names and that is not there; the message is the real server's."""

    def __init__(self, kind: str, name: str) -> None:
        """Store the name of the role, whose kind is Role or ClusterRole."""
        super().__init__(f"{kind.lower()}.{GROUP} {quote(name)} not found")
        self.name = name


class Given(NamedTuple):
    """The rules that one binding gives to a user."""

    source: str
    """The binding."""
    rules: list[Manifest]
    missing: RoleMissing | None = None


class Rbac:
    """Allows what roles allow that are bound to the user, and everything to system:masters."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[str, tuple[str, ...], str], list[Given]] = {}
        """What users have been given in a namespace, until a role or binding changes."""
        store.listeners.append(self._react)

    def decide(self, wanted: Attributes) -> Decision:
        """Decide on one request; the reason names the binding that allows it, or what could not be found."""
        if MASTERS in wanted.user.groups or wanted.path in ALWAYS_ALLOWED:
            return Decision(True)
        missing: list[str] = []
        for given in self._given(wanted.user, wanted.namespace):
            if given.missing:
                missing.append(str(given.missing))
            elif any(allows(rule, wanted) for rule in given.rules):
                return Decision(True, f"RBAC: allowed by {given.source}")
        return Decision(False, f"RBAC: {joined(missing)}" if missing else "")

    def rules_of(self, user: User, namespace: str) -> tuple[list[Manifest], list[str]]:
        """Return the rules that bindings give to a user in a namespace, and which roles are missing."""
        given = self._given(user, namespace)
        return [rule for g in given for rule in g.rules], [str(g.missing) for g in given if g.missing]

    def missing_of(self, user: User, namespace: str) -> list[str]:
        """Return the names of missing roles that bindings give to a user in a namespace."""
        return [given.missing.name for given in self._given(user, namespace) if given.missing]

    def role_rules(self, reference: Manifest, namespace: str) -> list[Manifest]:
        """Return the rules of the role that a binding names. Raises RoleMissing."""
        kind, name = reference.get("kind", ""), reference.get("name", "")
        place, key = (CLUSTER_ROLES, ("", name)) if kind == "ClusterRole" else (ROLES, (namespace, name))
        role = self._store.get(place, key)
        if role is None:
            raise RoleMissing(kind, name)
        return role.get("rules") or []

    def _given(self, user: User, namespace: str) -> list[Given]:
        key = (user.name, user.groups, namespace)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = list(self._find(user, namespace))
        return found

    def _find(self, user: User, namespace: str) -> Iterator[Given]:
        places = [("ClusterRoleBinding", CLUSTER_BINDINGS, "")]
        if namespace:
            places.append(("RoleBinding", BINDINGS, namespace))
        for kind, place, inside in places:
            for (_, name), binding in self._store.list(place, inside):
                subject = next((s for s in binding.get("subjects") or () if is_subject(user, s, inside)), None)
                if subject is None:
                    continue
                reference = mapping(binding.get("roleRef"))
                try:
                    rules = self.role_rules(reference, inside)
                except RoleMissing as error:
                    yield Given("", [], error)
                    continue
                called = f"{name}/{inside}" if inside else name
                role = f"{reference.get('kind')} {quote(reference.get('name', ''))}"
                yield Given(f"{kind} {quote(called)} of {role} to {_described(subject, inside)}", rules)

    def _react(self, event: Event) -> None:
        if event.place[0] == GROUP:
            self._known.clear()


def _described(subject: Manifest, namespace: str) -> str:
    name = subject.get("name", "")
    if subject.get("kind") == "ServiceAccount":
        name = f"{name}/{subject.get('namespace') or namespace}"
    return f"{subject.get('kind')} {quote(name)}"


def is_subject(user: User, subject: Manifest, namespace: str) -> bool:
    """Return whether a subject of a binding in a namespace ("" for the cluster) is this user."""
    name = subject.get("name", "")
    match subject.get("kind"):
        case "User":
            return bool(user.name == name)
        case "Group":
            return name in user.groups
        case "ServiceAccount":
            where = subject.get("namespace") or namespace
            return bool(where and user.name == f"system:serviceaccount:{where}:{name}")
    return False


def allows(rule: Manifest, wanted: Attributes) -> bool:
    """Return whether a rule allows a request."""
    verbs = rule.get("verbs") or ()
    if wanted.verb not in verbs and "*" not in verbs:
        return False
    if wanted.path:
        return any(covers_url(url, wanted.path) for url in rule.get("nonResourceURLs") or ())
    groups, names = rule.get("apiGroups") or (), rule.get("resourceNames")
    if wanted.group not in groups and "*" not in groups:
        return False
    resources = rule.get("resources") or ()
    if not ("*" in resources or wanted.full_resource in resources or _any_with(resources, wanted.subresource)):
        return False
    return not names or wanted.name in names


def _any_with(resources: Any, subresource: str) -> bool:
    return bool(subresource) and f"*/{subresource}" in resources


def covers_url(rule: str, path: str) -> bool:
    """Return whether a URL in a rule, which may end in a star, is or includes a path."""
    return rule in ("*", path) or (rule.endswith("*") and path.startswith(rule.rstrip("*")))
