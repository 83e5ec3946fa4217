"""Aggregated ClusterRoles, whose rules are those of others: what a controller of kube-controller-manager does.

Here it is part of the write that changes something.
"""

from __future__ import annotations

from ..labelselectors import chosen
from ..objects import Manifest, mapping
from ..store import Event, Store
from .rbac import CLUSTER_ROLES


class Aggregation:
    """Keeps the rules of aggregated ClusterRoles up to date."""

    def __init__(self, store: Store) -> None:
        self._store = store
        store.listeners.append(self._react)

    def _react(self, event: Event) -> None:
        if event.place == CLUSTER_ROLES:
            self.collect()

    def collect(self) -> None:
        """Write the rules of every aggregated role that has others; roles made of those follow by themselves."""
        roles = self._store.list(CLUSTER_ROLES)
        for key, role in roles:
            selectors = mapping(role.get("aggregationRule")).get("clusterRoleSelectors") or ()
            if not selectors:
                continue
            rules = _collected(key[1], selectors, [other for _, other in roles])
            if rules != (role.get("rules") or []):
                self._store.put(CLUSTER_ROLES, key, {**role, "metadata": {**role["metadata"]}, "rules": rules or None})
                # writing has called this function again
                return


def _collected(name: str, selectors: list[Manifest], roles: list[Manifest]) -> list[Manifest]:
    rules: list[Manifest] = []
    for selector in selectors:
        for role in roles:
            meta = role["metadata"]
            if meta["name"] != name and chosen(selector, mapping(meta.get("labels"))):
                for rule in role.get("rules") or ():
                    if rule not in rules:
                        rules.append(rule)
    return rules
