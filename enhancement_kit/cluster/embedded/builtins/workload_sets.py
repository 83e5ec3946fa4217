"""ReplicaSets, DaemonSets and StatefulSets: defaults and validity (pkg/apis/apps of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..fielderrors import FieldError, Verbatim, forbidden, invalid, not_supported, required
from ..gonumbers import clamped
from ..names import is_label
from ..objects import Manifest, compact, mapping
from . import checks
from .checks import nonnegative
from .common import Builtin, fill, immutable
from .storage import claim_errors
from .workloads import only_always, selected_template, validate_template

_GENERATION = "deprecated.daemonset.template.generation"
_SET_FREE = (
    "replicas",
    "template",
    "updateStrategy",
    "minReadySeconds",
    "ordinals",
    "revisionHistoryLimit",
    "persistentVolumeClaimRetentionPolicy",
)
_SET_TEXT = (
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', "
    "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
)


class ReplicaSets(Builtin):
    """The strategy of apps/v1 ReplicaSet."""

    def default(self, obj: Manifest) -> None:
        """Set one replica."""
        fill(obj["spec"], {"replicas": 1})

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the numbers, the selector and the template."""
        spec = obj["spec"]
        errors = nonnegative("spec.replicas", spec["replicas"])
        errors += nonnegative("spec.minReadySeconds", spec.get("minReadySeconds"))
        return errors + selected_template(spec, "deployment", "ReplicaSet")

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the selector may not change."""
        changed = immutable("spec.selector", new["spec"].get("selector"), old["spec"].get("selector"))
        return [*self.validate_create(new), *changed]

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that no number is negative, and none exceeds the number of replicas."""
        return status_errors(new["status"], ("fullyLabeledReplicas", "readyReplicas", "availableReplicas"))


def status_errors(status: Manifest, names: Sequence[str]) -> list[FieldError]:
    """Return the errors of the numbers of replicas in a status."""
    total = status.get("replicas", 0)
    errors = checks.all_nonnegative("status", status, ("replicas", *names, "observedGeneration"))
    text = "cannot be greater than status.replicas"
    errors += [invalid(f"status.{n}", status[n], text) for n in names if status.get(n, 0) > total]
    if "readyReplicas" in names and status.get("availableReplicas", 0) > status.get("readyReplicas", 0):
        count = status["availableReplicas"]
        errors.append(invalid("status.availableReplicas", count, "cannot be greater than readyReplicas"))
    return errors


