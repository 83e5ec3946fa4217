"""What a request is about, as authorization sees it: read from method, path and query alone, before anything else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..names import is_path_segment
from ..requests import Request
from ..users import User

_VERBS = {"POST": "create", "GET": "get", "HEAD": "get", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}
_NAME = re.compile(r"(?:^|,)metadata\.name==?([^,=!]+)(?:,|$)")


@dataclass(frozen=True, slots=True)
class Attributes:
    """Who wants to do what with what."""

    user: User
    verb: str
    group: str = ""
    resource: str = ""
    subresource: str = ""
    namespace: str = ""
    name: str = ""
    path: str = ""
    """The path of a request that is about no resource."""

    @property
    def full_resource(self) -> str:
        """The resource with its subresource."""
        return f"{self.resource}/{self.subresource}" if self.subresource else self.resource


def attributes_of(user: User, request: Request, parts: Sequence[str]) -> Attributes:
    """Return what a request is about, whether such a thing exists or not. `parts` are those of the path."""
    rest = list(parts)
    prefix = rest.pop(0) if rest else ""
    if prefix == "api" and len(rest) > 1:
        group = ""
    elif prefix == "apis" and len(rest) > 2:
        group = rest.pop(0)
    else:
        return Attributes(user, request.method.lower(), path=request.rel_url.path)
    del rest[0]
    verb, namespace = _VERBS.get(request.method, ""), ""
    if rest[0] == "namespaces" and len(rest) > 1:
        namespace = rest[1]
        if len(rest) > 2 and rest[2] not in ("status", "finalize"):
            rest = rest[2:]
    resource, name, subresource = (*rest[:3], "", "")[:3]
    if not name and verb == "get":
        verb, name = _listing(request)
    elif not name and verb == "delete":
        verb = "deletecollection"
    return Attributes(user, verb, group, resource, subresource, namespace, name)


def _listing(request: Request) -> tuple[str, str]:
    """Return whether a list is to be watched, and the only name that its selector allows."""
    query = request.query
    verb = "list" if query.get("watch", "false").lower() in ("false", "0") else "watch"
    found = _NAME.search(query.get("fieldSelector", ""))
    return verb, found[1] if found is not None and not is_path_segment(found[1]) else ""
