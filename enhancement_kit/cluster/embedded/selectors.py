"""Field selectors (k8s.io/apimachinery pkg/fields), and the combination of selectors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .labelselectors import Matcher
from .objects import Manifest, mapping
from .status import ApiError, bad_request

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
    "events.k8s.io/Event": (
        "reason",
        "regarding.kind",
        "regarding.namespace",
        "regarding.name",
        "regarding.uid",
        "regarding.apiVersion",
        "regarding.resourceVersion",
        "regarding.fieldPath",
        "reportingController",
        "type",
    ),
    "Pod": (
        *("spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "spec.hostNetwork"),
        *("status.phase", "status.podIP", "status.podIPs", "status.nominatedNodeName"),
    ),
    "CertificateSigningRequest": ("spec.signerName",),
    "Namespace": ("status.phase",),
    "Node": ("spec.unschedulable",),
    "Secret": ("type",),
    "Service": ("spec.clusterIP", "spec.type"),
}


def _field(obj: Manifest, path: str) -> str:
    if path == "source":
        path = "source.component"
    value: object = obj
    for step in path.split("."):
        value = mapping(value).get(step)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


_TERM = re.compile(r"(?:\\.|[^\\,]|\\\Z)+", re.DOTALL)
"""A term ends at a comma that is not escaped."""
_NAME = re.compile(r"metadata\.name==?([^=].*)", re.DOTALL)


def _unescaped(value: str) -> str:
    """Return a value without its escapes. Raises ApiError 400."""
    out, rest = "", iter(value)
    for c in rest:
        if c == "\\":
            escaped = next(rest, "")
            if escaped not in ("\\", ",", "="):
                raise bad_request(f"invalid field selector: invalid escape sequence: \\{escaped}")
            out += escaped
        elif c in ",=":
            raise bad_request(f"invalid field selector: unescaped character in value: {ord(c)}")
        else:
            out += c
    return out


def fields(selector: str, kind: str, selectable: Sequence[str] = (), *, custom: bool = False) -> Matcher | None:
    """Build a test for `fieldSelector`; None for everything. Raises ApiError 400 for fields a kind does not offer."""
    tests: dict[str, tuple[set[str], set[str]]] = {}
    terms: list[tuple[str, str, bool]] = []
    for part in sorted(_TERM.findall(selector)):
        found = re.match(r"(?P<path>[^!=]*?)(?P<op>!=|==|=)(?P<value>.*)\Z", part, re.DOTALL)
        if found is None:
            raise bad_request(f"invalid selector: '{selector}'; can't understand '{part}'")
        terms.append((found["path"], _unescaped(found["value"]), found["op"] != "!="))
    for path, value, equal in terms:
        if path not in _EVERY_KIND and path not in _FIELDS.get(kind, ()) and path not in selectable:
            raise _unknown_field(path, kind, custom)
        # the values that a field has to have, all of which are one, and those that it must not have
        tests.setdefault(path, (set(), set()))[not equal].add(value)
    if not tests:
        return None

    def matches(obj: Manifest) -> bool:
        for path, (wanted, unwanted) in tests.items():
            found = _field(obj, path)
            if found in unwanted or not wanted <= {found}:
                return False
        return True

    return matches


def only_name(selector: str) -> str:
    """Return the only name that a `fieldSelector`, which can be read, lets through; empty where there is no such."""
    if "metadata.name" not in selector:
        return ""
    found = (_NAME.fullmatch(term) for term in _TERM.findall(selector))
    return next((_unescaped(term[1]) for term in found if term), "")


def _unknown_field(path: str, kind: str, custom: bool) -> ApiError:
    if custom or kind in _FIELDS:
        return bad_request(f"field label not supported: {path}")
    known = ", ".join(f'"{name}"' for name in _EVERY_KIND)
    return bad_request(f'"{path}" is not a known field selector: only {known}')


def both(first: Matcher | None, second: Matcher | None) -> Matcher | None:
    """Combine two tests into one that passes where both do."""
    if first is None or second is None:
        return first or second
    one, two = first, second
    return lambda obj: one(obj) and two(obj)
