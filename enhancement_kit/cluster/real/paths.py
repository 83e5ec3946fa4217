"""Parsing the paths of a Kubernetes API."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PATH = re.compile(
    r"^/(?:api/v1|apis/(?P<group>[^/]+)/[^/]+)"
    # a namespace's subresources are not kinds in it
    r"(?:/namespaces/(?P<namespace>[^/]+)(?=/)(?!/(?:status|finalize)$))?"
    r"/(?P<plural>[^/]+)(?:/(?P<name>[^/]+)(?:/(?P<subresource>.+))?)?$"
)


@dataclass(frozen=True)
class Place:
    """A collection, an object or a subresource that a path names."""

    root: str
    """The path of the collection, without query."""
    group: str
    plural: str
    name: str
    subresource: str

    @property
    def namespace(self) -> str:
        """The namespace that the collection is in; empty for kinds without one, and for all namespaces at once."""
        return self.root.split("/namespaces/")[1].split("/")[0] if "/namespaces/" in self.root else ""

    @property
    def object(self) -> str:
        """The path of the object, or of the collection where it names no object."""
        return f"{self.root}/{self.name}" if self.name else self.root

    def child(self, name: str) -> str:
        """Return the path of an object of the collection."""
        return f"{self.root}/{name}"


def place_of(path: str) -> Place | None:
    """Return the place that a path (with its query) names, or None where it is not a path of objects."""
    plain = path.partition("?")[0]
    found = _PATH.match(plain)
    if found is None:
        return None
    name, subresource = found["name"] or "", found["subresource"] or ""
    tail = len(f"/{name}" if name else "") + len(f"/{subresource}" if subresource else "")
    return Place(plain[: len(plain) - tail], found["group"] or "", found["plural"], name, subresource)
