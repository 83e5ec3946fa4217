"""Schema validation with kube-apiserver's texts (kube-openapi pkg/validation/validate), ratcheting included.

Errors of a node are dropped when the node equals its old value (KEP-4008). `old` is UNRELATED where a node has no old
value to compare with.
"""

from __future__ import annotations

from typing import Any

from ..fielderrors import FieldError, invalid, not_supported, quote, required, too_long, too_many, type_invalid
from ..regexes import search
from .formats import checker
from .numbers import in_range, is_float, nearly_whole, out_of_range, wrong_bounds, wrong_multiple
from .structural import Schema, items_by_key, list_key


class _Unrelated:
    """No old value."""


UNRELATED: Any = _Unrelated()
_TYPES = {str: "string", int: "integer", float: "number", dict: "object", list: "array"}


def type_of(value: Any) -> str:
    """Return the JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    found = _TYPES[type(value)]
    return "number" if found == "integer" and is_float(value) else found


def same(value: Any, other: Any) -> bool:
    """Return whether two values of JSON are the same for Go: 1, 1.0 and true are not."""
    if type(value) is not type(other):
        return False
    if isinstance(value, dict):
        return value.keys() == other.keys() and all(same(item, other[key]) for key, item in value.items())
    if isinstance(value, list):
        return len(value) == len(other) and all(map(same, value, other))
    return bool(value == other)


def _character(number: int) -> str:
    """Return the text that Go makes of an integer: one character, if need be the one for what is none."""
    valid = 0 <= number < 0xD800 or 0xDFFF < number <= 0x10FFFF
    return chr(number) if valid else "\ufffd"


def _is_entry(value: Any, entry: Any) -> bool:
    """Return whether a value is an entry of an enum, after the conversion to its type that Go's reflection allows."""
    if value is None or entry is None:
        return False
    kinds = type(value), type(entry)
    if kinds == (float, int):
        return bool(int(value) == entry)
    if kinds == (int, float):
        return bool(float(value) == entry)
    if kinds == (int, str):
        # an integer is converted to the text of one character
        return bool(entry == _character(value))
    return same(value, entry)


def validate(
    value: Any, schema: Schema, base: str = "", old: Any = UNRELATED, *, defaults: bool = False
) -> list[FieldError]:
    """Return the errors of a value. In `defaults`, nothing is checked of the type of int-or-string.

    `base` is put before the paths but not into the messages: an update of the status validates the status alone, and
    says `status.a` of an error whose message says `a in body`.
    """
    errors: list[FieldError] = []
    _Validator(errors, base, defaults).node(value, schema, "", old)
    return errors


