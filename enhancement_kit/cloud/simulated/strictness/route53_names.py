"""What Route 53 accepts as names and as values of records, and what it says of others."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from typing import Any

Problem = tuple[str, str, str]
"""Name of a problem, what it means, and the text that has it."""

_CHARACTER_STRINGS = re.compile(r'\s*(?:"(?:[^"\\]|\\.)*"\s*)+', re.DOTALL)
_CHARACTER_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_ESCAPED = re.compile(r"\\(?:\d{3}|.)")
_LABEL, _NAME, _STRING = 63, 255, 255


def absolute(name: str) -> str:
    """Return a name as Route 53 compares it: in lower case, with a dot at its end."""
    return name.lower().rstrip(".") + "."


def inside(name: str, zone: str) -> bool:
    """Check whether an absolute name is a zone's or lies below it."""
    return name == zone or name.endswith(f".{zone}")


def say(problem: Problem) -> str:
    """Put a problem as Route 53 does."""
    name, meaning, text = problem
    return f"FATAL problem: {name} ({meaning}) encountered with '{text}'"


def of_name(name: str) -> Problem | None:
    """Return what is wrong with a domain name, or None."""
    labels = _ESCAPED.sub("x", name.removesuffix(".")).split(".")
    if "" in labels and name != ".":
        return "DomainLabelEmpty", "Domain label is empty", name
    long = next((label for label in labels if len(label) > _LABEL), None)
    if long is not None:
        return "DomainLabelTooLong", "Domain label is too long", long
    if len(name) > _NAME:
        return "DomainTooLong", "Domain name is too long", name
    return _unsupported(name)


def _unsupported(text: str) -> Problem | None:
    wrong = next((one for one in _ESCAPED.sub("", text) if ord(one) <= 32 or ord(one) >= 127), None)
    return None if wrong is None else ("UnsupportedCharacter", "Value contains unsupported characters", wrong)


def of_value(kind: str, value: str) -> Problem | None:
    """Return what is wrong with a value of a record of this type, or None."""
    check = _CHECKS.get(kind)
    return None if check is None else check(value)


def _address(name: str, number: str, parse: Callable[[str], Any]) -> Callable[[str], Problem | None]:
    def check(value: str) -> Problem | None:
        try:
            parse(value)
        except ValueError:
            return name, f"Value is not a valid IPv{number} address", value
        return None

    return check


def _text(value: str) -> Problem | None:
    if not _CHARACTER_STRINGS.fullmatch(value):
        return "InvalidCharacterString", "Value should be enclosed in quotation marks", value
    if any(len(_ESCAPED.sub("x", one)) > _STRING for one in _CHARACTER_STRING.findall(value)):
        return "CharacterStringTooLong", "Value is too long", value
    return None


def _fields(kind: str, count: int, word: str, names: slice) -> Callable[[str], Problem | None]:
    """Return the check of values that have so many fields, names at some places and numbers elsewhere."""

    def check(value: str) -> Problem | None:
        given = value.split()
        if len(given) != count:
            return f"{kind}RRDATANot{word.title()}Fields", f"{kind} record doesn't have {count} fields", value
        named = given[names]
        if any(not one.isdecimal() for one in given if one not in named):
            return f"{kind}RRDATAIllegalNumber", f"{kind} record has a field that is not a valid number", value
        return next((problem for one in named if (problem := of_name(one))), None)

    return check


_CHECKS: Mapping[str, Callable[[str], Problem | None]] = {
    "A": _address("ARRDATAIllegalIPv4Address", "4", ipaddress.IPv4Address),
    "AAAA": _address("AAAARRDATAIllegalIPv6Address", "6", ipaddress.IPv6Address),
    "CNAME": of_name,
    "NS": of_name,
    "PTR": of_name,
    "TXT": _text,
    "SPF": _text,
    "MX": _fields("MX", 2, "two", slice(1, None)),
    "SRV": _fields("SRV", 4, "four", slice(3, None)),
    "SOA": _fields("SOA", 7, "seven", slice(0, 2)),
}
