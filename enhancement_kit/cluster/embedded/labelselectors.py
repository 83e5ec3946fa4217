"""Label selectors, read as k8s.io/apimachinery pkg/labels reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from . import gonumbers
from .fielderrors import FieldError, aggregate, invalid
from .objectmeta import bad_label_key, bad_label_value
from .objects import Manifest, mapping
from .status import bad_request

Matcher = Callable[[Manifest], bool]

_NO_LABELS: Manifest = {}
_TOKEN = re.compile(r"\s*(==|!=|[=!(),<>]|[^\s=!(),<>]+|\Z)")
_OPERATORS = frozenset({"in", "notin", "=", "==", "!=", ">", "<"})
_SPECIAL = frozenset({"=", "==", "!=", "!", "(", ")", ",", "<", ">", ""})


class Requirement(NamedTuple):
    """One part of a selector."""

    operator: str
    key: str
    values: Sequence[str] = ()


class _Unreadable(ValueError):
    """A selector that cannot be read; the message is the real server's."""


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while not self.tokens or self.tokens[-1]:
            found = _TOKEN.match(text, at)
            assert found is not None, "every text starts with a token or ends"
            self.tokens.append(found[1])
            at = found.end()
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def requirements(self) -> list[Requirement]:
        out: list[Requirement] = []
        while self.next:
            if self.next in _SPECIAL - {"!"}:
                raise _Unreadable(f"found '{self.next}', expected: !, identifier, or 'end of string'")
            try:
                out.append(self.requirement())
            except _Unreadable as e:
                raise _Unreadable(f"unable to parse requirement: {e}") from None
            end = self.take()
            if end == ",":
                if self.next in _SPECIAL - {"!"}:
                    raise _Unreadable(f"found '{self.next}', expected: identifier after ','")
            elif end:
                raise _Unreadable(f"found '{end}', expected: ',' or 'end of string'")
        return out

    def requirement(self) -> Requirement:
        absent = self.next == "!"
        if absent:
            self.take()
        key = self.take()
        if key in _SPECIAL:
            raise _Unreadable(f"found '{key}', expected: identifier")
        if wrong := bad_label_key(key):
            _check([invalid("", key, "; ".join(wrong))])
        if absent:
            return Requirement("!", key)
        if self.next in ("", ","):
            return Requirement("exists", key)
        operator = self.take()
        if operator not in _OPERATORS:
            raise _Unreadable(f"found '{operator}', expected: in, notin, =, ==, !=, gt, lt")
        values = self.several() if operator in ("in", "notin") else [self.one()]
        return _checked(operator, key, values)

    def one(self) -> str:
        if self.next in ("", ","):
            return ""
        value = self.take()
        if value in _SPECIAL:
            raise _Unreadable(f"found '{value}', expected: identifier")
        return value

    def several(self) -> list[str]:
        if (token := self.take()) != "(":
            raise _Unreadable(f"found '{token}' expected: '('")
        if self.next == ")":
            self.take()
            return [""]
        values: list[str] = []
        while True:
            values.append("" if self.next in (",", ")") else self.take())
            if values[-1] in _SPECIAL - {""}:
                expected = "',', ')' or identifier" if len(values) == 1 else "',', or identifier"
                raise _Unreadable(f"found '{values[-1]}', expected: {expected}")
            token = self.take()
            if token == ")":
                return values
            if token != ",":
                raise _Unreadable(f"found '{token}', expected: ',' or ')'")


def _check(errors: list[FieldError]) -> None:
    if errors:
        raise _Unreadable(aggregate(errors))


def _checked(operator: str, key: str, values: Sequence[str]) -> Requirement:
    errors: list[FieldError] = []
    if operator in ("in", "notin"):
        values = sorted(set(values))
    elif operator in ("<", ">") and _number(values[0]) is None:
        errors.append(invalid("values[0]", values[0], "for 'Gt', 'Lt' operators, the value must be an integer"))
    for i, value in enumerate(values):
        if wrong := bad_label_value(value):
            errors.append(invalid(f"values[{i}][{key}]", value, "; ".join(wrong)))
    _check(errors)
    return Requirement(operator, key, values)


def _number(text: str) -> int | None:
    try:
        return gonumbers.parse(text, signed=True)
    except ValueError:
        return None


def labels(selector: str) -> Matcher | None:
    """Build a test of stored objects for `labelSelector`; None where it selects everything. Raises ApiError 400."""
    try:
        tests = _Parser(selector).requirements()
    except _Unreadable as e:
        raise bad_request(str(e)) from None
    return _Test(tests).matches if tests else None


class _Test:
    """A test of labels, whose time does not depend on how many requirements there are."""

    def __init__(self, requirements: Iterable[Requirement]) -> None:
        self._present: set[str] = set()
        self._absent: set[str] = set()
        self._values: dict[str, frozenset[str]] = {}
        self._others: dict[str, set[str]] = {}
        self._bounds: dict[str, list[int | None]] = {}
        """The number that a value is to be above, and the one that it is to be below."""
        for operator, key, values in requirements:
            self._add(operator, key, values)

    def _add(self, operator: str, key: str, values: Sequence[str]) -> None:
        if operator == "!":
            self._absent.add(key)
        elif operator in ("!=", "notin"):
            self._others.setdefault(key, set()).update(values)
        else:
            self._present.add(key)
        if operator in ("=", "==", "in"):
            allowed = frozenset(values)
            self._values[key] = self._values.get(key, allowed) & allowed
        elif operator in ("<", ">"):
            limit = gonumbers.parse(values[0], signed=True)
            bounds = self._bounds.setdefault(key, [None, None])
            if operator == ">":
                bounds[0] = limit if bounds[0] is None else max(limit, bounds[0])
            else:
                bounds[1] = limit if bounds[1] is None else min(limit, bounds[1])

    def matches(self, obj: Manifest) -> bool:
        """Return whether an object has such labels."""
        labels = obj["metadata"].get("labels") or _NO_LABELS
        # most labels are few, so that they are looked at one by one
        if len(self._present) > len(labels) or not all(map(labels.__contains__, self._present)):
            return False
        return all(self._allows(key, value) for key, value in labels.items())

    def _allows(self, key: str, value: str) -> bool:
        if key in self._absent or value in self._others.get(key, ()):
            return False
        if key in self._values and value not in self._values[key]:
            return False
        if key not in self._bounds:
            return True
        number = _number(value)
        low, high = self._bounds[key]
        return number is not None and (low is None or number > low) and (high is None or number < high)


def chosen(selector: Manifest | None, found: Manifest) -> bool:
    """Return whether a selector as objects have it (metav1.LabelSelector) chooses these labels; None chooses none."""
    if selector is None:
        return False
    if any(found.get(key) != value for key, value in mapping(selector.get("matchLabels")).items()):
        return False
    return all(_meets(requirement, found) for requirement in selector.get("matchExpressions") or ())


def _meets(requirement: Manifest, found: Manifest) -> bool:
    key, values = requirement.get("key", ""), requirement.get("values") or ()
    match requirement.get("operator"):
        case "In":
            return found.get(key) in values
        case "NotIn":
            return found.get(key) not in values
        case "Exists":
            return key in found
        case "DoesNotExist":
            return key not in found
    return False
