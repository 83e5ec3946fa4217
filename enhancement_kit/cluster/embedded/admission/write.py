"""A write that admission judges, and how webhooks and expressions see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..objects import Manifest, mapping, new_uid
from ..options import DeleteOptions, Options
from ..resource import Resource
from ..store import Key

NAMESPACES = ("", "namespaces")


@dataclass
class Write:
    """A write that is judged."""

    operation: str
    resource: Resource
    key: Key
    obj: Manifest | None
    old: Manifest | None
    options: Options | DeleteOptions

    @property
    def subresource(self) -> str:
        """The subresource that is written."""
        return self.options.subresource if isinstance(self.options, Options) else ""

    def name(self) -> str:
        """Return the object's name, which a new object may not have yet, and none where a collection is deleted."""
        if isinstance(self.options, DeleteOptions) and self.options.collection:
            return ""
        return self.key[1] or str(mapping((self.obj or {}).get("metadata")).get("name", ""))

    def namespace(self) -> str:
        """Return the namespace of the request; that of a namespace is itself."""
        return self.name() if self.resource.storage == NAMESPACES else self.key[0]

    def request(self, asked: Resource) -> Manifest:
        """Return the request as admission.k8s.io/v1 describes it, without its objects, in a version of the resource."""
        out: dict[str, Any] = {"uid": new_uid(), **_names(asked, "kind", "resource")}
        if self.subresource:
            out["subResource"] = self.subresource
        out |= _names(self.resource, "requestKind", "requestResource")
        if self.subresource:
            out["requestSubResource"] = self.subresource
        if self.name():
            out["name"] = self.name()
        if self.namespace():
            out["namespace"] = self.namespace()
        return out | {
            "operation": self.operation,
            "userInfo": self.options.user.info(),
            "dryRun": self.options.dry_run,
            "options": self._options(),
        }

    def objects(self, asked: Resource) -> Manifest:
        """Return the new and the old object in a version of the resource."""
        return {"object": _shown(self.obj, asked), "oldObject": _shown(self.old, asked)}

    def _options(self) -> Manifest:
        kinds = {"CREATE": "CreateOptions", "UPDATE": "UpdateOptions", "DELETE": "DeleteOptions"}
        shown: Manifest = {"kind": kinds[self.operation], "apiVersion": "meta.k8s.io/v1"}
        options = self.options
        if isinstance(options, Options):
            if options.patched or options.applied:
                shown["kind"] = "PatchOptions"
            shown |= {"fieldManager": options.manager, "fieldValidation": options.validation}
        elif options.propagation:
            shown["propagationPolicy"] = options.propagation
        if options.dry_run:
            shown["dryRun"] = ["All"]
        return shown


def _names(resource: Resource, kind: str, plural: str) -> Manifest:
    place = {"group": resource.group, "version": resource.version}
    return {kind: {**place, "kind": resource.kind}, plural: {**place, "resource": resource.plural}}


def _shown(obj: Manifest | None, asked: Resource) -> Manifest | None:
    return None if obj is None else {**obj, "apiVersion": asked.api_version, "kind": asked.kind}
