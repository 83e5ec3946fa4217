"""Parts of CustomResourceDefinitions as errors print them: the server's internal Go types as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .fielderrors import Verbatim
from .objects import Manifest, mapping

# The fields of the internal JSONSchemaProps in their order: name, key in the manifest, and how the value is printed.
_TEXT, _FLAG, _VALUE, _SCHEMA, _SCHEMAS, _NAMED, _OR_BOOL, _ITEMS, _RULES, _DOCS = range(10)
_FIELDS: tuple[tuple[str, str, int], ...] = (
    ("ID", "id", _TEXT),
    ("Schema", "$schema", _TEXT),
    ("Ref", "$ref", _VALUE),
    ("Description", "description", _TEXT),
    ("Type", "type", _TEXT),
    ("Nullable", "nullable", _FLAG),
    ("Format", "format", _TEXT),
    ("Title", "title", _TEXT),
    ("Default", "default", _VALUE),
    ("Maximum", "maximum", _VALUE),
    ("ExclusiveMaximum", "exclusiveMaximum", _FLAG),
    ("Minimum", "minimum", _VALUE),
    ("ExclusiveMinimum", "exclusiveMinimum", _FLAG),
    ("MaxLength", "maxLength", _VALUE),
    ("MinLength", "minLength", _VALUE),
    ("Pattern", "pattern", _TEXT),
    ("MaxItems", "maxItems", _VALUE),
    ("MinItems", "minItems", _VALUE),
    ("UniqueItems", "uniqueItems", _FLAG),
    ("MultipleOf", "multipleOf", _VALUE),
    ("Enum", "enum", _VALUE),
    ("MaxProperties", "maxProperties", _VALUE),
    ("MinProperties", "minProperties", _VALUE),
    ("Required", "required", _VALUE),
    ("Items", "items", _ITEMS),
    ("AllOf", "allOf", _SCHEMAS),
    ("OneOf", "oneOf", _SCHEMAS),
    ("AnyOf", "anyOf", _SCHEMAS),
    ("Not", "not", _SCHEMA),
    ("Properties", "properties", _NAMED),
    ("AdditionalProperties", "additionalProperties", _OR_BOOL),
    ("PatternProperties", "patternProperties", _NAMED),
    ("Dependencies", "dependencies", _VALUE),
    ("AdditionalItems", "additionalItems", _OR_BOOL),
    ("Definitions", "definitions", _NAMED),
    ("ExternalDocs", "externalDocs", _DOCS),
    ("Example", "example", _VALUE),
    ("XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", _VALUE),
    ("XEmbeddedResource", "x-kubernetes-embedded-resource", _FLAG),
    ("XIntOrString", "x-kubernetes-int-or-string", _FLAG),
    ("XListMapKeys", "x-kubernetes-list-map-keys", _VALUE),
    ("XListType", "x-kubernetes-list-type", _VALUE),
    ("XMapType", "x-kubernetes-map-type", _VALUE),
    ("XValidations", "x-kubernetes-validations", _RULES),
)
_AT_THE_ROOT = (
    *("Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum"),
    *("MaxLength", "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Required", "Items"),
    *("Properties", "ExternalDocs", "Example", "XPreserveUnknownFields", "XValidations"),
)
"""What the root of a schema may have where the status is a subresource, in the order of the message."""
ROOT_TEXT = (
    f"only [{' '.join(_AT_THE_ROOT)}] fields are allowed at the root of the schema if the status subresource is enabled"
)


def stray_at_root(raw: Manifest) -> bool:
    """Return whether a root has a field that it may not have beside a status; a wrong type is told in its place."""
    for name, key, how in _FIELDS:
        if name == "Type" and raw.get(key) not in (None, "", "object"):
            return False
        given = raw.get(key)
        if name not in _AT_THE_ROOT and (given if how in (_TEXT, _FLAG) else given is not None):
            return True
    return False


def shown_schema(raw: Manifest) -> Verbatim:
    """Return a schema as an error prints it."""
    return _json(_schema(raw))


def shown_rule(rule: Manifest) -> Verbatim:
    """Return a rule as an error prints it."""
    return _json(_rule(rule))


def shown_versions(versions: Sequence[Manifest] | None, shared: set[str]) -> Verbatim:
    """Return versions as an error prints them; the server has moved the parts that they share elsewhere."""
    return _json(None if versions is None else [_version(version, shared) for version in versions])


_ESCAPED = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def _json(value: Any) -> Verbatim:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    # as Go does, so that a page can hold the text
    return Verbatim(text.translate(_ESCAPED))


def _schema(raw: Manifest) -> Manifest:
    return {name: _field(raw.get(key), how) for name, key, how in _FIELDS}


def _field(value: Any, how: int) -> Any:
    if how == _TEXT:
        return value or ""
    if how == _FLAG:
        return value is True
    if value is None or how == _VALUE:
        return value
    if how == _SCHEMA:
        return _schema(mapping(value))
    if how == _SCHEMAS:
        return [_schema(mapping(one)) for one in value]
    if how == _NAMED:
        return {name: _schema(mapping(value[name])) for name in sorted(value)}
    if how == _OR_BOOL:
        is_schema = isinstance(value, dict)
        return {"Allows": is_schema or value is True, "Schema": _schema(value) if is_schema else None}
    if how == _ITEMS:
        several = isinstance(value, list)
        return {
            "Schema": None if several else _schema(mapping(value)),
            "JSONSchemas": [_schema(mapping(one)) for one in value] if several else None,
        }
    if how == _DOCS:
        return {"Description": value.get("description", ""), "URL": value.get("url", "")}
    return [_rule(rule) for rule in value]


def _rule(rule: Manifest) -> Manifest:
    return {
        "Rule": rule.get("rule", ""),
        "Message": rule.get("message", ""),
        "MessageExpression": rule.get("messageExpression", ""),
        "Reason": rule.get("reason"),
        "FieldPath": rule.get("fieldPath", ""),
        "OptionalOldSelf": rule.get("optionalOldSelf"),
    }


def _version(version: Manifest, shared: set[str]) -> Manifest:
    own = {key: value for key, value in version.items() if key not in shared}
    schema = own.get("schema")
    columns, selectable = own.get("additionalPrinterColumns"), own.get("selectableFields")
    return {
        "Name": version.get("name", ""),
        "Served": version.get("served", False),
        "Storage": version.get("storage", False),
        "Deprecated": version.get("deprecated", False),
        "DeprecationWarning": version.get("deprecationWarning"),
        "Schema": None if schema is None else {"OpenAPIV3Schema": _schema_or_none(schema.get("openAPIV3Schema"))},
        "Subresources": _subresources(own.get("subresources")),
        "AdditionalPrinterColumns": None if columns is None else [_column(column) for column in columns],
        "SelectableFields": None if selectable is None else [{"JSONPath": f.get("jsonPath", "")} for f in selectable],
    }


def _schema_or_none(raw: Any) -> Manifest | None:
    return _schema(raw) if isinstance(raw, dict) else None


def _subresources(given: Any) -> Manifest | None:
    if given is None:
        return None
    scale = given.get("scale")
    paths = ("SpecReplicasPath", "specReplicasPath"), ("StatusReplicasPath", "statusReplicasPath")
    return {
        "Status": given.get("status"),
        "Scale": scale
        and {
            **{name: scale.get(key, "") for name, key in paths},
            "LabelSelectorPath": scale.get("labelSelectorPath"),
        },
    }


def _column(column: Manifest) -> Manifest:
    texts = {name: column.get(name.lower(), "") for name in ("Name", "Type", "Format", "Description")}
    return {**texts, "Priority": column.get("priority", 0), "JSONPath": column.get("jsonPath", "")}
