"""The status of ValidatingAdmissionPolicies, which a controller of kube-controller-manager writes.

Here it is part of the write. Types are not checked: no expression has a warning.
"""

from __future__ import annotations

from .admission.policies import POLICIES
from .objects import mapping
from .store import Event, Store


class PolicyStatus:
    """Notes in each policy that its present form has been seen."""

    def __init__(self, store: Store) -> None:
        self._store = store
        store.listeners.append(self._react)

    def _react(self, event: Event) -> None:
        if event.place != POLICIES or event.type == "DELETED":
            return
        generation = event.obj["metadata"].get("generation")
        if mapping(event.obj.get("status")).get("observedGeneration") == generation:
            return
        status = {**mapping(event.obj.get("status")), "observedGeneration": generation, "typeChecking": {}}
        self._store.put(POLICIES, event.key, {**event.obj, "metadata": {**event.obj["metadata"]}, "status": status})
