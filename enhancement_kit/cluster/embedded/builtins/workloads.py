"""Pods and Deployments: defaults and validity (pkg/apis/core and pkg/apis/apps of Kubernetes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..fielderrors import FieldError, Verbatim, duplicate, forbidden, invalid, not_supported, quote, required
from ..names import is_label
from ..objects import Manifest, mapping
from .common import Builtin, fill, immutable, port_range
from .service_rules import bad_port_name

_POD_DEFAULTS: Mapping[str, Any] = {
    "restartPolicy": "Always",
    "terminationGracePeriodSeconds": 30,
    "dnsPolicy": "ClusterFirst",
    "securityContext": {},
    "schedulerName": "default-scheduler",
}
_POD_ONLY: Mapping[str, Any] = {
    "serviceAccountName": "default",
    "enableServiceLinks": True,
    "preemptionPolicy": "PreemptLowerPriority",
    "priority": 0,
}
_CONTAINER_DEFAULTS: Mapping[str, Any] = {
    "resources": {},
    "terminationMessagePath": "/dev/termination-log",
    "terminationMessagePolicy": "File",
}
_RESTARTS = ("Always", "Never", "OnFailure")
_STRATEGIES = ("Recreate", "RollingUpdate")
_ROLLING: Mapping[str, Any] = {"maxUnavailable": "25%", "maxSurge": "25%"}


def default_pod_spec(spec: Manifest) -> None:
    """Fill in what SetDefaults_PodSpec and SetDefaults_Container do."""
    fill(spec, _POD_DEFAULTS)
    for container in [*(spec.get("initContainers") or ()), *(spec.get("containers") or ())]:
        image = container.get("image", "")
        tag = image.rpartition("/")[2].partition("@")[0].partition(":")[2]
        moving = "@" not in image and tag in ("", "latest")
        fill(container, {**_CONTAINER_DEFAULTS, "imagePullPolicy": "Always" if moving else "IfNotPresent"})
        for port in container.get("ports") or ():
            fill(port, {"protocol": "TCP"})


def validate_pod_spec(spec: Manifest, path: str) -> list[FieldError]:
    """Check that there are containers, and that each has a unique name and an image."""
    errors: list[FieldError] = []
    if not spec.get("containers"):
        errors.append(required(f"{path}.containers"))
    names: set[str] = set()
    for part in ("containers", "initContainers"):
        for i, container in enumerate(spec.get(part) or ()):
            at, name = f"{path}.{part}[{i}]", container.get("name", "")
            if not name:
                errors.append(required(f"{at}.name"))
            elif is_label(name):
                errors += [invalid(f"{at}.name", name, why) for why in is_label(name)]
            elif name in names:
                errors.append(duplicate(f"{at}.name", name))
            names.add(name)
            if not container.get("image"):
                errors.append(required(f"{at}.image"))
            for n, port in enumerate(container.get("ports") or ()):
                errors += _container_port(port, f"{at}.ports[{n}]")
    if spec["restartPolicy"] not in _RESTARTS:
        errors.append(not_supported(f"{path}.restartPolicy", spec["restartPolicy"], _RESTARTS))
    return errors


def _container_port(port: Manifest, at: str) -> list[FieldError]:
    errors: list[FieldError] = []
    if name := port.get("name"):
        errors += [invalid(f"{at}.name", name, why) for why in bad_port_name(name)]
    number = port.get("containerPort")
    return errors + (port_range(f"{at}.containerPort", number) if number else [required(f"{at}.containerPort")])


class Pods(Builtin):
    """The strategy of core/v1 Pod."""

    returns_deleted = True

    def __init__(self) -> None:
        super().__init__("V1Pod", status=True)

    def default(self, obj: Manifest) -> None:
        """Fill in the defaults of the spec."""
        spec = obj.setdefault("spec", {})
        default_pod_spec(spec)
        fill(spec, _POD_ONLY)

    def prepare_create(self, obj: Manifest) -> None:
        """Set the phase of a new Pod to Pending."""
        obj["status"] = {"phase": "Pending", "qosClass": "BestEffort"}

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Check the containers."""
        return validate_pod_spec(obj["spec"], "spec")

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
        selector = spec.get("selector")
        labels = mapping(mapping(spec["template"].get("metadata")).get("labels"))
        mismatch = invalid(
            "spec.template.metadata.labels", labels or None, "`selector` does not match template `labels`"
        )
        if selector is None:
            errors += [required("spec.selector"), mismatch]
        elif not selector.get("matchLabels") and not selector.get("matchExpressions"):
            errors.append(invalid("spec.selector", selector, "empty selector is invalid for deployment"))
        elif any(labels.get(k) != v for k, v in mapping(selector.get("matchLabels")).items()):
            errors.append(mismatch)
        errors += validate_pod_spec(spec["template"]["spec"], "spec.template.spec")
        restart = spec["template"]["spec"]["restartPolicy"]
        if restart != "Always":
            errors.append(not_supported("spec.template.spec.restartPolicy", restart, ("Always",)))
        kind = spec["strategy"].get("type")
        if kind == "Recreate" and spec["strategy"].get("rollingUpdate"):
            text = "may not be specified when strategy `type` is 'Recreate'"
            errors.append(forbidden("spec.strategy.rollingUpdate", text))
        elif kind not in _STRATEGIES:
            shown = Verbatim(f'{{"Type":{quote(str(kind or ""))},"RollingUpdate":null}}')
            errors.append(not_supported("spec.strategy", shown, _STRATEGIES))
        return errors
