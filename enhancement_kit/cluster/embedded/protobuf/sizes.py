"""How many bytes an object of a built-in kind has in protobuf, in which kube-apiserver stores it."""

from __future__ import annotations

from typing import Any

from ..fielderrors import go_json
from ..objects import Manifest
from . import fields_of

_MAGIC = 4
_TIME = 8
"""Bytes of a moment: its seconds, and the zero of its nanoseconds."""
_FLOAT = 8


def stored(message: str, obj: Manifest) -> int:
    """Return the bytes of an object, with the envelope in which it is stored."""
    about = _text(obj["apiVersion"]) + _text(obj["kind"])
    # the media type and the encoding of the content are empty
    return _MAGIC + _framed(about) + _framed(_message(message, obj)) + 2 * _text("")


def _message(name: str, obj: Manifest) -> int:
    total = 0
    for number, (json_name, pointer, container, kind) in fields_of(name).items():
        wide = _varint(number << 3) - 1
        if json_name == ".":
            total += wide + _framed(_message(kind, obj))
            continue
        value = obj.get(json_name)
        if container == "{}":
            for key, item in (value or {}).items():
                total += wide + _framed(_text(key) + _value(kind, item))
        elif container == "[]":
            total += sum(wide + _value(kind, item) for item in value or ())
        elif value is not None or not pointer:
            # without a pointer a field is written even where it is empty
            total += wide + _value(kind, value)
    return total


def _value(kind: str, value: Any) -> int:
    """Return the bytes of a field with a value, whose number is below 16."""
    match kind:
        case "text":
            return _text(value or "")
        case "int":
            return 1 + _varint(value or 0)
        case "truth":
            return 2
        case "float":
            return 1 + _FLOAT
        case "bytes":
            return _framed(len(value or "") * 3 // 4 - (value or "").count("=", -2))
        case "time" | "micro":
            return _framed(_TIME if value else 0)
        case "quantity":
            return _framed(_text(str(value or "0")))
        case "either":
            whole = value if isinstance(value, int) else 0
            return _framed(2 + 1 + _varint(whole) + _text(value if isinstance(value, str) else ""))
        case "json" | "raw":
            return _framed(_text(go_json(value)) if value is not None else 0)
        case "texts":
            return _framed(sum(_text(text) for text in value or ()))
        case "duration":
            return _framed(2 + _varint(1 << 35))
    return _framed(_message(kind, value or {}))


def _text(value: str) -> int:
    return _framed(len(value) if value.isascii() else len(value.encode()))


def _framed(size: int) -> int:
    """Return the bytes of a field with content of this size."""
    return 1 + _varint(size) + size


def _varint(value: int) -> int:
    return 10 if value < 0 else max((value.bit_length() + 6) // 7, 1)
