"""CustomResourceDefinitions on a real API server: written, and awaited until they are enforced.

The server answers a write of a CRD before it enforces it. What it enforces it takes, for all purposes at once, from
one reading of the CRD: once the table of a kind shows a column description of the new CRD, the new schema holds too. So
each CRD is written with a mark of its contents in the description of its last column; nothing else shows it.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from enhancement_kit.errors import CrdRefused, HarnessError

from .. import discovery
from ..answers import Answer
from ..interface import Manifest
from .api import TABLE, Api
from .ownership import Ownership
from .timeouts import ENFORCED, REMOVED, await_that

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
# What the server shows where a CRD names no columns.
_AGE = {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}

Kind = tuple[str, str, str]
"""Group, version and plural."""


class Controllers(Protocol):
    """Controllers of the kit that have to know which kinds are served."""

    def look_after_new_kinds(self) -> None:
        """Make them watch all kinds that the API serves now."""

    def await_work(self) -> None:
        """Wait until they work on all kinds that they watch."""


class Definitions:
    """The CRDs that the kit has installed on one server."""

    def __init__(
        self,
        api: Api,
        drop: Callable[[str, str], None],
        controllers: Controllers | None = None,
        *,
        shared: bool,
        ownership: Ownership | None = None,
    ) -> None:
        """Write through `api`.

        `drop` forgets all objects of a kind, by group and plural. `controllers` are told of new kinds, and awaited
        before any goes; without them others come to know kinds in their own time. On a `shared` server CRDs that the
        run did not install are never replaced or removed: `ownership` tells them.
        """
        self._api = api
        self._drop = drop
        self._controllers = controllers
        self._shared = shared
        self._ownership = ownership or Ownership()
        self._marks: dict[str, str] = {}
        self._listed: set[Kind] | None = None

    def install(self, crds: Sequence[Manifest], *, keep_objects: bool) -> None:
        """Serve exactly these CRDs; returns once they are enforced. Raises CrdRefused naming the one refused."""
        wanted = {crd["metadata"]["name"]: crd for crd in crds}
        gone = [name for name in self._marks if name not in wanted]
        marks = {name: _mark(crd) for name, crd in wanted.items()}
        changed = [name for name in wanted if self._marks.get(name) != marks[name]]
        if self._controllers is not None and (gone or changed):
            self._controllers.await_work()
        for name in gone:
            self._remove(name)
        for name in changed:
            self._write(wanted[name], marks[name], keep_objects)
        for name in changed:
            self._await(wanted[name], marks[name])
            self._marks[name] = marks[name]
        self._list({kind for crd in crds for kind, _ in _served(crd)})

    def _write(self, crd: Manifest, mark: str, keep_objects: bool) -> None:
        name = crd["metadata"]["name"]
        self._marks.pop(name, None)
        marked = self._ownership.owned(_marked(crd, mark))
        live = self._api("GET", f"{DEFINITIONS}/{name}")
        if live.ok:
            if self._shared and not self._ownership.is_own(live.body):
                raise HarnessError(
                    f"CustomResourceDefinition {name} is there already and the kit did not install it: it stays as it "
                    "is, and the kit needs a cluster without it"
                )
            if not keep_objects:
                self._drop(crd["spec"]["group"], crd["spec"]["names"]["plural"])
            version = live.body["metadata"]["resourceVersion"]
            body = {**marked, "metadata": {**marked["metadata"], "resourceVersion": version}}
            answer = self._api("PUT", f"{DEFINITIONS}/{name}", body)
            if answer.ok or keep_objects:
                _accepted(name, answer)
                return
            # what an update may not change (names, scope) a new CRD may
            self._remove(name)
        _accepted(name, self._api("POST", DEFINITIONS, marked))

    def remove_own(self) -> None:
        """Remove every CRD that carries the run's label, with its objects. Raises HarnessError for one that stays."""
        for crd in self._api.must("GET", f"{DEFINITIONS}?{self._ownership.selector}")["items"]:
            self._remove(crd["metadata"]["name"])

    def kinds(self) -> set[tuple[str, str]]:
        """Return group and plural of the kinds that these CRDs define."""
        return {(group, plural) for plural, _, group in (name.partition(".") for name in self._marks)}

    def _remove(self, name: str) -> None:
        self._marks.pop(name, None)
        if self._listed:
            self._listed = {(g, v, plural) for g, v, plural in self._listed if f"{plural}.{g}" != name}
        if self._shared:
            # the API server keeps a CRD as long as objects of it have finalizers
            plural, _, group = name.partition(".")
            self._drop(group, plural)
        path = f"{DEFINITIONS}/{name}"
        live = self._api("GET", path)
        answer = self._api("DELETE", path)
        if not answer.ok and answer.code != 404:
            _accepted(name, answer)
        await_that(
            lambda: self._api("GET", path).code == 404,
            REMOVED,
            lambda: f"CustomResourceDefinition {name} is still there after it was deleted",
        )
        for (group, version, plural), _ in _served(live.body) if live.ok else ():
            kind = f"/apis/{group}/{version}/{plural}?limit=1"
            await_that(
                lambda kind=kind: self._api("GET", kind).code == 404,  # type: ignore[misc]
                REMOVED,
                lambda: f"the API server still serves {name} after its CustomResourceDefinition was deleted",
            )

    def _await(self, crd: Manifest, mark: str) -> None:
        for (group, version, plural), columns in _served(crd):
            path = f"/apis/{group}/{version}/{plural}?limit=1"

            def enforced(path: str = path, columns: int = columns) -> bool:
                answer = self._api("GET", path, accept=TABLE)
                return answer.ok and mark in str(answer.body["columnDefinitions"][columns].get("description"))

            await_that(enforced, ENFORCED, lambda: self._unserved(crd["metadata"]["name"]))

    def _unserved(self, name: str) -> str:
        live = self._api("GET", f"{DEFINITIONS}/{name}")
        conditions = (live.body.get("status") or {}).get("conditions") or [] if live.ok else []
        said = "; ".join(f"{c['type']} {c['status']}: {c.get('message', '')}" for c in conditions)
        return f"CustomResourceDefinition {name} is not enforced: {said or live.message or 'it has no conditions'}"

    def _list(self, kinds: set[Kind]) -> None:
        """Wait until discovery lists these kinds, and make the controllers watch them.

        That holds also for kinds that were removed and installed again.
        """
        if self._listed is not None and kinds <= self._listed:
            return
        await_that(
            lambda: kinds <= self._discovered(),
            ENFORCED,
            lambda: f"the API server does not list {_names(kinds - self._discovered())}",
        )
        if self._controllers is not None:
            self._controllers.look_after_new_kinds()
        self._listed = kinds | (self._listed or set())

    def _discovered(self) -> set[Kind]:
        answer = self._api("GET", "/apis", accept=discovery.ACCEPT)
        found = discovery.resources(answer.body) if answer.ok else ()
        return {(one.group, one.version, one.plural) for one in found}


