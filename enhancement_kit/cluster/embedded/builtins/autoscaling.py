"""HorizontalPodAutoscalers: autoscaling/v1 and autoscaling/v2 of one storage (pkg/apis/autoscaling of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..fielderrors import FieldError, forbidden, invalid, required
from ..names import is_path_segment
from ..objects import Manifest, clone, mapping
from ..resource import Column
from .columns import AGE
from .common import Builtin, fill

V1, V2 = "autoscaling/v1", "autoscaling/v2"
_NOTES = "autoscaling.alpha.kubernetes.io/"
"""The annotations in which v1 keeps what only v2 has fields for."""
_CPU = "targetCPUUtilizationPercentage"
_UP: Manifest = {
    "stabilizationWindowSeconds": 0,
    "selectPolicy": "Max",
    "policies": [
        {"type": "Pods", "value": 4, "periodSeconds": 15},
        {"type": "Percent", "value": 100, "periodSeconds": 15},
    ],
}
_DOWN: Manifest = {
    "selectPolicy": "Max",
    "policies": [{"type": "Percent", "value": 100, "periodSeconds": 15}],
}
_RULES = (
    ("stabilizationWindowSeconds", "StabilizationWindowSeconds"),
    ("selectPolicy", "SelectPolicy"),
    ("policies", "Policies"),
    ("tolerance", "Tolerance"),
)
_UNKNOWN, _SHOWN = "<unknown>", 2
_POLICY = (("type", "Type"), ("value", "Value"), ("periodSeconds", "PeriodSeconds"))


class Autoscalers(Builtin):
    """The strategy of HorizontalPodAutoscaler in one of its versions."""

    @property
    def version(self) -> str:
        """The apiVersion that this strategy is for."""
        return V1 if self.model.startswith("V1") else V2

    def default(self, obj: Manifest) -> None:
        """Fill in the number of replicas, and in v2 the metric and the rules of scaling."""
        spec = obj.setdefault("spec", {})
        spec.setdefault("scaleTargetRef", {})
        fill(spec, {"minReplicas": 1})
        if self.version == V1:
            return
        if not spec.get("metrics"):
            spec["metrics"] = [_cpu(80)]
        if isinstance(behavior := spec.get("behavior"), dict):
            for name, rules in (("scaleUp", _UP), ("scaleDown", _DOWN)):
                fill(behavior.setdefault(name, {}), clone(rules))

    def prepare_create(self, obj: Manifest) -> None:
        """Empty the status."""
        obj["status"] = {"currentReplicas": 0, "desiredReplicas": 0} if self.version == V1 else _always({})

    def view(self, obj: Manifest) -> Manifest:
        """Return the object as this version has it."""
        if obj["apiVersion"] != self.version:
            return _old(obj) if self.version == V1 else _new(obj)
        if self.version == V1:
            spec = obj["spec"]
            if _CPU in spec or f"{_NOTES}metrics" in mapping(obj["metadata"].get("annotations")):
                return obj
            return {**obj, "spec": {**spec, _CPU: 80}}
        return {**obj, "status": _always(mapping(obj.get("status")))}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the numbers of replicas and what is scaled."""
        spec = obj["spec"]
        least, most = spec.get("minReplicas", 1), spec.get("maxReplicas", 0)
        errors: list[FieldError] = []
        if least < 1:
            errors.append(invalid("spec.minReplicas", least, "must be greater than or equal to 1"))
        if most < 1:
            errors.append(required("spec.maxReplicas", "must be set and greater than 0"))
        if most < least:
            errors.append(invalid("spec.maxReplicas", most, "must be greater than or equal to `minReplicas`"))
        errors += _scaled(spec["scaleTargetRef"])
        if least == 0 and not any(m.get("type") in ("Object", "External") for m in spec.get("metrics") or ()):
            text = "must specify at least one Object or External metric to support scaling to zero replicas"
            errors.append(forbidden("spec.metrics", text))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


def _targets(obj: Manifest) -> str:
    """Return what `kubectl get` shows of the metrics: present values, which only a controller knows, and goals."""
    seen = obj if obj["apiVersion"] == V2 else _new(obj)
    shown = [_target(metric, i, seen) for i, metric in enumerate(mapping(seen.get("spec")).get("metrics") or ())]
    more = f" + {len(shown) - _SHOWN} more..." if len(shown) > _SHOWN else ""
    return ", ".join(shown[:_SHOWN]) + more or "<none>"


def _target(metric: Manifest, place: int, obj: Manifest) -> str:
    kind = metric.get("type", "")
    field = kind[:1].lower() + kind[1:]
    source, present = mapping(metric.get(field)), mapping(obj.get("status")).get("currentMetrics") or ()
    now = mapping(mapping(present[place].get(field) if place < len(present) else None).get("current"))
    goal = mapping(source.get("target"))
    mean = goal.get("averageValue")
    if kind.endswith("Resource"):
        if mean is not None:
            return f"{source.get('name')}: {now.get('averageValue', _UNKNOWN)}/{mean}"
        used, wanted = now.get("averageUtilization"), goal.get("averageUtilization")
        shown = "<auto>" if wanted is None else f"{wanted}%"
        return f"{source.get('name')}: {_UNKNOWN if used is None else f'{used}%'}/{shown}"
    if mean is not None:
        return f"{now.get('averageValue', _UNKNOWN)}/{mean}" + ("" if kind == "Pods" else " (avg)")
    return f"{now.get('value', _UNKNOWN)}/{goal.get('value')}" if source else "<unknown type>"


