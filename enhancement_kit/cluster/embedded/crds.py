"""CustomResourceDefinitions: the kind itself, and serving what is defined."""

from __future__ import annotations

from collections.abc import Sequence

from .builtins.common import Builtin
from .conversion import Conversion, Conversions
from .crdvalidation import crd_errors, crd_update_errors
from .custom import Custom, compile_schema, remember
from .fielderrors import NEW_STYLE, FieldError
from .objects import Manifest, clone, mapping, new_uid, now
from .registry import Registry, rank_of
from .resource import Column, Resource
from .schema.structural import GoSchema, Schema
from .status import invalid_object
from .store import Event, Place, Store

GROUP, PLURAL, KIND = "apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition"
PLACE: Place = (GROUP, PLURAL)
_VERBS = ("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch")
_CONDITIONS = (
    ("NamesAccepted", "NoConflicts", "no conflicts found"),
    ("Established", "InitialNamesAccepted", "the initial names have been accepted"),
)


_OPEN = {"x-kubernetes-preserve-unknown-fields": True}


def _open(**fields: Manifest) -> Manifest:
    """Return the schema of a struct whose other fields `decode` knows."""
    return {"type": "object", **_OPEN, "properties": fields}


_MERGING = GoSchema(
    _open(
        spec=_open(
            **dict.fromkeys(("group", "scope", "versions", "preserveUnknownFields"), _OPEN),
            names=_open(**dict.fromkeys(("categories", "kind", "listKind", "plural", "shortNames", "singular"), _OPEN)),
            conversion=_open(
                strategy=_OPEN,
                webhook=_open(
                    conversionReviewVersions=_OPEN,
                    clientConfig=_open(
                        url=_OPEN,
                        caBundle=_OPEN,
                        service=_open(**dict.fromkeys(("name", "namespace", "path", "port"), _OPEN)),
                    ),
                ),
            ),
        )
    )
)
"""How definitions merge: their lists do not."""
_prepared: dict[str, list[tuple[Manifest, Manifest]]] = {}
"""Definitions by name, as handed in and as stored: a process installs few, each of them often."""


