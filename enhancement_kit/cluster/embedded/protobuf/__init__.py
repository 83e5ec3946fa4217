"""Reading Kubernetes' protobuf, which clients send for built-in kinds, into the JSON form of the object.

No maintained library has its messages. `fields.json`, written by tools/write_protobuf_fields.py from the tags of the Go
types, has the fields of every kind that is served; the rest is the wire format. Answers are never protobuf: clients
that send it take JSON too.
"""

from __future__ import annotations

import base64
import functools
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from .. import gojson, limits
from ..objects import Manifest
from . import wire
from .wire import Unreadable

__all__ = ["FIELDS", "MEDIA", "UnknownKind", "Unreadable", "fields_of", "message_of", "read"]
MEDIA = "application/vnd.kubernetes.protobuf"
FIELDS = Path(__file__).with_name("fields.json")
_MAGIC = b"k8s\x00"
_TOO_DEEP = "exceeded max depth"
_FIELD = re.compile(r"(\d+) (\S+) (\*?)(\[\]|\{\})?(\S+)")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnknownKind(Unreadable):
    """A kind that has no protobuf, such as a custom one."""


@functools.cache
def _table() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FIELDS.read_text(encoding="utf-8"))
    return found


@functools.cache
def fields_of(message: str) -> dict[int, tuple[str, bool, str, str]]:
    """Return JSON name (`.`: fields are inlined in the enclosing message), pointer, container and type by number."""
    parts = (_FIELD.fullmatch(part) for part in _table()["messages"][message].split(", ") if part)
    return {int(f[1]): (f[2], bool(f[3]), f[4] or "", f[5]) for f in parts if f is not None}


def message_of(api_version: str, kind: str) -> str | None:
    """Return the message of a kind; None for one without protobuf."""
    return _table()["kinds"].get(f"{api_version} {kind}")


def read(body: bytes) -> Manifest:
    """Read the object in a body. Raises Unreadable, also for a kind whose fields are not known."""
    if not body.startswith(_MAGIC):
        raise Unreadable("it does not begin with k8s\\x00")
    envelope = dict(wire.fields(body[len(_MAGIC) :]))
    about = {number: _text(value) for number, value in wire.fields(_bytes(envelope.get(1, b"")))}
    api_version, kind = about.get(1, ""), about.get(2, "")
    # options have the group of the kind that they are for
    message = message_of("v1" if kind == "DeleteOptions" else api_version, kind)
    if message is None:
        raise UnknownKind(f"no fields are known of {kind} in {api_version}")
    try:
        found = _message(message, _bytes(envelope.get(2, b"")))
    except RecursionError:
        raise Unreadable(_TOO_DEEP) from None
    if gojson.depth_of(found) > limits.DEPTH:
        raise Unreadable(_TOO_DEEP)
    return {"apiVersion": api_version, "kind": kind, **found}


def _message(name: str, body: bytes) -> Manifest:
    known = fields_of(name)
    out: Manifest = {}
    for number, value in wire.fields(body):
        if number not in known:
            continue
        json_name, pointer, container, kind = known[number]
        if json_name == ".":
            out.update(_message(kind, _bytes(value)))
            continue
        if container == "{}":
            entry = dict(wire.fields(_bytes(value)))
            out.setdefault(json_name, {})[_text(entry.get(1, b""))] = _value(kind, entry.get(2, b""))
            continue
        read_value = _value(kind, value)
        if container == "[]":
            out.setdefault(json_name, []).append(read_value)
        elif pointer or read_value not in ("", 0, False, None, {}):
            # fields without a pointer are sent even when empty, but JSON omits them
            out[json_name] = read_value
    return out


def _value(kind: str, value: int | bytes) -> Any:
    match kind:
        case "text":
            return _text(value)
        case "int":
            return wire.signed(value)
        case "truth":
            return bool(value)
        case "float":
            return wire.double(value)
        case "bytes":
            return base64.b64encode(_bytes(value)).decode()
        case "time" | "micro":
            return _time(_bytes(value), micro=kind == "micro")
        case "quantity":
            return _text(dict(wire.fields(_bytes(value))).get(1, b""))
        case "either":
            parts = dict(wire.fields(_bytes(value)))
            return _text(parts.get(3, b"")) if parts.get(1) else wire.signed(parts.get(2, 0))
        case "json" | "raw":
            content = dict(wire.fields(_bytes(value))).get(1, b"")
            return _json(_bytes(content)) if content else None
        case "texts":
            return [_text(text) for number, text in wire.fields(_bytes(value)) if number == 1]
        case "duration":
            return f"{wire.signed(dict(wire.fields(_bytes(value))).get(1, 0))}ns"
    return _message(kind, _bytes(value))


def _json(content: bytes) -> Any:
    try:
        return gojson.loads(content)[0]
    except gojson.BadJson as error:
        raise Unreadable(str(error)) from None


def _time(body: bytes, *, micro: bool) -> str | None:
    parts = dict(wire.fields(body))
    if not parts:
        return None
    seconds, micros = wire.signed(parts.get(1, 0)), wire.signed(parts.get(2, 0)) // 1000
    try:
        moment = _EPOCH + timedelta(seconds=seconds, microseconds=micros)
    except OverflowError:
        raise Unreadable("a time is out of range") from None
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ" if micro else "%Y-%m-%dT%H:%M:%SZ")


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise Unreadable("a number stands where a text or a message is due")
    return value


def _text(value: int | bytes) -> str:
    try:
        return _bytes(value).decode()
    except UnicodeDecodeError:
        raise Unreadable("a text is not UTF-8") from None
