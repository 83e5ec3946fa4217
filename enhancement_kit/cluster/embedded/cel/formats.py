"""The named formats of the Kubernetes CEL library, and cel-go's string formatting."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any

from ..names import is_label, is_label_1035, is_subdomain
from ..objectmeta import bad_label_key, bad_label_value
from ..urls import UrlError, parse_request_uri

_BASE64 = re.compile(r"([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def _prefix(rule: Callable[[str], list[str]]) -> Callable[[str], list[str]]:
    # a generateName may end in a dash, because the server appends a suffix
    return lambda text: rule(text[:-1] + "a" if text.endswith("-") else text)


def _uri(text: str) -> list[str]:
    try:
        parse_request_uri(text)
    except UrlError as e:
        return [str(e)]
    return []


def _uuid(text: str) -> list[str]:
    try:
        uuid.UUID(text)
    except ValueError:
        return ["does not match the UUID format"]
    return []


def _byte(text: str) -> list[str]:
    return (
        [] if re.fullmatch(r"([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text) else ["invalid base64"]
    )


def _time(form: str, name: str) -> Callable[[str], list[str]]:
    def check(text: str) -> list[str]:
        try:
            datetime.strptime(text, form) if form else datetime.fromisoformat(text)
        except ValueError:
            return [f"invalid {name}"]
        return []

    return check


NAMED: dict[str, Callable[[str], list[str]]] = {
    "dns1123Label": is_label,
    "dns1123Subdomain": is_subdomain,
    "dns1035Label": is_label_1035,
    "dns1123LabelPrefix": _prefix(is_label),
    "dns1123SubdomainPrefix": _prefix(is_subdomain),
    "dns1035LabelPrefix": _prefix(is_label_1035),
    "qualifiedName": bad_label_key,
    "labelValue": bad_label_value,
    "uri": _uri,
    "uuid": _uuid,
    "byte": _byte,
    "date": _time("%Y-%m-%d", "date"),
    "datetime": _time("", "datetime"),
}

_PRECISION = 6
"""Digits of a precision. Go's fmt takes up to a million."""
_VERB = re.compile(r"%(?:\.(\d+))?([sdfeboxX%])")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return json.dumps(value)
    return "null" if value is None else str(value)


def string_format(form: str, values: list[Any]) -> str:
    """Format as cel-go's `'...'.format([...])` does. Raises ValueError where values and format do not match."""
    left = [v.plain_value() if hasattr(v, "plain_value") else v for v in values]

    def put(found: re.Match[str]) -> str:
        precision, verb = found[1], found[2]
        if verb == "%":
            return "%"
        if not left:
            raise ValueError("index out of range: too few arguments for the format")
        value = left.pop(0)
        if verb == "s":
            return _shown(value)
        if len(precision or "") > _PRECISION:
            raise ValueError("precision out of range")
        try:
            if verb in "fe":
                return format(float(value), f".{precision or 6}{verb}")
            return format(int(value), verb)
        except (TypeError, ValueError):
            raise ValueError(f"could not convert argument {_shown(value)} for verb %{verb}") from None

    return _VERB.sub(put, form)
