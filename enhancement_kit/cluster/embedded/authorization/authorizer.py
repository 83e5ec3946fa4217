"""Authorization as such: decisions, those of a server where everybody may do everything, the answer to who may not."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .. import status
from ..fielderrors import quote
from ..objects import Manifest
from ..users import User
from .attributes import Attributes

ALWAYS_ALLOW, RBAC = MODES = ("AlwaysAllow", "rbac")


class Decision(NamedTuple):
    """Whether something is allowed, and why or why not."""

    allowed: bool
    reason: str = ""


class Authorizer(Protocol):
    """Judges what users may do."""

    def decide(self, wanted: Attributes) -> Decision:
        """Decide on one request."""
        ...

    def rules_of(self, user: User, namespace: str) -> tuple[list[Manifest], list[str]]:
        """Return the rules that allow something to a user in a namespace, and what could not be found."""
        ...


_EVERYTHING: tuple[Manifest, ...] = (
    {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]},
    {"verbs": ["*"], "nonResourceURLs": ["*"]},
)


class AlwaysAllow:
    """Lets everybody do everything."""

    def decide(self, wanted: Attributes) -> Decision:  # noqa: ARG002
        """Allow it."""
        return Decision(True)

    def rules_of(self, user: User, namespace: str) -> tuple[list[Manifest], list[str]]:  # noqa: ARG002
        """Return the rules that allow everything."""
        return list(_EVERYTHING), []


def forbidden(wanted: Attributes, reason: str = "") -> status.ApiError:
    """Return the 403 of a request that its user may not send."""
    who = f"User {quote(wanted.user.name)} cannot {wanted.verb}"
    if wanted.path:
        text = f"{who} path {quote(wanted.path)}"
    else:
        where = f"in the namespace {quote(wanted.namespace)}" if wanted.namespace else "at the cluster scope"
        text = f"{who} resource {quote(wanted.full_resource)} in API group {quote(wanted.group)} {where}"
    for character, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(character, escaped)
    return denied(wanted.group, wanted.resource, wanted.name, f"{text}: {reason}" if reason else text)


def denied(group: str, plural: str, name: str, why: str) -> status.ApiError:
    """Return a 403, which names an object only where there is one."""
    if plural and name:
        return status.forbidden(group, plural, name, why)
    start = f"{status.qualified(plural, group)} is forbidden" if plural else "forbidden"
    details = {key: value for key, value in (("group", group), ("kind", plural)) if value}
    return status.ApiError(403, "Forbidden", f"{start}: {why}", details)
