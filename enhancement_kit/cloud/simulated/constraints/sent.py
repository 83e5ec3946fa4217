"""What stands on the wire and no model reads: parameters that an operation does not have, words where numbers belong.

Clients that check their parameters send none of it; a client without a model, or with another version of it, does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from enhancement_kit.cloud.simulated.constraints.violations import Path, Violation
from enhancement_kit.cloud.simulated.limits import DIGITS

_ADDRESSED = frozenset({"Action", "Version"})
_SIGNED = re.compile(
    r"^(AWSAccessKeyId|SignatureMethod|SignatureVersion|Signature|Timestamp|Expires|SecurityToken|X-Amz-.*)$"
)
_NUMBER = re.compile(r"[0-9]{1,9}")
"""The number of an item of a list."""
_READABLE: Mapping[str, Callable[[str], object]] = {
    "integer": re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}").fullmatch,
    "long": re.compile(rf"[+-]?[0-9]{{1,{DIGITS}}}").fullmatch,
    "float": re.compile(r"[+-]?[0-9]{1,300}(\.[0-9]{0,300})?([eE][+-]?[0-9]{1,9})?").fullmatch,
    "double": re.compile(r"[+-]?[0-9]{1,300}(\.[0-9]{0,300})?([eE][+-]?[0-9]{1,9})?").fullmatch,
    "boolean": re.compile(r"true|false|0|1", re.IGNORECASE).fullmatch,
}
"""What the text of a scalar has to look like; every text can be a string."""


def form_violations(operation: Any, form: Mapping[str, str]) -> Iterator[Violation]:
    """Yield what a form of a query protocol has that the model of the operation cannot read."""
    named = _EC2_NAMES if operation.service_model.protocol == "ec2" else _QUERY_NAMES
    for key, text in form.items():
        if key not in _ADDRESSED and not _SIGNED.fullmatch(key):
            yield from _entry(operation.input_shape, key.split("."), text, (), named)


def document_violations(operation: Any, body: bytes) -> Iterator[Violation]:
    """Yield what an XML document has that the model of the operation cannot read."""
    shape = operation.input_shape
    if not body or shape is None:
        return
    try:
        root = ElementTree.fromstring(body)
    except ElementTree.ParseError:
        yield Violation("type", ("body",), body.decode(errors="replace")[:100], "document")
        return
    payload = shape.serialization.get("payload")
    yield from _element(shape.members[payload] if payload else shape, root, ())


def _query_name(name: str, shape: Any) -> str:
    return str(shape.serialization.get("name", name))


def _ec2_name(name: str, shape: Any) -> str:
    given = shape.serialization.get("queryName")
    if given:
        return str(given)
    plain = str(shape.serialization.get("name", name))
    return plain[:1].upper() + plain[1:]


_QUERY_NAMES, _EC2_NAMES = (_query_name, True), (_ec2_name, False)
"""How a protocol names a member, and whether the items of its lists stand below a name of their own."""


def _entry(shape: Any, steps: list[str], text: str, path: Path, named: tuple[Any, bool]) -> Iterator[Violation]:
    """Follow the dotted name of one entry of a form down the model."""
    name_of, wrapped = named
    kind = "structure" if shape is None else shape.type_name
    if kind == "structure":
        members = (
            {} if shape is None else {name_of(name, member): (name, member) for name, member in shape.members.items()}
        )
        if not steps:
            yield Violation("type", path, text, kind)
        elif steps[0] not in members:
            yield Violation("unknown member", (*path, ".".join(steps)), text)
        else:
            name, member = members[steps[0]]
            yield from _entry(member, steps[1:], text, (*path, name), named)
    elif kind in ("list", "map"):
        if not steps:
            if text:
                yield Violation("type", path, text, kind)
            return
        flat = not wrapped or bool(shape.serialization.get("flattened"))
        item = "entry" if kind == "map" else str(shape.member.serialization.get("name", "member"))
        rest = steps if flat else steps[1:]
        if (not flat and steps[0] != item) or not rest or not _NUMBER.fullmatch(rest[0]):
            yield Violation("unknown member", (*path, ".".join(steps)), text)
        elif kind == "list":
            yield from _entry(shape.member, rest[1:], text, (*path, f"member.{rest[0]}"), named)
    elif steps:
        yield Violation("unknown member", (*path, ".".join(steps)), text)
    elif not _READABLE.get(kind, _any_text)(text):
        yield Violation("type", path, text, kind)


def _element(shape: Any, element: ElementTree.Element, path: Path) -> Iterator[Violation]:
    """Follow an element of a document down the model."""
    if shape.type_name == "structure":
        members = {str(one.serialization.get("name", name)): (name, one) for name, one in shape.members.items()}
        for child in element:
            tag = child.tag.rpartition("}")[2]
            if tag not in members:
                yield Violation("unknown member", (*path, tag), child.text)
            else:
                name, member = members[tag]
                yield from _element(member, child, (*path, name))
    elif shape.type_name == "list":
        for number, child in enumerate(element, 1):
            yield from _element(shape.member, child, (*path, f"member.{number}"))
    elif not _READABLE.get(shape.type_name, _any_text)((element.text or "").strip()):
        yield Violation("type", path, element.text, shape.type_name)


def _any_text(_text: str) -> bool:
    return True
