"""The kinds that a Kubernetes API server serves, as it lists them itself: all groups in one document.

Servers have that document, aggregated discovery in version 2, since Kubernetes 1.30.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .interface import Manifest

ACCEPT = "application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList"
"""The media type of the document."""
PATHS = ("/api", "/apis")
"""Where the document is served: of the core group, and of all others."""


@dataclass(frozen=True)
class Resource:
    """A kind in one version of its group."""

    group: str
    version: str
    plural: str
    kind: str
    namespaced: bool
    names: frozenset[str] = frozenset()
    """What a user may call it: plural, singular and short names, and the kind in lower case."""
    listable: bool = True

    @property
    def api_version(self) -> str:
        """The apiVersion of its objects."""
        return f"{self.group}/{self.version}" if self.group else self.version

    def path(self, namespace: str | None = None, name: str | None = None, subresource: str | None = None) -> str:
        """Return the path of one object, of its subresource, or of the collection: of all namespaces without one."""
        parts = ["/apis" if self.group else "/api", self.api_version]
        if self.namespaced and namespace:
            parts += ["namespaces", namespace]
        return "/".join([*parts, self.plural, *filter(None, (name, subresource))])


def resources(document: Manifest) -> Iterator[Resource]:
    """Yield what a document lists: the groups in the server's order, the preferred version of each first."""
    for group in document["items"]:
        # the core group has no name
        name = str(group["metadata"].get("name") or "")
        for version in group["versions"]:
            for row in version.get("resources") or ():
                # a parent of subresources that is no kind itself has no responseKind
                kind, plural = str((row.get("responseKind") or {}).get("kind", "")), str(row["resource"])
                names = {plural, kind.lower(), str(row.get("singularResource", "")), *(row.get("shortNames") or ())}
                namespaced, listable = row.get("scope") == "Namespaced", "list" in (row.get("verbs") or ())
                yield Resource(name, version["version"], plural, kind, namespaced, frozenset(names - {""}), listable)


class Kinds:
    """The kinds of one server at one moment."""

    def __init__(self, found: Iterable[Resource] = ()) -> None:
        """Take what discovery listed."""
        self._all = tuple(found)
        self._found: dict[tuple[str, str | None, str | None], Resource] = {}
        for one in self._all:
            for key in ((one.kind, None, None), (one.kind, one.group, None), (one.kind, one.group, one.version)):
                self._found.setdefault(key, one)

    def find(self, kind: str, group: str | None = None, version: str | None = None) -> Resource | None:
        """Return a kind: without a group of the first that has it, without a version in the group's preferred one."""
        return self._found.get((kind, group, version))

    def named(self, word: str) -> list[Resource]:
        """Return the kinds that a user may call so, each in its preferred version: `ingress`, `ingresses.<group>`."""
        name, _, group = word.partition(".")
        return [one for one in self.preferred() if name in one.names and group in ("", one.group)]

    def preferred(self) -> list[Resource]:
        """Return every kind, in its preferred version."""
        return [one for one in self._all if self._found[one.kind, one.group, None] is one]
