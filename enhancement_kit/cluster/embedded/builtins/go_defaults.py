"""Defaults that hold for a struct wherever it occurs: the SetDefaults functions of Kubernetes, as a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ..objects import Manifest, clone

_MODE = 420
"""rw-r--r--, the permissions of files in volumes."""

_WEBHOOK: Mapping[str, Any] = {
    "failurePolicy": "Fail",
    "matchPolicy": "Equivalent",
    "namespaceSelector": {},
    "objectSelector": {},
    "timeoutSeconds": 10,
}

STATIC: Mapping[str, Mapping[str, Any]] = {
    "admissionregistration/v1.MatchResources": {
        "matchPolicy": "Equivalent",
        "namespaceSelector": {},
        "objectSelector": {},
    },
    "admissionregistration/v1.MutatingWebhook": {**_WEBHOOK, "reinvocationPolicy": "Never"},
    "admissionregistration/v1.NamedRuleWithOperations": {"scope": "*"},
    "admissionregistration/v1.RuleWithOperations": {"scope": "*"},
    "admissionregistration/v1.ServiceReference": {"port": 443},
    "admissionregistration/v1.ValidatingAdmissionPolicySpec": {"failurePolicy": "Fail"},
    "admissionregistration/v1.ValidatingWebhook": _WEBHOOK,
    "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy": {"whenDeleted": "Retain", "whenScaled": "Retain"},
    "batch/v1.CronJobSpec": {
        "concurrencyPolicy": "Allow",
        "suspend": False,
        "successfulJobsHistoryLimit": 3,
        "failedJobsHistoryLimit": 1,
    },
    "batch/v1.PodFailurePolicyOnPodConditionsPattern": {"status": "True"},
    "core/v1.AzureDiskVolumeSource": {
        "cachingMode": "ReadWrite",
        "kind": "Shared",
        "fsType": "ext4",
        "readOnly": False,
    },
    "core/v1.ConfigMapVolumeSource": {"defaultMode": _MODE},
    "core/v1.Container": {"terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"},
    "core/v1.ContainerPort": {"protocol": "TCP"},
    "core/v1.DownwardAPIVolumeSource": {"defaultMode": _MODE},
    "core/v1.EndpointPort": {"protocol": "TCP"},
    "core/v1.EphemeralContainer": {
        "terminationMessagePath": "/dev/termination-log",
        "terminationMessagePolicy": "File",
    },
    "core/v1.GRPCAction": {"service": ""},
    "core/v1.HTTPGetAction": {"path": "/", "scheme": "HTTP"},
    "core/v1.HostPathVolumeSource": {"type": ""},
    "core/v1.ISCSIPersistentVolumeSource": {"iscsiInterface": "default"},
    "core/v1.ISCSIVolumeSource": {"iscsiInterface": "default"},
    "core/v1.ObjectFieldSelector": {"apiVersion": "v1"},
    "core/v1.PersistentVolumeClaimSpec": {"volumeMode": "Filesystem"},
    "core/v1.PersistentVolumeClaimStatus": {"phase": "Pending"},
    "core/v1.PersistentVolumeSpec": {"persistentVolumeReclaimPolicy": "Retain", "volumeMode": "Filesystem"},
    "core/v1.PersistentVolumeStatus": {"phase": "Pending"},
    "core/v1.PodSpec": {
        "restartPolicy": "Always",
        "terminationGracePeriodSeconds": 30,
        "dnsPolicy": "ClusterFirst",
        "securityContext": {},
        "schedulerName": "default-scheduler",
    },
    "core/v1.Probe": {"timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
    "core/v1.ProjectedVolumeSource": {"defaultMode": _MODE},
    "core/v1.RBDPersistentVolumeSource": {"pool": "rbd", "user": "admin", "keyring": "/etc/ceph/keyring"},
    "core/v1.RBDVolumeSource": {"pool": "rbd", "user": "admin", "keyring": "/etc/ceph/keyring"},
    "core/v1.ScaleIOPersistentVolumeSource": {"storageMode": "ThinProvisioned", "fsType": "xfs"},
    "core/v1.ScaleIOVolumeSource": {"storageMode": "ThinProvisioned", "fsType": "xfs"},
    "core/v1.SecretVolumeSource": {"defaultMode": _MODE},
    "core/v1.ServiceAccountTokenProjection": {"expirationSeconds": 3600},
    "discovery/v1.EndpointPort": {"name": "", "protocol": "TCP"},
    "networking/v1.IngressClassParametersReference": {"scope": "Cluster"},
    "networking/v1.NetworkPolicyPort": {"protocol": "TCP"},
}


def _volume(volume: Manifest) -> None:
    if not any(volume.get(key) is not None for key in volume if key != "name"):
        volume["emptyDir"] = {}
    if image := volume.get("image"):
        image.setdefault("pullPolicy", pull_policy(image.get("reference", "")))


def _container(container: Manifest) -> None:
    container.setdefault("imagePullPolicy", pull_policy(container.get("image", "")))


def _limits(item: Manifest) -> None:
    if item.get("type") == "Container":
        default = {**(item.get("max") or {}), **(item.get("default") or {})}
        request = {**(item.get("min") or {}), **default, **(item.get("defaultRequest") or {})}
        item |= {key: value for key, value in (("default", default), ("defaultRequest", request)) if value}


def pull_policy(image: str) -> str:
    """Return when an image is pulled by default: always where its tag is, or may become, another image."""
    tag = image.rpartition("/")[2].partition("@")[0].partition(":")[2]
    return "Always" if "@" not in image and tag in ("", "latest") else "IfNotPresent"


COMPUTED: Mapping[str, Callable[[Manifest], None]] = {
    "core/v1.Container": _container,
    "core/v1.EphemeralContainer": _container,
    "core/v1.LimitRangeItem": _limits,
    "core/v1.Volume": _volume,
}


def fill_struct(struct: str, value: Manifest, pointers: Collection[str] = ()) -> None:
    """Fill in the defaults of a struct that has been read; `pointers` are its fields that are absent only if null."""
    for key, default in STATIC.get(struct, {}).items():
        # what Go takes for absent: a pointer that is nil, a string that is empty, a number that is zero
        empty = key not in pointers and value.get(key) in ("", 0) and not isinstance(value.get(key), bool)
        if value.get(key) is None or (empty and default):
            value[key] = clone(default)
    if compute := COMPUTED.get(struct):
        compute(value)
