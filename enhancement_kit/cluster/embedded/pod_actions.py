"""What is done to Pods by subresources: evictions, which PodDisruptionBudgets may forbid, and bindings to Nodes."""

from __future__ import annotations

from typing import Any

from . import status
from .actions import Actions, Call, kind, success
from .fielderrors import aggregate, not_supported, quote, required
from .labelselectors import chosen
from .objects import Manifest, mapping, now
from .operations import Operations
from .options import DeleteOptions, Options
from .registry import Registry
from .writes import check_preconditions, ordered, other_uid

_PODS, _BUDGETS = ("", "pods"), ("policy", "poddisruptionbudgets")
_UNGUARDED = ("Succeeded", "Failed", "Pending")
"""Phases in which no budget protects a Pod."""
_TOO_MANY_DISRUPTED = 2000
_CONDITION = "DisruptionAllowed"
_VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget."


class PodActions:
    """Evicts and binds Pods."""

    def __init__(self, registry: Registry, operations: Operations, actions: Actions) -> None:
        self._registry = registry
        self._operations = operations
        self._store = operations.store
        self.binding = kind("", "Binding", "bindings")
        """The kind Binding, which may also be created by itself."""
        actions.add(("", "pods", "eviction"), kind("policy", "Eviction", "evictions"), self.evict)
        actions.add(("", "pods", "binding"), self.binding, self.bind)
        actions.add(("", "bindings", ""), self.binding, self.bind)

    # evictions

    def evict(self, call: Call) -> Manifest:
        """Delete a Pod where budgets allow it. Raises ApiError 400, 404, 409, 429."""
        if call.obj["metadata"].get("name", "") != call.name:
            raise status.bad_request("name in URL does not match name in Eviction object")
        options = _options(mapping(call.obj.get("deleteOptions")), call.options)
        pods = self._registry.find("", "v1", "pods")
        assert pods is not None
        pod = self._operations.get(pods, call.namespace, call.name)
        check_preconditions(pods, call.name, pod["metadata"], options)
        if not _unguarded(pod):
            refused = self._budgets(call, pod, options)
            if refused is not None:
                return refused
        if not options.dry_run:
            self._mark(call, pod)
            # the mark is a change of its own
            options.version = None
        self._operations.delete(pods, call.namespace, call.name, options)
        return success()

    def _budgets(self, call: Call, pod: Manifest, options: DeleteOptions) -> Manifest | None:
        """Take the eviction from the budget of the Pod; return an answer only where there are too many budgets."""
        found = [
            budget
            for _, budget in self._store.list(_BUDGETS, call.namespace)
            if chosen(mapping(budget.get("spec")).get("selector"), mapping(pod["metadata"].get("labels")))
        ]
        if len(found) > 1:
            why = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."
            raise status.ApiError(500, "", why)
        if found and not _is_spare(pod, found[0]):
            self._take(call, found[0], options)
        return None

    def _take(self, call: Call, budget: Manifest, options: DeleteOptions) -> None:
        name, present = budget["metadata"]["name"], mapping(budget.get("status"))
        if present.get("observedGeneration", 0) < budget["metadata"].get("generation", 0):
            raise _too_many(f"The disruption budget {name} is still being processed by the server.", 10)
        allowed = present.get("disruptionsAllowed", 0)
        if len(mapping(present.get("disruptedPods"))) > _TOO_MANY_DISRUPTED:
            why = "DisruptedPods map too big - too many evictions not confirmed by PDB controller"
            raise status.forbidden("policy", "poddisruptionbudget", name, why)
        if allowed == 0:
            raise _too_many(_why_not(name, present))
        if options.dry_run:
            return

        def taken(old: Manifest) -> Manifest:
            was = mapping(old.get("status"))
            new = {**was, "disruptionsAllowed": allowed - 1}
            new["disruptedPods"] = {**mapping(was.get("disruptedPods")), call.name: now()}
            if allowed == 1:
                new["conditions"] = _exhausted(was)
            return {**old, "status": new}

        resource = self._registry.stored(*_BUDGETS)
        assert resource is not None
        self._operations.patch(resource, call.namespace, name, taken, Options("kube-apiserver", subresource="status"))

    def _mark(self, call: Call, pod: Manifest) -> None:
        condition = {"reason": "EvictionByEvictionAPI", "message": "Eviction API: evicting"}
        self._put(call, _with_condition(pod, "DisruptionTarget", condition))

    # bindings

    def bind(self, call: Call) -> Manifest:
        """Assign a Pod to a Node. Raises ApiError 400, 404, 409, 500."""
        meta, target = call.obj["metadata"], mapping(call.obj.get("target"))
        name = call.name or meta.get("name", "")
        if meta.get("name", "") != name:
            raise status.bad_request("name in URL does not match name in Binding object")
        errors = []
        if target.get("kind", "") not in ("", "Node"):
            errors.append(not_supported("target.kind", target["kind"], ("Node", "<empty>")))
        if not target.get("name"):
            errors.append(required("target.name"))
        if errors:
            raise status.ApiError(500, "", aggregate(errors))
        pod = self._store.get(_PODS, (call.namespace, name))
        if pod is None:
            raise status.not_found("", "pods", name)
        self._check_bindable(meta, name, pod)
        bound = _with_condition(pod, "PodScheduled", {})
        bound["spec"] = {**pod["spec"], "nodeName": target["name"]}
        for part in ("annotations", "labels"):
            if meta.get(part):
                bound["metadata"][part] = {**mapping(bound["metadata"].get(part)), **meta[part]}
        bound["metadata"] = ordered(bound["metadata"])
        if not call.options.dry_run:
            self._put(call, bound)
        return success()

    def _check_bindable(self, meta: Manifest, name: str, pod: Manifest) -> None:
        resource = self._registry.stored(*_PODS)
        assert resource is not None
        if meta.get("uid") not in (None, pod["metadata"]["uid"]):
            raise status.conflict("", "pods", name, other_uid(resource, pod["metadata"], meta["uid"]))
        if meta.get("resourceVersion") not in (None, pod["metadata"]["resourceVersion"]):
            raise status.conflict("", "pods", name)
        why = ""
        if pod["metadata"].get("deletionTimestamp"):
            why = f"pod {name} is being deleted, cannot be assigned to a host"
        elif pod["spec"].get("nodeName"):
            why = f"pod {name} is already assigned to node {quote(pod['spec']['nodeName'])}"
        elif pod["spec"].get("schedulingGates"):
            why = f"pod {name} has non-empty .spec.schedulingGates"
        if why:
            raise status.conflict("", "pods/binding", name, why)

    def _put(self, call: Call, pod: Manifest) -> None:
        self._store.put(_PODS, (call.namespace, pod["metadata"]["name"]), pod)


