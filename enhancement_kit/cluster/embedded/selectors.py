"""Label and field selectors (k8s.io/apimachinery pkg/labels and pkg/fields)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .objects import Manifest, mapping
from .status import ApiError, bad_request

Matcher = Callable[[Manifest], bool]

_KEY = r"[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?(/[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?"
_SET = re.compile(rf"\s*(?P<key>{_KEY})\s+(?P<op>in|notin)\s*\((?P<values>[^)]*)\)\s*(,|$)")
_EQUAL = re.compile(rf"\s*(?P<key>{_KEY})\s*(?P<op>==|=|!=|>|<)\s*(?P<value>[-A-Za-z0-9_.]*)\s*(,|$)")
_EXISTS = re.compile(rf"\s*(?P<op>!?)\s*(?P<key>{_KEY})\s*(,|$)")

_EVERY_KIND = ("metadata.name", "metadata.namespace")
_FIELDS: dict[str, tuple[str, ...]] = {
    "Event": (
        "involvedObject.kind",
        "involvedObject.namespace",
        "involvedObject.name",
        "involvedObject.uid",
        "involvedObject.apiVersion",
        "involvedObject.resourceVersion",
        "involvedObject.fieldPath",
        "reason",
        "reportingComponent",
        "source",
        "type",
    ),
    "Pod": ("spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "status.phase"),
    "Namespace": ("status.phase",),
    "Node": ("spec.unschedulable",),
    "Secret": ("type",),
    "Service": ("spec.clusterIP", "spec.type"),
}


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _label_test(op: str, key: str, values: Sequence[str]) -> Callable[[Manifest], bool]:
    if op in ("=", "==", "in"):
        return lambda labels: labels.get(key) in values
    if op in ("!=", "notin"):
        return lambda labels: labels.get(key) not in values
    if op == "!":
        return lambda labels: key not in labels
    if op in ("<", ">"):
        bound = _number(values[0])
        if bound is None:
            raise bad_request(
                f"unable to parse requirement: values[0][{key}]: Invalid value: \"{values[0]}\": for 'Gt', 'Lt' "
                "operators, the value must be an integer"
            )

        def compare(labels: Manifest) -> bool:
            number = _number(str(labels.get(key, "")))
            return number is not None and (number > bound if op == ">" else number < bound)

        return compare
    return lambda labels: key in labels


def labels(selector: str) -> Matcher | None:
    """A test for `labelSelector`; None where it selects everything. Raises ApiError 400 where it cannot be read."""
    tests: list[Callable[[Manifest], bool]] = []
    rest = selector
    while rest.strip():
        for form in (_SET, _EQUAL, _EXISTS):
            found = form.match(rest)
            if found is None:
                continue
            groups = found.groupdict()
            values = [v.strip() for v in groups["values"].split(",")] if "values" in groups else [groups.get("value")]
            tests.append(_label_test(groups["op"], groups["key"], [v for v in values if v is not None]))
            rest = rest[found.end() :]
            break
        else:
            raise bad_request(f"unable to parse requirement: found '{rest.strip()}', expected: identifier")
    if not tests:
        return None
    return lambda obj: _all(tests, mapping(mapping(obj.get("metadata")).get("labels")))


def _all(tests: Sequence[Callable[[Manifest], bool]], value: Manifest) -> bool:
    return all(test(value) for test in tests)


def _field(obj: Manifest, path: str) -> str:
    if path == "source":
        path = "source.component"
    value: object = obj
    for step in path.split("."):
        value = mapping(value).get(step)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def fields(selector: str, kind: str, selectable: Sequence[str] = ()) -> Matcher | None:
    """A test for `fieldSelector`; None for everything. Raises ApiError 400 for fields a kind does not offer."""
    tests: list[tuple[str, str, bool]] = []
    for part in filter(None, (p.strip() for p in selector.split(","))):
        found = re.match(r"(?P<path>[^!=]+)(?P<op>!=|==|=)(?P<value>.*)\Z", part)
        if found is None:
            raise bad_request(f"invalid selector: '{part}'; can't understand '{part}'")
        path = found["path"].strip()
        if path not in _EVERY_KIND and path not in _FIELDS.get(kind, ()) and path not in selectable:
            raise _unknown_field(path)
        tests.append((path, found["value"].replace("\\", ""), found["op"] != "!="))
    if not tests:
        return None
    return lambda obj: all((_field(obj, path) == value) is equal for path, value, equal in tests)


def _unknown_field(path: str) -> ApiError:
    return bad_request(f"field label not supported: {path}")


def both(first: Matcher | None, second: Matcher | None) -> Matcher | None:
    """A test that passes where both do."""
    if first is None or second is None:
        return first or second
    one, two = first, second
    return lambda obj: one(obj) and two(obj)