def _names(kinds: set[Kind]) -> str:
    return ", ".join(sorted(f"{plural}.{group}/{version}" for group, version, plural in kinds))


def _accepted(name: str, answer: Answer) -> None:
    if not answer.ok:
        raise CrdRefused(f"the API server refuses CustomResourceDefinition {name}: {answer.message}")


def _mark(crd: Manifest) -> str:
    text = json.dumps([crd["metadata"], crd["spec"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _marked(crd: Manifest, mark: str) -> Manifest:
    """Return a copy with a mark of its contents in the last column of each version."""
    out = {**crd, "spec": {**crd["spec"], "versions": [{**version} for version in crd["spec"]["versions"]]}}
    for version in out["spec"]["versions"]:
        columns = copy.deepcopy(version.get("additionalPrinterColumns") or [dict(_AGE)])
        columns[-1]["description"] = f"{columns[-1].get('description', '')} (definition {mark})".strip()
        version["additionalPrinterColumns"] = columns
    return out


def _served(crd: Manifest) -> Iterator[tuple[Kind, int]]:
    """Yield the kinds that a CRD serves, with the index of its last column in a table (the name is the first)."""
    spec = crd["spec"]
    for version in spec["versions"]:
        if version.get("served"):
            kind = (spec["group"], version["name"], spec["names"]["plural"])
            yield kind, len(version.get("additionalPrinterColumns") or [_AGE])
