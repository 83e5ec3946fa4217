"""Checks of parameters, made once for each operation from the service's model: what is missing, too long, not allowed.

The checks are made at the first call of an operation; a later call costs a few microseconds.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from enhancement_kit.cloud.simulated.constraints.patterns import matcher
from enhancement_kit.cloud.simulated.zones import has_region

Kind = Literal[
    "required", "shortest", "longest", "lowest", "highest", "enum", "pattern", "type", "unknown member", "empty label"
]
Path = tuple[str, ...]
"""Names of members as in the model; `member.1` is the first item of a list."""


@dataclass(frozen=True)
class Violation:
    """One constraint that a call breaks."""

    kind: Kind
    path: Path
    value: Any = None
    limit: Any = None
    """The number, the pattern, the allowed values or the type."""


Check = Callable[[Any, Path], Iterator[Violation]]

NUMBERS = frozenset({"integer", "long", "float", "double"})
_TYPES: Mapping[str, tuple[type, ...]] = {
    "structure": (Mapping,),
    "map": (Mapping,),
    "list": (list, tuple),
    "string": (str,),
    "blob": (bytes, bytearray, str),
    "boolean": (bool,),
    "integer": (int,),
    "long": (int,),
    "float": (int, float),
    "double": (int, float),
    "timestamp": (datetime, str, int, float),
}


def _none(_value: str) -> bool:
    return False


_NEWER: Mapping[str, Callable[[str], bool]] = {"VPCRegion": has_region}
"""Shapes whose values a model can only list as of its day, and what tells which others there are."""


def violations(service: str, operation: str, parameters: Mapping[str, Any]) -> list[Violation]:
    """Return what a call breaks of its operation's model, in the order of the model; nothing for unknown operations."""
    check = _of_operation(service, operation)
    return list(check(parameters, ())) if check is not None else []


@functools.cache
def model(service: str, operation: str) -> Any:
    """Return botocore's model of an operation, or None where the service has no such operation."""
    from botocore.model import OperationNotFoundError
    from moto.core.utils import get_service_model

    try:
        return get_service_model(service).operation_model(operation)
    except OperationNotFoundError:
        return None


@functools.cache
def _of_operation(service: str, operation: str) -> Check | None:
    found = model(service, operation)
    return None if found is None or found.input_shape is None else _Compiler().check(found.input_shape)


def is_filled_in(member: Any) -> bool:
    """Check whether clients fill in a member that a caller leaves out: a token."""
    return bool(member.metadata.get("idempotencyToken"))


class _Compiler:
    """Makes the checks of one operation; shapes that hold themselves are looked up when a call gets that deep."""

    def __init__(self) -> None:
        self._made: dict[str, Check | None] = {}
        self._under_way: set[str] = set()

    def check(self, shape: Any) -> Check:
        name = shape.name
        if name in self._under_way:
            return lambda value, path: made(value, path) if (made := self._made.get(name)) else iter(())
        if name not in self._made:
            self._under_way.add(name)
            self._made[name] = self._make(shape)
            self._under_way.discard(name)
        return self._made[name] or _nothing

    def _make(self, shape: Any) -> Check:
        own = _own(shape)
        inner = {"structure": self._structure, "list": self._list, "map": self._map}.get(shape.type_name)
        deep = inner(shape) if inner is not None else _nothing
        types, kind = _TYPES.get(shape.type_name, (object,)), shape.type_name

        def check(value: Any, path: Path) -> Iterator[Violation]:
            if not isinstance(value, types) or (kind in NUMBERS and isinstance(value, bool)):
                yield Violation("type", path, value, kind)
                return
            for one in own:
                yield from one(value, path)
            yield from deep(value, path)

        return check

    def _structure(self, shape: Any) -> Check:
        required = [name for name in shape.required_members if not is_filled_in(shape.members[name])]
        labels = frozenset(n for n, s in shape.members.items() if s.serialization.get("location") == "uri")
        members = {name: self.check(member) for name, member in shape.members.items()}

        def check(value: Any, path: Path) -> Iterator[Violation]:
            for name in required:
                if value.get(name) is None:
                    yield Violation("required", (*path, name))
            for name, given in value.items():
                if name not in members:
                    yield Violation("unknown member", (*path, name), given)
                elif given is not None:
                    if name in labels and given == "":
                        yield Violation("empty label", (*path, name), given)
                    yield from members[name](given, (*path, name))

        return check

    def _list(self, shape: Any) -> Check:
        item = self.check(shape.member)

        def check(value: Any, path: Path) -> Iterator[Violation]:
            for number, one in enumerate(value, 1):
                yield from item(one, (*path, f"member.{number}"))

        return check

    def _map(self, shape: Any) -> Check:
        key, item = self.check(shape.key), self.check(shape.value)

        def check(value: Any, path: Path) -> Iterator[Violation]:
            for name, one in value.items():
                yield from key(name, path)
                yield from item(one, (*path, str(name)))

        return check


def _nothing(_value: Any, _path: Path) -> Iterator[Violation]:
    return iter(())


def _own(shape: Any) -> list[Check]:
    """Return the checks of a shape's own constraints."""
    facts, counted = shape.metadata, shape.type_name in NUMBERS
    found: list[Check] = []
    if facts.get("enum"):
        allowed, also = tuple(facts["enum"]), _NEWER.get(shape.name, _none)
        found.append(_if("enum", lambda value: value not in allowed and not also(value), allowed))
    size = (lambda value: value) if counted else len
    if "min" in facts:
        low = facts["min"]
        found.append(_if("lowest" if counted else "shortest", lambda value: size(value) < low, low))
    if "max" in facts:
        high = facts["max"]
        found.append(_if("highest" if counted else "longest", lambda value: size(value) > high, high))
    if facts.get("pattern") and shape.type_name == "string":
        matches = matcher(facts["pattern"])
        found.append(_if("pattern", lambda value: not matches(value), facts["pattern"]))
    return found


def _if(kind: Kind, broken: Callable[[Any], bool], limit: Any) -> Check:
    def check(value: Any, path: Path) -> Iterator[Violation]:
        if broken(value):
            yield Violation(kind, path, value, limit)

    return check
