"""Which kinds are served, and what discovery says about them."""

from __future__ import annotations

import re

from .objects import Manifest
from .resource import Resource
from .subresources import kind_of, verbs_of


def rank_of(version: str) -> tuple[int, int, int, str]:
    """Rank a version in Kubernetes' order: v2 before v1 before v1beta1 before v1alpha1 before anything else."""
    found = re.fullmatch(r"v(\d+)(?:(alpha|beta)(\d+))?", version)
    if not found:
        return (3, 0, 0, version)
    stage = {None: 0, "beta": 1, "alpha": 2}[found[2]]
    return (stage, -int(found[1]), -int(found[3] or 0), version)


class Registry:
    """The served kinds by group, version and plural."""

    def __init__(self) -> None:
        self._served: dict[tuple[str, str], dict[str, Resource]] = {}
        self.serial = 0
        """Counts changes of what is served."""

    def add(self, resource: Resource) -> None:
        """Serve a kind."""
        self.serial += 1
        self._served.setdefault((resource.group, resource.version), {})[resource.plural] = resource

    def remove(self, group: str, plural: str) -> None:
        """Stop serving a kind, in all its versions."""
        self.serial += 1
        for place in [p for p in self._served if p[0] == group]:
            self._served[place].pop(plural, None)
            if not self._served[place]:
                del self._served[place]

    def find(self, group: str, version: str, plural: str) -> Resource | None:
        """Return a served kind by its path."""
        return self._served.get((group, version), {}).get(plural)

    def served(self) -> list[tuple[str, str]]:
        """Return every group and version."""
        return list(self._served)

    def resources(self, group: str, version: str) -> list[Resource]:
        """Return the kinds of a group and version, in the order of their plurals."""
        return sorted(self._served.get((group, version), {}).values(), key=lambda r: r.plural)

    def has_builtin_group(self, group: str) -> bool:
        """Return whether a group has built-in kinds."""
        served = [kinds for (name, _), kinds in self._served.items() if name == group]
        return any(not resource.custom for kinds in served for resource in kinds.values())

    def of_kind(self, api_version: str, kind: str) -> Resource | None:
        """Return a served kind by the apiVersion and kind of its objects."""
        group, _, version = api_version.rpartition("/")
        return next((r for r in self._served.get((group, version), {}).values() if r.kind == kind), None)

    def stored(self, group: str, plural: str) -> Resource | None:
        """Return any served version of a kind, the preferred one first."""
        return next((r for v in self.versions(group) for r in [self.find(group, v, plural)] if r), None)

    def all(self) -> list[Resource]:
        """Return every kind once, in its preferred version."""
        seen: dict[tuple[str, str], Resource] = {}
        for group in dict.fromkeys(g for g, _ in self._served):
            for version in self.versions(group):
                for resource in self._served[(group, version)].values():
                    seen.setdefault(resource.storage, resource)
        return list(seen.values())

    def versions(self, group: str) -> list[str]:
        """Return the versions of a group, the preferred one first."""
        return sorted((v for g, v in self._served if g == group), key=rank_of)

    # discovery documents

    def api_versions(self, address: str) -> Manifest:
        """Return the document of `/api`."""
        clients = [{"clientCIDR": "0.0.0.0/0", "serverAddress": address}]
        return {"kind": "APIVersions", "versions": self.versions(""), "serverAddressByClientCIDRs": clients}

    def group_list(self) -> Manifest:
        """Return the document of `/apis`."""
        names = dict.fromkeys(g for g, _ in self._served if g)
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": [self._group(name) for name in names]}

    def group(self, name: str) -> Manifest | None:
        """Return the document of `/apis/GROUP`."""
        if not self.versions(name) or not name:
            return None
        return {"kind": "APIGroup", "apiVersion": "v1", **self._group(name)}

    def _group(self, name: str) -> Manifest:
        versions = [{"groupVersion": f"{name}/{v}", "version": v} for v in self.versions(name)]
        return {"name": name, "versions": versions, "preferredVersion": versions[0]}

    def resource_list(self, group: str, version: str) -> Manifest | None:
        """Return the document of `/api/v1` or `/apis/GROUP/VERSION`."""
        served = self.resources(group, version)
        if not served:
            return None
        resources: list[Manifest] = []
        for resource in served:
            entry: Manifest = {
                "name": resource.plural,
                "singularName": resource.singular,
                "namespaced": resource.namespaced,
                "kind": resource.kind,
                "verbs": list(resource.verbs),
            }
            if resource.short_names:
                entry["shortNames"] = list(resource.short_names)
            if resource.categories:
                entry["categories"] = list(resource.categories)
            resources.append(entry)
            for sub in sorted(resource.subresources):
                resources.append(
                    {
                        "name": f"{resource.plural}/{sub}",
                        "singularName": "",
                        "namespaced": resource.namespaced,
                        **{k: v for k, v in kind_of(sub, resource.kind).items() if v},
                        "verbs": list(verbs_of(sub)),
                    }
                )
        group_version = f"{group}/{version}" if group else version
        return {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": resources}
