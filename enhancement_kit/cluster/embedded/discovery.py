"""Aggregated discovery: everything that is served in one document for `/api` and one for `/apis`."""

from __future__ import annotations

from .objects import Manifest
from .registry import Registry
from .resource import Resource
from .subresources import kind_of, verbs_of

MEDIA = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
_FORM = {"g": "apidiscovery.k8s.io", "v": "v2", "as": "APIGroupDiscoveryList"}


def is_wanted(accept: str) -> bool:
    """Return whether a client's first choice is the aggregated form."""
    media, *parameters = [part.strip() for part in accept.partition(",")[0].split(";")]
    given = dict(parameter.partition("=")[::2] for parameter in parameters)
    return media == "application/json" and _FORM.items() <= given.items()


def document(registry: Registry, *, core: bool) -> Manifest:
    """Return the groups of `/api` (the one without a name) or of `/apis` (all others)."""
    groups = [name for name in dict.fromkeys(g for g, _ in registry.served()) if (name == "") is core]
    return {
        "kind": _FORM["as"],
        "apiVersion": f"{_FORM['g']}/{_FORM['v']}",
        "metadata": {},
        "items": [
            {
                "metadata": {"name": name} if name else {},
                "versions": [_version(registry, name, version) for version in registry.versions(name)],
            }
            for name in groups
        ],
    }


def _version(registry: Registry, group: str, version: str) -> Manifest:
    resources = [_resource(resource) for resource in registry.resources(group, version)]
    return {"version": version, "resources": resources, "freshness": "Current"}


def _resource(resource: Resource) -> Manifest:
    # an empty group or version means that of the enclosing version
    kind = {"group": "", "version": "", "kind": resource.kind}
    entry: Manifest = {
        "resource": resource.plural,
        "responseKind": kind,
        "scope": "Namespaced" if resource.namespaced else "Cluster",
        "singularResource": resource.singular,
        "verbs": list(resource.verbs),
    }
    if resource.short_names:
        entry["shortNames"] = list(resource.short_names)
    if resource.categories:
        entry["categories"] = list(resource.categories)
    if resource.subresources:
        entry["subresources"] = [
            {"subresource": name, "responseKind": kind_of(name, resource.kind), "verbs": list(verbs_of(name))}
            for name in sorted(resource.subresources)
        ]
    return entry
