"""What makes an openAPIV3Schema invalid (apiextensions pkg/apis/.../validation), structural rules aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .cel.rules import Evaluation, RuleError, RuleNode, field_path
from .crdcosts import cost_errors
from .crdprinting import ROOT_TEXT, shown_rule, shown_schema, stray_at_root
from .custom import compile_schema
from .fielderrors import INTERNAL, FieldError, child, forbidden, invalid, not_supported, required
from .objects import Manifest, clone, mapping
from .schema import invariants, shaping
from .schema.structural import Schema
from .schema.structure import alternatives, structural_errors
from .schema.validation import validate

_TYPES = ("array", "boolean", "integer", "number", "object", "string")
_REASONS = ("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")
_UNSUPPORTED = ("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref")
_EMPTY_IS_NONE = frozenset({"id", "patternProperties", "definitions"})
_SEVERAL_ITEMS = "items must be a schema object and not an array"
_IN_META = "inside additionalProperties applying to object metadata"
_KEY_TEXT = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property"
_KEY_NULL = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"
_META = ("metadata", "apiVersion", "kind")
Errors = list[FieldError]


def schema_errors(raw: Manifest, path: str, has_status: bool) -> Errors:
    """Return the errors of a schema. Defaults and rules are checked only where the structure is valid."""
    errors: Errors = []
    if has_status and stray_at_root(raw):
        errors.append(invalid(path, shown_schema(raw), ROOT_TEXT))
    elif has_status and raw.get("type") not in (None, "", "object"):
        text = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
        errors.append(invalid(f"{path}.type", raw["type"], text))
    if raw.get("nullable"):
        errors.append(forbidden(f"{path}.nullable", "nullable cannot be true at the root"))
    found: Errors = []
    _node(raw, path, found, root=True)
    if any(e.detail.endswith(" is not supported") or e.detail == _SEVERAL_ITEMS for e in found):
        return errors + found  # the real server does not even read such a schema as a structural one
    if form := structural_errors(raw, path):
        return errors + form + found
    compiled = compile_schema(raw)
    where: dict[int, str] = {}
    _locate(compiled.schema, path, where)
    defaults: Errors = []
    _defaults(compiled.schema, path, _rule_nodes(compiled.rules), defaults)
    if defaults:
        return errors + defaults + found
    broken = {(id(schema), i): trouble for schema, i, trouble in compiled.troubles}

    def troubles(schema: Schema, i: int, at: str) -> Errors:
        trouble = broken.get((id(schema), i))
        if trouble is None:
            return []
        return [invalid(f"{at}.{trouble.part}", _rule_value(schema.rules[i], trouble.part), trouble.detail)]

    of_rules: Errors = cost_errors(compiled.costs, where, path, troubles)
    _untyped(compiled.schema, where, of_rules)
    if compiled.rules is not None:
        _old_values(compiled.rules, where, "", of_rules)
    # rules are not looked at where something else is wrong, there or below
    return errors + found + [e for e in of_rules if not any(f.path.startswith(_node_of(e)) for f in found)]


def _node_of(error: FieldError) -> str:
    return error.path.partition("x-kubernetes-validations")[0]


def _rule_value(rule: Manifest, part: str) -> Any:
    return shown_rule(rule) if part in ("rule", "messageExpression") else rule.get(part)


def _below(schema: Schema) -> list[tuple[str, Schema]]:
    out = [(f".properties[{key}]", sub) for key, sub in schema.properties.items()]
    if schema.items is not None:
        out.append((".items", schema.items))
    if schema.additional is not None and schema.additional is not schema:
        out.append((".additionalProperties", schema.additional))
    return out


def _locate(schema: Schema, path: str, out: dict[int, str]) -> None:
    if id(schema) in out:
        return
    out[id(schema)] = path
    for step, sub in _below(schema):
        _locate(sub, path + step, out)


def _untyped(schema: Schema, where: dict[int, str], errors: Errors) -> None:
    if schema.rules and not schema.type and not schema.int_or_string:
        text = "failed to construct type information for x-kubernetes-validations rules"
        detail = f"internal error: {text}: unable to convert structural schema to CEL declarations"
        errors.append(FieldError(INTERNAL, f"{where[id(schema)]}.x-kubernetes-validations", "", detail))
    for _, sub in _below(schema):
        if where[id(sub)].startswith(where[id(schema)]) and sub is not schema:
            _untyped(sub, where, errors)


def _old_values(node: RuleNode, where: dict[int, str], fixed: str, errors: Errors) -> None:
    """Report rules that use oldSelf where no old value can be found, naming the outermost such place."""
    path = where[id(node.schema)]
    for rule in node.rules:
        if rule.program.uses_old and fixed:
            text = f"oldSelf cannot be used on the uncorrelatable portion of the schema within {fixed}"
            at = f"{path}.x-kubernetes-validations[{rule.index}].rule"
            errors.append(invalid(at, node.schema.rules[rule.index].get("rule"), text))
    for sub in [*node.properties.values(), *([node.additional] if node.additional else [])]:
        _old_values(sub, where, fixed, errors)
    if node.items is not None:
        _old_values(node.items, where, fixed or ("" if node.schema.list_type == "map" else path), errors)


def _rule_nodes(node: RuleNode | None) -> dict[int, RuleNode]:
    if node is None:
        return {}
    out = {id(node.schema): node}
    for sub in [*node.properties.values(), node.additional, node.items]:
        out.update(_rule_nodes(sub))
    return out


def _defaults(schema: Schema, path: str, rules: dict[int, RuleNode], errors: Errors) -> None:
    if schema.has_default:
        errors += _default(schema, f"{path}.default", rules)
    for step, sub in _below(schema):
        if step != ".additionalProperties":
            _defaults(sub, path + step, rules, errors)


def _default(schema: Schema, path: str, rules: dict[int, RuleNode]) -> Errors:
    errors: Errors = []
    pruned = clone(schema.default)
    shaping.prune(pruned, schema, "", [])
    if pruned != schema.default:
        errors.append(invalid(path, schema.default, "must not have unknown fields"))
    wrong = [replace(e, path=_joined(path, e.path)) for e in invariants.embedded(schema.default, schema, root=True)]
    if not wrong:
        found = validate(clone(schema.default), schema, defaults=True)
        wrong = [replace(e, path=child(path, e.path) if e.path else path) for e in found]
    node = rules.get(id(schema))
    if not wrong and node is not None:
        of_rules = Evaluation().run(node, schema.default, schema.default) or Evaluation().run(node, schema.default)
        wrong = [replace(e, path=_joined(path, e.path)) for e in of_rules]
    return errors + wrong


def _joined(path: str, below: str) -> str:
    return child(path, below) if below and not below.startswith("[") else path + below


# the form of one node


@dataclass(frozen=True)
class _Inside:
    """What a node is inside of."""

    meta: bool = False
    """The metadata of a resource."""
    no_defaults: str = ""
    """Why nothing there may have a default."""


def _node(raw: Manifest, path: str, errors: Errors, inside: _Inside = _Inside(), *, root: bool = False) -> None:
    kind = raw.get("type") or ""
    if kind and kind not in _TYPES:
        errors.append(not_supported(f"{path}.type", kind, _TYPES))
    if raw.get("default") is not None and inside.no_defaults:
        errors.append(forbidden(f"{path}.default", f"must not be set {inside.no_defaults}"))
    for key in _UNSUPPORTED:
        if raw.get(key) or (raw.get(key) is not None and key not in _EMPTY_IS_NONE):
            errors.append(forbidden(f"{path}.{key}", f"{key} is not supported"))
    if kind == "null":
        errors.append(forbidden(f"{path}.type", "type cannot be set to null, use nullable as an alternative"))
    items, additional = raw.get("items"), raw.get("additionalProperties")
    if isinstance(items, list) and items:
        errors.append(forbidden(f"{path}.items", _SEVERAL_ITEMS))
    if inside.meta and raw.get("x-kubernetes-embedded-resource"):
        text = "must not be used inside of resource meta"
        errors.append(forbidden(f"{path}.x-kubernetes-embedded-resource", text))
    if raw.get("uniqueItems"):
        text = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
        errors.append(forbidden(f"{path}.uniqueItems", text))
    if additional is not None and mapping(raw.get("properties")) and additional is not True:
        text = "additionalProperties and properties are mutual exclusive"
        errors.append(forbidden(f"{path}.additionalProperties", text))
    if isinstance(additional, dict):
        within = replace(inside, no_defaults=_IN_META) if inside.meta else inside
        _node(additional, f"{path}.additionalProperties", errors, within)
    for key, sub in mapping(raw.get("properties")).items():
        within = inside
        if key in _META and (root or raw.get("x-kubernetes-embedded-resource")):
            within = _Inside(True, f"in top-level {key}" if root else inside.no_defaults)
        _node(mapping(sub), f"{path}.properties[{key}]", errors, within)
    for at, sub in alternatives(raw, path):
        _node(sub, at, errors, inside)
    if isinstance(items, dict):
        _node(items, f"{path}.items", errors, inside)
    if raw.get("x-kubernetes-preserve-unknown-fields") is False:
        errors.append(invalid(f"{path}.x-kubernetes-preserve-unknown-fields", False, "must be true or undefined"))
    _map_type(raw, path, errors)
    _list_type(raw, path, errors)
    _rules(raw, path, errors)


def _wrong_type(raw: Manifest, path: str, wanted: str, key: str) -> Errors:
    text = f"must be {wanted} if {key} is specified"
    kind = raw.get("type")
    if kind == wanted:
        return []
    return [invalid(f"{path}.type", kind, text)] if kind else [required(f"{path}.type", text)]


def _map_type(raw: Manifest, path: str, errors: Errors) -> None:
    kind = raw.get("x-kubernetes-map-type")
    if kind is None:
        return
    errors += _wrong_type(raw, path, "object", "x-kubernetes-map-type")
    if kind not in ("atomic", "granular"):
        errors.append(not_supported(f"{path}.x-kubernetes-map-type", kind, ("atomic", "granular")))


def _list_type(raw: Manifest, path: str, errors: Errors) -> None:
    kind, keys = raw.get("x-kubernetes-list-type"), raw.get("x-kubernetes-list-map-keys") or []
    items = mapping(raw.get("items"))
    if kind is not None and raw.get("type") != "array":
        errors += _wrong_type(raw, path, "array", "x-kubernetes-list-type")
    elif kind == "set":
        of, inner = items.get("type"), {"array": "x-kubernetes-list-type", "object": "x-kubernetes-map-type"}
        if of in inner and items.get(inner[of], "atomic" if of == "array" else None) != "atomic":
            text = "must be atomic as item of a list with x-kubernetes-list-type=set"
            errors.append(invalid(f"{path}.items.{inner[of]}", items.get("x-kubernetes-list-type"), text))
    if kind is not None and kind not in ("atomic", "set", "map"):
        errors.append(not_supported(f"{path}.x-kubernetes-list-type", kind, ("atomic", "set", "map")))
    text = "must be map if x-kubernetes-list-map-keys is non-empty"
    if keys and kind is None:
        errors.append(required(f"{path}.x-kubernetes-list-type", text))
    elif keys and kind != "map":
        errors.append(invalid(f"{path}.x-kubernetes-list-type", kind, text))
    if kind == "map":
        _list_map(raw, path, keys, items, errors)
    if kind in ("set", "map") and items.get("nullable"):
        text = f"cannot be nullable when x-kubernetes-list-type is {kind}"
        errors.append(forbidden(f"{path}.items.nullable", text))
    for key in keys if kind == "map" else ():
        sub, at = mapping(items.get("properties")).get(key), f"{path}.items.properties[{key}]"
        if sub is None:
            continue
        if key not in (items.get("required") or ()) and sub.get("default") is None:
            errors.append(required(f"{at}.default", _KEY_TEXT))
        if sub.get("nullable"):
            errors.append(forbidden(f"{at}.nullable", _KEY_NULL))


def _list_map(raw: Manifest, path: str, keys: Sequence[str], items: Manifest, errors: Errors) -> None:
    at = f"{path}.x-kubernetes-list-map-keys"
    if not keys:
        errors.append(required(at, "must not be empty if x-kubernetes-list-type is map"))
    if raw.get("items") is None:
        errors.append(required(f"{path}.items", "must have a schema if x-kubernetes-list-type is map"))
        return
    if items.get("type") != "object":
        text = "must be object if parent array's x-kubernetes-list-type is map"
        errors.append(invalid(f"{path}.items.type", items.get("type", ""), text))
        return
    for n, key in enumerate(keys):
        sub = mapping(items.get("properties")).get(key)
        if sub is None:
            errors.append(invalid(at, list(keys), "entries must all be names of item properties"))
        elif sub.get("type") in ("array", "object"):
            text = "must be a scalar type if parent array's x-kubernetes-list-type is map"
            errors.append(invalid(f"{path}.items.properties[{key}].type", items["type"], text))
        if key in keys[:n]:
            errors.append(invalid(at, list(keys), "must not contain duplicate entries"))


def _rules(raw: Manifest, path: str, errors: Errors) -> None:
    rules = raw.get("x-kubernetes-validations") or ()
    schema = Schema(raw) if any(rule.get("fieldPath") for rule in rules) else None
    for i, rule in enumerate(rules):
        at = f"{path}.x-kubernetes-validations[{i}]"
        text, message = str(rule.get("rule") or "").strip(), str(rule.get("message") or "")
        if not text:
            errors.append(required(f"{at}.rule", "rule is not specified"))
        elif message and not message.strip():
            errors.append(invalid(f"{at}.message", message, "must be non-empty if specified"))
        elif "\n" in message.strip():
            errors.append(invalid(f"{at}.message", message, "must not contain line breaks"))
        elif "\n" in text and not message.strip():
            errors.append(required(f"{at}.message", "message must be specified if rule contains line breaks"))
        expression = str(rule.get("messageExpression") or "")
        if expression and not expression.strip():
            errors.append(required(f"{at}.messageExpression", "messageExpression must be non-empty if specified"))
        if rule.get("reason") is not None and rule["reason"] not in _REASONS:
            errors.append(not_supported(f"{at}.reason", rule["reason"], _REASONS))
        where = str(rule.get("fieldPath") or "")
        if where and not where.strip():
            errors.append(invalid(f"{at}.fieldPath", where, "must be non-empty if specified"))
        if "\n" in where:
            errors.append(invalid(f"{at}.fieldPath", where, "must not contain line breaks"))
        if where and schema is not None:
            try:
                field_path(where, schema)
            except RuleError:
                errors.append(invalid(f"{at}.fieldPath", where, "must be a valid path"))
