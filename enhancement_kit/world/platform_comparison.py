"""The comparison of what components leave on a cluster with what they leave on another one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from enhancement_kit.cloud.interface import Call
from enhancement_kit.errors import ClaimFailed, TargetError, UsageError
from enhancement_kit.world.clients.kubernetes import Manifest, writers
from enhancement_kit.world.traces import Comparison, Observation, Trace, event_text, title, trace
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
PROVIDER_ARGUMENTS = frozenset({"cloud-provider", "cloud-config", "node-ip", "storage"})
"""The arguments that the platform may decide on."""
EVERY = "every component"


def compare(world: World, who: str, platforms: tuple[str, str]) -> Comparison:
    """Run the scenario's cluster on one platform, then a new one on the other, which stays until the next comparison.

    `who` is one component in words (`the ingress operator`) or `every component`. Raises UsageError where the
    scenario has a cluster of its own, TargetError where the target does not run the component.
    """
    if world.cluster.running and not world.cluster.compared:
        raise UsageError("the comparison creates a cluster for each platform; take out `a cluster on platform ...`")
    names = _components(world, who)
    one, other = (_run(world, platform, PROCESSES_OF if who == EVERY else {}) for platform in platforms)
    world.cluster.compared = True
    parts = {name: Comparison(one.of([name]), other.of([name])) for name in names}
    # clusters with settings of a scenario are none that a matrix of platforms could show
    plain = who == EVERY and not (world.cluster.settings or world.cluster.applied or world.cluster.prepared)
    rows = [row for name in names for run in (one, other) for row in run.observations(name)] if plain else []
    return Comparison(one.of(names), other.of(names), parts, rows)


@dataclass(frozen=True)
class Run:
    """Everything that exists after components ran on a platform."""

    platform: str
    objects: Sequence[Manifest]
    calls: Sequence[Call]
    requests: Mapping[str, int]
    arguments: Mapping[str, str]
    """Arguments by process."""

    def of(self, components: Collection[str]) -> Trace:
        """Return the trace of some components."""
        found = trace(self.platform, self.objects, self.calls, components)
        return replace(found, requests=sum(self.requests.get(name, 0) for name in components))

    def observations(self, component: str) -> list[Observation]:
        """Return what can be observed of one component, one observable after the other."""
        own = [obj for obj in self.objects if component in writers(obj)]
        observed: Mapping[str, Sequence[str]] = {
            "objects": [title(obj) for obj in own if obj["kind"] != "Event"],
            "conditions": [f"{title(obj)} {text}" for obj in own for text in _conditions(obj)],
            # an event is listed twice, in two API groups
            "events": sorted({event_text(obj, self.platform) for obj in own if obj["kind"] == "Event"}),
            "arguments": [self.arguments[name] for name in PROCESSES_OF.get(component, ()) if name in self.arguments],
            "AWS calls": [f"{c.service} {c.operation}" for c in self.calls if c.component == component],
            "API requests": [str(self.requests.get(component, 0))],
        }
        return [Observation(component, self.platform, name, tuple(sorted(values))) for name, values in observed.items()]


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
        {
            process: text
            for names in processes.values()
            for process in names
            if (text := _provider_arguments(world, process))
        },
    )


def _provider_arguments(world: World, process: str) -> str:
    """Return the arguments of a process that depend on the provider; an empty text where nothing configures it yet."""
    try:
        found = arguments_of(world.cluster.admin, process)
    except ClaimFailed:
        return ""
    given = {
        f"--{name}={value}" for flags in found.values() for name, value in flags.items() if name in PROVIDER_ARGUMENTS
    }
    return f"{process} {' '.join(sorted(given)) or 'without any'}"


def _components(world: World, who: str) -> Sequence[str]:
    names = world.target.components.names
    if who == EVERY:
        return names
    name = who.removeprefix("the ").replace(" ", "-")
    if name not in names:
        raise TargetError(f"the target runs no component {name}; it runs {', '.join(names) or 'none'}")
    return [name]
