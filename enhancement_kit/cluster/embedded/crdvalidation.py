"""What makes a CustomResourceDefinition invalid (apiextensions pkg/apis/apiextensions/validation)."""

from __future__ import annotations

import json
from typing import Any

from .custom import compile_schema
from .fielderrors import FieldError, Verbatim, child, forbidden, invalid, not_supported, required
from .objects import Manifest, clone, mapping
from .regexes import BadPattern, compiled
from .resource import is_label_1035, is_subdomain
from .schema import shaping
from .schema.structural import Schema
from .schema.validation import validate

_TYPES = ("array", "boolean", "integer", "number", "object", "string")
_APPROVAL = "api-approved.kubernetes.io"
_REASONS = ("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")
_NOT_IN_NESTED = (
    "type",
    "additionalProperties",
    "nullable",
    "default",
    "title",
    "description",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
)
_UNSUPPORTED = ("$ref", "definitions", "dependencies", "patternProperties", "additionalItems", "id", "$schema")
_STORED = (
    "missing from spec.versions; {0} was previously a storage version, and must remain in spec.versions until a "
    "storage migration ensures no data remains persisted in {0} and removes {0} from status.storedVersions"
)
_KEY_TEXT = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property"
Errors = list[FieldError]


def crd_errors(crd: Manifest) -> Errors:
    """What is wrong with a definition."""
    spec = crd["spec"]
    names, group, versions = mapping(spec.get("names")), spec.get("group", ""), spec.get("versions") or []
    errors: Errors = []
    wanted = f"{names.get('plural', '')}.{group}"
    if crd["metadata"].get("name") != wanted:
        errors.append(invalid("metadata.name", crd["metadata"].get("name"), 'must be spec.names.plural+"."+spec.group'))
    errors += _approval(crd, group)
    if not group:
        errors.append(required("spec.group"))
    elif "." not in group or is_subdomain(group):
        text = "should be a domain with at least one dot" if "." not in group else is_subdomain(group)[0]
        errors.append(invalid("spec.group", group, text))
    if spec.get("scope") not in ("Cluster", "Namespaced"):
        scope = spec.get("scope")
        problem = not_supported("spec.scope", scope, ("Cluster", "Namespaced")) if scope else required("spec.scope")
        errors.append(problem)
    if not versions:
        errors.append(required("spec.versions", "must have at least one version"))
    seen: set[str] = set()
    for i, version in enumerate(versions):
        name = version.get("name", "")
        if name in seen:
            errors.append(invalid("spec.versions", Verbatim("[...]"), "must contain unique version names"))
        seen.add(name)
        if is_label_1035(name):
            errors.append(invalid(f"spec.versions[{i}].name", name, is_label_1035(name)[0]))
    if sum(v.get("storage") is True for v in versions) != 1:
        text = "must have exactly one version marked as storage version"
        errors.append(invalid("spec.versions", Verbatim("[...]"), text))
    for name in ("plural", "singular", "kind", "listKind"):
        value = names.get(name)
        if not value:
            errors.append(required(f"spec.names.{name}"))
        elif is_label_1035(value.lower()):
            errors.append(invalid(f"spec.names.{name}", value, is_label_1035(value.lower())[0]))
    if spec.get("preserveUnknownFields"):
        errors.append(invalid("spec.preserveUnknownFields", True, "must be false"))
    return errors + _schemas(versions)


def crd_update_errors(new: Manifest, old: Manifest) -> Errors:
    """What is wrong with a changed definition."""
    errors = crd_errors(new)
    one, two = new["spec"], old["spec"]
    for path in ("group", "scope"):
        if one.get(path) != two.get(path):
            errors.append(invalid(f"spec.{path}", one.get(path), "field is immutable"))
    for name in ("plural", "kind"):
        if one["names"].get(name) != two["names"].get(name):
            errors.append(invalid(f"spec.names.{name}", one["names"].get(name), "field is immutable"))
    have = {v.get("name") for v in one.get("versions") or ()}
    for i, version in enumerate(mapping(old.get("status")).get("storedVersions") or ()):
        if version not in have:
            errors.append(invalid(f"status.storedVersions[{i}]", version, _STORED.format(version)))
    return errors


def _approval(crd: Manifest, group: str) -> Errors:
    if not (group in ("k8s.io", "kubernetes.io") or group.endswith((".k8s.io", ".kubernetes.io"))):
        return []
    if mapping(crd["metadata"].get("annotations")).get(_APPROVAL):
        return []
    text = (
        f'protected groups must have approval annotation "{_APPROVAL}", see '
        "https://github.com/kubernetes/enhancements/pull/1111"
    )
    return [required(f"metadata.annotations[{_APPROVAL}]", text)]


def _schemas(versions: list[Manifest]) -> Errors:
    schemas = [mapping(v.get("schema")).get("openAPIV3Schema") for v in versions]
    errors: Errors = [
        required(f"spec.versions[{i}].schema.openAPIV3Schema", "schemas are required")
        for i, raw in enumerate(schemas)
        if not isinstance(raw, dict)
    ]
    present = [s for s in schemas if isinstance(s, dict)]
    # the server keeps one schema for all versions where they are equal, and its messages tell
    if present and len(present) == len(schemas) and all(s == present[0] for s in present):
        return errors + schema_errors(present[0], "spec.validation.openAPIV3Schema")
    for i, raw in enumerate(schemas):
        if isinstance(raw, dict):
            errors += schema_errors(raw, f"spec.versions[{i}].schema.openAPIV3Schema")
    return errors