class _Validator:
    def __init__(self, errors: list[FieldError], base: str, defaults: bool) -> None:
        self.errors = errors
        self.defaults = defaults
        self.base = base
        self.matches = 0
        """How many checks hold, counted as the real server counts: it tells the errors of the nearest alternative."""

    def at(self, path: str) -> str:
        if not self.base:
            return path
        return f"{self.base}.{path}" if path else self.base

    def node(self, value: Any, schema: Schema, path: str, old: Any) -> None:
        """Validate a value; what is unchanged is forgiven."""
        before = len(self.errors)
        self.content(value, schema, path, old)
        if len(self.errors) > before and same(old, value):
            del self.errors[before:]

    def content(self, value: Any, schema: Schema, path: str, old: Any) -> None:
        kind = type(value)
        typed = schema.type or (schema.int_or_string and not self.defaults)
        if value is None:
            if typed and not schema.nullable:
                self.wrong_type(path, _type_name(schema), "null")
            else:
                self.matches += 1
            if schema.enum:
                self.check_enum(value, schema, path)
            return
        self.matches += 4
        if typed or schema.checked_format:
            self.matches += 1
            self.check_type(value, schema, path)
        if schema.all_of or schema.any_of or schema.one_of or schema.not_:
            self.check_combinations(value, schema, path)
        if kind is str:
            self.check_string(value, schema, path)
        elif kind is int or kind is float:
            self.check_number(value, schema, path)
        elif kind is list:
            self.matches += 2
            self.check_list(value, schema, path, old)
        if schema.enum:
            self.check_enum(value, schema, path)
        if kind is dict:
            self.check_object(value, schema, path, old)

    def wrong_type(self, path: str, wanted: str, found: str) -> None:
        detail = f"{path} in body must be of type {wanted}: {quote(found)}"
        self.errors.append(type_invalid(self.at(path), found, detail))

    def check_type(self, value: Any, schema: Schema, path: str) -> None:
        found, form = type_of(value), schema.checked_format
        wanted = ("integer", "string") if schema.int_or_string else (schema.type,)
        fits = (
            found in wanted
            or (found == "integer" and "number" in wanted)
            or (found == "number" and "integer" in wanted and nearly_whole(value))
        )
        if form and found not in ("string", "array"):
            # for a number, boolean or object in place of a formatted value the error names the formats
            own = {"integer": "int64", "number": "float64"}.get(found, "")
            if not fits and own != form:
                self.wrong_type(path, form, own)
                return
        if form and found in ("string", "array") and not {"number", "integer"} & set(wanted):
            fits = True
        if fits:
            self.matches += 1
        else:
            self.wrong_type(path, _type_name(schema), found)

    def check_string(self, value: str, schema: Schema, path: str) -> None:
        self.matches += 1
        limit, least = schema.max_length, schema.min_length
        if limit is not None and len(value) > limit:
            self.errors.append(too_long(self.at(path), limit))
        elif least is not None and len(value) < least:
            text = f"{path} in body should be at least {least} chars long"
            self.errors.append(invalid(self.at(path), value, text))
        elif schema.pattern and not search(schema.pattern, value):
            text = f"{path} in body should match '{schema.pattern}'"
            self.errors.append(invalid(self.at(path), value, text))
        known = checker(schema.checked_format) if schema.checked_format else None
        if known is not None:
            self.matches += 1
            if not known(value):
                text = f"{path} in body must be of type {schema.format}: {quote(value)}"
                self.errors.append(type_invalid(self.at(path), value, text))

    def check_number(self, value: float, schema: Schema, path: str) -> None:
        self.matches += 2
        kind = schema.type if schema.type in ("integer", "number") and not schema.int_or_string else ""
        form = schema.checked_format if kind else ""
        if is_float(value):
            value = float(value)
        self.check_range(value, "Checked", kind, form, path)
        if schema.multiple_of is not None:
            native = self.check_range(float(schema.multiple_of), "MultipleOf", kind, form, path)
            wrong = wrong_multiple(value, schema.multiple_of, path, native=native)
            if wrong is not None:
                self.errors.append(invalid(self.at(path), *wrong))
        for limit, exclusive, low, what in (
            (schema.minimum, schema.exclusive_minimum, True, "Minimum boundary"),
            (schema.maximum, schema.exclusive_maximum, False, "Maximum boundary"),
        ):
            if limit is not None:
                native = self.check_range(float(limit), what, kind, form, path)
                for wrong in wrong_bounds(value, limit, low=low, exclusive=exclusive, native=native, path=path):
                    self.errors.append(invalid(self.at(path), *wrong))

    def check_range(self, value: float, what: str, kind: str, form: str, path: str) -> bool:
        """Check that a type can hold a number. In Go this is not a field error, so it has no path."""
        fits = in_range(value, kind, form)
        if not fits:
            self.errors.append(invalid(self.base, "", out_of_range(what, kind, form, path)))
        return fits

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
        if not any(_is_entry(value, entry) for entry in schema.enum or ()):
            self.errors.append(not_supported(self.at(path), value, schema.enum or ()))

    def check_object(self, value: dict[str, Any], schema: Schema, path: str, old: Any) -> None:
        self.matches += 1
        size = len(value)
        if schema.min_properties is not None and size < schema.min_properties:
            text = f"{path} in body should have at least {schema.min_properties} properties"
            self.errors.append(invalid(self.at(path), size, text))
        if schema.max_properties is not None and size > schema.max_properties:
            self.errors.append(too_many(self.at(path), size, schema.max_properties))
        before = old if isinstance(old, dict) else {}
        properties, additional = schema.properties, schema.additional
        if additional is not None:
            for key, item in value.items():
                if key not in properties:
                    self.field(key, item, additional, path, before)
        for key, sub in properties.items():
            if key in value:
                self.field(key, value[key], sub, path, before)
        for key in schema.required:
            if key not in value:
                self.errors.append(required(self.at(f"{path}.{key}" if path else key)))

    def field(self, key: str, value: Any, schema: Schema, path: str, before: dict[str, Any]) -> None:
        self.node(value, schema, f"{path}.{key}" if path else key, before.get(key, UNRELATED))

    # allOf, anyOf, oneOf, not

    def attempt(self, value: Any, schema: Schema, path: str) -> _Validator:
        """Validate an alternative, in which nothing is forgiven."""
        tried = _Validator([], self.base, self.defaults)
        tried.content(value, schema, path, UNRELATED)
        return tried

    def add(self, other: _Validator | None) -> None:
        if other is not None:
            self.errors += other.errors
            self.matches += other.matches

    def combined(self, path: str, text: str) -> None:
        self.errors.append(invalid("", "", f"{quote(path)} {text}"))

    def check_combinations(self, value: Any, schema: Schema, path: str) -> None:
        if schema.any_of:
            tried = [self.attempt(value, s, path) for s in schema.any_of]
            fitting = next((t for t in tried if not t.errors), None)
            if fitting is None:
                self.combined(path, "must validate at least one schema (anyOf)")
            self.add(fitting or _nearest(tried))
        if schema.one_of:
            tried = [self.attempt(value, s, path) for s in schema.one_of]
            passed = [t for t in tried if not t.errors]
            if not passed:
                self.combined(path, "must validate one and only one schema (oneOf). Found none valid")
                self.add(_nearest(tried))
            elif len(passed) > 1:
                text = f"must validate one and only one schema (oneOf). Found {len(passed)} valid alternatives"
                self.combined(path, text)
            else:
                self.add(passed[0])
        if schema.all_of:
            tried = [self.attempt(value, s, path) for s in schema.all_of]
            for one in tried:
                self.add(one)
            passed = [t for t in tried if not t.errors]
            if not passed:
                self.combined(path, "must validate all the schemas (allOf). None validated")
            elif len(passed) < len(tried):
                self.combined(path, "must validate all the schemas (allOf)")
        if schema.not_ is not None and not self.attempt(value, schema.not_, path).errors:
            self.combined(path, "must not validate the schema (not)")


def _nearest(tried: list[_Validator]) -> _Validator:
    """Return the alternative of which most checks hold, the first of several: its errors are told."""
    return max(tried, key=lambda t: t.matches)


def _type_name(schema: Schema) -> str:
    return "integer,string" if schema.int_or_string else schema.type
