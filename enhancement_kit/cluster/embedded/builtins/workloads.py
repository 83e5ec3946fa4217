"""Pods and Deployments: defaults and validity (pkg/apis/core and pkg/apis/apps of Kubernetes)."""

# What a strategy is asked with is more than each of its answers needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..fielderrors import NOT_FOUND, FieldError, Verbatim, duplicate, forbidden, invalid, not_supported, quote, required
from ..names import is_label
from ..objects import Manifest, mapping, now
from ..resource import carry, keep_metadata
from . import checks, go_defaults, pod_rules
from .common import Builtin, fill, immutable

_ADMITTED: Mapping[str, Any] = {
    "serviceAccountName": "default",
    "preemptionPolicy": "PreemptLowerPriority",
    "priority": 0,
}
"""What admission sets of a new Pod: nobody manages it, and an update without it keeps it."""
_STRATEGIES = ("Recreate", "RollingUpdate")
_ROLLING: Mapping[str, Any] = {"maxUnavailable": "25%", "maxSurge": "25%"}


def default_pod_spec(spec: Manifest) -> None:
    """Fill in the defaults of a Pod's spec that is not read as part of a known kind."""
    fill(spec, go_defaults.STATIC["core/v1.PodSpec"])
    for container in [*(spec.get("initContainers") or ()), *(spec.get("containers") or ())]:
        container.setdefault("resources", {})
        go_defaults.fill_struct("core/v1.Container", container)
        for port in container.get("ports") or ():
            go_defaults.fill_struct("core/v1.ContainerPort", port)


def validate_pod_spec(spec: Manifest, path: str) -> list[FieldError]:
    """Return the errors of a Pod's spec."""
    return pod_rules.pod_spec_errors(spec, path)


def validate_template(template: Manifest, path: str, more_volumes: Collection[str] = ()) -> list[FieldError]:
    """Return the errors of a template of Pods; `more_volumes` come with each Pod from elsewhere."""
    labels = mapping(mapping(template.get("metadata")).get("labels"))
    errors = checks.labels(f"{path}.labels", labels)
    errors += pod_rules.pod_spec_errors(template["spec"], f"{path}.spec", tuple(more_volumes))
    if template["spec"].get("ephemeralContainers"):
        where = f"{path}.spec.ephemeralContainers"
        errors.append(forbidden(where, "ephemeral containers not allowed in pod template"))
    return errors


def validate_ephemeral(spec: Manifest, before: Manifest) -> list[FieldError]:
    """Check the ephemeral containers of a Pod and what becomes of those that it had."""
    at = "spec.ephemeralContainers"
    lasting = [c.get("name") for part in ("containers", "initContainers") for c in spec.get(part) or ()]
    taken, errors = set(lasting), []
    present = {}
    for i, container in enumerate(spec.get("ephemeralContainers") or ()):
        name, target = container.get("name", ""), container.get("targetContainerName")
        present[name] = container
        if not name:
            errors.append(required(f"{at}[{i}].name"))
        elif is_label(name):
            errors += [invalid(f"{at}[{i}].name", name, why) for why in is_label(name)]
        elif name in taken:
            errors.append(duplicate(f"{at}[{i}].name", name))
        taken.add(name)
        if not container.get("image"):
            errors.append(required(f"{at}[{i}].image"))
        if target and target not in lasting:
            errors.append(FieldError(NOT_FOUND, f"{at}[{i}].targetContainerName", target))
    for container in before.get("ephemeralContainers") or ():
        name = container["name"]
        if name not in present:
            errors.append(forbidden(at, f"existing ephemeral containers {quote(name)} may not be removed\n"))
        elif present[name] != container:
            errors.append(forbidden(at, f"existing ephemeral containers {quote(name)} may not be changed"))
    return errors


def only_always(spec: Manifest, at: str, owner: str) -> list[FieldError]:
    """Return why a template cannot be that of Pods that always run."""
    errors: list[FieldError] = []
    if spec["restartPolicy"] != "Always":
        errors.append(not_supported(f"{at}.restartPolicy", spec["restartPolicy"], ("Always",)))
    if spec.get("activeDeadlineSeconds") is not None:
        text = f"activeDeadlineSeconds in {owner} is not Supported"
        errors.append(forbidden(f"{at}.activeDeadlineSeconds", text))
    return errors


def selected_template(spec: Manifest, kind: str, owner: str) -> list[FieldError]:
    """Return the errors of a selector and of the template that it has to match."""
    wanted, template = spec.get("selector"), spec["template"]
    at = "spec.template"
    if wanted is None:
        # a selector that is not set matches nothing
        labels = mapping(mapping(template.get("metadata")).get("labels"))
        mismatch = invalid(f"{at}.metadata.labels", labels or None, "`selector` does not match template `labels`")
        errors = [required("spec.selector"), mismatch]
    else:
        errors = wrong = checks.selector("spec.selector", wanted)
        if checks.is_empty(wanted):
            errors = [*errors, invalid("spec.selector", wanted, f"empty selector is invalid for {kind}")]
        if wrong:
            return [*errors, invalid("spec.selector", wanted, "invalid label selector")]
        errors = [*errors, *checks.template_matches(at, wanted, template)]
    return [*errors, *validate_template(template, at), *only_always(template["spec"], f"{at}.spec", owner)]


