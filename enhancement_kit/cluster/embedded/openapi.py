"""OpenAPI v3 documents of what is served: kubectl validates, explains and patches by them."""

from __future__ import annotations

from .builtins import models
from .builtins.models import Shape
from .objects import Manifest, clone
from .patches import merge_key
from .registry import Registry
from .resource import Resource

_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
_CONVENTIONS = "More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md"
_VERSION_TEXT = (
    "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized "
    f"schemas to the latest internal value, and may reject unrecognized values. {_CONVENTIONS}#resources"
)
_KIND_TEXT = (
    "Kind is a string value representing the REST resource this object represents. Servers may infer this from the "
    f"endpoint the client submits requests to. Cannot be updated. In CamelCase. {_CONVENTIONS}#types-kinds"
)
_META_TEXT = f"Standard object's metadata. {_CONVENTIONS}#metadata"
_SCALARS: dict[str, Manifest] = {
    "string": {"type": "string"},
    "int32": {"type": "integer"},
    "bool": {"type": "boolean"},
    "float64": {"type": "number"},
    "Time": {"type": "string", "format": "date-time"},
}
_METHODS = {"get": "get", "update": "put", "patch": "patch", "delete": "delete", "list": "get", "create": "post"}
_ON_OBJECTS = ("get", "update", "patch", "delete")
_PARAMETERS = {"create": "POST", "update": "PUT", "patch": "PATCH"}


def index(registry: Registry) -> Manifest:
    """Return the document of `/openapi/v3`: the paths of the documents. The hash changes with what is served."""
    mark = f"{registry.serial:X}"
    places = [("api/" if not group else f"apis/{group}/") + version for group, version in registry.served()]
    return {"paths": {place: {"serverRelativeURL": f"/openapi/v3/{place}?hash={mark}"} for place in places}}


def document(registry: Registry, group: str, version: str, server: str) -> Manifest | None:
    """Return the document of one group and version; None where nothing is served there."""
    resources = registry.resources(group, version)
    if not resources:
        return None
    schemas: dict[str, Manifest] = {}
    paths: dict[str, Manifest] = {}
    for resource in resources:
        name = _schema(resource, schemas)
        paths.update(_paths(resource, name))
    return {
        "openapi": "3.0.0",
        "info": {"title": "Kubernetes", "version": server},
        "paths": paths,
        "components": {"schemas": schemas},
    }


# schemas


def _schema(resource: Resource, schemas: dict[str, Manifest]) -> str:
    group, version = resource.group, resource.version
    if resource.custom:
        name = ".".join([*reversed(group.split(".")), version, resource.kind])
        _collect("V1ObjectMeta", schemas)
        schema = resource.strategy.schema
        schemas[name] = _custom(schema.raw if schema is not None else {})
    else:
        model = getattr(resource.strategy, "model", "")
        name = _collect(model, schemas)
        _identify(schemas[name])
    kind = {"group": group, "version": version, "kind": resource.kind}
    schemas[name]["x-kubernetes-group-version-kind"] = [kind]
    return name


def _identify(schema: Manifest) -> None:
    properties = schema.setdefault("properties", {})
    properties["apiVersion"] = {"type": "string", "description": _VERSION_TEXT}
    properties["kind"] = {"type": "string", "description": _KIND_TEXT}
    meta = {"description": _META_TEXT, "allOf": [{"$ref": f"#/components/schemas/{_META}"}], "default": {}}
    properties["metadata"] = meta


def _custom(raw: Manifest) -> Manifest:
    out: Manifest = clone(raw)
    _identify(out)
    return out


def _collect(model: str, schemas: dict[str, Manifest]) -> str:
    """Add a Go type's schema, and those it refers to, to the schemas; return its name."""
    name = _META if model == "V1ObjectMeta" else f"io.k8s.api.{models.go_name(model)}"
    if name in schemas:
        return name
    schema: Manifest = {"type": "object"}
    schemas[name] = schema
    if text := models.description(model):
        schema["description"] = text
    properties: Manifest = {}
    for field, shape in models.fields(model).items():
        properties[field] = {**_property(shape, schemas), **_merging(field, shape)}
        if text := models.description(model, field):
            properties[field]["description"] = text
    if properties:
        schema["properties"] = properties
    if needed := models.required(model):
        schema["required"] = needed
    return name


def _property(shape: Shape, schemas: dict[str, Manifest]) -> Manifest:
    if shape.model:
        return {"allOf": [{"$ref": f"#/components/schemas/{_collect(shape.model, schemas)}"}], "default": {}}
    if shape.items is not None:
        return {"type": "array", "items": _item(shape.items, schemas)}
    if shape.values is not None:
        return {"type": "object", "additionalProperties": _item(shape.values, schemas)}
    return dict(_SCALARS.get(shape.scalar, {}))


def _item(shape: Shape, schemas: dict[str, Manifest]) -> Manifest:
    if shape.model:
        return {"$ref": f"#/components/schemas/{_collect(shape.model, schemas)}"}
    return _property(shape, schemas)


def _merging(field: str, shape: Shape) -> Manifest:
    """Return the extensions that say how strategic merge patches treat a list."""
    if shape.items is None:
        return {}
    key = merge_key(field, shape.items.model)
    if key is None:
        return {}
    found: Manifest = {"x-kubernetes-patch-strategy": "merge"}
    return {**found, "x-kubernetes-patch-merge-key": key} if key else found


# paths


def _paths(resource: Resource, name: str) -> dict[str, Manifest]:
    start = f"/apis/{resource.group}/{resource.version}" if resource.group else f"/api/{resource.version}"
    inside = "/namespaces/{namespace}" if resource.namespaced else ""
    many = f"{start}{inside}/{resource.plural}"
    out = {
        many: {_METHODS[v]: _operation(resource, v, name) for v in ("list", "create") if v in resource.verbs},
        f"{many}/{{name}}": {_METHODS[v]: _operation(resource, v, name) for v in _ON_OBJECTS if v in resource.verbs},
    }
    return {path: item for path, item in out.items() if item}


def _operation(resource: Resource, verb: str, name: str) -> Manifest:
    names = ("dryRun", "fieldManager", "fieldValidation") if verb in _PARAMETERS else ()
    parameters = [{"name": n, "in": "query", "schema": {"type": "string"}} for n in names]
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {
        "operationId": f"{verb}{resource.kind}",
        "parameters": parameters,
        "responses": {"200": {"description": "OK", "content": content}},
        "x-kubernetes-action": verb,
        "x-kubernetes-group-version-kind": {
            "group": resource.group,
            "version": resource.version,
            "kind": resource.kind,
        },
    }
