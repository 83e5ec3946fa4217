"""Field errors as k8s.io/apimachinery/pkg/util/validation/field makes and prints them, in two versions' styles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

# Kubernetes 1.35 changed how a bad value is printed (kubernetes/kubernetes 132798 and 133832).
NEW_STYLE = "1.35"
OLD_STYLE = "1.34"

REQUIRED = "Required value"
FORBIDDEN = "Forbidden"
TOO_LONG = "Too long"
TOO_MANY = "Too many"
NOT_SUPPORTED = "Unsupported value"
INVALID = "Invalid value"
TYPE_INVALID = "Invalid value "  # printed as INVALID, a kind of its own because it keeps CEL rules from running
DUPLICATE = "Duplicate value"
INTERNAL = "Internal error"
NOT_FOUND = "Not found"

_REASONS = {
    REQUIRED: "FieldValueRequired",
    FORBIDDEN: "FieldValueForbidden",
    TOO_LONG: "FieldValueTooLong",
    TOO_MANY: "FieldValueTooMany",
    NOT_SUPPORTED: "FieldValueNotSupported",
    INVALID: "FieldValueInvalid",
    TYPE_INVALID: "FieldValueTypeInvalid",
    DUPLICATE: "FieldValueDuplicate",
    INTERNAL: "InternalError",
    NOT_FOUND: "FieldValueNotFound",
}
_WITHOUT_VALUE = frozenset({REQUIRED, FORBIDDEN, TOO_LONG, INTERNAL})
BLOCKING = frozenset({NOT_SUPPORTED, REQUIRED, TOO_LONG, TOO_MANY, TYPE_INVALID})
"""Kinds of errors after which kube-apiserver does not evaluate CEL rules (hasBlockingErr in apiextensions)."""


class _Omitted:
    """Marks a value that is not printed."""


OMIT = _Omitted()


class Verbatim(str):
    """A value that is printed as it stands, without quotes: the Go syntax of a type of its own."""

    __slots__ = ()


@dataclass(frozen=True)
class FieldError:
    """One thing wrong with one field."""

    kind: str
    path: str
    value: Any = ""
    detail: str = ""

    @property
    def reason(self) -> str:
        """The cause type in `Status.details.causes`."""
        return _REASONS[self.kind]

    def body(self, style: str = NEW_STYLE) -> str:
        """Return the text without the field."""
        text = self.kind.rstrip()
        if self.kind not in _WITHOUT_VALUE and not isinstance(self.value, _Omitted):
            text += ": " + printed(self.value, style)
        return f"{text}: {self.detail}" if self.detail else text

    def text(self, style: str = NEW_STYLE) -> str:
        """Return the text with the field; an error about the whole object names `<nil>`, as Go prints an empty path."""
        return f"{self.path or '<nil>'}: {self.body(style)}"


def quote(text: str) -> str:
    """Quote a string as Go's %q prints it."""
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f'"{_ODD.sub(_escaped, text)}"'