def _reference(obj: Manifest) -> str:
    reference = mapping(obj["spec"].get("scaleTargetRef"))
    return f"{reference.get('kind', '')}/{reference.get('name', '')}"


COLUMNS = (
    Column("Reference", "", cell=_reference),
    Column("Targets", "", cell=_targets),
    Column("MinPods", "", cell=lambda obj: str(obj["spec"].get("minReplicas", "<unset>"))),
    Column("MaxPods", "", cell=lambda obj: obj["spec"].get("maxReplicas", 0)),
    Column("Replicas", "", cell=lambda obj: mapping(obj.get("status")).get("currentReplicas", 0)),
    AGE,
)


def _scaled(reference: Manifest) -> list[FieldError]:
    at, errors = "spec.scaleTargetRef", []
    for name in ("kind", "name"):
        value = reference.get(name, "")
        if not value:
            errors.append(required(f"{at}.{name}"))
        else:
            errors += [invalid(f"{at}.{name}", value, why) for why in is_path_segment(value)]
    version = reference.get("apiVersion", "")
    if "/" not in version and not (version == "v1" and reference.get("kind") == "ReplicationController"):
        errors.append(invalid(f"{at}.apiVersion", version, "apiVersion must specify API group"))
    return errors


def _cpu(percent: int) -> Manifest:
    target = {"type": "Utilization", "averageUtilization": percent}
    return {"type": "Resource", "resource": {"name": "cpu", "target": target}}


def _always(status: Manifest) -> Manifest:
    """Return a status of v2 with the fields that Go prints although they are empty."""
    out = {"desiredReplicas": 0, "currentMetrics": None, **status}
    if "conditions" in out:
        out["conditions"] = [{"lastTransitionTime": None, **c} for c in out["conditions"] or ()]
    return out


def _old(obj: Manifest) -> Manifest:
    """Return an object of v2 as v1 shows it."""
    spec, status = dict(obj["spec"]), _always(mapping(obj.get("status")))
    notes: Manifest = {}
    others = []
    for metric in spec.pop("metrics", None) or ():
        resource = mapping(metric.get("resource"))
        percent = mapping(resource.get("target")).get("averageUtilization")
        if metric.get("type") == "Resource" and resource.get("name") == "cpu" and percent and _CPU not in spec:
            spec[_CPU] = percent
        else:
            others.append(metric)
    if others:
        notes["metrics"] = others
    if behavior := spec.pop("behavior", None):
        notes["behavior"] = {
            go: _named(_named(mapping(behavior.get(name)), _RULES), (), policies=True)
            for name, go in (("scaleUp", "ScaleUp"), ("scaleDown", "ScaleDown"))
        }
    current = status.pop("currentMetrics")
    if current:
        notes["current-metrics"] = current
    if conditions := status.pop("conditions", None):
        # in the order of Go's fields
        names = ("type", "status", "lastTransitionTime", "reason", "message")
        notes["conditions"] = [{key: c[key] for key in names if key in c} for c in conditions]
    annotations = dict(mapping(obj["metadata"].get("annotations")))
    for name, value in notes.items():
        annotations[_NOTES + name] = json.dumps(value, separators=(",", ":"))
    meta = {**obj["metadata"], **({"annotations": dict(sorted(annotations.items()))} if annotations else {})}
    status = {"currentReplicas": 0, **status}
    return {"apiVersion": V1, "kind": obj["kind"], "metadata": meta, "spec": spec, "status": status}


def _named(rules: Manifest, names: Sequence[tuple[str, str]], *, policies: bool = False) -> Manifest:
    """Return rules of scaling with the names of Go's internal type, as the annotation has them."""
    if not policies:
        return {go: rules.get(name) for name, go in names}
    found = rules["Policies"]
    return {**rules, "Policies": None if found is None else [_named(policy, _POLICY) for policy in found]}


def _new(obj: Manifest) -> Manifest:
    """Return an object of v1 as v2 shows it."""
    spec, status = dict(obj["spec"]), dict(mapping(obj.get("status")))
    annotations = dict(mapping(obj["metadata"].get("annotations")))
    notes = {name: _note(annotations, name) for name in ("metrics", "behavior", "current-metrics", "conditions")}
    percent = spec.pop(_CPU, None)
    metrics = [*(notes["metrics"] or ()), *([_cpu(percent)] if percent else ())]
    spec["metrics"] = metrics or [_cpu(80)]
    if behavior := notes["behavior"]:
        spec["behavior"] = {
            name: _unnamed(mapping(behavior.get(go)))
            for name, go in (("scaleUp", "ScaleUp"), ("scaleDown", "ScaleDown"))
        }
    status.pop("currentCPUUtilizationPercentage", None)
    if not status.get("currentReplicas"):
        status.pop("currentReplicas", None)
    status["currentMetrics"] = notes["current-metrics"]
    if notes["conditions"]:
        status["conditions"] = notes["conditions"]
    meta = {k: v for k, v in obj["metadata"].items() if k != "annotations"}
    if annotations:
        meta["annotations"] = annotations
    return {"apiVersion": V2, "kind": obj["kind"], "metadata": meta, "spec": spec, "status": _always(status)}


def _unnamed(rules: Manifest) -> Manifest:
    out = {name: rules[go] for name, go in _RULES if rules.get(go) is not None}
    if "policies" in out:
        out["policies"] = [{name: policy.get(go) for name, go in _POLICY} for policy in out["policies"]]
    return out


def _note(annotations: Manifest, name: str) -> Any:
    text = annotations.pop(_NOTES + name, None)
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        # the real server drops what it cannot read, too
        return None
