"""The evidence of one scenario, gathered step by step; of a scenario that failed, everything there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

from enhancement_kit.cloud import topology
from enhancement_kit.cloud.interface import Vpc
from enhancement_kit.runner.evidence import attachments, nearest_miss
from enhancement_kit.runner.evidence.attachments import CSV, DIFF, SVG, TEXT, YAML
from enhancement_kit.world import World
from enhancement_kit.world.actions import Act
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.installer_directory import CONFIG
from enhancement_kit.world.snapshot import Snapshot

Keep = Callable[[int, str, str, str], None]
"""Called with the step's number from 0, a name, a text and its media type."""
Source = tuple[str, str, Callable[[], str]]
"""A name, a media type, and what makes the text."""

_EVERYWHERE = ("CustomResourceDefinition", "Namespace")
"""Kinds whose objects are the same in all clusters."""


@dataclass
class Gathering:
    """The evidence of one scenario."""

    world: World
    keep: Keep
    step: int = -1
    _calls: int = 0
    _acts: int = 0
    _changed: tuple[int, Snapshot] | None = None
    """The step that acted last and the state before it. What it changed is known as soon as the state is read again."""
    _vpc: Vpc | None = None
    """The VPC that was drawn last."""
    _written: dict[str, str] = field(default_factory=dict)

    def begin(self, step: int) -> None:
        """Note that a step begins."""
        self.step = step
        self._calls = self.world.cloud.record.mark()
        self.world.cluster.read.clear()

    def passed(self) -> None:
        """Keep what a step that passed has done and read, as far as no further request is needed."""
        self._keep_text("AWS calls", CSV, lambda: attachments.calls(self.world.cloud.record.calls(since=self._calls)))
        acts = self.world.actions.acts[self._acts :]
        if acts:
            self._act(acts)
        else:
            read = self._read()
            self._keep_text("conditions", CSV, lambda: attachments.conditions(read))
            self._keep_text("events", CSV, lambda: attachments.events(o for o in read if o.get("kind") == "Event"))
        self._installer_files()
        if self.world.network.vpc is not self._vpc:
            self._vpc = self.world.network.vpc
            self._keep_text("topology", SVG, lambda: drawing(self.world))

    def ended(self) -> None:
        """Keep what the last act of the scenario changed."""
        if self._changed is not None:
            step, before = self._changed
            self._changed = None
            self._keep_text("changes", DIFF, lambda: attachments.changes(objects_of(before), present(self.world)), step)

    def failed(self, arguments: Mapping[str, Any], table: Sequence[Sequence[str]], claim: str) -> None:
        """Keep everything that explains why the current step failed. `claim` is the text that a reader sees first."""
        read = self._read()
        misses = self._misses(_texts(arguments, table), read)
        self.keep(self.step, "claim", "\n\n".join([claim, *misses]) + "\n", TEXT)
        for act in self.world.actions.acts[self._acts :]:
            self._changed = (self.step, act.before)
        self.ended()
        for name, media, make in self._everything(read):
            self._keep_text(name, media, make)
        self._installer_files()

    def _act(self, acts: Sequence[Act]) -> None:
        self._acts += len(acts)
        if self._changed is not None and acts[0].before.version:
            step, before = self._changed
            self._keep_text(
                "changes", DIFF, lambda: attachments.changes(objects_of(before), objects_of(acts[0].before)), step
            )
        # a refused request changed nothing, and an installer acts where there are no objects yet
        last = acts[-1]
        self._changed = (self.step, last.before) if last.before.version and last.refusal is None else None

    def _read(self) -> list[Manifest]:
        """Return the objects that the step read, each once, in the state that it read last."""
        last = {
            (o.get("kind", ""), o["metadata"].get("namespace", ""), o["metadata"]["name"]): o
            for o in self.world.cluster.read
        }
        return list(last.values())

    def _installer_files(self) -> None:
        """Keep the install-config and the manifests, if the step has written them."""
        if self.world.installation.has_begun:
            folder = self.world.installation.directory.folder
            paths = sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml") and p.name != CONFIG)
            config = [p for p in (folder / CONFIG,) if p.is_file()]
            for name, chosen in (("install-config", config), ("manifests", paths)):
                self._keep_text(name, YAML, partial(attachments.files, chosen, folder), once=True)

    def _everything(self, read: Sequence[Manifest]) -> Iterator[Source]:
        world = self.world
        yield "objects that the step read", YAML, lambda: attachments.objects(read)
        present_objects = cache(self._cluster_objects)
        yield "conditions", CSV, lambda: attachments.conditions(present_objects())
        yield "events", CSV, lambda: attachments.events(o for o in present_objects() if o.get("kind") == "Event")
        yield "AWS calls", CSV, lambda: attachments.calls(world.cloud.record.calls())
        for component in world.target.components.names:
            yield f"{component}.log", TEXT, partial(_log, world, component)
        yield "all objects", YAML, lambda: attachments.objects(o for o in present_objects() if o.get("kind") != "Event")
        # last, since it asks AWS
        yield "topology", SVG, lambda: drawing(world)

    def _cluster_objects(self) -> list[Manifest]:
        """Return every object of the cluster, without the kinds that are the same in all clusters."""
        if not self.world.cluster.served:
            return []
        everywhere = self.world.cluster.admin.everything()
        return [o for o in everywhere if o.get("kind") not in _EVERYWHERE and not _is_newer_duplicate(o)]

    def _misses(self, wanted: Iterable[str], read: Sequence[Manifest]) -> list[str]:
        texts = [*_places(read), *self._answers()]
        names = {identifier: alias for alias, identifier in self._aliases().items()}
        found = [(place, _with_names(text, names)) for place, text in texts]
        return [f"nearest miss\n{miss}" for miss in nearest_miss.nearest_misses(wanted, found)]

    def _answers(self) -> Iterator[tuple[str, str]]:
        """Yield the texts with which the installer and the API answered the last act."""
        for act in self.world.actions.acts[-1:]:
            for finding in act.findings:
                yield from nearest_miss.texts_in(
                    [finding.path, finding.message, finding.text], "what the installer said"
                )
            if act.refusal is not None:
                causes = [text for cause in act.refusal.causes for text in (cause.field, cause.message)]
                yield from nearest_miss.texts_in([act.refusal.message, *causes], "what the API server said")
            yield from nearest_miss.texts_in(act.output.splitlines(), "what the command printed")

    def _aliases(self) -> dict[str, str]:
        return {**self.world.network.subnets.known, **self.world.network.addresses.known}

    def _keep_text(
        self, name: str, media: str, make: Callable[[], str], step: int | None = None, *, once: bool = False
    ) -> None:
        """Keep a text, or the reason why it cannot be made: an error here must not hide the failure of the step."""
        try:
            text = make()
        except Exception as error:
            text, media = f"this could not be read: {type(error).__name__}: {error}\n", TEXT
        if text and not (once and self._written.get(name) == text):
            self._written[name] = text
            self.keep(self.step if step is None else step, name, text, media)


