"""The Go types of built-in kinds as JSON meets them: what fits a field, and what of it is written again.

`go_types.json`, written by tools/write_go_types.py, has the fields of each struct. Reading an object drops unknown
fields, and fields that Go leaves out because they are empty; it adds those that Go writes even if nobody set them.
"""

from __future__ import annotations

import base64
import binascii
import functools
import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .. import go_times
from ..fielderrors import quote
from ..gojson import name_of
from ..objects import Manifest, clone
from ..status import ApiError
from . import go_defaults, quantities

FILE = Path(__file__).with_name("go_types.json")
_PART = re.compile(r"([\w.$-]+?)([!?]?) (\S+)")
_INTEGERS = {"int32": 2**31, "int64": 2**63, "int": 2**63}
_ZEROS: dict[str, Any] = {"string": "", "bool": False, "int32": 0, "int64": 0, "int": 0, "float64": 0, "either": 0}
_BASE64 = re.compile(r"[A-Za-z0-9+/=]")
_DEFAULTED = frozenset({*go_defaults.STATIC, *go_defaults.COMPUTED})
_NAMES = {"bytes": "[]uint8", "float": "float64"}


@dataclass(frozen=True)
class Type:
    """A type: a scalar (perhaps one with a name of its own), a list or map, a struct, or one with JSON of its own."""

    base: str
    """What it is: `string`, `list`, `map`, `struct`, `time`, `quantity` and the like."""
    name: str
    """Its name in errors."""
    pointer: bool = False
    of: Type | None = None
    struct: str = ""


@dataclass(frozen=True)
class Field:
    """A field of a struct."""

    type: Type
    always: bool
    """Whether it is written even if it is empty."""
    owner: str
    """The struct whose field it is, as errors name it."""
    through: str = ""
    """The inlined structs on the way to it, as errors name them, with a dot behind each."""
    merging: str = ""
    """How lists and maps merge: `map:KEYS`, `set`, `atomic`, or nothing."""


@functools.cache
def _table() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@functools.lru_cache(1024)
def root_of(api_version: str, kind: str) -> str:
    """Return the struct of a kind; empty for one that is not known."""
    return str(_table()["kinds"].get(f"{api_version} {kind}", ""))


def _parsed(text: str) -> Type:
    if text.startswith("*"):
        inner = _parsed(text[1:])
        return Type(inner.base, inner.name, True, inner.of, inner.struct)
    if text.startswith("[]"):
        inner = _parsed(text[2:])
        return Type("list", f"[]{'*' if inner.pointer else ''}{inner.name}", of=inner)
    if text.startswith("{}"):
        inner = _parsed(text[2:])
        return Type("map", f"map[string]{'*' if inner.pointer else ''}{inner.name}", of=inner)
    name, named, other = text.partition("=")
    if named:
        inner = _parsed(other)
        return Type(inner.base, name, inner.pointer, inner.of, inner.struct)
    if text in _table()["structs"]:
        return Type("struct", text.rpartition("/")[2], struct=text)
    return Type(text, _NAMES.get(text, text))


@functools.cache
def fields(struct: str) -> dict[str, Field]:
    """Return the fields of a struct by their JSON names, those of inlined structs among them."""
    out: dict[str, Field] = {}
    own = struct.rpartition(".")[2]
    for part in filter(None, _table()["structs"][struct].split(", ")):
        found = re.fullmatch(r"(\S+?)([!?]?) ([^\s~]+)(?:~(\S+))?", part)
        if found is None:
            raise ValueError(f"{FILE.name}: {struct} has an unreadable field {part!r}")
        name, flag, text, merging = found.groups()
        kind = _parsed(text)
        if name.startswith("."):
            for inner, f in fields(kind.struct).items():
                out[inner] = Field(f.type, f.always, f.owner, f"{name[1:]}.{f.through}", f.merging)
            continue
        # Go never takes a struct for empty
        whole = not kind.pointer and kind.base in ("struct", "time", "micro", "quantity", "either", "raw", "duration")
        out[name] = Field(kind, flag == "!" or (whole and flag != "?"), own, merging=merging or "")
    return out


