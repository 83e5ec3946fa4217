"""The rules for structural schemas (apiextensions pkg/apiserver/schema/validation.go and complete.go)."""

from __future__ import annotations

from typing import Any

from ..fielderrors import FieldError, forbidden, invalid, required
from ..objects import Manifest, mapping
from ..regexes import BadPattern, compiled

Errors = list[FieldError]
_ROOT, _ITEM, _FIELD = "at the root", "for specified array items", "for specified object fields"
_INT_OR_STRING = ([{"type": "integer"}, {"type": "string"}],)
_PRESERVE, _EMBEDDED = "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"
_INT_STRING = "x-kubernetes-int-or-string"
# In anyOf and its kin a schema may not have these; order and texts are the real server's.
_NESTED = (
    ("type", "empty"),
    ("additionalProperties", "undefined"),
    ("default", "undefined"),
    ("title", "empty"),
    ("description", "empty"),
    ("nullable", "false"),
    (_PRESERVE, "false"),
    (_EMBEDDED, "false"),
    (_INT_STRING, "false"),
    ("x-kubernetes-list-map-keys", "empty"),
    ("x-kubernetes-list-type", "undefined"),
    ("x-kubernetes-map-type", "undefined"),
    ("x-kubernetes-validations", "empty"),
)


def structural_errors(raw: Manifest, path: str) -> Errors:
    """Return why a schema is not structural, in the order in which the real server reports it."""
    errors: Errors = []
    _node(raw, _ROOT, path, errors)
    for at, nested in alternatives(raw, path):
        _complete(nested, raw, path, at, errors)
    return sorted(errors, key=lambda e: e.text())


def alternatives(raw: Manifest, path: str) -> list[tuple[str, Manifest]]:
    """Return the schemas in `not`, `allOf`, `oneOf` and `anyOf`, with their paths."""
    out = [(f"{path}.not", raw["not"])] if isinstance(raw.get("not"), dict) else []
    for key in ("allOf", "oneOf", "anyOf"):
        out += [(f"{path}.{key}[{i}]", mapping(sub)) for i, sub in enumerate(raw.get(key) or ())]
    return out


def _node(raw: Manifest, level: str, path: str, errors: Errors) -> None:
    kind, embedded = raw.get("type") or "", raw.get(_EMBEDDED) is True
    properties, items, additional = mapping(raw.get("properties")), raw.get("items"), raw.get("additionalProperties")
    if kind == "array" and items is None:
        errors.append(required(f"{path}.items", "must be specified"))
    if isinstance(items, dict):
        _node(items, _ITEM, f"{path}.items", errors)
    for key, sub in properties.items():
        _node(mapping(sub), _FIELD, f"{path}.properties[{key}]", errors)
    if additional is not None:
        if level == _ROOT:
            errors.append(forbidden(f"{path}.additionalProperties", "must not be used at the root"))
        if isinstance(additional, dict):
            _node(additional, _FIELD, f"{path}.additionalProperties", errors)
        if embedded:
            text = "must not be used if x-kubernetes-embedded-resource is set"
            errors.append(forbidden(f"{path}.additionalProperties", text))
    _extensions(raw, path, errors)
    _values(raw, path, errors, raw.get("anyOf") in _INT_OR_STRING)
    if embedded and kind != "object":
        text = "must be object if x-kubernetes-embedded-resource is true"
        errors.append(invalid(f"{path}.type", kind, text) if kind else required(f"{path}.type", text))
    elif not kind and raw.get(_INT_STRING) is not True and raw.get(_PRESERVE) is not True:
        errors.append(required(f"{path}.type", f"must not be empty {level}"))
    if level == _ROOT and kind and kind != "object":
        errors.append(invalid(f"{path}.type", kind, "must be object at the root"))
    _identity(properties, level, level == _ROOT or embedded, path, errors)
    if embedded and raw.get(_PRESERVE) is not True and not properties:
        text = f"must not be empty if {_EMBEDDED} is true without {_PRESERVE}"
        errors.append(required(f"{path}.properties", text))


def _extensions(raw: Manifest, path: str, errors: Errors) -> None:
    if raw.get(_INT_STRING) is not True:
        return
    for key in (_PRESERVE, _EMBEDDED):
        if raw.get(key) is True:
            errors.append(invalid(f"{path}.{key}", True, "must be false if x-kubernetes-int-or-string is true"))


def _identity(properties: Manifest, level: str, resource: bool, path: str, errors: Errors) -> None:
    """Check the rules for apiVersion, kind and metadata of a whole resource."""
    for name in ("kind", "apiVersion"):
        sub = properties.get(name)
        if resource and sub is not None and mapping(sub).get("type") != "string":
            errors.append(invalid(f"{path}.properties[{name}].type", mapping(sub).get("type", ""), "must be string"))
    meta: Any = properties.get("metadata")
    if meta is None:
        return
    if resource and mapping(meta).get("type") != "object":
        kind = mapping(meta).get("type", "")
        errors.append(invalid(f"{path}.properties[metadata].type", kind, "must be object"))
    said = {k: v for k, v in mapping(meta).items() if k not in ("type", "default")}
    if set(mapping(said.get("properties"))) <= {"name", "generateName"}:
        said.pop("properties", None)
    if level == _ROOT and said:
        text = "must not specify anything other than name and generateName, but metadata is implicitly specified"
        errors.append(forbidden(f"{path}.properties[metadata]", text))


def _values(raw: Manifest, path: str, errors: Errors, int_or_string: bool) -> None:
    for at, nested in alternatives(raw, path):
        if int_or_string and at.startswith(f"{path}.anyOf["):
            continue
        first = at == f"{path}.allOf[0]" and nested.get("anyOf") in _INT_OR_STRING
        _nested(nested, at, errors, first)
    pattern = raw.get("pattern") or ""
    try:
        compiled(pattern)
    except BadPattern as e:
        text = f"must be a valid regular expression, but isn't: error parsing regexp: {e}"
        errors.append(invalid(f"{path}.pattern", pattern, text))


def _nested(raw: Manifest, path: str, errors: Errors, int_or_string: bool = False) -> None:
    _values(raw, path, errors, int_or_string)
    if isinstance(raw.get("items"), dict):
        _nested(raw["items"], f"{path}.items", errors)
    for key, sub in mapping(raw.get("properties")).items():
        _nested(mapping(sub), f"{path}.properties[{key}]", errors)
    for key, state in _NESTED:
        given = raw.get(key)
        if given or (given is not None and state == "undefined"):
            errors.append(forbidden(f"{path}.{key}", f"must be {state} to be structural"))
    if "metadata" in mapping(raw.get("properties")):
        errors.append(forbidden(f"{path}.properties[metadata]", "must not be specified in a nested context"))


def _complete(nested: Manifest, outer: Any, outer_path: str, path: str, errors: Errors) -> None:
    """Report what an alternative at the root names but the schema outside of it does not specify."""
    if not isinstance(outer, dict):
        errors.append(required(outer_path, f"because it is defined in {path}"))
        return
    for at, below in alternatives(nested, path):
        _complete(below, outer, outer_path, at, errors)
    if isinstance(nested.get("items"), dict):
        _complete(nested["items"], outer.get("items"), f"{outer_path}.items", f"{path}.items", errors)
    for key, sub in mapping(nested.get("properties")).items():
        known, at = mapping(outer.get("properties")).get(key), f"{path}.properties[{key}]"
        if known is None:
            errors.append(required(f"{outer_path}.properties[{key}]", f"because it is defined in {at}"))
        else:
            _complete(mapping(sub), known, f"{outer_path}.properties[{key}]", at, errors)
