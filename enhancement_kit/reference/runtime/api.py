"""Kubernetes objects as plain dicts over an official ApiClient, and the cache that all components of a run share."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from .errors import Conflict, NotFound, from_status
from .plain import clone
from .resources import COLLECTED, ROLLED_OUT, UNCOUNTED, Resource

Object = dict[str, Any]
Key = tuple[str, str]
"""(namespace, name); the namespace is empty for cluster-scoped kinds."""

MERGE_PATCH = "application/merge-patch+json"
STRATEGIC_PATCH = "application/strategic-merge-patch+json"


def key_of(obj: Mapping[str, Any]) -> Key:
    """Return namespace and name of an object."""
    meta = obj["metadata"]
    return meta.get("namespace", ""), meta["name"]


def version_of(obj: Mapping[str, Any]) -> tuple[str, str]:
    """Return what differs between two states of an object: uid and resourceVersion."""
    meta = obj["metadata"]
    return meta.get("uid", ""), meta.get("resourceVersion", "")


class Cache:
    """The objects of watched kinds as last seen, kept current by every write of the components themselves."""

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._objects: dict[Resource, dict[Key, Object]] = {}
        self._changed: dict[tuple[Resource, Key], None] = {}
        self.stale: set[Resource] = set()
        """Kinds to list again before the next round."""
        self.writes = 0
        """Changes so far, by the components themselves and, as far as lists have shown them, by others."""
        self.written: list[tuple[str, str]] = []
        """(writer, object) of the writes since the loop last cleared it."""

    def holds(self, resource: Resource) -> bool:
        """Tell whether the kind has been listed."""
        return resource in self._objects

    def replace(self, resource: Resource, objects: Iterable[Object]) -> None:
        """Replace the cached objects of a kind with a fresh list."""
        before, now = self._objects.get(resource, {}), {key_of(obj): obj for obj in objects}
        self._objects[resource] = now
        self.stale.discard(resource)
        for key in now.keys() | before.keys():
            old, new = before.get(key), now.get(key)
            if old is None or new is None or version_of(old) != version_of(new):
                self._changed[resource, key] = None
                # others write, too: the garbage collector, for one, after a component's delete
                self.writes += resource not in UNCOUNTED

    def take_changes(self) -> list[tuple[Resource, Key]]:
        """Return the objects that were added, changed or removed since the last call."""
        changed = list(self._changed)
        self._changed.clear()
        return changed

    def objects(self, resource: Resource) -> Mapping[Key, Object]:
        """Return all objects of a kind. Do not change them."""
        return self._objects.get(resource, {})

    def get(self, resource: Resource, key: Key) -> Object | None:
        """Return one object, or None. Do not change it."""
        return self._objects.get(resource, {}).get(key)

    def saw(self, resource: Resource, obj: Object) -> None:
        """Store the answer to a write."""
        if resource not in self._objects:
            return
        meta = obj.get("metadata", {})
        if meta.get("deletionTimestamp") and not meta.get("finalizers"):
            self._objects[resource].pop(key_of(obj), None)
        else:
            self._objects[resource][key_of(obj)] = obj
        self._changed[resource, key_of(obj)] = None

    def wrote(self, resource: Resource, writer: str, what: str, *, removed: bool = False) -> None:
        """Count a write, and mark what the cluster itself may have changed because of it."""
        if resource in UNCOUNTED:
            return
        self.writes += 1
        self.written.append((writer, what))
        follow = COLLECTED if removed else ROLLED_OUT if resource in ROLLED_OUT else frozenset()
        self.stale.update(kind for kind in follow if kind in self._objects)


@functools.cache
def _options(request: Callable[..., Any]) -> dict[str, Any]:
    """Return the extra arguments that a client's function for requests needs.

    Up to release 36 of the client, answers are decoded and errors raised unless this is switched off.
    """
    return {"_preload_content": False} if "_preload_content" in inspect.signature(request).parameters else {}


class Store:
    """Reads and writes of one component. Reads come from the cache where the kind is watched, else from the API."""

    def __init__(self, client: Any, component: str, cache: Cache | None = None) -> None:
        """Use `client`, a kubernetes.client.ApiClient, as `component`."""
        self._client = client
        self.component = component
        self.cache = cache if cache is not None else Cache()
        self._headers = {
            "Accept": "application/json",
            **{k: v for k, v in client.default_headers.items() if k.lower() == "user-agent"},
        }
        for setting in client.configuration.auth_settings().values():
            if setting.get("in") == "header" and setting.get("value"):
                self._headers[setting["key"]] = setting["value"]
        self._host = str(client.configuration.host).rstrip("/")
        self._request: Callable[..., Any] = client.rest_client.request
        self._options = _options(inspect.unwrap(getattr(self._request, "__func__", self._request)))

    def call(self, method: str, url: str, *, body: Any = None, content: str = "application/json", **query: Any) -> Any:
        """Send one request and return the decoded answer. Raises the ApiError for what the server refused."""
        headers = dict(self._headers)
        if body is not None:
            headers["Content-Type"] = content
        params = {name: value for name, value in query.items() if value is not None}
        address = f"{self._host}{url}" + (f"?{urlencode(params)}" if params else "")
        response = self._request(method, address, headers=headers, body=body, **self._options)
        raw = response.data if response.data is not None else response.read()
        try:
            decoded = json.loads(raw) if raw else {}
        except ValueError:
            decoded = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
        if not 200 <= response.status <= 299:
            raise from_status(response.status, decoded)
        return decoded

    # reads

    def get(self, resource: Resource, namespace: str, name: str) -> Object:
        """Return a copy of one object. Raises NotFound."""
        if self.cache.holds(resource):
            found = self.cache.get(resource, (namespace if resource.namespaced else "", name))
            if found is None:
                raise NotFound(f'{resource.plural} "{name}" not found', code=404, reason="NotFound")
            return clone(found)
        return self.fetch(resource, namespace, name)

    def view(self, resource: Resource, namespace: str, name: str) -> Mapping[str, Any]:
        """Return one object to read only: not copied. Raises NotFound."""
        if self.cache.holds(resource):
            found = self.cache.get(resource, (namespace if resource.namespaced else "", name))
            if found is not None:
                return found
        return self.get(resource, namespace, name)

    def find(self, resource: Resource, namespace: str, name: str) -> Object | None:
        """Return a copy of one object, or None."""
        try:
            return self.get(resource, namespace, name)
        except NotFound:
            return None

    def fetch(self, resource: Resource, namespace: str, name: str) -> Object:
        """Fetch one object straight from the API. Raises NotFound."""
        found: Object = self.call("GET", resource.url(namespace, name))
        return found

    def objects(self, resource: Resource, namespace: str | None = None) -> list[Object]:
        """Return objects of a kind, of one namespace or all, in the order of their names. Do not change them."""
        if self.cache.holds(resource):
            items = self.cache.objects(resource).items()
            return [obj for key, obj in sorted(items) if namespace is None or key[0] == namespace]
        return self.fetch_list(resource, namespace)

    def fetch_list(
        self, resource: Resource, namespace: str | None = None, *, fields: Mapping[str, str] | None = None
    ) -> list[Object]:
        """Fetch objects of a kind straight from the API, in the server's order; only those that have these fields."""
        selector = ",".join(f"{path}={value}" for path, value in (fields or {}).items())
        answer = self.call("GET", resource.url(namespace), fieldSelector=selector or None)
        items: list[Object] = answer.get("items", [])
        for item in items:
            # the items of a list have neither kind nor apiVersion
            item.setdefault("kind", resource.kind)
            item.setdefault("apiVersion", resource.api_version)
        return items

    # writes

    def _write(self, method: str, resource: Resource, obj: Mapping[str, Any], url: str, **options: Any) -> Object:
        namespace, name = key_of(obj)
        try:
            answer: Object = self.call(method, url, **options)
        except (Conflict, NotFound):
            # another client wrote first: the cached objects of this kind are out of date
            self.cache.stale.add(resource)
            raise
        what = f"{resource.kind} {namespace}/{name}" if namespace else f"{resource.kind} {name}"
        meta = answer.get("metadata") or {} if answer.get("kind") != "Status" else {}
        before = self.cache.get(resource, (namespace, name))
        if method == "DELETE" or before is None or not meta or version_of(before) != version_of(answer):
            removed = method == "DELETE" or bool(meta.get("deletionTimestamp") and not meta.get("finalizers"))
            self.cache.wrote(resource, self.component, what, removed=removed)
        if meta:
            self.cache.saw(resource, answer)
        if method == "DELETE" and self.cache.holds(resource):
            self.cache.stale.add(resource)
        return answer

    def create(self, resource: Resource, obj: Object) -> Object:
        """Create an object. Raises AlreadyExists, Invalid."""
        body = {"apiVersion": resource.api_version, "kind": resource.kind, **obj}
        return self._write("POST", resource, obj, resource.url(key_of(obj)[0]), body=body)

    def update(self, resource: Resource, obj: Object) -> Object:
        """Replace an object. Raises Conflict, Invalid, NotFound."""
        return self._write("PUT", resource, obj, resource.url(*key_of(obj)), body=obj)

    def update_status(self, resource: Resource, obj: Object) -> Object:
        """Replace an object's status. Raises Conflict, Invalid, NotFound."""
        return self._write("PUT", resource, obj, resource.url(*key_of(obj), "status"), body=obj)

    def patch(
        self,
        resource: Resource,
        obj: Mapping[str, Any],
        change: Any,
        *,
        subresource: str | None = None,
        content: str = MERGE_PATCH,
    ) -> Object:
        """Merge `change`, a patch of the type `content`, into an object. Raises Invalid, NotFound."""
        url = resource.url(*key_of(obj), subresource)
        return self._write("PATCH", resource, obj, url, body=change, content=content)

    def delete(self, resource: Resource, obj: Mapping[str, Any], *, propagation: str | None = None) -> None:
        """Delete an object as last seen (by uid); one that is gone already is fine."""
        options: dict[str, Any] = {"apiVersion": "v1", "kind": "DeleteOptions"}
        if obj["metadata"].get("uid"):
            options["preconditions"] = {"uid": obj["metadata"]["uid"]}
        if propagation:
            options["propagationPolicy"] = propagation
        try:
            self._write("DELETE", resource, obj, resource.url(*key_of(obj)), body=options)
        except NotFound:
            return
