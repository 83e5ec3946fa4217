"""What the kit has on a cluster that is not its own: made through its clients, remembered, and removed again.

Scenarios write to singletons (a Node `worker-1`, the namespace `openshift-ingress`), so one run has the cluster for
itself. Whatever was there before is neither written nor removed, and its Nodes and StorageClasses are not listed to
the clients of scenarios, which would take them for their cluster's. Namespaces stay, empty, until the end of the run:
deleting one takes seconds.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from enhancement_kit.errors import HarnessError

from ..answers import MEDIA_TYPES
from ..interface import Manifest
from ..real.api import Api
from ..real.ownership import KIT, Ownership
from ..real.paths import Place, place_of
from ..real.real_cluster import Request
from ..real.timeouts import EMPTIED, REMOVED, await_that
from .cluster_lock import CLAIM

NAMESPACES = "/api/v1/namespaces"
HIDDEN = frozenset({("", "nodes"), ("storage.k8s.io", "storageclasses")})
"""Kinds of which clients see the kit's own alone when they list them."""
WORKLOADS = frozenset({("apps", "deployments"), ("apps", "daemonsets")})
_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# Searched by the kit's label: kinds without a namespace, and those that scenarios write to other namespaces.
_LABELLED = (
    "/api/v1/nodes",
    "/apis/storage.k8s.io/v1/storageclasses",
    "/apis/apps/v1/deployments",
    "/apis/apps/v1/daemonsets",
    "/api/v1/services",
    "/api/v1/configmaps",
    "/api/v1/secrets",
    "/api/v1/events",
)
# What controllers create for workloads, owners first.
_OF_WORKLOADS = ("/apis/apps/v1/namespaces/{}/replicasets", "/api/v1/namespaces/{}/pods")
_PAGE = 500
_AT_ONCE = {"gracePeriodSeconds": 0, "propagationPolicy": "Background"}


