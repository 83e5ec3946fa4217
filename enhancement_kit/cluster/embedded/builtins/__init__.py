"""The built-in kinds that are served: a table. Kinds without a strategy of their own are stored by their Go type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..names import is_path_segment
from ..objects import Manifest
from ..resource import Column, Resource, Strategy
from . import columns
from .common import Builtin
from .configuration import ConfigMaps, Namespaces, Nodes, Secrets
from .events import CORE, NEW, Events
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
    shown: tuple[Column, ...] = ()
    """Its columns; else name and age."""
    all: bool = False
    """Whether `kubectl get all` lists it."""


_STRUCTURAL = (
    _Row("", "v1", "ServiceAccount", "serviceaccounts", "V1ServiceAccount", short=("sa",)),
    _Row("", "v1", "Endpoints", "endpoints", "V1Endpoints", short=("ep",)),
    _Row(
        "",
        "v1",
        "PersistentVolumeClaim",
        "persistentvolumeclaims",
        "V1PersistentVolumeClaim",
        status=True,
        short=("pvc",),
    ),
    _Row("", "v1", "PersistentVolume", "persistentvolumes", "V1PersistentVolume", False, status=True, short=("pv",)),
    _Row("", "v1", "LimitRange", "limitranges", "V1LimitRange", short=("limits",), shown=columns.CREATED),
    _Row("", "v1", "ResourceQuota", "resourcequotas", "V1ResourceQuota", status=True, short=("quota",)),
    _Row("apps", "v1", "ReplicaSet", "replicasets", "V1ReplicaSet", True, True, True, True, ("rs",), all=True),
    _Row("apps", "v1", "DaemonSet", "daemonsets", "V1DaemonSet", True, True, True, short=("ds",), all=True),
    _Row("apps", "v1", "StatefulSet", "statefulsets", "V1StatefulSet", True, True, True, True, ("sts",), all=True),
    _Row("batch", "v1", "Job", "jobs", "V1Job", status=True, generation=True, all=True),
    _Row("batch", "v1", "CronJob", "cronjobs", "V1CronJob", True, True, True, short=("cj",), all=True),
    _Row("coordination.k8s.io", "v1", "Lease", "leases", "V1Lease", shown=columns.LEASES),
    _Row("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", "V1EndpointSlice", generation=True),
    _Row(
        "networking.k8s.io",
        "v1",
        "NetworkPolicy",
        "networkpolicies",
        "V1NetworkPolicy",
        generation=True,
        short=("netpol",),
    ),
    _Row(
        "networking.k8s.io",
        "v1",
        "Ingress",
        "ingresses",
        "V1Ingress",
        status=True,
        generation=True,
        short=("ing",),
        shown=columns.INGRESSES,
    ),
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
        shown=columns.BUDGETS,
    ),
    *(
        _Row("rbac.authorization.k8s.io", "v1", kind, plural, f"V1{kind}", namespaced, free_name=True, shown=shown)
        for kind, plural, namespaced, shown in (
            ("ClusterRole", "clusterroles", False, columns.CREATED),
            ("ClusterRoleBinding", "clusterrolebindings", False, columns.BINDINGS),
            ("Role", "roles", True, columns.CREATED),
            ("RoleBinding", "rolebindings", True, columns.BINDINGS),
        )
    ),
    _Row("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", "V1PriorityClass", False, short=("pc",)),
    _Row("storage.k8s.io", "v1", "StorageClass", "storageclasses", "V1StorageClass", False, short=("sc",)),
)


def stored_structurally() -> list[str]:
    """List the kinds that are validated by metadata and field types alone, for the documentation."""
    return sorted(f"{row.kind} ({row.group or 'core'}/{row.version})" for row in _STRUCTURAL)


def _core(
    kind: str,
    plural: str,
    strategy: Strategy,
    short: tuple[str, ...],
    shown: tuple[Column, ...],
    subresources: frozenset[str] = frozenset(),
    categories: tuple[str, ...] = (),
) -> Resource:
    return Resource(
        "",
        "v1",
        kind,
        plural,
        True,
        strategy,
        short_names=short,
        columns=shown,
        subresources=subresources,
        categories=categories,
    )


def resources(services: Callable[[], list[Manifest]]) -> list[Resource]:
    """Return all built-in kinds but CustomResourceDefinition. `services` lists the stored Services, for allocation."""
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
            columns=columns.NAMESPACES,
            verbs=("create", "delete", "get", "list", "patch", "update", "watch"),
        ),
        _core("ConfigMap", "configmaps", ConfigMaps("V1ConfigMap"), ("cm",), columns.CONFIG_MAPS),
        _core("Secret", "secrets", Secrets("V1Secret"), (), columns.SECRETS),
        _core("Event", "events", Events(CORE), ("ev",), columns.EVENTS),
        _core("Service", "services", Services(services), ("svc",), columns.SERVICES, status, ("all",)),
        _core("Pod", "pods", Pods(), ("po",), columns.PODS, status, ("all",)),
        Resource(
            "",
            "v1",
            "Node",
            "nodes",
            False,
            Nodes("V1Node", status=True),
            short_names=("no",),
            subresources=status,
            columns=columns.NODES,
        ),
        Resource(
            "events.k8s.io",
            "v1",
            "Event",
            "events",
            True,
            Events(NEW),
            short_names=("ev",),
            columns=columns.EVENTS,
            place=("", "events"),
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
            columns=columns.DEPLOYMENTS,
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
                categories=("all",) if row.all else (),
                columns=row.shown,
                subresources=frozenset(subresources),
            )
        )
    return out
