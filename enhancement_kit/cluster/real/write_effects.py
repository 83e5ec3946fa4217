"""What follows from a write on a healthy cluster, done or awaited before the writer goes on.

A scenario's clients and the components that it runs in this process write through `Wake.around`. So they see
Deployments rolled out and dependents collected once their write is answered, and no outcome depends on timing.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any, Protocol

from ..interface import Manifest
from .api import Api
from .paths import Place, place_of
from .timeouts import COLLECTED, await_that

_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
# Finalizers that the garbage collector removes.
_COLLECTORS = frozenset({"foregroundDeletion", "orphan"})


class RollsOut(Protocol):
    """Whatever rolls Deployments out."""

    def written(self, path: str) -> list[tuple[str, Manifest]]:
        """Roll out a Deployment whose spec is new; return path and metadata of what that created."""


class WriteEffects:
    """Follows the writes to one API server."""

    def __init__(self, api: Api, rollouts: RollsOut, collected_within: float = COLLECTED) -> None:
        """Look and wait through `api`; hand Deployments to `rollouts`."""
        self._api = api
        self._rollouts = rollouts
        self._collected_within = collected_within
        self._dependents: dict[str, dict[str, str]] = {}
        """The objects that name an owner, by the owner's uid: their own uids by path."""

    def forget(self) -> None:
        """Forget all objects."""
        self._dependents.clear()

    def around(self, request: Callable[..., Any], host: str) -> Callable[..., Any]:
        """Wrap `request` of a REST client of `kubernetes` to return once what follows from a write has happened."""

        @functools.wraps(request)
        def followed(method: str, url: str, *arguments: Any, **options: Any) -> Any:
            response = request(method, url, *arguments, **options)
            if method in _WRITES and 200 <= response.status < 300 and "dryRun=" not in url:
                place = place_of(url.removeprefix(host))
                if place is not None:
                    self._follow(method, place, json.loads(response.read()))
            return response

        return followed

    def _follow(self, method: str, place: Place, answer: Manifest) -> None:
        meta = answer.get("metadata") or {}
        path = place.object if place.name else place.child(str(meta.get("name", "")))
        self._note_owners(path, meta)
        if method == "DELETE" and not place.name:
            # the answer of a collection is the list of what is deleted
            for item in answer.get("items") or ():
                self._removed(place.child(item["metadata"]["name"]), item["metadata"])
        elif method == "DELETE" or meta.get("deletionTimestamp"):
            self._removed(path, meta if answer.get("kind") != "Status" else answer.get("details") or {})
        elif place.plural == "deployments" and place.group == "apps" and place.subresource in ("", "scale"):
            for pod, pod_meta in self._rollouts.written(path):
                self._note_owners(pod, pod_meta)

    def _note_owners(self, path: str, meta: Manifest) -> None:
        for owner in meta.get("ownerReferences") or ():
            self._dependents.setdefault(owner["uid"], {})[path] = str(meta.get("uid", ""))

    def _removed(self, path: str, meta: Manifest) -> None:
        """Wait for the garbage collector after a delete, or after the last finalizer of a deleted object went."""
        if _COLLECTORS & set(meta.get("finalizers") or ()):
            self._await(path, lambda live: not _COLLECTORS & set(live.get("finalizers") or ()))
        self._follow_down(path, str(meta.get("uid", "")))

    def _follow_down(self, path: str, uid: str) -> None:
        """Wait for the dependents of an object, theirs included, if it is gone."""
        if uid in self._dependents and self._is_gone(path, uid):
            for dependent, its_uid in sorted(self._dependents.pop(uid, {}).items()):
                self._collected(dependent, its_uid, uid)

    def _is_gone(self, path: str, uid: str) -> bool:
        live = self._api("GET", path)
        return live.code == 404 or bool(live.ok and uid and live.body["metadata"].get("uid") != uid)

    def _collected(self, path: str, uid: str, owner: str) -> None:
        """Wait until a dependent is gone, is being deleted, or no longer names the deleted owner."""

        def let_go(live: Manifest) -> bool:
            return (
                live.get("uid") != uid
                or bool(live.get("deletionTimestamp"))
                or all(reference["uid"] != owner for reference in live.get("ownerReferences") or ())
            )

        self._await(path, let_go)
        # the collector may have deleted it already, so its uid is the one that its write returned
        self._follow_down(path, uid)

    def _await(self, path: str, done: Callable[[Manifest], bool]) -> None:
        def holds() -> bool:
            live = self._api("GET", path)
            return not live.ok or done(live.body["metadata"])

        await_that(holds, self._collected_within, lambda: f"the garbage collector has not done its work on {path}")
