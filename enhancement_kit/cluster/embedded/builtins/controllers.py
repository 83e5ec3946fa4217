"""ReplicationController, PodTemplate, ControllerRevision, PodDisruptionBudget: defaults and validity."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..fielderrors import FieldError, Verbatim, invalid, not_supported, quote, required
from ..gonumbers import clamped
from ..objects import Manifest, compact, mapping
from ..resource import Column
from . import checks
from .columns import AGE, label_text
from .common import Builtin, fill, immutable
from .workloads import default_pod_spec, validate_pod_spec

_PERCENT = re.compile(r"[0-9]+%\Z")
_PERCENT_TEXT = (
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for "
    "validation is '[0-9]+%')"
)
_COUNTS = ("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")
_POLICIES = ("AlwaysAllow", "IfHealthyBudget")


def _count(path: str, value: int) -> list[FieldError]:
    return [invalid(path, value, "must be greater than or equal to 0")] if value < 0 else []


class ReplicationControllers(Builtin):
    """The strategy of core/v1 ReplicationController."""

    orphans = True

    def default(self, obj: Manifest) -> None:
        """Fill in the number of replicas, and selector and labels by the labels of the template."""
        spec = obj.setdefault("spec", {})
        fill(spec, {"replicas": 1})
        template = spec.get("template")
        if not isinstance(template, dict):
            return
        template.setdefault("metadata", {})
        default_pod_spec(template.setdefault("spec", {}))
        labels = mapping(template["metadata"].get("labels"))
        if labels:
            if not spec.get("selector"):
                spec["selector"] = dict(labels)
            if not obj["metadata"].get("labels"):
                obj["metadata"]["labels"] = dict(labels)

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the replicas, the selector and the template."""
        spec, selector = obj["spec"], mapping(obj["spec"].get("selector"))
        errors = [] if selector else [required("spec.selector")]
        errors += _count("spec.replicas", spec["replicas"])
        template = spec.get("template")
        if not isinstance(template, dict):
            return [*errors, required("spec.template")]
        labels = mapping(template["metadata"].get("labels"))
        at = "spec.template"
        if selector and any(labels.get(k) != v for k, v in selector.items()):
            text = "`selector` does not match template `labels`"
            errors.append(invalid(f"{at}.metadata.labels", labels or None, text))
        errors += validate_pod_spec(template["spec"], f"{at}.spec")
        restart = template["spec"]["restartPolicy"]
        if restart in ("Never", "OnFailure"):
            errors.append(not_supported(f"{at}.spec.restartPolicy", restart, ("Always",)))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


def _containers(field: str) -> Callable[[Manifest], str]:
    return lambda obj: ",".join(c.get(field, "") for c in obj["spec"]["template"]["spec"].get("containers") or ())


def _number(part: str, field: str) -> Callable[[Manifest], int]:
    return lambda obj: int(mapping(obj.get(part)).get(field) or 0)


COLUMNS = (
    Column("Desired", "", "integer", cell=_number("spec", "replicas")),
    Column("Current", "", "integer", cell=_number("status", "replicas")),
    Column("Ready", "", "integer", cell=_number("status", "readyReplicas")),
    AGE,
    Column("Containers", "", priority=1, cell=_containers("name")),
    Column("Images", "", priority=1, cell=_containers("image")),
    Column("Selector", "", priority=1, cell=lambda obj: label_text(obj["spec"].get("selector"))),
)
"""Those of a ReplicationController."""


class PodTemplates(Builtin):
    """The strategy of core/v1 PodTemplate."""

    returns_deleted = True

    def generation_changes(self, new: Manifest, old: Manifest) -> bool:
        """Return whether the template changes."""
        return new.get("template") != old.get("template")

    def default(self, obj: Manifest) -> None:
        """Fill in what a Pod gets."""
        template = obj.setdefault("template", {})
        template.setdefault("metadata", {})
        default_pod_spec(template.setdefault("spec", {}))

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the containers."""
        return validate_pod_spec(obj["template"]["spec"], "template.spec")

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)


class Revisions(Builtin):
    """The strategy of apps/v1 ControllerRevision."""

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the number, and that there are data."""
        errors = [] if obj.get("data") is not None else [required("data", "data is mandatory")]
        return [*errors, *_count("revision", obj["revision"])]

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the data may not change."""
        return [*self.validate_create(new), *immutable("data", new.get("data"), old.get("data"))]


class DisruptionBudgets(Builtin):
    """The strategy of policy/v1 PodDisruptionBudget."""

    unconditional_update = False

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the two limits, of which only one may be set."""
        spec = mapping(obj.get("spec"))
        errors: list[FieldError] = []
        if "minAvailable" in spec and "maxUnavailable" in spec:
            text = "minAvailable and maxUnavailable cannot be both set"
            errors.append(invalid("spec", Verbatim(_shown(spec)), text))
        for name in ("minAvailable", "maxUnavailable"):
            if name in spec:
                errors += _limit(f"spec.{name}", spec[name])
        errors += checks.selector("spec.selector", spec.get("selector"))
        policy = spec.get("unhealthyPodEvictionPolicy")
        if policy is not None and policy not in _POLICIES:
            errors.append(not_supported("spec.unhealthyPodEvictionPolicy", policy, _POLICIES))
        return errors

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create."""
        return self.validate_create(new)

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that no number is negative."""
        present = mapping(new.get("status"))
        return [error for name in _COUNTS for error in _count(f"status.{name}", present.get(name, 0))]


def _shown(spec: Manifest) -> str:
    """Return a spec as Go prints its internal type; of selectors only that there is none."""
    names = ("minAvailable", "selector", "maxUnavailable", "unhealthyPodEvictionPolicy")
    parts = (f"{quote(name[0].upper() + name[1:])}:{compact(spec.get(name)).decode()}" for name in names)
    return "{" + ",".join(parts) + "}"


def _limit(path: str, value: Any) -> list[FieldError]:
    if isinstance(value, int):
        return _count(path, value)
    if not _PERCENT.match(value):
        return [invalid(path, value, _PERCENT_TEXT)]
    return [invalid(path, value, "must not be greater than 100%")] if clamped(value[:-1]) > 100 else []
