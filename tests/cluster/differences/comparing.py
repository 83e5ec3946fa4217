"""Comparing two answers: without what differs between any two servers, and what a difference is called."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from ..behaviours import ABSENT
from ..conftest import Json, Reply

_ADMITTED = {
    "finalizers": ("kubernetes.io/pvc-protection", "kubernetes.io/pv-protection"),
    "serviceAccountName": ("default",),
    "serviceAccount": ("default",),
}
"""What admission adds on one of the servers only."""
_TAINTS = ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
_MASKED = frozenset({"uid", "resourceVersion", "creationTimestamp", "time", "deletionTimestamp", "serverAddress"})
_PATTERNS = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uid>"),
    (re.compile(r"-[bcdfghjklmnpqrstvwxz2456789]{5}\b"), "-<random>"),
    (re.compile(r"current: \d+"), "current: <version>"),
    (re.compile(r"(record|object meta) \(\d+\)"), r"\1 (<version>)"),
    (re.compile(r"\b10\.(9[6-9]|10\d|111)\.\d+\.\d+\b"), "<address>"),
    (re.compile(r'resourceVersion\\*":\\*"\d+'), "<version>"),
    (re.compile(r" at \d{4}-[\dT:-]+Z"), ""),
)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_AGE = re.compile(r"(\d+[smhdy])+\Z")
_SPECIAL = re.compile(r"[.\[\]]")


@dataclass(frozen=True)
class Difference:
    """How the answers to one request differ."""

    signature: str
    paths: tuple[str, ...]
    """The differing fields of the answer."""
    real: str
    embedded: str


def compare(exchange: Json, real: Reply, embedded: Reply, kind: str) -> Difference | None:
    """Return how the embedded server's answer differs from the real one's; None if it does not."""
    wanted, found = plain(real), plain(embedded)
    if wanted == found:
        return None
    what = f"{_verb(exchange)} {kind}"
    if real.code != embedded.code or (real.code >= 400 and _text(wanted[1]) != _text(found[1])):
        told, said = (f"{reply.code} {_shape(reply)}" for reply in (real, embedded))
        return Difference(f"{what}: {told} | {said}", (), told, said)
    leaves = list(_leaves(wanted[1], found[1], ""))
    if not leaves:
        told, said = str(sorted(real.warnings)), str(sorted(embedded.warnings))
        return Difference(f"{what}: warnings: {_masked(told)[:150]} | {_masked(said)[:150]}", (), told, said)
    # managers own what is stored: they differ wherever a field does
    leaves = [leaf for leaf in leaves if "managedFields" not in leaf[0]] or leaves
    named = list(dict.fromkeys(re.sub(r"\[\d+\]|(?<=managedFields\[\d\]).*", "[]", path) for path, *_ in leaves))
    paths = tuple(path for path, *_ in leaves)
    shown = [f"{path}: {_short(one)} | {_short(two)}" for path, one, two in leaves[:4]]
    return Difference(f"{what}: {', '.join(named[:3])}", paths, "; ".join(shown), "")


def plain(reply: Reply) -> tuple[int, Any, list[str]]:
    """Return an answer without what differs between any two servers; the order of several errors is chance."""
    body = _plain(reply.body)
    if isinstance(body, dict):
        for item in [body, *(i for i in body.get("items") or () if isinstance(i, dict))]:
            managers = item["metadata"].get("managedFields") if isinstance(item.get("metadata"), dict) else None
            if managers:
                managers.sort(key=_sorted)
        if reply.code == 422 and len(causes := (body.get("details") or {}).get("causes") or ()) > 1:
            body = {**body, "message": "", "details": {**body["details"], "causes": sorted(causes, key=_sorted)}}
        elif reply.code >= 400 and "\n" in str(body.get("message")):
            body = {**body, "message": sorted(body["message"].splitlines())}
        generated = (body.get("metadata") or {}).get("generateName") if isinstance(body.get("metadata"), dict) else ""
        if generated and str(body["metadata"].get("name", "")).startswith(generated):
            body = json.loads(json.dumps(body).replace(body["metadata"]["name"], generated + "<random>"))
    return reply.code, body, sorted(map(_masked, reply.warnings))


def _sorted(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _plain(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        out = {k: _plain(v, k) for k, v in value.items() if v not in _ADMITTED.get(k, ())}
        for name, added in _ADMITTED.items():
            if isinstance(out.get(name), list):
                out[name] = [item for item in out[name] if item not in added]
        tolerated = out.get("tolerations")
        if isinstance(tolerated, list):
            out["tolerations"] = [t for t in tolerated if not (isinstance(t, dict) and t.get("key") in _TAINTS)]
        out = {k: v for k, v in out.items() if v != [] or k not in ("finalizers", "tolerations")}
        if isinstance(out.get("generateName"), str) and str(out.get("name", "")).startswith(out["generateName"]):
            out["name"] = out["generateName"] + "<random>"
        return out
    if isinstance(value, list):
        return [_plain(v, key) for v in value]
    if isinstance(value, str):
        if value and key in _MASKED:
            return "<masked>"
        if key == "cells" and _AGE.match(value):
            return "<age>"
        return _masked(value)
    if key in ("nodePort", "healthCheckNodePort") and value:
        return "<port>"
    return value


def _masked(text: str) -> str:
    for pattern, put in _PATTERNS:
        text = pattern.sub(put, text)
    return _TIME.sub(lambda found: "<now>" if _recent(found[0]) else found[0], text)


def _recent(text: str) -> bool:
    try:
        at = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return False
    return abs(datetime.now(UTC) - at) < timedelta(hours=12)


def _leaves(real: Any, embedded: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield the paths at which two values differ, in the form that behaviours take."""
    if isinstance(real, dict) and isinstance(embedded, dict):
        for key in dict.fromkeys((*real, *embedded)):
            one, two = real.get(key, ABSENT), embedded.get(key, ABSENT)
            if _SPECIAL.search(key):
                if one != two:
                    yield path, real, embedded
                    return
                continue
            yield from _leaves(one, two, f"{path}.{key}" if path else key)
    elif isinstance(real, list) and isinstance(embedded, list) and len(real) == len(embedded):
        for i, (one, two) in enumerate(zip(real, embedded, strict=True)):
            yield from _leaves(one, two, f"{path}[{i}]")
    elif real != embedded or type(real) is not type(embedded):
        yield path, real, embedded


def _short(value: Any) -> str:
    text = json.dumps(value, sort_keys=True)
    return text if len(text) < 200 else text[:197] + "..."


def _text(body: Any) -> Any:
    if not isinstance(body, dict):
        return body
    return body.get("message"), [
        (c.get("message"), c.get("field")) for c in (body.get("details") or {}).get("causes") or ()
    ]


def _verb(exchange: Json) -> str:
    method, _, path = exchange["ask"].partition(" ")
    tail = path.partition("?")[0].rsplit("/", 1)[-1]
    sub = f"/{tail}" if tail in ("status", "scale") else ""
    return f"{method}{sub} {exchange.get('type', '')}".strip()


def _shape(reply: Reply) -> str:
    """Return a message without the names and values in it."""
    if reply.code < 400:
        return "ok"
    text = _masked(reply.message)
    text = re.sub(r"^\S+ \"[^\"]*\" is invalid: ", "invalid: ", text)
    text = re.sub(r"x{20,}", "x…", re.sub(r'"(?:[^"\\]|\\.)*"', '"…"', text))
    text = re.sub(r"\[\d+\]", "[]", text)
    return text if len(text) < 240 else text[:237] + "..."
