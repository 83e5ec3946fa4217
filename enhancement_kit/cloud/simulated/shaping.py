"""Converting a result of moto to what an AWS client reads, without the XML in between.

moto writes a result as XML, element by element as the model of the operation says, and botocore reads it back by the
same model. Here the model is walked once, and what comes out is what botocore would have read: the same members in the
same order, times as it parses them, no member for what moto does not write. Results whose model has anything else than
the query protocols use (maps, blobs, headers) go over the wire protocol.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

Value = Any
Convert = Callable[[Any], Value]
Transform = Callable[[Any], Any]

_SCALARS = frozenset({"boolean", "double", "float", "integer", "long", "string", "timestamp"})
_NOTHING = object()
"""What a list leaves out."""


def shapeable(shape: Any) -> bool:
    """Check whether results of this model can bypass the wire protocol."""
    return _known(shape, set())


def _known(shape: Any, seen: set[str]) -> bool:
    if shape is None or shape.name in seen:
        return True
    if {"location", "payload", "xmlAttribute", "xmlNamespace", "flattened"} & shape.serialization.keys():
        return False
    seen.add(shape.name)
    if shape.type_name == "structure":
        return not shape.is_tagged_union and all(_known(member, seen) for member in shape.members.values())
    if shape.type_name == "list":
        return _known(shape.member, seen)
    return shape.type_name in _SCALARS


class Shaper:
    """Makes answers of one operation. `transforms` are moto's corrections of values by the end of their path."""

    def __init__(self, operation: Any, transforms: Mapping[str, Transform]) -> None:
        from moto.core.serialize import SERIALIZERS

        self.transforms = dict(transforms)
        self._operation = operation
        serializer = SERIALIZERS.get(operation.service_model.protocol)
        self._times = str(getattr(serializer, "DEFAULT_TIMESTAMP_FORMAT", "iso8601"))
        shape = operation.output_shape
        self._root = None if shape is None else _Structure(self, shape, f"{operation.name}.{shape.name}")

    def answer(self, result: Any) -> dict[str, Any]:
        """Return the members of the answer."""
        return {} if self._root is None or result is None else self._root(result)

    def reader(self, path: Sequence[str], items: Sequence[str] = ()) -> Reader:
        """Return what reads a path from the items of the answer that other names lead to, or from the whole answer."""
        shape = self._operation.output_shape
        place = f"{self._operation.name}.{shape.name}"
        for name in items:
            shape = shape.members[name]
            place = f"{place}.{name}"
            while shape.type_name == "list":
                shape = shape.member
                place = f"{place}.{shape.name}"
        return Reader(self, shape, place, path)

    def convert(self, shape: Any, path: str) -> Convert:
        """Return the function that converts a value of a shape at a path of the answer."""
        match shape.type_name:
            case "structure":
                return _Structure(self, shape, path)
            case "list":
                return _List(self, shape, path)
            case "boolean":
                return _boolean
            case "integer" | "long":
                return int
            case "double" | "float":
                return float
            case "timestamp":
                return functools.partial(_time, str(shape.serialization.get("timestampFormat", self._times)))
            case _:
                return str

    def member(self, parent: Any, shape: Any, path: str, name: str) -> _Member:
        """Return the reader of one member of a structure."""
        place = f"{path}.{name}"
        transform = next((found for end, found in self.transforms.items() if place.endswith(end)), None)
        keys = functools.partial(_keys, self._operation, parent, shape, path, name)
        return _Member(name, keys, transform, self.convert(shape, place))


