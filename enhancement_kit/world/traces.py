"""What components left on one platform, and its differences from what they left on another one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.cloud.interface import Call
from enhancement_kit.world.clients.kubernetes import Manifest, writers

VARYING_KEYS = frozenset(
    {
        # of every object: who and when, and how often it was written
        *("uid", "resourceVersion", "creationTimestamp", "generation", "observedGeneration", "managedFields"),
        *("lastTransitionTime", "lastUpdateTime"),
        # handed out by the API server
        *("clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort"),
    }
)
"""Keys whose values differ between any two clusters."""
SHOWN = 12


@dataclass(frozen=True)
class Observation:
    """One observable of one component on one platform, such as its conditions."""

    component: str
    platform: str
    observable: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Trace:
    """Everything that some components left on one platform."""

    platform: str
    facts: Mapping[str, str]
    """Values by object and path, conditions and events among them."""
    calls: tuple[str, ...]
    """AWS calls in their order."""
    requests: int = 0
    """Requests to the Kubernetes API, where they can be counted."""


@dataclass(frozen=True)
class Comparison:
    """The traces of the same components on two platforms."""

    one: Trace
    other: Trace
    parts: Mapping[str, Comparison] = field(default_factory=dict)
    """The comparison of each single component."""
    rows: Sequence[Observation] = ()
    """The observations of every single component, for the report."""

    def differences(self) -> list[str]:
        """Return every difference as one line; none where the traces are equal."""
        found = []
        for fact in sorted(self.one.facts.keys() | self.other.facts.keys()):
            here, there = self.one.facts.get(fact), self.other.facts.get(fact)
            if here != there:
                found.append(f"{fact}: {_side(here, self.one)}, {_side(there, self.other)}")
        if self.one.calls != self.other.calls:
            found.append(f"AWS calls: {_called(self.one)}; {_called(self.other)}")
        if self.one.requests != self.other.requests:
            numbers = (f"{trace.requests} on {trace.platform}" for trace in (self.one, self.other))
            found.append(f"API requests: {', '.join(numbers)}")
        return found


def trace(platform: str, objects: Sequence[Manifest], calls: Sequence[Call], components: Collection[str]) -> Trace:
    """Return the trace of components: the objects that they wrote, and their calls."""
    facts: dict[str, str] = {}
    for obj in objects:
        if not writers(obj) & set(components):
            continue
        if obj["kind"] == "Event":
            facts[event_text(obj, platform)] = "there"
            continue
        facts[title(obj)] = "there"
        for path, value in flat(_without_foreign_status(obj, components), ""):
            facts[f"{title(obj)} {path}"] = _neutral(value, platform)
    own = tuple(f"{c.service} {c.operation}" for c in calls if c.component in components)
    return Trace(platform, facts, own)


def summary(differences: Sequence[str]) -> str:
    """Summarize differences for a failure: the first ones, and how many more there are."""
    more = len(differences) - SHOWN
    return "; ".join(differences[:SHOWN]) + (f"; and {more} more" if more > 0 else "")


def _side(value: str | None, trace: Trace) -> str:
    return f"{'missing' if value is None else value} on {trace.platform}"


def _called(trace: Trace) -> str:
    return f"{', '.join(trace.calls) or 'none'} on {trace.platform}"


def _without_foreign_status(obj: Manifest, components: Collection[str]) -> Manifest:
    """Return an object without a status that only others have written, such as a Deployment's controller."""
    entries = obj["metadata"].get("managedFields") or ()
    of_status = {entry.get("manager") for entry in entries if entry.get("subresource") == "status"}
    foreign = of_status and not of_status & set(components)
    return {key: value for key, value in obj.items() if key != "status"} if foreign else obj


def title(obj: Manifest) -> str:
    """Return kind, namespace and name of an object."""
    meta = obj["metadata"]
    return f"{obj['kind']} {'/'.join(filter(None, (meta.get('namespace'), meta['name'])))}"


def event_text(event: Manifest, platform: str) -> str:
    """Describe an event by its type, its reason, its object and its message."""
    # an event is served in two groups, with two sets of names for the same fields
    about = event.get("involvedObject") or event.get("regarding") or {}
    where = "/".join(filter(None, (about.get("namespace"), about.get("name"))))
    text = _neutral(event.get("message") or event.get("note") or "", platform)
    return f"{event.get('type')} event {event.get('reason')} on {about.get('kind')} {where} ({text})"


def _neutral(text: str, platform: str) -> str:
    """Replace the name of the platform in a text, which every platform has in its own messages."""
    return re.sub(rf"\bplatform {re.escape(platform)}\b", "platform <its own>", text)


def flat(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield paths and values of a tree. The path of a list item has its type or name, if it has one, or its index."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            if key not in VARYING_KEYS and not (path == "" and key in ("kind", "apiVersion")):
                yield from flat(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            known = (item.get("type") or item.get("name")) if isinstance(item, dict) else None
            yield from flat(item, f"{path}[{known or index}]")
    elif isinstance(value, str) and "\n" in value:
        for line in value.splitlines():
            yield f"{path}, line {line.strip()}", "there"
    else:
        yield path, str(value)