_ODD = re.compile(r"""["\\]|[^ -~]""")
_ESCAPES = {"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}


def _escaped(found: re.Match[str]) -> str:
    c = found.group()
    if c in '"\\':
        return "\\" + c
    if c in _ESCAPES:
        return _ESCAPES[c]
    if c < " " or c == "\x7f":
        return f"\\x{ord(c):02x}"
    if c.isprintable():
        return c
    return f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"


def go_number(value: float) -> str:
    """Format a number as Go's %v prints it: floats in their shortest form, from 1e+06 on with an exponent."""
    if isinstance(value, int):
        return str(value)
    number = Decimal(repr(value)).normalize()  # repr is the shortest form, as in Go
    power = number.adjusted()
    if -4 <= power < 6:
        return f"{number:f}"
    sign, digits, _ = number.as_tuple()
    mantissa = str(digits[0]) + ("." + "".join(map(str, digits[1:])) if len(digits) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{'-' if power < 0 else '+'}{abs(power):02d}"


def go_plain(value: Any) -> str:
    """Format a JSON value as Go's %v prints it."""
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "map[" + " ".join(f"{k}:{go_plain(value[k])}" for k in sorted(value)) + "]"
    if isinstance(value, list):
        return "[" + " ".join(map(go_plain, value)) + "]"
    return value if isinstance(value, str) else go_number(value)


def go_type(value: Any) -> str:
    """Return the Go type of a JSON value, as %T prints it."""
    names = {bool: "bool", str: "string", int: "int64", float: "float64", dict: "map[string]interface {}"}
    return names.get(type(value), "[]interface {}")


def go_syntax(value: Any) -> str:
    """Format a JSON value as Go's %#v prints it.#v prints what JSON was decoded to."""
    if value is None:
        return "interface {}(nil)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return "map[string]interface {}{" + ", ".join(f"{quote(k)}:{go_syntax(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[]interface {}{" + ", ".join(go_syntax(v) for v in value) + "}"
    return go_number(value)


def printed(value: Any, style: str = NEW_STYLE) -> str:
    """Return a bad value as it appears in an error."""
    if value is None:
        return "null" if style == NEW_STYLE else '"null"'
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, (int, float)):
        return go_number(value)
    if style == NEW_STYLE:
        return go_json(value, sort_keys=True)
    return go_syntax(value)


_FOR_HTML = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def go_json(value: Any, *, sort_keys: bool = False) -> str:
    """Return JSON as Go writes it, safe for HTML."""
    if not _has_float(value):
        return (_SORTED if sort_keys else _PLAIN).encode(value).translate(_FOR_HTML)
    if isinstance(value, dict):
        keys = sorted(value) if sort_keys else value
        return "{" + ",".join(f"{go_json(k)}:{go_json(value[k], sort_keys=sort_keys)}" for k in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(go_json(item, sort_keys=sort_keys) for item in value) + "]"
    return _json_number(value)


_PLAIN = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)
_SORTED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False, sort_keys=True)


def _has_float(value: Any) -> bool:
    """Return whether there is a float in a value: Go writes it otherwise."""
    if not isinstance(value, dict | list):
        return isinstance(value, float)
    inner = value.values() if isinstance(value, dict) else value
    types = set(map(type, inner))
    if float in types:
        return True
    return not types.isdisjoint((dict, list)) and any(
        _has_float(v) for v in inner if type(v) is dict or type(v) is list
    )


def _json_number(value: float) -> str:
    number = Decimal(repr(value))
    if 1e-6 <= abs(value) < 1e21 or not value:
        return f"{number.normalize():f}"
    return re.sub(r"e-0(\d)\Z", r"e-\1", repr(value))


def required(path: str, detail: str = "") -> FieldError:
    """Return the error of a required field that is not set."""
    return FieldError(REQUIRED, path, "", detail)


def invalid(path: str, value: Any, detail: str) -> FieldError:
    """Return the error of a value that breaks a rule."""
    return FieldError(INVALID, path, value, detail)


def type_invalid(path: str, value: Any, detail: str) -> FieldError:
    """Return the error of a value of the wrong JSON type or format."""
    return FieldError(TYPE_INVALID, path, value, detail)


def forbidden(path: str, detail: str) -> FieldError:
    """Return the error of a field that must not be set or changed."""
    return FieldError(FORBIDDEN, path, "", detail)


def duplicate(path: str, value: Any) -> FieldError:
    """Return the error of a value that may occur only once."""
    return FieldError(DUPLICATE, path, value)


def not_supported(path: str, value: Any, allowed: Sequence[Any]) -> FieldError:
    """Return the error of a value outside an enumeration."""
    names = [a if isinstance(a, str) else go_json(a) for a in allowed]
    return FieldError(NOT_SUPPORTED, path, value, "supported values: " + ", ".join(map(quote, names)) if names else "")


def too_long(path: str, limit: int) -> FieldError:
    """Return the error of a string with too many characters (the message says bytes, the check counts characters)."""
    return FieldError(TOO_LONG, path, "", f"may not be more than {limit} {'byte' if limit == 1 else 'bytes'}")


def too_many(path: str, actual: int, limit: int) -> FieldError:
    """Return the error of a list or map with too many items."""
    return FieldError(TOO_MANY, path, actual, f"must have at most {limit} {'item' if limit == 1 else 'items'}")


def child(path: str, name: str) -> str:
    """Return the path of a property."""
    return f"{path}.{name}" if path else name


def aggregate(errors: Iterable[FieldError], style: str = NEW_STYLE) -> str:
    """Return errors as utilerrors.NewAggregate prints them: duplicates once, brackets around more than one."""
    return joined(e.text(style) for e in errors)


def joined(errors: Iterable[str]) -> str:
    """Return the texts of errors as `aggregate` does."""
    texts = list(dict.fromkeys(errors))
    return texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"
