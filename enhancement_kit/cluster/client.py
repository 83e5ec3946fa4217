"""A client of a Kubernetes API: objects are dictionaries, kinds are found by discovery, refusals are ApiErrors.

It sends its requests through an ApiClient of the official library, so that users, credentials and what a cluster puts
around requests are the same for all. The library's own `kubernetes.dynamic.DynamicClient` would find kinds too. It asks
for each group by itself, though (22 requests where 2 are enough), keeps what it found in a file that holds for every
later server at the same address, and wraps objects in a class of its own.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from . import discovery
from .answers import JSON, MEDIA_TYPES, Answer, ApiError, Refusal
from .discovery import Kinds, Resource
from .interface import Manifest

if TYPE_CHECKING:
    from kubernetes.client import ApiClient

_STRICT = {"fieldValidation": "Strict"}
_known: WeakKeyDictionary[ApiClient, Kinds] = WeakKeyDictionary()
"""What discovery listed to an ApiClient."""


@dataclass(frozen=True)
class Kind:
    """What a user means by a kind's name alone: the kind's group, and a namespace."""

    group: str
    namespace: str | None = None


class Client:
    """A client with dictionaries for objects, on behalf of the user of an ApiClient."""

    def __init__(self, api_client: ApiClient, kinds: Mapping[str, Kind] | None = None) -> None:
        """Take an ApiClient. `kinds` complete requests that name neither apiVersion nor namespace."""
        self._api = api_client
        self._kinds = kinds or {}

    # ---- requests by path ----------------------------------------------------------------------------------------

    def request(self, verb: str, path: str, body: Any = None, *, media: str = JSON) -> Any:
        """Send one request and return the answer's JSON. Raises ApiError."""
        return self.exchange(verb, path, body, media=media)[0]

    def exchange(
        self, verb: str, path: str, body: Any = None, *, media: str = JSON, accept: str = JSON
    ) -> tuple[Any, list[str]]:
        """Send one request and return the answer's JSON and the server's warnings. Raises ApiError."""
        response = self._send(verb, path, body, media, accept)
        answer = Answer.read(response.status, response.read(), response.headers.getlist("Warning"))
        if not answer.ok:
            raise ApiError(f"{verb} {path}", answer.refusal)
        return answer.body, list(answer.warnings)

    def _send(self, verb: str, path: str, body: Any = None, media: str = JSON, accept: str = JSON) -> Any:
        headers = {**self._api.default_headers, "Accept": accept, "Content-Type": media}
        return self._api.call_api(verb, self._api.configuration.host + path, header_params=headers, body=body)

    # ---- kinds ---------------------------------------------------------------------------------------------------

    def resource(self, kind: str, api_version: str | None = None) -> Resource:
        """Return how the API serves a kind, in any group and version or in these. Raises ApiError where it does not."""
        found = self._find(_known.get(self._api) or self.discover(), kind, api_version)
        if found is None:
            # its CRD may be new
            found = self._find(self.discover(), kind, api_version)
        if found is None:
            raise ApiError(f"discovery of {kind}", Refusal.of_unserved_kind())
        return found

    def named(self, word: str) -> Resource | None:
        """Return the kind that a user calls by this word, as on a command line; None if there is none."""
        found = (_known.get(self._api) or self.discover()).named(word) or self.discover().named(word)
        meant = [one for one in found if one.kind in self._kinds and self._kinds[one.kind].group == one.group]
        return next(iter([*meant, *found]), None)

    def discover(self) -> Kinds:
        """Return all kinds that the API serves now."""
        documents = [self.exchange("GET", path, accept=discovery.ACCEPT)[0] for path in discovery.PATHS]
        found = _known[self._api] = Kinds(one for document in documents for one in discovery.resources(document))
        return found

    def _find(self, served: Kinds, kind: str, api_version: str | None) -> Resource | None:
        if api_version:
            group, _, version = api_version.rpartition("/")
            return served.find(kind, group, version)
        return served.find(kind, self._kinds[kind].group if kind in self._kinds else None)

    def path(
        self, kind: str, name: str | None = None, *, namespace: str | None = None, api_version: str | None = None
    ) -> str:
        """Return the path of an object, or of a kind's collection. Raises ApiError."""
        return self.resource(kind, api_version).path(self._namespace(kind, namespace), name)

    def _namespace(self, kind: str, given: str | None) -> str | None:
        return given or (self._kinds[kind].namespace if kind in self._kinds else None)

    # ---- objects -------------------------------------------------------------------------------------------------

    def get(self, kind: str, name: str, *, namespace: str | None = None) -> Manifest:
        """Return an object. Raises ApiError."""
        return self._call("GET", kind, namespace=namespace, name=name)

    def find(self, kind: str, name: str, *, namespace: str | None = None) -> Manifest | None:
        """Return an object, or None if it does not exist."""
        try:
            return self.get(kind, name, namespace=namespace)
        except ApiError as error:
            if error.refusal.code == 404:
                return None
            raise

    def all(self, kind: str, *, namespace: str | None = None) -> list[Manifest]:
        """Return all objects of a kind in a namespace: this one, the user's one for the kind, or else in all."""
        items: list[Manifest] = self._call("GET", kind, namespace=namespace)["items"]
        return items

    def create(self, manifest: Manifest, *, namespace: str | None = None, strict: bool = False) -> Manifest:
        """Create an object; `strict` refuses fields that the kind does not have. Raises ApiError."""
        kind = manifest["kind"]
        body = {"apiVersion": self.resource(kind, manifest.get("apiVersion")).api_version, **manifest}
        return self._write("POST", body, namespace=namespace, query=_STRICT if strict else {}, named=False)

    def patch(self, kind: str, name: str, patch: Any, *, how: str = "merge", namespace: str | None = None) -> Manifest:
        """Patch an object; `how` is merge, json or apply. Raises ApiError."""
        return self._call("PATCH", kind, namespace=namespace, name=name, body=patch, media=MEDIA_TYPES[how])

    def replace(self, manifest: Manifest) -> Manifest:
        """Write a whole object that was just read. Raises ApiError."""
        return self._write("PUT", manifest)

    def set_status(self, manifest: Manifest, *, strict: bool = False) -> Manifest:
        """Write the status of an object that was just read or created; `strict` as for `create`. Raises ApiError."""
        return self._write("PUT", manifest, subresource="status", query=_STRICT if strict else {})

    def delete(self, kind: str, name: str, *, namespace: str | None = None) -> None:
        """Delete an object. Raises ApiError."""
        self._call("DELETE", kind, namespace=namespace, name=name)

    def everything(self) -> list[Manifest]:
        """Return every object of every kind that the API lists, each kind in its preferred version."""
        found: list[Manifest] = []
        for resource in self.discover().preferred():
            if resource.listable:
                found += [{**item, "kind": resource.kind} for item in self.request("GET", resource.path())["items"]]
        return found

    def watch(
        self, kind: str, since: str, *, namespace: str | None = None, seconds: int = 30, fields: str = ""
    ) -> Generator[Manifest, None, None]:
        """Yield the watch events of a kind after a resource version, for so many seconds at most.

        `fields` is a field selector. Raises ApiError, also for an error among the events. Close it to stop earlier.
        """
        query = {"watch": "true", "resourceVersion": since, "timeoutSeconds": seconds}
        if fields:
            query["fieldSelector"] = fields
        path = f"{self.path(kind, namespace=namespace)}?{urlencode(query)}"
        response = self._send("GET", path)
        if response.status >= 400:
            raise ApiError(f"watch of {kind}", Answer.read(response.status, response.read()).refusal)
        try:
            for line in _lines(response.response):
                event = json.loads(line)
                if event["type"] == "ERROR":
                    status = event["object"]
                    raise ApiError(f"watch of {kind} since {since}", Answer(int(status["code"]), status).refusal)
                yield event
        finally:
            response.response.close()

    def _write(
        self,
        verb: str,
        manifest: Manifest,
        *,
        namespace: str | None = None,
        subresource: str | None = None,
        query: Mapping[str, str] | None = None,
        named: bool = True,
    ) -> Manifest:
        meta = manifest["metadata"]
        return self._call(
            verb,
            manifest["kind"],
            manifest.get("apiVersion"),
            namespace=namespace or meta.get("namespace"),
            name=meta["name"] if named else None,
            subresource=subresource,
            query=query,
            body=manifest,
        )

    def _call(
        self,
        verb: str,
        kind: str,
        api_version: str | None = None,
        *,
        namespace: str | None,
        name: str | None = None,
        subresource: str | None = None,
        query: Mapping[str, str] | None = None,
        body: Any = None,
        media: str = JSON,
    ) -> Manifest:
        asked = f"?{urlencode(query)}" if query else ""

        def answered(resource: Resource) -> Manifest:
            path = resource.path(self._namespace(kind, namespace), name, subresource) + asked
            found: Manifest = self.request(verb, path, body, media=media)
            return found

        known = self.resource(kind, api_version)
        try:
            return answered(known)
        except ApiError as error:
            # its CRD may have been replaced by one with another version, plural or scope
            now = self._find(self.discover(), kind, api_version) if error.refusal.unserved else known
            if now is None or now == known:
                raise
            return answered(now)


def _lines(response: Any) -> Iterator[bytes]:
    """Yield the lines of a streamed answer as they come."""
    rest = b""
    for chunk in response.stream(amt=None, decode_content=True):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line for line in whole if line.strip())


def writers(obj: Manifest, *, status: bool = True) -> set[str]:
    """Return the field managers of an object; without `status`, only those that wrote more than the status."""
    entries = obj["metadata"].get("managedFields") or ()
    return {str(entry.get("manager", "")) for entry in entries if status or not entry.get("subresource")}