class Definitions(Builtin):
    """The strategy of CustomResourceDefinition. Definitions are established with the write, so that they are served."""

    def __init__(self) -> None:
        super().__init__("V1CustomResourceDefinition", status=True, generation=True)

    def default(self, obj: Manifest) -> None:
        """Fill in names and conversion (apiextensions v1 defaults)."""
        spec = obj.setdefault("spec", {})
        names = spec.setdefault("names", {})
        kind = names.get("kind") or ""
        names["singular"] = names.get("singular") or kind.lower()
        if kind and not names.get("listKind"):
            names["listKind"] = kind + "List"
        spec.setdefault("conversion", {"strategy": "None"})

    def merging(self, obj: Manifest) -> Schema:  # noqa: ARG002
        """Return how a definition merges; its fields are known to `decode` only."""
        return _MERGING

    def unset(self, obj: Manifest) -> Manifest:  # noqa: ARG002
        """Return what Go writes of a definition in which nothing is set."""
        return {"metadata": {}, "spec": {"names": {}}}

    def prepare_create(self, obj: Manifest) -> None:
        """Set the status that the API server's controllers write for a definition without conflicts."""
        spec, time = obj["spec"], now()
        stored = [v.get("name", "") for v in spec.get("versions") or () if v.get("storage")][:1]
        obj["status"] = {
            "conditions": [
                {"type": kind, "status": "True", "lastTransitionTime": time, "reason": reason, "message": message}
                for kind, reason, message in _CONDITIONS
            ],
            "acceptedNames": clone(spec["names"]),
            "storedVersions": stored,
        }

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep the status, with the names and storage version as they are now."""
        status = clone(old["status"])
        status["acceptedNames"] = clone(new["spec"]["names"])
        for version in new["spec"].get("versions") or ():
            if version.get("storage") and version.get("name") not in status["storedVersions"]:
                status["storedVersions"].append(version.get("name"))
        new["status"] = status

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check names, versions, and that schemas are structural and rules compile."""
        return crd_errors(obj)

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create, and that immutable fields stay."""
        return crd_update_errors(new, old)


def crd_resource() -> Resource:
    """Return the resource of the kind CustomResourceDefinition."""
    return Resource(
        GROUP,
        "v1",
        KIND,
        PLURAL,
        False,
        Definitions(),
        short_names=("crd", "crds"),
        categories=("api-extensions",),
        subresources=frozenset({"status"}),
        columns=(Column("Created At", ".metadata.creationTimestamp"),),
    )


class CrdRegistrar:
    """Serves the kinds of stored definitions as soon as they are written."""

    def __init__(
        self, store: Store, registry: Registry, style: str = NEW_STYLE, conversions: Conversions | None = None
    ) -> None:
        self._store = store
        self._conversions = conversions or Conversions()
        self._registry = registry
        self._style = style
        self._strategy = Definitions()
        self._installed: dict[str, tuple[Manifest, Manifest]] = {}
        """Name to the manifest as handed in, and the stored object made of it."""
        store.listeners.append(self.react)

    def react(self, event: Event) -> None:
        """React to a write: serve the definition's kinds, or stop serving them."""
        if event.place != PLACE:
            return
        spec = event.obj["spec"]
        place = (spec["group"], spec["names"]["plural"])
        if event.type == "DELETED":
            self._store.drop(place)
            self._registry.remove(*place)
            self._conversions.webhooks.discard(event.key[1])
        elif event.old is None or event.old["spec"] != spec:
            if event.old is None:
                # a kind has no history before it is defined
                self._store.shelf(place).forgotten = event.version
            self._serve(spec)

    def install(self, crds: Sequence[Manifest], *, keep_objects: bool) -> None:
        """Install exactly these definitions. Raises ApiError, before anything is changed, when one is refused."""
        wanted = {str(mapping(crd.get("metadata")).get("name")): crd for crd in crds}
        stale = {name: crd for name, crd in wanted.items() if not self._is_installed(name, crd)}
        present = {key[1] for key, _ in self._store.list(PLACE)}
        if not stale and present == wanted.keys():
            return
        prepared = {name: self._prepared(crd) for name, crd in stale.items()}
        for name in present - wanted.keys():
            self._clear(name)
            self._store.remove(PLACE, ("", name))
            self._installed.pop(name, None)
        for name, obj in prepared.items():
            # a copy, compared by content later on: a caller may change its manifest
            self._installed[name] = (clone(stale[name]), self._put(name, obj, keep_objects))

    def _clear(self, name: str) -> None:
        """Remove a definition's objects, whatever their finalizers say: the controllers for these are gone too."""
        obj = self._store.get(PLACE, ("", name))
        if obj is not None:
            place = (obj["spec"]["group"], obj["spec"]["names"]["plural"])
            for key, _ in self._store.list(place):
                self._store.remove(place, key)

    def _is_installed(self, name: str, crd: Manifest) -> bool:
        found = self._installed.get(name)
        return found is not None and self._store.get(PLACE, ("", name)) is found[1] and found[0] == crd

    def _prepared(self, crd: Manifest) -> Manifest:
        """Return the definition as it is stored, without the metadata that `_put` sets. Raises ApiError."""
        meta = mapping(crd.get("metadata"))
        known = _prepared.setdefault(str(meta.get("name", "")), [])
        for given, obj in known:
            if given == crd:
                return obj
        obj = {"apiVersion": f"{GROUP}/v1", "kind": KIND, "metadata": clone(meta), "spec": clone(crd.get("spec"))}
        obj = self._strategy.decode(obj).obj
        self._strategy.prepare_create(obj)
        errors = self._strategy.validate_create(obj)
        if errors:
            raise invalid_object(GROUP, KIND, str(meta.get("name", "")), list(errors), self._style)
        for version in obj["spec"]["versions"]:
            remember(version["schema"]["openAPIV3Schema"])
        known.append((clone(crd), obj))
        return obj

    def _put(self, name: str, obj: Manifest, keep_objects: bool) -> Manifest:
        key = ("", name)
        old = self._store.get(PLACE, key)
        place = (obj["spec"]["group"], obj["spec"]["names"]["plural"])
        meta = dict(obj["metadata"])
        obj = {**obj, "metadata": meta}
        for field_name in ("resourceVersion", "generation", "selfLink", "deletionTimestamp"):
            meta.pop(field_name, None)
        if old is None or not keep_objects:
            for inner, _ in self._store.list(place):
                self._store.remove(place, inner)
            if old is not None:
                self._store.remove(PLACE, key)
            meta |= {"uid": new_uid(), "creationTimestamp": now(), "generation": 1}
        else:
            before = old["metadata"]
            meta |= {k: before[k] for k in ("uid", "creationTimestamp")}
            changed = old["spec"] != obj["spec"]
            meta["generation"] = before.get("generation", 1) + changed
            self._strategy.prepare_update(obj, old)
        self._store.put(PLACE, key, obj)
        return obj

    def _serve(self, spec: Manifest) -> None:
        names, group = spec["names"], spec["group"]
        self._registry.remove(group, names["plural"])
        objects = [obj for _, obj in self._store.list((group, names["plural"]))]
        conversion = self._conversion(spec)
        for version in spec["versions"]:
            if not version.get("served"):
                continue
            subresources = mapping(version.get("subresources"))
            compiled = compile_schema(version["schema"]["openAPIV3Schema"])
            api_version = f"{group}/{version['name']}"
            strategy = Custom(compiled, "status" in subresources, self._style, api_version, conversion)
            strategy.inherit(objects)
            scale = mapping(subresources.get("scale"))
            if scale:
                strategy.scale = (*_scale(scale), scale.get("labelSelectorPath") or "")
            resource = Resource(
                group,
                version["name"],
                names["kind"],
                names["plural"],
                spec["scope"] == "Namespaced",
                strategy,
                singular=names["singular"],
                list_kind=names["listKind"],
                short_names=tuple(names.get("shortNames") or ()),
                categories=tuple(names.get("categories") or ()),
                subresources=frozenset(s for s in ("status", "scale") if s in subresources),
                columns=_columns(version),
                selectable=tuple(f["jsonPath"].lstrip(".") for f in version.get("selectableFields") or ()),
                custom=True,
                warning=_deprecation(spec, version),
                verbs=_VERBS,
                scale=_scale(scale),
                scale_selector=scale.get("labelSelectorPath") or "",
            )
            self._registry.add(resource)

    def _conversion(self, spec: Manifest) -> Conversion | None:
        """Return what converts the objects of a definition; None where it has one version."""
        if len(spec["versions"]) == 1:
            return None
        schemas = {v["name"]: compile_schema(v["schema"]["openAPIV3Schema"]).schema for v in spec["versions"]}
        conversion = Conversion(self._conversions, spec, schemas)
        name = f"{spec['names']['plural']}.{spec['group']}"
        asks = self._conversions.webhooks.discard if conversion.webhook is None else self._conversions.webhooks.add
        asks(name)
        return conversion


def _deprecation(spec: Manifest, version: Manifest) -> str:
    """Return the deprecation warning of a version; empty where it is not deprecated (apiextensions pkg/apiserver)."""
    if not version.get("deprecated"):
        return ""
    if version.get("deprecationWarning") is not None:
        return str(version["deprecationWarning"])
    kind = spec["names"]["kind"]
    rank = rank_of(version["name"])
    better = sorted(
        (rank_of(v["name"]), v["name"])
        for v in spec["versions"]
        if v.get("served") and not v.get("deprecated") and rank_of(v["name"]) < rank
    )
    use = f"; use {spec['group']}/{better[0][1]} {kind}" if better else ""
    return f"{spec['group']}/{version['name']} {kind} is deprecated{use}"


def _scale(scale: Manifest) -> tuple[str, str]:
    return scale.get("specReplicasPath", ".spec.replicas"), scale.get("statusReplicasPath", ".status.replicas")


def _columns(version: Manifest) -> tuple[Column, ...]:
    return tuple(
        Column(
            c.get("name", ""),
            c.get("jsonPath", ""),
            c.get("type", "string"),
            c.get("format", ""),
            c.get("description", ""),
            c.get("priority", 0),
        )
        for c in version.get("additionalPrinterColumns") or ()
    )