def schema_errors(raw: Manifest, path: str) -> Errors:
    """What is wrong with an openAPIV3Schema."""
    errors: Errors = []
    if raw.get("type") != "object":
        problem = required(f"{path}.type", "must not be empty at the root")
        errors.append(
            problem if not raw.get("type") else invalid(f"{path}.type", raw["type"], "must be object at the root")
        )
    paths: dict[int, str] = {}
    _node(raw, path, "at the root", errors, paths)
    for key, sub in mapping(mapping(mapping(raw.get("properties")).get("metadata")).get("properties")).items():
        if key not in ("name", "generateName") and sub is not None:
            text = "must not specify anything other than name and generateName, but metadata is implicitly specified"
            errors.append(forbidden(f"{path}.properties[metadata]", text))
            break
    if errors:
        return errors
    result = compile_schema(raw)
    where: dict[int, str] = {}
    _locate(result.schema, path, where)
    for schema, i, trouble in result.troubles:
        at = f"{where.get(id(schema), path)}.x-kubernetes-validations[{i}]"
        errors.append(invalid(f"{at}.{trouble.part}", _rule_value(schema.rules[i], trouble.part), trouble.detail))
    _defaults(result.schema, path, errors)
    return errors


def _rule_value(rule: Manifest, part: str) -> Any:
    if part != "rule":
        return rule.get(part)
    fields = {
        "Rule": rule.get("rule", ""),
        "Message": rule.get("message", ""),
        "MessageExpression": rule.get("messageExpression", ""),
        "Reason": rule.get("reason"),
        "FieldPath": rule.get("fieldPath", ""),
        "OptionalOldSelf": rule.get("optionalOldSelf"),
    }
    return Verbatim(json.dumps(fields, separators=(",", ":"), ensure_ascii=False))


def _locate(schema: Schema, path: str, out: dict[int, str]) -> None:
    out[id(schema)] = path
    for key, sub in schema.properties.items():
        _locate(sub, f"{path}.properties[{key}]", out)
    if schema.items is not None:
        _locate(schema.items, f"{path}.items", out)
    if schema.additional is not None and id(schema.additional) not in out:
        _locate(schema.additional, f"{path}.additionalProperties", out)
    for i, sub in enumerate(schema.all_of):
        _locate(sub, f"{path}.allOf[{i}]", out)


def _node(raw: Manifest, path: str, what: str, errors: Errors, paths: dict[int, str]) -> None:
    get = raw.get
    kind, int_or_string = get("type"), get("x-kubernetes-int-or-string") is True
    preserve = get("x-kubernetes-preserve-unknown-fields") is True
    if not kind and not int_or_string and not preserve and what != "at the root":
        errors.append(required(f"{path}.type", f"must not be empty {what}"))
    elif kind and kind not in _TYPES:
        errors.append(not_supported(f"{path}.type", kind, _TYPES))
    if int_or_string and kind:
        errors.append(invalid(f"{path}.type", kind, "must be empty if x-kubernetes-int-or-string is true"))
    if get("x-kubernetes-preserve-unknown-fields") is False:
        at = f"{path}.x-kubernetes-preserve-unknown-fields"
        errors.append(invalid(at, False, "must be true or undefined"))
    for key in _UNSUPPORTED:
        if get(key):
            errors.append(forbidden(f"{path}.{key}", f"{key} is not supported"))
    if get("uniqueItems"):
        text = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
        errors.append(forbidden(f"{path}.uniqueItems", text))
    if get("pattern"):
        try:
            compiled(get("pattern", ""))
        except BadPattern as e:
            text = f"must be a valid regular expression, but isn't: {e}"
            errors.append(invalid(f"{path}.pattern", get("pattern"), text))
    _list_type(raw, path, errors)
    _rules(raw, path, errors)
    items, additional = get("items"), get("additionalProperties")
    if kind == "array" and items is None:
        errors.append(required(f"{path}.items", "must be specified"))
    if additional is not None and mapping(get("properties")):
        text = "additionalProperties and properties are mutual exclusive"
        errors.append(forbidden(f"{path}.additionalProperties", text))
    if additional is False:
        errors.append(forbidden(f"{path}.additionalProperties", "additionalProperties cannot be set to false"))
    for key, sub in mapping(get("properties")).items():
        _node(mapping(sub), f"{path}.properties[{key}]", "for specified object fields", errors, paths)
    if isinstance(items, list):
        text = "items must be a schema object and not an array"
        errors.append(forbidden(f"{path}.items", text))
    elif isinstance(items, dict):
        _node(items, f"{path}.items", "for specified array items", errors, paths)
    if isinstance(additional, dict):
        _node(additional, f"{path}.additionalProperties", "for specified object fields", errors, paths)
    for nested, at in _nested(raw, path):
        _nested_node(nested, at, raw, path, int_or_string, errors)


