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

from ...errors import HarnessError
from ...waiting import await_that
from ..interface import Manifest
from .api import DISCOVERY, TABLE, Answer, Api
from .bounds import ENFORCED, REMOVED
from .storage import Storage

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
# What the server shows where a CRD names no columns.
_AGE = {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}

Kind = tuple[str, str, str]
"""Group, version and plural."""


class Definitions:
    """The CRDs that the kit has installed on one server."""

    def __init__(self, api: Api, storage: Storage, watch: Callable[[], None]) -> None:
        """Write through `api`; `watch` makes the controllers look after kinds that are new."""
        self._api = api
        self._storage = storage
        self._watch = watch
        self._marks: dict[str, str] = {}
        self._watched: set[Kind] | None = None

    def install(self, crds: Sequence[Manifest], *, keep_objects: bool) -> None:
        """Serve exactly these CRDs; returns once they are enforced. Raises HarnessError naming the one refused."""
        wanted = {crd["metadata"]["name"]: crd for crd in crds}
        gone = [name for name in self._marks if name not in wanted]
        marks = {name: _mark(crd) for name, crd in wanted.items()}
        changed = [name for name in wanted if self._marks.get(name) != marks[name]]
        for name in gone:
            self._remove(name)
        for name in changed:
            self._write(wanted[name], marks[name], keep_objects)
        for name in changed:
            self._await(wanted[name], marks[name])
            self._marks[name] = marks[name]
        self._look_after({kind for crd in crds for kind, _ in _served(crd)})

    def _write(self, crd: Manifest, mark: str, keep_objects: bool) -> None:
        name = crd["metadata"]["name"]
        self._marks.pop(name, None)
        marked = _marked(crd, mark)
        live = self._api("GET", f"{DEFINITIONS}/{name}")
        if live.ok:
            if not keep_objects:
                self._storage.drop(crd["spec"]["group"], crd["spec"]["names"]["plural"])
            version = live.body["metadata"]["resourceVersion"]
            body = {**marked, "metadata": {**marked["metadata"], "resourceVersion": version}}
            answer = self._api("PUT", f"{DEFINITIONS}/{name}", body)
            if answer.ok or keep_objects:
                _accepted(name, answer)
                return
            # what an update may not change (names, scope) a new CRD may
            self._remove(name)
        _accepted(name, self._api("POST", DEFINITIONS, marked))

    def _remove(self, name: str) -> None:
        self._marks.pop(name, None)
        if self._watched:
            self._watched = {(g, v, plural) for g, v, plural in self._watched if f"{plural}.{g}" != name}
        path = f"{DEFINITIONS}/{name}"
        answer = self._api("DELETE", path)
        if not answer.ok and answer.code != 404:
            _accepted(name, answer)
        await_that(
            lambda: self._api("GET", path).code == 404,
            REMOVED,
            lambda: f"CustomResourceDefinition {name} is still there after it was deleted",
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

    def _look_after(self, kinds: set[Kind]) -> None:
        """See to it that the controllers know these kinds, also those that came back."""
        if self._watched is not None and kinds <= self._watched:
            return
        await_that(
            lambda: kinds <= self._discovered(),
            ENFORCED,
            lambda: f"the API server does not list {_names(kinds - self._discovered())}",
        )
        self._watch()
        self._watched = kinds | (self._watched or set())

    def _discovered(self) -> set[Kind]:
        answer = self._api("GET", "/apis", accept=DISCOVERY)
        return {
            (group["metadata"]["name"], version["version"], resource["resource"])
            for group in (answer.body["items"] if answer.ok else ())
            for version in group["versions"]
            for resource in version.get("resources", ())
        }


def _names(kinds: set[Kind]) -> str:
    return ", ".join(sorted(f"{plural}.{group}/{version}" for group, version, plural in kinds))


def _accepted(name: str, answer: Answer) -> None:
    if not answer.ok:
        raise HarnessError(f"the API server refuses CustomResourceDefinition {name}: {answer.message}")


def _mark(crd: Manifest) -> str:
    text = json.dumps([crd["metadata"], crd["spec"]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _marked(crd: Manifest, mark: str) -> Manifest:
    """A copy that says in the last column of each version what it was made of."""
    out = {**crd, "spec": {**crd["spec"], "versions": [{**version} for version in crd["spec"]["versions"]]}}
    for version in out["spec"]["versions"]:
        columns = copy.deepcopy(version.get("additionalPrinterColumns") or [dict(_AGE)])
        columns[-1]["description"] = f"{columns[-1].get('description', '')} (definition {mark})".strip()
        version["additionalPrinterColumns"] = columns
    return out


def _served(crd: Manifest) -> Iterator[tuple[Kind, int]]:
    """The kinds that a CRD serves, each with the place of its last column in a table (the name is the first)."""
    spec = crd["spec"]
    for version in spec["versions"]:
        if version.get("served"):
            kind = (spec["group"], version["name"], spec["names"]["plural"])
            yield kind, len(version.get("additionalPrinterColumns") or [_AGE])
