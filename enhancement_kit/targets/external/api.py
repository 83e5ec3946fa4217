"""What the kit asks the Kubernetes API to see whether components are at work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from enhancement_kit.cluster.answers import ApiError
from enhancement_kit.cluster.client import Client, Kind
from enhancement_kit.cluster.interface import Manifest
from enhancement_kit.errors import HarnessError

SERVICES: Mapping[str, Kind] = {"Service": Kind("")}
"""The kind of objects that a service controller writes."""
OBSERVED: Mapping[str, Kind] = {
    **SERVICES,
    "Node": Kind(""),
    "Deployment": Kind("apps"),
    "IngressController": Kind("operator.openshift.io"),
    "DNSRecord": Kind("ingress.operator.openshift.io"),
    "ClusterOperator": Kind("config.openshift.io"),
    "Infrastructure": Kind("config.openshift.io"),
}
"""The kinds whose changes show that a component is still at work."""


class Api:
    """Requests of the kit, on whose success nothing about a component depends: each refusal is a HarnessError."""

    def __init__(self, client: Any) -> None:
        """Take an ApiClient of the official library; no request is sent yet."""
        self._client = Client(client, OBSERVED)

    def versions(self, kinds: Iterable[str] = OBSERVED, *, without: str = "") -> Mapping[str, str]:
        """Return the resource versions of all objects of these kinds, by uid.

        Kinds that are not served have none, and objects in the namespace `without` do not count.
        """
        found: dict[str, str] = {}
        with _needed():
            for item in (item for kind in kinds for item in self._all(kind)):
                meta = item["metadata"]
                if not without or meta.get("namespace") != without:
                    found[meta["uid"]] = meta["resourceVersion"]
        return found

    def _all(self, kind: str) -> list[Manifest]:
        try:
            return self._client.all(kind)
        except ApiError as error:
            if error.refusal.code == 404:
                return []
            raise

    def create(self, manifest: Manifest) -> Manifest:
        """Create an object. Raises HarnessError."""
        with _needed():
            return self._client.create(manifest)

    def events(self, namespace: str, about: str, seconds: float) -> Iterator[Manifest]:
        """Yield the events about an object, given by its uid: existing ones and those within these seconds."""
        # version 0 includes the events that exist already
        watch = self._client.watch(
            "Event", "0", namespace=namespace, seconds=max(1, int(seconds)), fields=f"involvedObject.uid={about}"
        )
        with _needed(), closing(watch):
            for event in watch:
                yield event["object"]


@contextmanager
def _needed() -> Iterator[None]:
    try:
        yield
    except ApiError as error:
        raise HarnessError(str(error)) from error
