"""What components left on a cluster, made comparable with what they left on another one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from enhancement_kit.cloud.interface import Call
from enhancement_kit.errors import ClaimFailed, TargetError, UsageError
from enhancement_kit.world.clients.kubernetes import Manifest, writers
from enhancement_kit.world.vocabulary.process_arguments import arguments_of
from enhancement_kit.world.world import World

PROCESSES_OF: Mapping[str, tuple[str, ...]] = {
    "kube-apiserver-operator": ("kube-apiserver",),
    "kube-controller-manager-operator": ("kube-controller-manager",),
    "machine-config-operator": ("kubelet",),
    "windows-machine-config-operator": ("windows-kubelet",),
    "image-registry-operator": ("image-registry",),
}
"""The processes that components configure."""
TELLING = frozenset({"cloud-provider", "cloud-config", "node-ip", "storage"})
"""The arguments that the platform may decide on."""
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
class Observation:
    """What was seen of one component on one platform."""

    component: str
    platform: str
    observable: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Trace:
    """What some components left on one platform."""

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
    """What was seen of every single component, for the report."""

    def differences(self) -> list[str]:
        """Every difference as one line; empty where the traces are alike."""
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


def compare(world: World, who: str, platforms: tuple[str, str]) -> Comparison:
    """Run the scenario's cluster on one platform, then a new one on the other, which stays.

    `who` is one component in words (`the ingress operator`) or `every component`. Raises UsageError where the
    scenario has a cluster already, TargetError where the target does not run the component.
    """
    if world.cluster.running:
        raise UsageError("the comparison brings up a cluster for each platform; take out `a cluster on platform ...`")
    names = _components(world, who)
    one, other = (_run(world, platform, PROCESSES_OF if who == EVERY else {}) for platform in platforms)
    parts = {name: Comparison(one.of([name]), other.of([name])) for name in names}
    # clusters with settings of a scenario are none that a matrix of platforms could show
    plain = who == EVERY and not (world.cluster.settings or world.cluster.applied or world.cluster.prepared)
    rows = [row for name in names for run in (one, other) for row in run.observations(name)] if plain else []
    return Comparison(one.of(names), other.of(names), parts, rows)


@dataclass(frozen=True)
class Run:
    """Everything that was there after components ran on a platform."""

    platform: str
    objects: Sequence[Manifest]
    calls: Sequence[Call]
    requests: Mapping[str, int]
    arguments: Mapping[str, str]
    """Arguments by process."""

    def of(self, components: Collection[str]) -> Trace:
        """The trace of some components."""
        found = trace(self.platform, self.objects, self.calls, components)
        return replace(found, requests=sum(self.requests.get(name, 0) for name in components))

    def observations(self, component: str) -> list[Observation]:
        """What is seen of one component, observable by observable."""
        own = [obj for obj in self.objects if component in writers(obj)]
        seen: Mapping[str, Sequence[str]] = {
            "objects": [title(obj) for obj in own if obj["kind"] != "Event"],
            "conditions": [f"{title(obj)} {text}" for obj in own for text in _conditions(obj)],
            # an event is listed twice, in two API groups
            "events": sorted({_event(obj, self.platform) for obj in own if obj["kind"] == "Event"}),
            "arguments": [self.arguments[name] for name in PROCESSES_OF.get(component, ()) if name in self.arguments],
            "AWS calls": [f"{c.service} {c.operation}" for c in self.calls if c.component == component],
            "API requests": [str(self.requests.get(component, 0))],
        }
        return [Observation(component, self.platform, name, tuple(sorted(values))) for name, values in seen.items()]


def _conditions(obj: Manifest) -> Iterator[str]:
    for condition in (obj.get("status") or {}).get("conditions") or ():
        yield f"{condition['type']}={condition['status']}"


def _run(world: World, platform: str, processes: Mapping[str, Sequence[str]]) -> Run:
    world.cluster.clear()
    since = world.cloud.record.mark()
    world.cluster.requests.clear()
    world.cluster.make(platform)
    requests = dict(world.cluster.requests)
    return Run(
        platform,
        world.cluster.admin.everything(),
        world.cloud.record.calls(since=since),
        requests,
        {process: text for names in processes.values() for process in names if (text := _told(world, process))},
    )


def _told(world: World, process: str) -> str:
    """The arguments of a process that say something about the provider; empty where nothing configures it yet."""
    try:
        found = arguments_of(world.cluster.admin, process)
    except ClaimFailed:
        return ""
    said = {f"--{name}={value}" for flags in found.values() for name, value in flags.items() if name in TELLING}
    return f"{process} {' '.join(sorted(said)) or 'without any'}"


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
        facts[title(obj)] = "there"
        for path, value in flat(_without_foreign_status(obj, components), ""):
            facts[f"{title(obj)} {path}"] = _neutral(value, platform)
    own = tuple(f"{c.service} {c.operation}" for c in calls if c.component in components)
    return Trace(platform, facts, own)


def _without_foreign_status(obj: Manifest, components: Collection[str]) -> Manifest:
    """An object without the status that only others have written: that of a Deployment is its controller's."""
    entries = obj["metadata"].get("managedFields") or ()
    of_status = {entry.get("manager") for entry in entries if entry.get("subresource") == "status"}
    foreign = of_status and not of_status & set(components)
    return {key: value for key, value in obj.items() if key != "status"} if foreign else obj


def title(obj: Manifest) -> str:
    """Kind, namespace and name of an object."""
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


def flat(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Paths and values of a tree. Items that have a type or a name are known by it instead of by their place."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            if key not in NAMELESS and not (path == "" and key in ("kind", "apiVersion")):
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