def has_defaults(api_version: str, kind: str) -> bool:
    """Return whether a struct that a kind is made of has defaults."""
    seen: set[str] = set()

    def found(struct: str) -> bool:
        if struct in seen:
            return False
        seen.add(struct)
        inner = [t.of.struct if t.of else t.struct for t in (f.type for f in fields(struct).values())]
        return struct in _DEFAULTED or any(found(name) for name in inner if name)

    root = root_of(api_version, kind)
    return bool(root) and found(root)


def is_atomic(struct: str) -> bool:
    """Return whether a struct has one owner as a whole."""
    return struct in _table()["atomic"]


@functools.cache
def unset(struct: str) -> Manifest:
    """Return what Go writes of a struct before defaults are filled in. Not to be changed."""
    return {
        name: unset(f.type.struct) if f.type.struct and not f.type.pointer else _zero(f.type)
        for name, f in fields(struct).items()
        if f.always
    }


def _zero(kind: Type) -> Any:
    if kind.pointer:
        return None
    if kind.base == "struct":
        return clone(empty(kind.struct))
    return "0" if kind.base == "quantity" else _ZEROS.get(kind.base)


@functools.cache
def empty(struct: str) -> Manifest:
    """Return what Go writes of a struct in which nothing is set but defaults. Not to be changed."""
    out = {name: _zero(f.type) for name, f in fields(struct).items() if f.always}
    go_defaults.fill_struct(struct, out)
    return out


@functools.cache
def empty_status(root: str) -> Manifest | None:
    """Return the status of a new object of a kind; None where it has none. Not to be changed."""
    found = fields(root).get("status")
    return empty(found.type.struct) if found and found.type.struct else None


@functools.cache
def _always(struct: str) -> tuple[tuple[str, Type], ...]:
    return tuple((name, f.type) for name, f in fields(struct).items() if f.always)


@functools.cache
def _pointers(struct: str) -> frozenset[str]:
    return frozenset(name for name, f in fields(struct).items() if f.type.pointer)