class Pods(Builtin):
    """The strategy of core/v1 Pod."""

    returns_deleted = True
    parts = frozenset({"ephemeralcontainers"})
    status_keeps = frozenset({"ownerReferences"})

    def __init__(self) -> None:
        super().__init__("V1Pod", status=True, generation=True)

    def deleted(self, obj: Manifest) -> Manifest:
        """Return the Pod as it is marked before it goes."""
        meta = {**obj["metadata"], "deletionTimestamp": now(), "deletionGracePeriodSeconds": 0}
        if "generation" in meta:
            meta["generation"] += 1
        return {**obj, "metadata": meta}

    def default(self, obj: Manifest) -> None:
        """Fill in the defaults of the spec."""
        spec = obj.setdefault("spec", {})
        default_pod_spec(spec)
        fill(spec, {"enableServiceLinks": True})
        for container in [*(spec.get("containers") or ()), *(spec.get("initContainers") or ())]:
            resources = container.get("resources") or {}
            if limits := resources.get("limits"):
                resources["requests"] = {**limits, **(resources.get("requests") or {})}

    def grace(self, obj: Manifest, wanted: int | None) -> int | None:
        """Return what is asked for or set; nothing for a Pod that no node runs. Less than none is a second."""
        spec = obj["spec"]
        if not spec.get("nodeName") or mapping(obj.get("status")).get("phase") in ("Failed", "Succeeded"):
            return 0
        seconds: int = spec.get("terminationGracePeriodSeconds", 0) if wanted is None else wanted
        return seconds if seconds >= 0 else 1

    def prepare_create(self, obj: Manifest) -> None:
        """Set the phase of a new Pod to Pending, and what admission sets."""
        fill(obj["spec"], _ADMITTED)
        obj["status"] = {"phase": "Pending", "qosClass": pod_rules.quality(obj["spec"])}

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep the status, and what admission has set."""
        super().prepare_update(new, old)
        fill(new["spec"], {name: old["spec"][name] for name in _ADMITTED if name in old["spec"]})

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the containers; ephemeral ones come later."""
        errors = validate_pod_spec(obj["spec"], "spec")
        if obj["spec"].get("ephemeralContainers"):
            errors.append(forbidden("spec.ephemeralContainers", "cannot be set on create"))
        return errors

    def prepare_part(self, part: str, new: Manifest, old: Manifest) -> None:
        """Take only the ephemeral containers."""
        keep_metadata(new, old)
        spec = {k: v for k, v in old["spec"].items() if k != "ephemeralContainers"}
        if containers := mapping(new.get("spec")).get("ephemeralContainers"):
            spec["ephemeralContainers"] = containers
        new["spec"] = spec
        carry(new, old, "status")

    def validate_part(self, part: str, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check the ephemeral containers, which stay once they are there."""
        return validate_ephemeral(new["spec"], old["spec"])

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check that of a Pod's spec only images and a few more fields change."""

        def frozen(obj: Manifest) -> Manifest:
            spec = {
                k: v for k, v in obj["spec"].items() if k not in ("activeDeadlineSeconds", "tolerations", "nodeName")
            }
            for part in ("containers", "initContainers"):
                if part in spec:
                    spec[part] = [{k: v for k, v in c.items() if k != "image"} for c in spec[part]]
            return spec

        errors = validate_pod_spec(new["spec"], "spec")
        for part in ("containers", "initContainers"):
            if len(new["spec"].get(part) or ()) != len(old["spec"].get(part) or ()):
                return [*errors, forbidden(f"spec.{part}", "pod updates may not add or remove containers")]
        if frozen(new) != frozen(old):
            errors.append(
                forbidden(
                    "spec",
                    "pod updates may not change fields other than `spec.containers[*].image`,"
                    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to "
                    "existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was "
                    "previously negative)",
                )
            )
        return errors


class Deployments(Builtin):
    """The strategy of apps/v1 Deployment."""

    status_keeps = frozenset({"labels"})

    def __init__(self) -> None:
        super().__init__("V1Deployment", status=True, generation=True)

    def default(self, obj: Manifest) -> None:
        """Fill in defaults: SetDefaults_Deployment of pkg/apis/apps/v1/defaults.go."""
        spec = obj.setdefault("spec", {})
        fill(
            spec,
            {
                "replicas": 1,
                "strategy": {"type": "RollingUpdate"},
                "revisionHistoryLimit": 10,
                "progressDeadlineSeconds": 600,
            },
        )
        if spec["strategy"].get("type") == "RollingUpdate":
            fill(spec["strategy"], {"rollingUpdate": _ROLLING})
        template = spec.setdefault("template", {})
        template.setdefault("metadata", {})
        default_pod_spec(template.setdefault("spec", {}))
        obj.setdefault("status", {})

    def prepare_create(self, obj: Manifest) -> None:
        """Drop the status."""
        obj["status"] = {}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the selector, the template labels and the containers."""
        return self._validate(obj)

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Check as on create; the selector may not change."""
        changed = immutable("spec.selector", new["spec"].get("selector"), old["spec"].get("selector"))
        return [*self._validate(new), *changed]

    @staticmethod
    def _validate(obj: Manifest) -> list[FieldError]:
        spec = obj["spec"]
        errors: list[FieldError] = []
        if spec["replicas"] < 0:
            errors.append(invalid("spec.replicas", spec["replicas"], "must be greater than or equal to 0"))
        errors += selected_template(spec, "deployment", "ReplicaSet")
        kind = spec["strategy"].get("type")
        if kind == "Recreate" and spec["strategy"].get("rollingUpdate"):
            text = "may not be specified when strategy `type` is 'Recreate'"
            errors.append(forbidden("spec.strategy.rollingUpdate", text))
        elif kind not in _STRATEGIES:
            shown = Verbatim(f'{{"Type":{quote(str(kind or ""))},"RollingUpdate":null}}')
            errors.append(not_supported("spec.strategy", shown, _STRATEGIES))
        return errors