def _nested(raw: Manifest, path: str) -> list[tuple[Manifest, str]]:
    out = [
        (mapping(sub), f"{path}.{key}[{i}]")
        for key in ("allOf", "anyOf", "oneOf")
        for i, sub in enumerate(raw.get(key) or ())
    ]
    return out + ([(mapping(raw["not"]), f"{path}.not")] if isinstance(raw.get("not"), dict) else [])


def _nested_node(
    raw: Manifest, path: str, outer: Manifest, outer_path: str, int_or_string: bool, errors: Errors
) -> None:
    for key in _NOT_IN_NESTED:
        # the pattern of int-or-string fields, anyOf integer and string, is the one exception
        if raw.get(key) and not (key == "type" and int_or_string):
            errors.append(forbidden(f"{path}.{key}", "must be empty to be structural"))
    for key, sub in mapping(raw.get("properties")).items():
        known = mapping(outer.get("properties")).get(key)
        at = f"{path}.properties[{key}]"
        if known is None and not isinstance(outer.get("additionalProperties"), dict):
            errors.append(required(f"{outer_path}.properties[{key}]", f"because it is defined in {at}"))
            continue
        _nested_node(mapping(sub), at, mapping(known), f"{outer_path}.properties[{key}]", False, errors)
    if isinstance(raw.get("items"), dict):
        known = outer.get("items")
        if known is None:
            errors.append(required(f"{outer_path}.items", f"because it is defined in {path}.items"))
        else:
            _nested_node(raw["items"], f"{path}.items", mapping(known), f"{outer_path}.items", False, errors)
    for nested, at in _nested(raw, path):
        _nested_node(nested, at, outer, outer_path, int_or_string, errors)


def _list_type(raw: Manifest, path: str, errors: Errors) -> None:
    kind, keys = raw.get("x-kubernetes-list-type"), raw.get("x-kubernetes-list-map-keys") or []
    if kind is not None:
        if kind not in ("atomic", "set", "map"):
            errors.append(not_supported(f"{path}.x-kubernetes-list-type", kind, ("atomic", "map", "set")))
        if raw.get("type") != "array":
            text = "must be array if x-kubernetes-list-type is specified"
            errors.append(invalid(f"{path}.type", raw.get("type", ""), text))
    if kind == "map":
        if not keys:
            text = "must not be empty if x-kubernetes-list-type is map"
            errors.append(required(f"{path}.x-kubernetes-list-map-keys", text))
        items = mapping(raw.get("items"))
        properties = mapping(items.get("properties"))
        for key in keys:
            at = f"{path}.items.properties[{key}]"
            if key not in properties:
                text = "entries must all be names of item properties"
                errors.append(invalid(f"{path}.x-kubernetes-list-map-keys", keys, text))
            elif key not in (items.get("required") or ()) and mapping(properties[key]).get("default") is None:
                errors.append(required(f"{at}.default", _KEY_TEXT))
    elif keys:
        text = "must not be set if x-kubernetes-list-type is not map"
        errors.append(forbidden(f"{path}.x-kubernetes-list-map-keys", text))


def _rules(raw: Manifest, path: str, errors: Errors) -> None:
    seen: set[str] = set()
    for i, rule in enumerate(raw.get("x-kubernetes-validations") or ()):
        at = f"{path}.x-kubernetes-validations[{i}]"
        text = str(rule.get("rule") or "").strip()
        if not text:
            errors.append(required(f"{at}.rule", "rule is not specified"))
        if text in seen and text:
            errors.append(FieldError("Duplicate value", f"{at}.rule", rule["rule"]))
        seen.add(text)
        if rule.get("message") is not None and not str(rule["message"]).strip() and rule["message"]:
            errors.append(invalid(f"{at}.message", rule["message"], "message must be non-empty if specified"))
        if "\n" in str(rule.get("message") or "").strip():
            errors.append(invalid(f"{at}.message", rule["message"], "message must not contain line breaks"))
        if "\n" in text and not rule.get("message"):
            errors.append(required(f"{at}.message", "message must be specified if rule contains line breaks"))
        if rule.get("reason") and rule["reason"] not in _REASONS:
            errors.append(not_supported(f"{at}.reason", rule["reason"], _REASONS))


def _defaults(schema: Schema, path: str, errors: Errors) -> None:
    if schema.has_default:
        value = clone(schema.default)
        for e in validate(value, schema):
            errors.append(
                FieldError(e.kind, child(f"{path}.default", e.path) if e.path else f"{path}.default", e.value, e.detail)
            )
        unknown: list[str] = []
        shaping.prune(value, schema, "", unknown)
        if unknown:
            text = f"must not have unknown fields: {', '.join(unknown)}"
            errors.append(invalid(f"{path}.default", schema.default, text))
    for key, sub in schema.properties.items():
        _defaults(sub, f"{path}.properties[{key}]", errors)
    if schema.items is not None:
        _defaults(schema.items, f"{path}.items", errors)
    if schema.additional is not None and schema.additional is not schema:
        _defaults(schema.additional, f"{path}.additionalProperties", errors)