class Reader:
    """Reads the values at a path of members of moto's objects, as the answer would show them, and nothing else."""

    def __init__(self, shaper: Shaper, shape: Any, place: str, path: Sequence[str]) -> None:
        """Look up each member of the path, through lists and structures, from a structure of this shape."""
        self._steps: list[tuple[_Member, int]] = []
        for name in path:
            parent, shape, depth = shape, shape.members[name], 0
            member = shaper.member(parent, shape, place, name)
            place = f"{place}.{name}"
            while shape.type_name == "list":
                shape, depth = shape.member, depth + 1
                place = f"{place}.{shape.name}"
            self._steps.append((member, depth))
        self._convert = shaper.convert(shape, place)

    def __call__(self, value: Any) -> list[Value]:
        """Return the values that an object has there."""
        found = [value]
        for member, depth in self._steps:
            read = (member.of(one, by_key=hasattr(one, "__getitem__")) for one in found)
            found = [one for one in read if one is not None]
            for _ in range(depth):
                found = [item for one in found for item in one if item is not None]
        return [self._convert(one) for one in found]


class _Member:
    """One member of a structure: where moto's objects have it, and what becomes of it."""

    __slots__ = ("_keys", "_known", "_transform", "convert", "name")

    def __init__(self, name: str, keys: Callable[[Any], list[str]], transform: Transform | None, convert: Convert):
        self.name, self.convert = name, convert
        self._keys, self._transform = keys, transform
        self._known: dict[type, tuple[str, ...]] = {}

    def of(self, obj: Any, *, by_key: bool) -> Any:
        """Return the member's value in an object, or None where it has none."""
        names = self._known.get(type(obj))
        if names is None:
            names = self._known[type(obj)] = tuple(dict.fromkeys(self._keys(obj)))
        value = None
        if by_key:
            for name in names:
                try:
                    value = obj[name]
                except (KeyError, IndexError, TypeError, AttributeError):
                    continue
                break
        else:
            for name in names:
                value = getattr(obj, name, _NOTHING)
                if value is not _NOTHING:
                    break
            else:
                value = None
        return value if self._transform is None else self._transform(value)


class _Structure:
    """Makes structures of a shape; its members are looked up at the first use, since shapes may hold themselves."""

    __slots__ = ("_members", "_path", "_shape", "_shaper")

    def __init__(self, shaper: Shaper, shape: Any, path: str) -> None:
        self._shaper, self._shape, self._path = shaper, shape, path
        self._members: list[_Member] | None = None

    def __call__(self, value: Any) -> dict[str, Any]:
        members = self._members
        if members is None:
            members = self._members = [
                self._shaper.member(self._shape, shape, self._path, name) for name, shape in self._shape.members.items()
            ]
        by_key = hasattr(value, "__getitem__")
        made = {}
        for member in members:
            found = member.of(value, by_key=by_key)
            if found is not None:
                made[member.name] = member.convert(found)
        return made


class _List:
    """Makes lists of a shape. moto leaves out items without any content."""

    __slots__ = ("_item", "_structures")

    def __init__(self, shaper: Shaper, shape: Any, path: str) -> None:
        self._item = shaper.convert(shape.member, f"{path}.{shape.member.name}")
        self._structures = shape.member.type_name == "structure"

    def __call__(self, value: Any) -> list[Any]:
        if not self._structures:
            return [self._item(item) for item in value]
        return [made for item in value if item is not None and (made := self._item(item))]


def _keys(operation: Any, parent: Any, shape: Any, path: str, name: str, obj: Any) -> list[str]:
    """Return the names under which moto looks for a member in an object of this type."""
    from moto.core.serialize import AttributePickerContext, XFormedAttributePicker

    shape.parent = parent
    context = AttributePickerContext(obj, name, shape, operation, operation.service_model, path)
    return list(XFormedAttributePicker().get_possible_keys(context))


def _boolean(value: Any) -> bool:
    return value is True or str(value).lower() == "true"


def _time(form: str, value: Any) -> Any:
    """Convert a time to what botocore reads after moto has written it."""
    from botocore.utils import parse_timestamp
    from moto.core.serialize import TimestampSerializer

    text = str(TimestampSerializer(form)._convert_timestamp_to_str(value, form))
    if form.startswith("iso8601"):
        # the one notation that Python reads itself, many times faster
        return datetime.fromisoformat(text)
    return parse_timestamp(text)
