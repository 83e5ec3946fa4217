"""What components left on a cluster, made comparable with what they left on another one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.interface import Call
from enhancement_kit.errors import TargetError, UsageError
from enhancement_kit.harness.world.world import World

Manifest = dict[str, Any]

NAMELESS = frozenset(
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
EVERY = "every component"


@dataclass(frozen=True)
class Trace:
    """What some components left on one platform."""

    platform: str
    facts: Mapping[str, str]
    """Values by object and path, conditions and events among them."""
    calls: tuple[str, ...]
    """AWS calls in their order."""


@dataclass(frozen=True)
class Comparison:
    """The traces of the same components on two platforms."""

    one: Trace
    other: Trace

    def differences(self) -> list[str]:
        """Every difference as one line; empty where the traces are alike."""
        found = []
        for fact in sorted(self.one.facts.keys() | self.other.facts.keys()):
            here, there = self.one.facts.get(fact), self.other.facts.get(fact)
            if here != there:
                found.append(f"{fact}: {_side(here, self.one)}, {_side(there, self.other)}")
        if self.one.calls != self.other.calls:
            found.append(f"AWS calls: {_called(self.one)}; {_called(self.other)}")
        return found


def compare(world: World, who: str, platforms: tuple[str, str]) -> Comparison:
    """Run the scenario's cluster on one platform, then a new one on the other, which stays.

    `who` is one component in words (`the ingress operator`) or `every component`. Raises UsageError where the
    scenario has a cluster already, TargetError where the target does not run the component.
    """
    if world.running:
        raise UsageError("the comparison brings up a cluster for each platform; take out `a cluster on platform ...`")
    one, other = (_run(world, who, platform) for platform in platforms)
    return Comparison(one, other)


def _run(world: World, who: str, platform: str) -> Trace:
    world.clear()
    since = world.cloud.record.mark()
    world.make_cluster(platform)
    return trace(platform, world.admin.everything(), world.cloud.record.calls(since=since), _components(world, who))


def _components(world: World, who: str) -> Sequence[str]:
    names = world.target.components.names
    if who == EVERY:
        return names
    name = who.removeprefix("the ").replace(" ", "-")
    if name not in names:
        raise TargetError(f"the target runs no component {name}; it runs {', '.join(names) or 'none'}")
    return [name]


def _side(value: str | None, trace: Trace) -> str:
    return f"{'missing' if value is None else value} on {trace.platform}"


def _called(trace: Trace) -> str:
    return f"{', '.join(trace.calls) or 'none'} on {trace.platform}"


def told(differences: Sequence[str]) -> str:
    """The differences for a failure: the first ones, and how many more there are."""
    more = len(differences) - SHOWN
    return "; ".join(differences[:SHOWN]) + (f"; and {more} more" if more > 0 else "")


def trace(platform: str, objects: Sequence[Manifest], calls: Sequence[Call], components: Collection[str]) -> Trace:
    """The trace of components: of all objects those that carry their writes, of all calls theirs."""
    facts: dict[str, str] = {}
    for obj in objects:
        if not writers(obj) & set(components):
            continue
        if obj["kind"] == "Event":
            facts[_event(obj, platform)] = "there"
            continue
        facts[_title(obj)] = "there"
        for path, value in _flat(obj, ""):
            facts[f"{_title(obj)} {path}"] = _neutral(value, platform)
    own = tuple(f"{c.service} {c.operation}" for c in calls if c.component in components)
    return Trace(platform, facts, own)


def writers(obj: Manifest) -> set[str]:
    """Who wrote an object, by the API server's own account."""
    return {str(entry.get("manager", "")) for entry in obj["metadata"].get("managedFields") or ()}


def _title(obj: Manifest) -> str:
    meta = obj["metadata"]
    return f"{obj['kind']} {'/'.join(filter(None, (meta.get('namespace'), meta['name'])))}"


def _event(event: Manifest, platform: str) -> str:
    # an event is served in two groups, with two sets of names for the same fields
    about = event.get("involvedObject") or event.get("regarding") or {}
    where = "/".join(filter(None, (about.get("namespace"), about.get("name"))))
    text = _neutral(event.get("message") or event.get("note") or "", platform)
    return f"{event.get('type')} event {event.get('reason')} on {about.get('kind')} {where} ({text})"


def _neutral(text: str, platform: str) -> str:
    """A text without the name of the platform it speaks about."""
    return re.sub(rf"\bplatform {re.escape(platform)}\b", "platform <its own>", text)


def _flat(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Paths and values of a tree. Items that have a type or a name are known by it instead of by their place."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            if key not in NAMELESS and not (path == "" and key in ("kind", "apiVersion")):
                yield from _flat(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            known = (item.get("type") or item.get("name")) if isinstance(item, dict) else None
            yield from _flat(item, f"{path}[{known or index}]")
    elif isinstance(value, str) and "\n" in value:
        for line in value.splitlines():
            yield f"{path}, line {line.strip()}", "there"
    else:
        yield path, str(value)
