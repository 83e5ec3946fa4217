"""The built-in kinds that are served: a table. Kinds without a strategy of their own are stored by their Go type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..objects import Manifest
from ..resource import Column, Resource, Strategy, is_path_segment
from .common import Builtin
from .configuration import ConfigMaps, Events, Namespaces, Secrets
from .services import Services
from .workloads import Deployments, Pods


@dataclass(frozen=True)
class _Row:
    group: str
    version: str
    kind: str
    plural: str
    model: str
    namespaced: bool = True
    status: bool = False
    generation: bool = False
    scale: bool = False
    short: tuple[str, ...] = ()
    free_name: bool = False


_STRUCTURAL = (
    _Row("", "v1", "ServiceAccount", "serviceaccounts", "V1ServiceAccount", short=("sa",)),
    _Row("", "v1", "Node", "nodes", "V1Node", namespaced=False, status=True, short=("no",)),
    _Row("", "v1", "Endpoints", "endpoints", "V1Endpoints", short=("ep",)),
    _Row("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", "V1PersistentVolumeClaim", status=True),
    _Row("", "v1", "PersistentVolume", "persistentvolumes", "V1PersistentVolume", namespaced=False, status=True),
    _Row("", "v1", "LimitRange", "limitranges", "V1LimitRange"),
    _Row("", "v1", "ResourceQuota", "resourcequotas", "V1ResourceQuota", status=True),
    _Row("apps", "v1", "ReplicaSet", "replicasets", "V1ReplicaSet", status=True, generation=True, scale=True),
    _Row("apps", "v1", "DaemonSet", "daemonsets", "V1DaemonSet", status=True, generation=True, short=("ds",)),
    _Row("apps", "v1", "StatefulSet", "statefulsets", "V1StatefulSet", status=True, generation=True, scale=True),
    _Row("batch", "v1", "Job", "jobs", "V1Job", status=True, generation=True),
    _Row("batch", "v1", "CronJob", "cronjobs", "V1CronJob", status=True, generation=True),
    _Row("coordination.k8s.io", "v1", "Lease", "leases", "V1Lease"),
    _Row("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", "V1EndpointSlice", generation=True),
    _Row("events.k8s.io", "v1", "Event", "events", "EventsV1Event", short=("ev",)),
    _Row("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies", "V1NetworkPolicy", generation=True),
    _Row("networking.k8s.io", "v1", "Ingress", "ingresses", "V1Ingress", status=True, generation=True),
    _Row("networking.k8s.io", "v1", "IngressClass", "ingressclasses", "V1IngressClass", namespaced=False),
    _Row(
        "policy",
        "v1",
        "PodDisruptionBudget",
        "poddisruptionbudgets",
        "V1PodDisruptionBudget",
        status=True,
        generation=True,
        short=("pdb",),
    ),
    _Row("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", "V1ClusterRole", False, free_name=True),
    _Row(
        "rbac.authorization.k8s.io",
        "v1",
        "ClusterRoleBinding",
        "clusterrolebindings",
        "V1ClusterRoleBinding",
        False,
        free_name=True,
    ),
    _Row("rbac.authorization.k8s.io", "v1", "Role", "roles", "V1Role", free_name=True),
    _Row("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", "V1RoleBinding", free_name=True),
    _Row("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", "V1PriorityClass", namespaced=False),
    _Row("storage.k8s.io", "v1", "StorageClass", "storageclasses", "V1StorageClass", namespaced=False),
)
_AGE = Column("Age", ".metadata.creationTimestamp", "date")


def stored_structurally() -> list[str]:
    """The kinds that get no validation beyond their metadata and the types of their fields, for the documentation."""
    return sorted(f"{row.kind} ({row.group or 'core'}/{row.version})" for row in _STRUCTURAL)


def resources(services: Callable[[], list[Manifest]]) -> list[Resource]:
    """All built-in kinds but CustomResourceDefinition. `services` lists the stored Services, for allocation."""
    status = frozenset({"status"})
    out = [
        Resource(
            "",
            "v1",
            "Namespace",
            "namespaces",
            False,
            Namespaces("V1Namespace", status=True),
            short_names=("ns",),
            subresources=status | {"finalize"},
            columns=(Column("Status", ".status.phase"), _AGE),
            verbs=("create", "delete", "get", "list", "patch", "update", "watch"),
        ),
        Resource("", "v1", "ConfigMap", "configmaps", True, ConfigMaps("V1ConfigMap"), short_names=("cm",)),
        Resource("", "v1", "Secret", "secrets", True, Secrets("V1Secret")),
        Resource("", "v1", "Event", "events", True, Events("CoreV1Event"), short_names=("ev",)),
        Resource(
            "",
            "v1",
            "Service",
            "services",
            True,
            Services(services),
            short_names=("svc",),
            categories=("all",),
            subresources=status,
            columns=(
                Column("Type", ".spec.type"),
                Column("Cluster-IP", ".spec.clusterIP"),
                Column("External-IP", ".status.loadBalancer.ingress[*].hostname"),
                Column("Port(s)", ".spec.ports[*].port"),
                _AGE,
            ),
        ),
        Resource(
            "",
            "v1",
            "Pod",
            "pods",
            True,
            Pods(),
            short_names=("po",),
            categories=("all",),
            subresources=status,
            columns=(Column("Status", ".status.phase"), _AGE),
        ),
        Resource(
            "apps",
            "v1",
            "Deployment",
            "deployments",
            True,
            Deployments(),
            short_names=("deploy",),
            categories=("all",),
            subresources=status | {"scale"},
            columns=(
                Column("Ready", ".status.readyReplicas"),
                Column("Up-to-date", ".status.updatedReplicas", "integer"),
                Column("Available", ".status.availableReplicas", "integer"),
                _AGE,
            ),
        ),
    ]
    for row in _STRUCTURAL:
        strategy: Strategy = Builtin(row.model, status=row.status, generation=row.generation)
        if row.free_name:
            strategy.name_rule = is_path_segment
        subresources = {name for name, has in (("status", row.status), ("scale", row.scale)) if has}
        out.append(
            Resource(
                row.group,
                row.version,
                row.kind,
                row.plural,
                row.namespaced,
                strategy,
                short_names=row.short,
                subresources=frozenset(subresources),
            )
        )
    return out
