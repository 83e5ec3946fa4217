"""Creation of manifests of any kind through the API of the new cluster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime import ApiError, NotFound, Store
from ..runtime.resources import Resource
from .errors import InstallError

Manifest = Mapping[str, Any]


class Bootstrap:
    """Creates objects; what the API serves is looked up once for each group and version."""

    def __init__(self, store: Store) -> None:
        """Create objects through `store`."""
        self._store = store
        self._served: dict[str, dict[str, tuple[Resource, bool]]] = {}

    def apply(self, found: Mapping[str, Manifest]) -> None:
        """Create the objects of manifests by file name. Raises InstallError naming the file that is refused."""
        for name, manifest in found.items():
            try:
                self._create(name, dict(manifest))
            except ApiError as error:
                raise InstallError(f"the API server refused {name}: {error}") from error

    def _create(self, name: str, manifest: dict[str, Any]) -> None:
        resource, has_status = self._resource(name, manifest)
        created = self._store.create(resource, manifest)
        if has_status and manifest.get("status"):
            self._store.update_status(resource, {**created, "status": manifest["status"]})

    def _resource(self, name: str, manifest: Manifest) -> tuple[Resource, bool]:
        """Return the resource of a manifest, and whether its status is written separately. Raises InstallError."""
        version, kind = str(manifest.get("apiVersion")), str(manifest.get("kind"))
        if version not in self._served:
            self._served[version] = self._discover(version)
        if kind not in self._served[version]:
            raise InstallError(f"{name} holds a {kind} of {version}, which the API server does not serve")
        return self._served[version][kind]

    def _discover(self, version: str) -> dict[str, tuple[Resource, bool]]:
        root = f"/apis/{version}" if "/" in version else f"/api/{version}"
        try:
            listed = self._store.call("GET", root)["resources"]
        except NotFound:
            return {}
        names = {entry["name"] for entry in listed}
        return {
            entry["kind"]: (
                Resource(entry["kind"], version, entry["name"], bool(entry["namespaced"])),
                f"{entry['name']}/status" in names,
            )
            for entry in listed
            if "/" not in entry["name"]
        }
