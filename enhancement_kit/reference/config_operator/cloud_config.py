"""Keeps the stitched cloud config, openshift-config-managed/kube-cloud-config.

Document: `Cluster Kube Cloud Config Operator`, `Validations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..api import service_endpoints
from ..api.service_endpoints import Problem
from ..runtime import NotFound, ReconcileError, Result
from ..runtime.resources import CONFIG_MAP, INFRASTRUCTURE
from . import infrastructure, stitching
from .build import Operator
from .stitching import Content, StitchingError

NAME = "KubeCloudConfigController"
SOURCE_NAMESPACE = "openshift-config"
TARGET_NAMESPACE, TARGET_NAME = "openshift-config-managed", "kube-cloud-config"
TARGET = f"{TARGET_NAMESPACE}/{TARGET_NAME}"
STATUS_PATH = "status.platformStatus.aws.serviceEndpoints"


def reconcile(op: Operator, _: str) -> Result:
    """Create, update or delete the target. Raises ReconcileError, and then leaves the target unchanged."""
    found = infrastructure.read(op)
    platform = infrastructure.platform(op, found)
    reference = (found.get("spec") or {}).get("cloudConfig") or {}
    source = read_source(op, str(reference.get("name") or ""))
    check_endpoints(op, infrastructure.endpoints_in_status(found))
    try:
        wanted = stitching.stitch(platform, source, str(reference.get("key") or ""), found)
    except StitchingError as error:
        raise ReconcileError(str(error)) from error
    apply(op, found, wanted)
    refer(op, found, {} if wanted.empty else {"name": TARGET_NAME, "key": stitching.KEY})
    return Result()


def read_source(op: Operator, name: str) -> Content:
    """Read the admin's configuration; empty where Infrastructure names none. Raises ReconcileError if it is missing."""
    if not name:
        return Content()
    try:
        return Content.of(op.store.view(CONFIG_MAP, SOURCE_NAMESPACE, name))
    except NotFound as error:
        raise ReconcileError(f"failed to get configmap {SOURCE_NAMESPACE}/{name}: {error}") from error


def check_endpoints(op: Operator, endpoints: list[dict[str, Any]]) -> None:
    """Run the document's validations, which did not ship: valid and reachable. Raises ReconcileError."""
    if op.profile != "document":
        return
    wrong = service_endpoints.problems(endpoints, STATUS_PATH) or unreachable(op, endpoints)
    if wrong:
        raise ReconcileError(service_endpoints.printed(wrong))


def unreachable(op: Operator, endpoints: list[dict[str, Any]]) -> list[Problem]:
    """Return the endpoints that the cluster cannot reach."""
    return [
        Problem(f"{STATUS_PATH}[{index}].url", url, f"failed to connect to service endpoint url: {cause}")
        for index, url in enumerate(str(endpoint["url"]) for endpoint in endpoints)
        if (cause := op.reach(url))
    ]


def apply(op: Operator, found: Mapping[str, Any], wanted: Content) -> None:
    """Write, or delete, the target where it differs."""
    current = op.store.find(CONFIG_MAP, TARGET_NAMESPACE, TARGET_NAME)
    if wanted.empty:
        if current is not None:
            op.store.delete(CONFIG_MAP, current)
            text = f"{TARGET} ConfigMap was deleted as no longer required"
            op.recorder.event(found, "Normal", "KubeCloudConfigDeleted", text)
        return
    if current is not None and Content.of(current) == wanted:
        return
    body: dict[str, Any] = {**(current or {"metadata": {"name": TARGET_NAME, "namespace": TARGET_NAMESPACE}})}
    body["data"], body["binaryData"] = dict(wanted.data), dict(wanted.binary)
    if current is None:
        op.store.create(CONFIG_MAP, body)
    else:
        op.store.update(CONFIG_MAP, body)
    op.recorder.event(found, "Normal", "KubeCloudConfigUpdated", f"{TARGET} ConfigMap was updated")


def refer(op: Operator, found: Mapping[str, Any], reference: dict[str, str]) -> None:
    """Set the reference to the target in Infrastructure's status, where its API has one (interpretation CRE-A15)."""
    current = found["status"].get("cloudConfig", {})
    if op.features.cloud_config_in_status and current != reference:
        op.store.patch(INFRASTRUCTURE, found, {"status": {"cloudConfig": reference or None}}, subresource="status")
