"""Routing: paths and methods to resources and verbs."""

from __future__ import annotations

from dataclasses import dataclass

from . import status
from .registry import Registry
from .requests import Request
from .resource import Resource
from .subresources import verbs_of


@dataclass(frozen=True)
class Target:
    """The target that a path names."""

    resource: Resource
    namespace: str
    name: str
    subresource: str


def target_of(registry: Registry, parts: list[str], told: list[str]) -> Target:
    """Return the target that the parts of a path name; add to `told` what users of a deprecated version are told.

    Raises ApiError 404 and NoSuchPath.
    """
    match parts:
        case ["api", version, *rest]:
            group = ""
        case ["apis", group, version, *rest]:
            pass
        case _:
            raise status.NoSuchPath
    namespace = name = subresource = ""
    match rest:
        case ["namespaces", namespace, plural, *more] if not (
            group == "" and plural in ("status", "finalize") and not more
        ):
            scoped = True
        case [plural, *more]:
            # the first pattern may have bound it before its guard said no
            namespace, scoped = "", False
        case _:
            raise status.NoSuchPath
    if more:
        name, more = more[0], more[1:]
    if more:
        subresource, more = more[0], more[1:]
    resource = registry.find(group, version, plural)
    missing: Exception = status.no_such_resource() if registry.has_builtin_group(group) else status.NoSuchPath()
    if resource is None:
        raise missing
    if resource.custom and resource.warning:
        told.append(resource.warning)
    if name and resource.verbs == ("create",):
        raise status.no_such_resource()
    # what follows a subresource of a custom resource does not count
    if (more and not resource.custom) or (name and scoped != resource.namespaced):
        raise missing
    if scoped and not resource.namespaced:
        raise missing
    if subresource and subresource not in resource.subresources:
        if resource.custom:
            raise status.not_found(group, plural, name)
        raise status.no_such_resource()
    return Target(resource, namespace, name, subresource)


def verb_of(request: Request, target: Target) -> str:
    """Return the verb of a request. Raises ApiError 400 and 405, NoSuchPath."""
    method, query, custom = request.method, request.query, target.resource.custom
    if target.name:
        verb = {"GET": "get", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}.get(method, "")
        if target.subresource:
            if method == "POST":
                verb = "create"
            if verb not in verbs_of(target.subresource):
                verb = ""
        if verb == "" and method == "POST" and custom and not target.subresource:
            verb = "create"  # the real server ignores the name in the path
    else:
        verb = {"GET": "list", "POST": "create", "DELETE": "deletecollection"}.get(method, "")
        if verb == "list" and query.get("watch") in ("1", "true", "True"):
            verb = "watch"
        if custom and method in ("PUT", "PATCH"):
            raise status.bad_request("name must be provided")
    if verb == "create" and target.resource.namespaced and not target.namespace:
        if custom:
            raise status.NoSuchPath
        verb = ""
    if verb not in target.resource.verbs:
        raise _no_verb(method, target)
    return verb


def _no_verb(method: str, target: Target) -> status.ApiError:
    verb = {"DELETE": "delete", "POST": "create"}.get(method)
    if not target.resource.custom or verb is None:
        return status.method_not_allowed()
    kind = status.qualified(target.resource.plural, target.resource.group)
    text = f'{verb} is not supported on resources of kind "{kind}"'
    details = {"group": target.resource.group, "kind": target.resource.plural}
    return status.ApiError(405, "MethodNotAllowed", text, details)
