"""Schema validation with kube-apiserver's texts (kube-openapi pkg/validation/validate), ratcheting included.

Errors of a node are dropped when the node equals its old value (KEP-4008). `old` is UNRELATED where a node has no old
value to compare with.
"""

from __future__ import annotations

from typing import Any

from ..fielderrors import FieldError, invalid, not_supported, quote, required, too_long, too_many, type_invalid
from ..fielderrors import go_number as number_text
from ..regexes import search
from .formats import FORMATS
from .structural import Schema, items_by_key, list_key


class _Unrelated:
    """No old value."""


UNRELATED: Any = _Unrelated()
_INT_RANGES = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}


def type_of(value: Any) -> str:
    """Return the JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return {str: "string", int: "integer", float: "number", dict: "object", list: "array"}[type(value)]


def validate(value: Any, schema: Schema, base: str = "", old: Any = UNRELATED) -> list[FieldError]:
    """Return the errors of a value.

    `base` is put before the paths but not into the messages: an update of the status validates the status alone, and
    says `status.a` of an error whose message says `a in body`.
    """
    errors: list[FieldError] = []
    _Validator(errors, base).node(value, schema, "", old)
    return errors


class _Validator:
    def __init__(self, errors: list[FieldError], base: str) -> None:
        self.errors = errors
        self.base = base

    def at(self, path: str) -> str:
        if not self.base:
            return path
        return f"{self.base}.{path}" if path else self.base

    def node(self, value: Any, schema: Schema, path: str, old: Any) -> None:
        errors = self.errors
        before = len(errors)
        kind = type(value)
        if value is None:
            if (schema.type or schema.int_or_string) and not schema.nullable:
                self.wrong_type(path, _type_name(schema), "null")
            if schema.enum is not None:
                self.check_enum(value, schema, path)
        else:
            if schema.type or schema.format or schema.int_or_string:
                self.check_type(value, schema, path)
            if schema.all_of or schema.any_of or schema.one_of or schema.not_:
                self.check_combinations(value, schema, path)
            if kind is str:
                self.check_string(value, schema, path)
            elif kind is int or kind is float:
                self.check_number(value, schema, path)
            elif kind is list:
                self.check_list(value, schema, path, old)
            if schema.enum is not None:
                self.check_enum(value, schema, path)
            if kind is dict:
                self.check_object(value, schema, path, old)
        if len(errors) > before and old is not UNRELATED and old == value:
            del errors[before:]

    def wrong_type(self, path: str, wanted: str, found: str) -> None:
        detail = f"{path} in body must be of type {wanted}: {quote(found)}"
        self.errors.append(type_invalid(self.at(path), found, detail))

    def check_type(self, value: Any, schema: Schema, path: str) -> None:
        found = type_of(value)
        wanted = ("integer", "string") if schema.int_or_string else (schema.type,) if schema.type else ()
        whole = found == "number" and float(value).is_integer() and "integer" in wanted
        if found == "integer" and "number" in wanted:
            return
        if found not in ("string", "array") and schema.format and not schema.int_or_string:
            # for a number, boolean or object in place of a formatted value the error names the formats
            own = {"integer": "int64", "number": "double"}.get(found, "")
            if not (found in wanted or own == schema.format or whole):
                self.wrong_type(path, schema.format, "float64" if own == "double" else own)
                return
        if found in ("string", "array") and schema.format and not {"number", "integer"} & set(wanted):
            return
        if wanted and found not in wanted and not whole:
            self.wrong_type(path, _type_name(schema), found)

    def check_string(self, value: str, schema: Schema, path: str) -> None:
        limit, least = schema.max_length, schema.min_length
        if limit is not None and len(value) > limit:
            self.errors.append(too_long(self.at(path), limit))
        elif least is not None and len(value) < least:
            text = f"{path} in body should be at least {least} chars long"
            self.errors.append(invalid(self.at(path), value, text))
        elif schema.pattern and not search(schema.pattern, value):
            text = f"{path} in body should match '{schema.pattern}'"
            self.errors.append(invalid(self.at(path), value, text))
        known = FORMATS.get(schema.format.replace("-", "") if schema.format == "datetime" else schema.format)
        if known is not None and not known(value):
            text = f"{path} in body must be of type {schema.format}: {quote(value)}"
            self.errors.append(type_invalid(self.at(path), value, text))

    def check_number(self, value: float, schema: Schema, path: str) -> None:
        if schema.type == "integer":
            low, high = _INT_RANGES.get(schema.format, _INT_RANGES["int64"])
            if value != int(value) or not low <= value <= high:
                shown = f"with format {schema.format}" if schema.format else "(default format)"
                # in Go this is not a field error, so it has no path
                self.errors.append(invalid(self.base, "", f"Checked value must be of type integer {shown} in {path}"))
        whole = isinstance(value, int)

        def bound(limit: float) -> str:
            return number_text(int(limit) if whole else float(limit))

        if schema.multiple_of and value % schema.multiple_of:
            text = f"{path} in body should be a multiple of {number_text(float(schema.multiple_of))}"
            self.errors.append(invalid(self.at(path), value, text))
        low_limit, high_limit = schema.minimum, schema.maximum
        if low_limit is not None and (value <= low_limit if schema.exclusive_minimum else value < low_limit):
            wording = "greater than" if schema.exclusive_minimum else "greater than or equal to"
            text = f"{path} in body should be {wording} {bound(low_limit)}"
            self.errors.append(invalid(self.at(path), value, text))
        if high_limit is not None and (value >= high_limit if schema.exclusive_maximum else value > high_limit):
            wording = "less than" if schema.exclusive_maximum else "less than or equal to"
            text = f"{path} in body should be {wording} {bound(high_limit)}"
            self.errors.append(invalid(self.at(path), value, text))

    def check_list(self, value: list[Any], schema: Schema, path: str, old: Any) -> None:
        if schema.items is not None:
            related = None
            if old is not UNRELATED and schema.list_type == "map":
                related = items_by_key(schema, old)
            for i, item in enumerate(value):
                before = UNRELATED
                if related is not None:
                    key = list_key(schema, item)
                    before = UNRELATED if key is None else related.get(key, UNRELATED)
                self.node(item, schema.items, f"{path}[{i}]", before)
        if schema.min_items is not None and len(value) < schema.min_items:
            text = f"{path} in body should have at least {schema.min_items} items"
            self.errors.append(invalid(self.at(path), len(value), text))
        if schema.max_items is not None and len(value) > schema.max_items:
            self.errors.append(too_many(self.at(path), len(value), schema.max_items))

    def check_enum(self, value: Any, schema: Schema, path: str) -> None:
        if not any(type_of(a) == type_of(value) and a == value for a in schema.enum or ()):
            self.errors.append(not_supported(self.at(path), value, schema.enum or ()))

    def check_object(self, value: dict[str, Any], schema: Schema, path: str, old: Any) -> None:
        size = len(value)
        if schema.min_properties is not None and size < schema.min_properties:
            text = f"{path} in body should have at least {schema.min_properties} properties"
            self.errors.append(invalid(self.at(path), size, text))
            return
        if schema.max_properties is not None and size > schema.max_properties:
            self.errors.append(too_many(self.at(path), size, schema.max_properties))
            return
        before = old if isinstance(old, dict) and not schema.atomic_map else {}
        properties, additional = schema.properties, schema.additional
        if additional is not None:
            for key, item in value.items():
                if key not in properties:
                    self.node(item, additional, f"{path}.{key}" if path else key, before.get(key, UNRELATED))
        for key, sub in properties.items():
            if key in value:
                self.node(value[key], sub, f"{path}.{key}" if path else key, before.get(key, UNRELATED))
        for key in schema.required:
            if key not in value:
                self.errors.append(required(self.at(f"{path}.{key}" if path else key)))

    # allOf, anyOf, oneOf, not

    def attempt(self, value: Any, schema: Schema, path: str) -> list[FieldError]:
        errors: list[FieldError] = []
        _Validator(errors, self.base).node(value, schema, path, UNRELATED)
        return errors

    def combined(self, path: str, text: str) -> None:
        self.errors.append(invalid("", "", f"{quote(path)} {text}"))

    def check_combinations(self, value: Any, schema: Schema, path: str) -> None:
        if schema.any_of:
            failures = [self.attempt(value, s, path) for s in schema.any_of]
            if all(failures):
                self.combined(path, "must validate at least one schema (anyOf)")
                self.errors += failures[0]
        if schema.one_of:
            failures = [self.attempt(value, s, path) for s in schema.one_of]
            passed = sum(not f for f in failures)
            if passed == 0:
                self.combined(path, "must validate one and only one schema (oneOf). Found none valid")
                self.errors += failures[0]
            elif passed > 1:
                text = f"must validate one and only one schema (oneOf). Found {passed} valid alternatives"
                self.combined(path, text)
        if schema.all_of:
            failures = [self.attempt(value, s, path) for s in schema.all_of]
            for found in failures:
                self.errors += found
            passed = sum(not f for f in failures)
            if passed == 0:
                self.combined(path, "must validate all the schemas (allOf). None validated")
            elif passed < len(failures):
                self.combined(path, "must validate all the schemas (allOf)")
        if schema.not_ is not None and not self.attempt(value, schema.not_, path):
            self.combined(path, "must not validate the schema (not)")


def _type_name(schema: Schema) -> str:
    return "integer,string" if schema.int_or_string else schema.type
