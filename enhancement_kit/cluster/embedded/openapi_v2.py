"""The OpenAPI v2 document of what is served, as JSON and as the protobuf of it that kubectl asks for.

kubectl falls back to it for kinds that no v3 document has. It is made of the v3 documents and has no paths.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from . import openapi
from .objects import Manifest
from .protobuf.wire import field
from .registry import Registry

PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
_V3, _V2 = "#/components/schemas/", "#/definitions/"
_UNKNOWN_TO_V2 = ("nullable", "oneOf", "anyOf", "not", "default")
# fields of the message Schema of gnostic's OpenAPIv2.proto
_REF, _FORMAT, _DESCRIPTION, _REQUIRED, _ENUM, _VALUES, _TYPE, _ITEMS, _ALL_OF, _PROPERTIES, _EXTENSION = (
    1,
    2,
    4,
    19,
    20,
    21,
    22,
    23,
    24,
    25,
    31,
)


def wants_protobuf(accept: str) -> bool:
    """Return whether a client's first choice is protobuf; old clients write an @ instead of a dot."""
    return accept.partition(",")[0].strip().replace("@", ".") == PROTOBUF


def document(registry: Registry, server: str) -> Manifest:
    """Return the definitions of all groups and versions."""
    definitions: Manifest = {}
    for group, version in registry.served():
        found = openapi.document(registry, group, version, server) or {"components": {"schemas": {}}}
        definitions |= {name: _schema(schema) for name, schema in found["components"]["schemas"].items()}
    info = {"title": "Kubernetes", "version": server}
    return {"swagger": "2.0", "info": info, "paths": {}, "definitions": definitions}


def _schema(schema: Mapping[str, Any]) -> Manifest:
    if "$ref" in schema:
        return {"$ref": str(schema["$ref"]).replace(_V3, _V2)}
    out = {key: value for key, value in schema.items() if key not in _UNKNOWN_TO_V2}
    if schema.get("x-kubernetes-preserve-unknown-fields"):
        # v2 cannot describe such an object, so the schema leaves it open
        out = {key: value for key, value in out.items() if key not in ("properties", "items", "required")}
    if schema.get("x-kubernetes-int-or-string"):
        out.pop("type", None)
    for key in ("items", "additionalProperties"):
        if isinstance(out.get(key), dict):
            out[key] = _schema(out[key])
    if "properties" in out:
        out["properties"] = {name: _schema(value) for name, value in out["properties"].items()}
    parts = [_schema(part) for part in out.pop("allOf", ())]
    if len(parts) == 1 and set(parts[0]) == {"$ref"}:
        out |= parts[0]
    elif parts:
        out["allOf"] = parts
    return out


def encoded(found: Manifest) -> bytes:
    """Encode the document as gnostic's message Document."""
    info = field(1, found["info"]["title"]) + field(2, found["info"]["version"])
    named = b"".join(field(1, _named(name, schema)) for name, schema in found["definitions"].items())
    return field(1, found["swagger"]) + field(2, info) + field(8, b"") + field(9, named)


def _named(name: str, schema: Manifest) -> bytes:
    return field(1, name) + field(2, _encoded(schema))


def _any(value: Any) -> bytes:
    return field(2, json.dumps(value))


def _encoded(schema: Manifest) -> bytes:
    parts: list[bytes] = []
    for number, key in ((_REF, "$ref"), (_FORMAT, "format"), (_DESCRIPTION, "description")):
        if schema.get(key):
            parts.append(field(number, str(schema[key])))
    parts += [field(_REQUIRED, name) for name in schema.get("required") or ()]
    parts += [field(_ENUM, _any(value)) for value in schema.get("enum") or ()]
    if isinstance(schema.get("additionalProperties"), dict):
        parts.append(field(_VALUES, field(1, _encoded(schema["additionalProperties"]))))
    if schema.get("type"):
        parts.append(field(_TYPE, field(1, str(schema["type"]))))
    if isinstance(schema.get("items"), dict):
        parts.append(field(_ITEMS, field(1, _encoded(schema["items"]))))
    parts += [field(_ALL_OF, _encoded(part)) for part in schema.get("allOf") or ()]
    if schema.get("properties"):
        named = b"".join(field(1, _named(name, value)) for name, value in schema["properties"].items())
        parts.append(field(_PROPERTIES, named))
    for key, value in schema.items():
        if key.startswith("x-"):
            parts.append(field(_EXTENSION, field(1, key) + field(2, _any(value))))
    return b"".join(parts)