class DaemonSets(Builtin):
    """The strategy of apps/v1 DaemonSet."""

    def default(self, obj: Manifest) -> None:
        """Fill in the update strategy and the length of the history."""
        spec = obj["spec"]
        strategy = spec["updateStrategy"]
        fill(spec, {"revisionHistoryLimit": 10})
        # Go keeps the generation of the template in a field of its own, which reads as an annotation
        notes = obj["metadata"].setdefault("annotations", {})
        notes.setdefault(_GENERATION, "0")
        fill(strategy, {"type": "RollingUpdate"})
        if strategy["type"] == "RollingUpdate":
            fill(strategy, {"rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}})

    def prepare_create(self, obj: Manifest) -> None:
        """Empty the status, and set the generation of the template."""
        super().prepare_create(obj)
        self._generation(obj, 1)

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep the status, and raise the generation of a template that changes."""
        super().prepare_update(new, old)
        before = str(mapping(old["metadata"].get("annotations")).get(_GENERATION, "1"))
        count = clamped(before) if before.isascii() and before.isdigit() else 1
        self._generation(new, count + (new["spec"]["template"] != old["spec"]["template"]))

    @staticmethod
    def _generation(obj: Manifest, number: int) -> None:
        obj["metadata"]["annotations"] = {**mapping(obj["metadata"].get("annotations")), _GENERATION: str(number)}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the selector, the template, the update strategy and the numbers."""
        spec, at = obj["spec"], "spec.template"
        wanted, template = spec.get("selector"), spec["template"]
        errors = checks.selector("spec.selector", wanted)
        if not errors:
            labels = mapping(mapping(template.get("metadata")).get("labels"))
            text = "`selector` does not match template `labels`"
            none = [invalid(f"{at}.metadata.labels", labels or None, text)]
            errors = none if wanted is None else checks.template_matches(at, wanted, template)
        if wanted is not None and checks.is_empty(wanted):
            errors.append(invalid("spec.selector", wanted, "empty selector is invalid for daemonset"))
        errors += [*validate_template(template, at), *only_always(template["spec"], f"{at}.spec", "DaemonSet")]
        errors += nonnegative("spec.minReadySeconds", spec.get("minReadySeconds"))
        errors += self._strategy(spec["updateStrategy"])
        return errors + nonnegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"))

    @staticmethod
    def _strategy(strategy: Manifest) -> list[FieldError]:
        at = "spec.updateStrategy"
        if strategy["type"] == "OnDelete":
            return []
        if strategy["type"] != "RollingUpdate":
            rolling = compact(_internal(strategy.get("rollingUpdate"))).decode()
            shown = Verbatim(f'{{"Type":{compact(strategy["type"]).decode()},"RollingUpdate":{rolling}}}')
            return [not_supported(at, shown, ("RollingUpdate", "OnDelete"))]
        return _rolling(strategy["rollingUpdate"], f"{at}.rollingUpdate")

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the selector may not change."""
        changed = immutable("spec.selector", new["spec"].get("selector"), old["spec"].get("selector"))
        return [*changed, *self.validate_create(new)]

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that no number is negative."""
        names = ("currentNumberScheduled", "numberMisscheduled", "desiredNumberScheduled", "numberReady")
        more = (
            "observedGeneration",
            "updatedNumberScheduled",
            "numberAvailable",
            "numberUnavailable",
            "collisionCount",
        )
        return checks.all_nonnegative("status", new["status"], names + more)


def _internal(value: Any) -> Any:
    """Return a struct as Go prints one that has no JSON names."""
    if value is None:
        return None
    return {key[0].upper() + key[1:]: inner for key, inner in value.items()}


def _rolling(rolling: Manifest, at: str) -> list[FieldError]:
    gone, more = rolling["maxUnavailable"], rolling["maxSurge"]
    errors = checks.int_or_percent(f"{at}.maxUnavailable", gone) + checks.int_or_percent(f"{at}.maxSurge", more)
    errors += checks.at_most_all(f"{at}.maxUnavailable", gone) + checks.at_most_all(f"{at}.maxSurge", more)
    if checks.amount(gone) and checks.amount(more):
        errors.append(invalid(f"{at}.maxSurge", more, "may not be set when maxUnavailable is non-zero"))
    elif not checks.amount(gone) and not checks.amount(more):
        errors.append(required(f"{at}.maxUnavailable", "cannot be 0 when maxSurge is 0"))
    return errors


class StatefulSets(Builtin):
    """The strategy of apps/v1 StatefulSet."""

    name_rule = staticmethod(is_label)

    def default(self, obj: Manifest) -> None:
        """Fill in policies, the update strategy, one replica and the length of the history."""
        spec = obj["spec"]
        strategy = spec["updateStrategy"]
        fill(
            spec,
            {
                "replicas": 1,
                "revisionHistoryLimit": 10,
                "persistentVolumeClaimRetentionPolicy": {"whenDeleted": "Retain", "whenScaled": "Retain"},
            },
        )
        if not spec.get("podManagementPolicy"):
            spec["podManagementPolicy"] = "OrderedReady"
        if not strategy.get("type"):
            strategy["type"] = "RollingUpdate"
            fill(strategy, {"rollingUpdate": {}})
        if strategy["type"] == "RollingUpdate" and strategy.get("rollingUpdate") is not None:
            fill(strategy["rollingUpdate"], {"partition": 0})
        for claim in spec.get("volumeClaimTemplates") or ():
            claim |= {"apiVersion": "v1", "kind": "PersistentVolumeClaim"}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check policies, numbers, selector, template and claims."""
        return self._spec(obj["spec"], changed=False)

    def _spec(self, spec: Manifest, *, changed: bool) -> list[FieldError]:
        errors: list[FieldError] = []
        if (policy := spec["podManagementPolicy"]) not in ("OrderedReady", "Parallel"):
            errors.append(invalid("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'"))
        errors += self._strategy(spec["updateStrategy"])
        retention = spec["persistentVolumeClaimRetentionPolicy"]
        for name in ("whenDeleted", "whenScaled"):
            if retention[name] not in ("Retain", "Delete"):
                at = f"spec.persistentVolumeClaimRetentionPolicy.{name}"
                errors.append(not_supported(at, retention[name], ("Retain", "Delete")))
        if not changed:
            for i, claim in enumerate(spec.get("volumeClaimTemplates") or ()):
                errors += claim_errors(claim["spec"], f"spec.volumeClaimTemplates[{i}].spec")
        errors += nonnegative("spec.replicas", spec["replicas"])
        errors += nonnegative("spec.minReadySeconds", spec.get("minReadySeconds"))
        errors += nonnegative("spec.ordinals.start", mapping(spec.get("ordinals")).get("start"))
        if not changed and spec.get("serviceName"):
            errors += checks.label("spec.serviceName", spec["serviceName"])
        return errors + self._template(spec)

    @staticmethod
    def _strategy(strategy: Manifest) -> list[FieldError]:
        at, rolling = "spec.updateStrategy", strategy.get("rollingUpdate")
        if strategy["type"] == "OnDelete":
            text = "only allowed for updateStrategy 'RollingUpdate'"
            shown = Verbatim(compact(_internal(rolling)).decode())
            return [invalid(f"{at}.rollingUpdate", shown, text)] if rolling is not None else []
        if strategy["type"] != "RollingUpdate":
            inner = compact(_internal(rolling)).decode()
            shown = Verbatim(f'{{"Type":{compact(strategy["type"]).decode()},"RollingUpdate":{inner}}}')
            return [invalid(at, shown, "must be 'RollingUpdate' or 'OnDelete'")]
        if rolling is None:
            return []
        errors = nonnegative(f"{at}.rollingUpdate.partition", rolling["partition"])
        most, where = rolling.get("maxUnavailable"), f"{at}.rollingUpdate.maxUnavailable"
        if most is None:
            return errors
        errors += checks.int_or_percent(where, most)
        if not checks.amount(most):
            errors.append(invalid(where, most, "cannot be 0"))
        return errors + checks.at_most_all(where, most)

    @staticmethod
    def _template(spec: Manifest) -> list[FieldError]:
        wanted, template, at = spec.get("selector"), spec["template"], "spec.template"
        if wanted is None:
            labels = mapping(mapping(template.get("metadata")).get("labels"))
            text = "`selector` does not match template `labels`"
            errors = [required("spec.selector"), invalid(f"{at}.metadata.labels", labels or None, text)]
        else:
            wrong = checks.selector("spec.selector", wanted)
            errors = list(wrong)
            if checks.is_empty(wanted):
                errors.append(invalid("spec.selector", wanted, "empty selector is invalid for statefulset"))
            if wrong:
                errors.append(invalid("spec.selector", wanted, ""))
            else:
                errors += checks.template_matches(at, wanted, template)
        claims = {claim["metadata"].get("name", "") for claim in spec.get("volumeClaimTemplates") or ()}
        if not checks.selector("spec.selector", wanted):
            errors += validate_template(template, at, more_volumes=claims)
            errors += checks.labels(f"{at}.labels", mapping(template.get("metadata")).get("labels"))
        return errors + only_always(template["spec"], f"{at}.spec", "StatefulSet")

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; most of the spec may not change."""
        errors = self._spec(new["spec"], changed=True)
        frozen = [{k: v for k, v in obj["spec"].items() if k not in _SET_FREE} for obj in (new, old)]
        return errors if frozen[0] == frozen[1] else [*errors, forbidden("spec", _SET_TEXT)]

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that no number is negative, and none exceeds the number of replicas."""
        status = new["status"]
        names = ("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas")
        errors = checks.all_nonnegative("status", status, ("replicas", *names, "observedGeneration", "collisionCount"))
        text = "cannot be greater than status.replicas"
        total = status.get("replicas", 0)
        errors += [invalid(f"status.{n}", status[n], text) for n in names if status.get(n, 0) > total]
        if status.get("availableReplicas", 0) > status.get("readyReplicas", 0):
            more = status["availableReplicas"]
            errors.append(invalid("status.availableReplicas", more, "cannot be greater than status.readyReplicas"))
        return errors
