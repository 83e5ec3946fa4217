"""The built-in kinds that are served: a table. Kinds without a strategy of their own are stored by their Go type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..objects import Manifest
from ..resource import Column, Resource, Strategy
from . import autoscaling, certificates, columns, controllers, go_types
from .access import Bindings, Roles
from .autoscaling import Autoscalers
from .certificates import SigningRequests
from .common import Builtin
from .configuration import ConfigMaps, Namespaces, Nodes, Secrets
from .controllers import DisruptionBudgets, PodTemplates, ReplicationControllers, Revisions
from .endpoints import Endpoints, EndpointSlices
from .events import CORE, NEW, Events
from .jobs import CronJobs, Jobs
from .networking import IngressClasses, Ingresses, NetworkPolicies
from .plain import Conditional, CsiDrivers, CsiNodes, Leases, LimitRanges, Returned, RuntimeClasses, VolumeAttachments
from .policies import Policies, PolicyBindings
from .scheduling import PriorityClasses
from .services import Services
from .storage import Claims, StorageClasses, Volumes
from .webhooks import WebhookConfigurations
from .workload_sets import DaemonSets, ReplicaSets, StatefulSets
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
    shown: tuple[Column, ...] = ()
    """Its columns; else name and age."""
    all: bool = False
    """Whether `kubectl get all` lists it."""
    extends: bool = False
    """Whether it is in the category of what extends the API."""
    strategy: type[Builtin] = Builtin
    """Its rules; the base class has those of metadata and field types only."""
    parts: tuple[str, ...] = ()
    """More subresources."""
    warning: str = ""
    """What its users are told."""


_ENDPOINTS = "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"
_STRUCTURAL = (
    _Row(
        "admissionregistration.k8s.io",
        "v1",
        "MutatingWebhookConfiguration",
        "mutatingwebhookconfigurations",
        "V1MutatingWebhookConfiguration",
        namespaced=False,
        generation=True,
        strategy=WebhookConfigurations,
        shown=columns.WEBHOOKS,
        extends=True,
    ),
    _Row(
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingWebhookConfiguration",
        "validatingwebhookconfigurations",
        "V1ValidatingWebhookConfiguration",
        namespaced=False,
        generation=True,
        strategy=WebhookConfigurations,
        shown=columns.WEBHOOKS,
        extends=True,
    ),
    _Row(
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingAdmissionPolicy",
        "validatingadmissionpolicies",
        "V1ValidatingAdmissionPolicy",
        namespaced=False,
        status=True,
        generation=True,
        strategy=Policies,
        shown=columns.POLICIES,
        extends=True,
    ),
    _Row(
        "admissionregistration.k8s.io",
        "v1",
        "ValidatingAdmissionPolicyBinding",
        "validatingadmissionpolicybindings",
        "V1ValidatingAdmissionPolicyBinding",
        namespaced=False,
        generation=True,
        strategy=PolicyBindings,
        shown=columns.POLICY_BINDINGS,
        extends=True,
    ),
    _Row(
        "",
        "v1",
        "ServiceAccount",
        "serviceaccounts",
        "V1ServiceAccount",
        short=("sa",),
        strategy=Returned,
        parts=("token",),
    ),
    _Row("", "v1", "PodTemplate", "podtemplates", "V1PodTemplate", generation=True, strategy=PodTemplates),
    _Row(
        "",
        "v1",
        "ReplicationController",
        "replicationcontrollers",
        "V1ReplicationController",
        status=True,
        generation=True,
        scale=True,
        short=("rc",),
        all=True,
        shown=controllers.COLUMNS,
        strategy=ReplicationControllers,
    ),
    _Row("", "v1", "Endpoints", "endpoints", "V1Endpoints", short=("ep",), strategy=Endpoints, warning=_ENDPOINTS),
    _Row(
        "",
        "v1",
        "PersistentVolumeClaim",
        "persistentvolumeclaims",
        "V1PersistentVolumeClaim",
        status=True,
        short=("pvc",),
        strategy=Claims,
    ),
    _Row(
        "",
        "v1",
        "PersistentVolume",
        "persistentvolumes",
        "V1PersistentVolume",
        False,
        status=True,
        short=("pv",),
        strategy=Volumes,
    ),
    _Row(
        "",
        "v1",
        "LimitRange",
        "limitranges",
        "V1LimitRange",
        short=("limits",),
        shown=columns.CREATED,
        strategy=LimitRanges,
    ),
    _Row(
        "", "v1", "ResourceQuota", "resourcequotas", "V1ResourceQuota", status=True, short=("quota",), strategy=Returned
    ),
    _Row(
        "apps",
        "v1",
        "ReplicaSet",
        "replicasets",
        "V1ReplicaSet",
        True,
        True,
        True,
        True,
        ("rs",),
        all=True,
        strategy=ReplicaSets,
    ),
    _Row(
        "apps",
        "v1",
        "DaemonSet",
        "daemonsets",
        "V1DaemonSet",
        True,
        True,
        True,
        short=("ds",),
        all=True,
        strategy=DaemonSets,
    ),
    _Row(
        "apps",
        "v1",
        "StatefulSet",
        "statefulsets",
        "V1StatefulSet",
        True,
        True,
        True,
        True,
        ("sts",),
        all=True,
        strategy=StatefulSets,
    ),
    _Row("apps", "v1", "ControllerRevision", "controllerrevisions", "V1ControllerRevision", strategy=Revisions),
    *(
        _Row(
            "autoscaling",
            version,
            "HorizontalPodAutoscaler",
            "horizontalpodautoscalers",
            f"{version.upper()}HorizontalPodAutoscaler",
            status=True,
            short=("hpa",),
            all=True,
            shown=autoscaling.COLUMNS,
            strategy=Autoscalers,
        )
        for version in ("v1", "v2")
    ),
    _Row("batch", "v1", "Job", "jobs", "V1Job", status=True, generation=True, all=True, strategy=Jobs),
    _Row(
        "batch", "v1", "CronJob", "cronjobs", "V1CronJob", True, True, True, short=("cj",), all=True, strategy=CronJobs
    ),
    _Row(
        "certificates.k8s.io",
        "v1",
        "CertificateSigningRequest",
        "certificatesigningrequests",
        "V1CertificateSigningRequest",
        namespaced=False,
        status=True,
        short=("csr",),
        shown=certificates.COLUMNS,
        strategy=SigningRequests,
        parts=("approval",),
    ),
    _Row("coordination.k8s.io", "v1", "Lease", "leases", "V1Lease", shown=columns.LEASES, strategy=Leases),
    _Row(
        "discovery.k8s.io",
        "v1",
        "EndpointSlice",
        "endpointslices",
        "V1EndpointSlice",
        generation=True,
        strategy=EndpointSlices,
    ),
    _Row(
        "networking.k8s.io",
        "v1",
        "NetworkPolicy",
        "networkpolicies",
        "V1NetworkPolicy",
        generation=True,
        short=("netpol",),
        strategy=NetworkPolicies,
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
        strategy=Ingresses,
    ),
    _Row(
        "networking.k8s.io",
        "v1",
        "IngressClass",
        "ingressclasses",
        "V1IngressClass",
        False,
        generation=True,
        strategy=IngressClasses,
    ),
    _Row("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", "V1RuntimeClass", False, strategy=RuntimeClasses),
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
        strategy=DisruptionBudgets,
    ),
    *(
        _Row("rbac.authorization.k8s.io", "v1", kind, plural, f"V1{kind}", namespaced, shown=shown, strategy=strategy)
        for kind, plural, namespaced, shown, strategy in (
            ("ClusterRole", "clusterroles", False, columns.CREATED, Roles),
            ("ClusterRoleBinding", "clusterrolebindings", False, columns.BINDINGS, Bindings),
            ("Role", "roles", True, columns.CREATED, Roles),
            ("RoleBinding", "rolebindings", True, columns.BINDINGS, Bindings),
        )
    ),
    _Row(
        "scheduling.k8s.io",
        "v1",
        "PriorityClass",
        "priorityclasses",
        "V1PriorityClass",
        False,
        generation=True,
        short=("pc",),
        strategy=PriorityClasses,
    ),
    _Row(
        "storage.k8s.io",
        "v1",
        "StorageClass",
        "storageclasses",
        "V1StorageClass",
        False,
        short=("sc",),
        strategy=StorageClasses,
    ),
    _Row("storage.k8s.io", "v1", "CSIDriver", "csidrivers", "V1CSIDriver", False, strategy=CsiDrivers),
    _Row("storage.k8s.io", "v1", "CSINode", "csinodes", "V1CSINode", False, strategy=CsiNodes),
    _Row(
        "storage.k8s.io",
        "v1",
        "CSIStorageCapacity",
        "csistoragecapacities",
        "V1CSIStorageCapacity",
        strategy=Conditional,
    ),
    _Row(
        "storage.k8s.io",
        "v1",
        "VolumeAttachment",
        "volumeattachments",
        "V1VolumeAttachment",
        namespaced=False,
        status=True,
        strategy=VolumeAttachments,
    ),
    _Row(
        "storage.k8s.io",
        "v1",
        "VolumeAttributesClass",
        "volumeattributesclasses",
        "V1VolumeAttributesClass",
        namespaced=False,
        short=("vac",),
        strategy=Returned,
    ),
)


def coverage(known: Sequence[Resource]) -> Iterator[tuple[str, bool, bool]]:
    """Yield each built-in kind with whether its objects are checked by rules of the kind, and get defaults."""
    for resource in sorted(known, key=lambda r: (r.kind, r.api_version)):
        strategy = type(resource.strategy)
        if issubclass(strategy, Builtin):
            checked = strategy.validate_create is not Strategy.validate_create
            filled = strategy.default is not Builtin.default or go_types.has_defaults(
                resource.api_version, resource.kind
            )
            yield f"{resource.kind} ({resource.api_version})", checked, filled


_PLAIN = ("ResourceQuota", "ServiceAccount")
"""Kinds whose strategy says only what a delete answers with."""


def stored_structurally() -> list[str]:
    """List the kinds that are validated by metadata and field types alone, for the documentation."""
    return sorted(
        f"{row.kind} ({row.group or 'core'}/{row.version})"
        for row in _STRUCTURAL
        if row.strategy in (Builtin, LimitRanges) or row.kind in _PLAIN
    )


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
        _core("Pod", "pods", Pods(), ("po",), columns.PODS, status | Pods.parts | {"binding", "eviction"}, ("all",)),
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
        strategy = row.strategy(row.model, status=row.status, generation=row.generation)
        subresources = {name for name, has in (("status", row.status), ("scale", row.scale)) if has} | {*row.parts}
        out.append(
            Resource(
                row.group,
                row.version,
                row.kind,
                row.plural,
                row.namespaced,
                strategy,
                short_names=row.short,
                categories=("all",) if row.all else ("api-extensions",) if row.extends else (),
                columns=row.shown,
                warning=row.warning,
                subresources=frozenset(subresources),
            )
        )
    return out