def _bad_base64(text: str) -> int | None:
    """Return where a text stops being base64; None where it is."""
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return next((i for i, c in enumerate(text) if not _BASE64.match(c)), len(text) // 4 * 4)
    return None


class Unreadable(ApiError):
    """The 400 of an object that does not fit its type."""

    def __init__(self, kind: str, version: str, why: str, part: str = "", *, ends: bool = False) -> None:
        """`part` is the field of the object that is wrong, `ends` whether Go reads no further then."""
        super().__init__(400, "BadRequest", f'{kind} in version "{version}" cannot be handled as a {kind}: {why}')
        self.why = why
        self.part = part
        self.ends = ends


@dataclass
class Reader:
    """Reads one object."""

    kind: str
    version: str
    unknown: list[str] = field(default_factory=list)
    misfits: list[Unreadable] = field(default_factory=list)
    """Values of a wrong type: Go reads on, and tells the first one at the end."""

    def struct(self, value: Manifest, struct: str, path: str, shown: str) -> Manifest:
        """Return a struct; `path` and `shown` are where it is for warnings and for errors. Raises ApiError 400."""
        known = fields(struct)
        out: Manifest = {}
        for key, item in value.items():
            at = f"{path}.{key}" if path else key
            found = known.get(key)
            if found is None:
                self.unknown.append(at)
            elif item is not None:
                read = self.value(item, found.type, at, f"{shown}{found.through}{key}", struct)
                if found.always or found.type.pointer or (read not in ("", 0) and read != [] and read != {}):
                    out[key] = read
        for name, kind in _always(struct):
            if name not in out or (path and kind.base in ("list", "map") and not out[name]):
                out[name] = _zero(kind)
        if struct in _DEFAULTED:
            go_defaults.fill_struct(struct, out, _pointers(struct))
        return out

    def value(self, value: Any, kind: Type, path: str, shown: str, struct: str) -> Any:
        """Return a value of a type. Raises ApiError 400."""
        base = kind.base
        if base == "struct":
            if not isinstance(value, dict):
                return self._misfit(name_of(value), kind, shown, struct)
            return self.struct(value, kind.struct, path, shown + ".")
        if base == "string":
            if not isinstance(value, str):
                return self._misfit(name_of(value), kind, shown, struct)
            return value
        if base == "list" and kind.of:
            if not isinstance(value, list):
                return self._misfit(name_of(value), kind, shown, struct)
            of = kind.of
            return [
                _zero(of) if v is None else self.value(v, of, f"{path}[{i}]", shown, struct)
                for i, v in enumerate(value)
            ]
        if base == "map" and kind.of:
            if not isinstance(value, dict):
                return self._misfit(name_of(value), kind, shown, struct)
            of = kind.of
            return {
                k: _zero(of) if v is None else self.value(v, of, f"{path}.{k}", shown, struct) for k, v in value.items()
            }
        if base in _INTEGERS:
            if not isinstance(value, (int, float)) or isinstance(value, bool):
                return self._misfit(name_of(value), kind, shown, struct)
            if isinstance(value, float) or not -_INTEGERS[base] <= value < _INTEGERS[base]:
                return self._misfit(f"number {value}", kind, shown, struct)
            return value
        if base == "bool":
            if not isinstance(value, bool):
                return self._misfit(name_of(value), kind, shown, struct)
            return value
        return self._special(value, kind, shown, struct)

    def _special(self, value: Any, kind: Type, shown: str, struct: str) -> Any:
        base = kind.base
        if base == "quantity":
            return self._quantity(value)
        if base == "either":
            if isinstance(value, str):
                return value
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or not -(2**31) <= value < 2**31:
                number = whole or isinstance(value, float)
                raise self._own(f"number {value}" if number else name_of(value), "int32", shown, struct)
            return value
        if base in ("time", "micro"):
            if not isinstance(value, str):
                raise self._own(name_of(value), "string", shown, struct)
            return self._time(value, micro=base == "micro")
        if base == "bytes":
            if not isinstance(value, str):
                return self._misfit(name_of(value), kind, shown, struct)
            if (at := _bad_base64(value)) is not None:
                raise self._refused(f"illegal base64 data at input byte {at}")
        if base == "float64" and (not isinstance(value, (int, float)) or isinstance(value, bool)):
            return self._misfit(name_of(value), kind, shown, struct)
        return value

    def _quantity(self, value: Any) -> str:
        text = value if isinstance(value, str) else json.dumps(value)
        try:
            return quantities.read(text)[1]
        except quantities.BadQuantity as e:
            raise self._refused(str(e)) from None

    def _time(self, text: str, *, micro: bool) -> str:
        if why := go_times.unreadable(text, micro=micro):
            raise self._refused(why)
        try:
            at = datetime.fromisoformat(text.upper().replace(",", ".").replace("Z", "+00:00")).astimezone(UTC)
        except ValueError:
            raise self._refused(f"parsing time {quote(text)}: day out of range") from None
        return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ" if micro else "%Y-%m-%dT%H:%M:%SZ")

    def _misfit(self, what: str, kind: Type, shown: str, struct: str) -> Any:
        """Note that a value does not fit, and return the one that Go goes on with."""
        owner = struct.rpartition(".")[2]
        why = f"json: cannot unmarshal {what} into Go struct field {owner}.{shown} of type {kind.name}"
        self.misfits.append(Unreadable(self.kind, self.version, why, shown.partition(".")[0]))
        return _zero(kind)

    def _own(self, what: str, wanted: str, shown: str, struct: str) -> Unreadable:
        """Return the error of a type that reads JSON itself; Go names the field where it reads one."""
        place = f"struct field {struct.rpartition('.')[2]}.{shown}" if struct else "value"
        return self._refused(f"json: cannot unmarshal {what} into Go {place} of type {wanted}")

    def _refused(self, text: str) -> Unreadable:
        return Unreadable(self.kind, self.version, text, ends=True)


def read(obj: Manifest, root: str) -> tuple[Manifest, list[str]]:
    """Return an object as its Go type keeps it, and the paths that were dropped; metadata is left as it is.

    Raises ApiError 400 where a value does not fit.
    """
    reader = Reader(obj["kind"], obj["apiVersion"].rpartition("/")[2])
    rest = {k: v for k, v in obj.items() if k not in ("apiVersion", "kind", "metadata")}
    out = {"apiVersion": obj["apiVersion"], "kind": obj["kind"]}
    out.update(reader.struct(rest, root, "", ""))
    if reader.misfits:
        raise reader.misfits[0]
    out["metadata"] = obj.get("metadata") or {}
    return out, reader.unknown