def _options(given: Manifest, options: Options) -> DeleteOptions:
    conditions = mapping(given.get("preconditions"))
    return DeleteOptions(
        uid=conditions.get("uid"),
        version=conditions.get("resourceVersion"),
        propagation=given.get("propagationPolicy") or "",
        grace=given.get("gracePeriodSeconds"),
        dry_run=options.dry_run or "All" in (given.get("dryRun") or ()),
    )


def _unguarded(pod: Manifest) -> bool:
    return mapping(pod.get("status")).get("phase") in _UNGUARDED or bool(pod["metadata"].get("deletionTimestamp"))


def _is_spare(pod: Manifest, budget: Manifest) -> bool:
    """Return whether a Pod is not ready and the budget does not count on it."""
    conditions = mapping(pod.get("status")).get("conditions") or ()
    if any(c.get("type") == "Ready" and c.get("status") == "True" for c in conditions):
        return False
    if mapping(budget.get("spec")).get("unhealthyPodEvictionPolicy") == "AlwaysAllow":
        return True
    present = mapping(budget.get("status"))
    return bool(present.get("currentHealthy", 0) >= present.get("desiredHealthy", 0) > 0)


def _too_many(message: str, seconds: int = 0) -> status.ApiError:
    details: dict[str, Any] = {"causes": [{"reason": "DisruptionBudget", "message": message}]}
    if seconds:
        details["retryAfterSeconds"] = seconds
    return status.ApiError(429, "TooManyRequests", _VIOLATION, details)


def _why_not(name: str, present: Manifest) -> str:
    start = f"The disruption budget {name}"
    conditions = present.get("conditions") or ()
    falses = (c for c in conditions if c.get("type") == _CONDITION and c.get("status") == "False")
    condition: Manifest = next(falses, {})
    reason, message = condition.get("reason", ""), condition.get("message", "")
    if message and reason == "SyncFailed":
        return f"{start} does not allow evicting pods currently because it failed sync: {message}"
    wanted, healthy = present.get("desiredHealthy", 0), present.get("currentHealthy", 0)
    if healthy <= wanted:
        return f"{start} needs {wanted} healthy pods and has {healthy} currently"
    return f"{start} does not allow evicting pods currently" + (f" ({reason}): {message}" if message else "")


def _exhausted(present: Manifest) -> list[Manifest]:
    conditions = list(present.get("conditions") or ())
    condition: Manifest = {"type": _CONDITION, "status": "False", "reason": "InsufficientPods", "message": ""}
    condition["observedGeneration"] = present.get("observedGeneration", 0)
    before: Manifest = next((c for c in conditions if c.get("type") == _CONDITION), {})
    since = before.get("lastTransitionTime") if before.get("status") == "False" else None
    condition["lastTransitionTime"] = since or now()
    return [c for c in conditions if c.get("type") != _CONDITION] + [condition]


def _with_condition(pod: Manifest, name: str, more: Manifest) -> Manifest:
    """Return a copy of a Pod with a true condition."""
    present = mapping(pod.get("status"))
    conditions = [c for c in present.get("conditions") or () if c.get("type") != name]
    condition = {"type": name, "status": "True", "lastProbeTime": None, "lastTransitionTime": now(), **more}
    return {
        **pod,
        "metadata": {**pod["metadata"]},
        "status": {**present, "conditions": [*conditions, condition]},
    }