def objects_of(snapshot: Snapshot) -> dict[tuple[str, str], Manifest]:
    """Return the objects of a snapshot by kind and name."""
    singles = [snapshot.infrastructure] if snapshot.infrastructure else []
    return {
        **attachments.named("IngressController", snapshot.controllers.values()),
        **attachments.named("Service", snapshot.services.values()),
        **attachments.named("Deployment", snapshot.deployments.values()),
        **attachments.named("Infrastructure", singles),
    }


def present(world: World) -> dict[tuple[str, str], Manifest]:
    """Return the present objects of the kinds that a snapshot holds."""
    found: dict[tuple[str, str], Manifest] = {}
    for kind in ("IngressController", "Service", "Deployment", "Infrastructure"):
        found |= attachments.named(kind, world.cluster.admin.all(kind))
    return found


def _is_newer_duplicate(manifest: Manifest) -> bool:
    """Tell whether an object is an event of the newer API group, which the older one shows too, in more detail."""
    return manifest.get("kind") == "Event" and "involvedObject" not in manifest


def drawing(world: World) -> str:
    """Draw the network as a picture; return an empty text without a VPC."""
    if world.network.vpc is None:
        return ""
    return topology.svg(topology.read(world.network.aws, {i: a for a, i in world.network.subnets.known.items()}))


def _log(world: World, component: str) -> str:
    return "".join(f"{line}\n" for line in world.target.components.logs(component)) if world.cluster.running else ""


def _texts(arguments: Mapping[str, Any], table: Sequence[Sequence[str]]) -> list[str]:
    """Return the texts that a step was given: its words, its doc string, the cells of its table."""
    return [*(value for value in arguments.values() if isinstance(value, str)), *(c for row in table[1:] for c in row)]


def _places(manifests: Iterable[Manifest]) -> Iterator[tuple[str, str]]:
    for manifest in manifests:
        where = f"{manifest.get('kind', '')} {manifest['metadata']['name']}: "
        for part in ("metadata", "spec", "status", "data", "message", "reason"):
            for place, text in nearest_miss.texts_in(attachments.plain(manifest).get(part), part):
                yield where + place, text


def _with_names(text: str, names: Mapping[str, str]) -> str:
    for identifier, alias in names.items():
        text = text.replace(identifier, alias)
    return text
