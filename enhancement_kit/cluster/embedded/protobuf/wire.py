"""The wire format of protobuf: numbered fields, each a number or a run of bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator

_VARINT, _EIGHT, _LENGTH, _FOUR = 0, 1, 2, 5


class Unreadable(ValueError):
    """Bytes that are not a valid message."""


def fields(body: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield number and value of every field, in order. Raises Unreadable."""
    at = 0
    while at < len(body):
        key, at = _varint(body, at)
        kind = key & 7
        if kind == _VARINT:
            value: int | bytes
            value, at = _varint(body, at)
        else:
            if kind == _LENGTH:
                size, at = _varint(body, at)
            elif kind in (_EIGHT, _FOUR):
                size = 8 if kind == _EIGHT else 4
            else:
                raise Unreadable(f"there is no wire type {kind}")
            if at + size > len(body):
                raise Unreadable("it ends within a field")
            value = body[at : at + size]
            at += size
        yield key >> 3, value


def _varint(body: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(body) and shift < 70:
        byte = body[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if not byte & 0x80:
            return value, at
        shift += 7
    raise Unreadable("it ends within a number")


def signed(value: int | bytes) -> int:
    """Return a number as a signed one. Raises Unreadable."""
    if isinstance(value, bytes):
        raise Unreadable("a text or a message stands where a number is due")
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def double(value: int | bytes) -> float:
    """Decode a double. Raises Unreadable."""
    if not isinstance(value, bytes) or len(value) != 8:
        raise Unreadable("no number with a fraction stands where one is due")
    return float(struct.unpack("<d", value)[0])


def varint(value: int) -> bytes:
    """Encode a number as a varint."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number: int, value: int | bytes | str) -> bytes:
    """Encode a field."""
    if isinstance(value, int):
        return varint(number << 3 | _VARINT) + varint(value)
    content = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | _LENGTH) + varint(len(content)) + content