class OwnedObjects:
    """The kit's objects on one API server."""

    def __init__(self, api: Api, ownership: Ownership, own_kinds: Callable[[], set[tuple[str, str]]]) -> None:
        """Look and remove through `api`; `own_kinds` are those of the kit's CRDs, by group and plural."""
        self._api = api
        self._ownership = ownership
        self._own_kinds = own_kinds
        self._made: dict[str, Place] = {}
        """By path, in the order in which they were made; namespaces apart."""
        self._namespaces: set[str] = set()
        self._idle: set[str] = set()
        """Namespaces that stay from earlier scenarios."""

    def around(self, request: Request, host: str) -> Request:
        """Wrap a request, to touch only what the kit made and to remember what it makes. Raises HarnessError."""

        @functools.wraps(request)
        def kept(method: str, url: str, *arguments: Any, body: Any = None, **options: Any) -> Any:
            place = place_of(url.removeprefix(host))
            if place is None or "dryRun=" in url or method not in {*_WRITES, "GET"}:
                return request(method, url, *arguments, body=body, **options)
            if method == "GET":
                response = request(method, url, *arguments, body=body, **options)
                if not place.name and (place.group, place.plural) in HIDDEN and "watch=" not in url:
                    _show_own(response, self._ownership)
                return response
            media = str((options.get("headers") or {}).get("Content-Type", ""))
            name = str((body.get("metadata") or {}).get("name", "")) if isinstance(body, dict) else ""
            if method == "POST" and place.root == NAMESPACES and not place.name and name in self._idle:
                self._idle.discard(name)
                method, url = "PUT", url.replace(NAMESPACES, f"{NAMESPACES}/{name}", 1)
            elif not self._may(method, place):
                raise HarnessError(
                    f"{method} {place.object}: the kit did not make that object, and leaves it alone on a cluster "
                    "that is not its own"
                )
            response = request(method, url, *arguments, body=self._amended(method, place, body, media), **options)
            if 200 <= response.status < 300:
                self._note(method, place, response)
            return response

        return kept

    def reset(self) -> None:
        """Remove what scenarios made, but for namespaces and CRDs. Raises HarnessError naming what does not go."""
        for path in reversed(list(self._made)):
            self.remove(path)
        workloads = {place.namespace for place in self._made.values() if (place.group, place.plural) in WORKLOADS}
        for namespace in sorted(workloads & self._namespaces):
            self._clear_workloads(namespace)
        for namespace in sorted({place.namespace for place in self._made.values()} & self._namespaces):
            # also the events that controllers wrote
            self._api("DELETE", f"{NAMESPACES}/{namespace}/events", _AT_ONCE)
        self._made.clear()
        self._idle = set(self._namespaces)

    def take_away(self) -> None:
        """Remove all that carries the run's label, CRDs apart, or that of a killed run whose cluster it has taken over.

        Raises HarnessError naming what cannot be listed or removed, after the rest is gone.
        """
        refused = []
        for root in (*_LABELLED, NAMESPACES):
            # one kind that cannot be listed or removed keeps nothing else
            try:
                for item in self._labelled(root):
                    if item["metadata"]["name"] != CLAIM:
                        self.remove(_path(root, item["metadata"]))
            except HarnessError as error:
                refused.append(str(error))
        if refused:
            raise HarnessError("; ".join(refused))
        await_that(
            lambda: not self._labelled(NAMESPACES),
            EMPTIED,
            lambda: f"namespaces do not go: {', '.join(i['metadata']['name'] for i in self._labelled(NAMESPACES))}",
        )
        self._namespaces.clear()
        self._idle.clear()

    def drop(self, group: str, plural: str) -> None:
        """Remove all objects of a kind that the kit's CRDs define."""
        found = self._api("GET", f"/apis/{group}")
        for version in found.body.get("versions", ()) if found.ok else ():
            # a kind may be served in some versions of its group only; in one of them all its objects are listed
            root = f"/apis/{version['groupVersion']}/{plural}"
            listed = self._api("GET", root)
            if not listed.ok and listed.code != 404:
                raise HarnessError(f"the API server refuses to list {root}: {listed.code} {listed.message}")
            if listed.ok:
                for item in listed.body["items"]:
                    self.remove(_path(root, item["metadata"]))
                return

    def remove(self, path: str) -> None:
        """Remove an object, whatever finalizers it has. Fine where it is gone. Raises HarnessError."""
        answer = self._api("DELETE", path, _AT_ONCE)
        if answer.code == 404:
            return
        if not answer.ok and answer.code != 409:
            raise HarnessError(f"the API server refuses to delete {path}: {answer.message}")
        if answer.ok and (answer.body.get("metadata") or {}).get("finalizers"):
            self._api("PATCH", path, {"metadata": {"finalizers": None}}, media=MEDIA_TYPES["merge"])

    # ---- before and after a write

    def _within(self, place: Place) -> bool:
        """Return whether a place is the kit's, whatever is there."""
        return (place.group, place.plural) in self._own_kinds() or place.namespace in self._namespaces

    def _may(self, method: str, place: Place) -> bool:
        if self._within(place) or place.object in self._made:
            return True
        if method == "POST" and not place.subresource:
            return True
        if not place.name:
            # this concerns all objects of a kind, whoever made them
            return False
        live = self._api("GET", place.object)
        return live.code == 404 or self._ownership.is_own(live.body)

    def _amended(self, method: str, place: Place, body: Any, media: str) -> Any:
        """Add the kit's label where nothing else marks the owner, and a schedulerName that keeps Pods off nodes."""
        if not isinstance(body, dict) or place.subresource:
            return body
        if (method in ("POST", "PUT") or media == MEDIA_TYPES["apply"]) and not self._within(place):
            body = self._ownership.owned(body)
        pod = ((body.get("spec") or {}).get("template") or {}).get("spec")
        if (place.group, place.plural) in WORKLOADS and isinstance(pod, dict):
            spec = body["spec"]
            template = {**spec["template"], "spec": {**pod, "schedulerName": KIT}}
            body = {**body, "spec": {**spec, "template": template}}
        return body

    def _note(self, method: str, place: Place, response: Any) -> None:
        answer: Mapping[str, Any] = json.loads(response.read())
        meta = answer.get("metadata") or {}
        path = place.object if place.name else place.child(str(meta.get("name", "")))
        if response.status == 201 and not place.subresource:
            if place.root == NAMESPACES:
                self._namespaces.add(str(meta["name"]))
            else:
                self._made[path] = place
        elif method == "DELETE" and place.name and not meta.get("finalizers"):
            # a deleted workload is remembered, since controllers may have created objects for it
            if (place.group, place.plural) not in WORKLOADS:
                self._made.pop(path, None)
            if place.root == NAMESPACES:
                self._namespaces.discard(place.name)

    # ---- looking and clearing

    def _clear_workloads(self, namespace: str) -> None:
        """Remove Pods whose workload is gone, which the garbage collector would do later."""

        def empty() -> bool:
            left = 0
            for root in (root.format(namespace) for root in _OF_WORKLOADS):
                self._api("DELETE", root, _AT_ONCE)
                left += len(self._api.must("GET", f"{root}?limit=1")["items"])
            return not left

        await_that(empty, REMOVED, lambda: f"there are still Pods in namespace {namespace}")

    def _labelled(self, root: str) -> list[Manifest]:
        """Return the objects of this run. Raises HarnessError where they cannot be listed: something may be left."""
        found: list[Manifest] = []
        more = ""
        while True:
            listed = self._api("GET", f"{root}?{self._ownership.selector}&limit={_PAGE}{more}")
            if not listed.ok:
                raise HarnessError(
                    f"what the kit made on the cluster cannot be found: the API server refuses to list {root}: "
                    f"{listed.code} {listed.message}"
                )
            found += (item for item in listed.body["items"] if self._ownership.is_own(item))
            token = (listed.body.get("metadata") or {}).get("continue")
            if not token:
                return found
            more = f"&continue={quote(token)}"


def _path(root: str, meta: Mapping[str, Any]) -> str:
    """Return the path of an object of a kind that was listed in all namespaces."""
    start, _, plural = root.rpartition("/")
    inside = f"/namespaces/{meta['namespace']}" if meta.get("namespace") else ""
    return f"{start}{inside}/{plural}/{meta['name']}"


def _show_own(response: Any, ownership: Ownership) -> None:
    """Remove what is not the kit's from a list that was answered."""
    if response.status != 200:
        return
    body = json.loads(response.read())
    if isinstance(body.get("items"), list):
        body["items"] = [item for item in body["items"] if ownership.is_own(item)]
        response.data = json.dumps(body).encode()
