"""The install-config: its fields, and the typed value that rules and manifests work with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .findings import DUPLICATE, INVALID, REQUIRED, Finding
from .shapes import DOMAIN, FLAG, MAPPING, REGION, TEXT, Fields, ListOf, Number, check
from .source import Source, shown

FILE = "install-config.yaml"
CLUSTER_NODE = "ClusterNode"
INGRESS_LB = "IngressControllerLB"
EXTERNAL_LB = "ControlPlaneExternalLB"
INTERNAL_LB = "ControlPlaneInternalLB"
CAPABILITIES = ("CloudControllerManager", "CloudCredential", "ImageRegistry", "Ingress", "MachineAPI", "Storage")
"""The capabilities that an install-config may disable, as far as components here belong to them."""
PLATFORMS = ("aws", "external", "none")
ROLES = (CLUSTER_NODE, INGRESS_LB, EXTERNAL_LB, INTERNAL_LB)
BOOTSTRAP_NODE = "BootstrapNode"
EDGE_NODE = "EdgeNode"
SHIPPED_ROLES = (CLUSTER_NODE, EDGE_NODE, BOOTSTRAP_NODE, INGRESS_LB, EXTERNAL_LB, INTERNAL_LB)
"""The roles of the released installer (interpretations ISS-A31 and ISS-A32)."""

LIST = "platform.aws.subnetsConfig"
OLD_LIST = "platform.aws.subnets"


AWS_FIELDS = Fields(
    {
        "region": REGION,
        "subnets": ListOf(TEXT),
        "subnetsConfig": ListOf(Fields({"id": TEXT, "rolesOverride": ListOf(TEXT)}, closed=True)),
        "lbType": TEXT,
        "amiID": TEXT,
        "serviceEndpoints": ListOf(Fields({"name": TEXT, "url": TEXT}, closed=True)),
        "hostedZone": TEXT,
        "hostedZoneRole": TEXT,
        "userTags": MAPPING,
        "propagateUserTags": FLAG,
        "publicIpv4Pool": TEXT,
        "defaultMachinePlatform": MAPPING,
    },
    closed=True,
)
MOST_MACHINES = 1000
"""Of one pool; the kit's own limit. An installation writes a manifest for each machine of the control plane."""
_POOL = Fields(
    {
        "name": TEXT,
        "replicas": Number(0, MOST_MACHINES),
        "platform": Fields({"aws": Fields({"type": TEXT})}),
    }
)
EXTERNAL_FIELDS = Fields({"platformName": TEXT, "cloudControllerManager": TEXT}, closed=True)
FIELDS = Fields(
    {
        "apiVersion": TEXT,
        "baseDomain": DOMAIN,
        "metadata": Fields({"name": DOMAIN}),
        "publish": TEXT,
        "featureSet": TEXT,
        "capabilities": Fields({"baselineCapabilitySet": TEXT, "additionalEnabledCapabilities": ListOf(TEXT)}),
        "controlPlane": _POOL,
        "compute": ListOf(_POOL),
        "platform": Fields({"aws": AWS_FIELDS, "none": Fields({}, closed=True), "external": EXTERNAL_FIELDS}),
    }
)


@dataclass(frozen=True)
class SubnetEntry:
    """One element of subnetsConfig."""

    id: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class ServiceEndpoint:
    """One element of serviceEndpoints."""

    name: str
    url: str


@dataclass(frozen=True)
class AwsPlatform:
    """platform.aws. An empty list equals an absent one (interpretation ISS-A09)."""

    region: str = ""
    subnets: tuple[str, ...] = ()
    subnets_config: tuple[SubnetEntry, ...] = ()
    lb_type: str = ""
    ami: str = ""
    service_endpoints: tuple[ServiceEndpoint, ...] = ()

    @property
    def entries(self) -> tuple[SubnetEntry, ...]:
        """The existing subnets to install into, whichever list names them."""
        return self.subnets_config or tuple(SubnetEntry(one) for one in self.subnets)

    @property
    def manual(self) -> bool:
        """Whether roles are assigned by hand: some subnet has one."""
        return any(entry.roles for entry in self.subnets_config)

    def with_role(self, role: str) -> tuple[str, ...]:
        """Return the ids of subnets that hold a role, in the order of the list."""
        return tuple(entry.id for entry in self.subnets_config if role in entry.roles)


@dataclass(frozen=True)
class InstallConfig:
    """A whole install-config."""

    name: str
    base_domain: str
    publish: str
    feature_set: str
    platform: str
    """The key below `platform`: `aws`, `none`, `external`."""
    platform_settings: Mapping[str, Any]
    aws: AwsPlatform
    control_plane_replicas: int
    compute_replicas: int
    control_plane_type: str = ""
    """The instance type that the install-config names."""
    compute_type: str = ""
    known_roles: tuple[str, ...] = ROLES
    disabled: frozenset[str] = frozenset()
    """Capabilities that the cluster does without."""

    @property
    def domain(self) -> str:
        """The domain of the cluster."""
        return f"{self.name}.{self.base_domain}"

    @property
    def external(self) -> bool:
        """Whether the cluster is published to the world; that is the default."""
        return self.publish in ("", "External")

    @property
    def required_roles(self) -> tuple[str, ...]:
        """The roles that somebody must hold under manual selection (interpretation ISS-A14)."""
        optional = {EDGE_NODE} if self.external else {EDGE_NODE, EXTERNAL_LB}
        return tuple(role for role in self.known_roles if role not in optional)


def decoding_findings(source: Source, shape: Fields | None = None) -> list[Finding]:
    """Return what cannot be decoded: values of a wrong type, unknown fields below `platform`, keys given twice."""
    twice = [Finding(path, DUPLICATE, "", path.rpartition(".")[2]) for path in source.repeated]
    return [*twice, *check(source.value, shape or FIELDS, "")]


def missing_findings(source: Source) -> list[Finding]:
    """Return a finding for each missing field that an installation requires."""
    value = source.value
    wanted = {
        "baseDomain": (value.get("baseDomain"), "name the domain below which the cluster lies"),
        "metadata.name": ((value.get("metadata") or {}).get("name"), "give the cluster a name"),
        "platform": (value.get("platform"), "name one platform: aws, external or none"),
    }
    found = [Finding(path, REQUIRED, remedy) for path, (given, remedy) in wanted.items() if not given]
    platforms = list(value.get("platform") or {})
    if len(platforms) > 1:
        found.append(Finding("platform", INVALID, f"must name one platform, not {', '.join(map(shown, platforms))}"))
    return found


Settings = Mapping[str, Any]


def _as_given(settings: Settings) -> Settings:
    return settings


def decoded(
    source: Source, read_aws: Callable[[Settings], Settings] = _as_given, roles: tuple[str, ...] = ROLES
) -> InstallConfig:
    """Build the typed value of an install-config that has no decoding finding and no missing field.

    `read_aws` spells the settings of platform aws as the document does.
    """
    value = source.value
    platform = next(iter(value["platform"]))
    settings = value["platform"][platform] or {}
    compute = value.get("compute") or [{}]
    return InstallConfig(
        name=value["metadata"]["name"],
        base_domain=value["baseDomain"],
        publish=value.get("publish") or "",
        feature_set=value.get("featureSet") or "",
        platform=platform,
        platform_settings=settings,
        aws=_aws(read_aws(settings)) if platform == "aws" else AwsPlatform(),
        control_plane_replicas=_replicas(value.get("controlPlane") or {}),
        compute_replicas=sum(_replicas(pool or {}) for pool in compute),
        control_plane_type=_instance_type(value.get("controlPlane") or {}),
        compute_type=_instance_type(compute[0] or {}),
        known_roles=roles,
        disabled=_disabled(value.get("capabilities") or {}),
    )


def _disabled(capabilities: Mapping[str, Any]) -> frozenset[str]:
    if capabilities.get("baselineCapabilitySet") != "None":
        return frozenset()
    return frozenset(CAPABILITIES) - set(capabilities.get("additionalEnabledCapabilities") or ())


def _instance_type(pool: Mapping[str, Any]) -> str:
    return str(((pool.get("platform") or {}).get("aws") or {}).get("type") or "")


def _replicas(pool: Mapping[str, Any]) -> int:
    given = pool.get("replicas")
    return 3 if given is None else int(given)


def mappings(settings: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the elements of a list of mappings; an empty element is an empty mapping."""
    return [element or {} for element in settings.get(name) or ()]


def _aws(settings: Mapping[str, Any]) -> AwsPlatform:
    return AwsPlatform(
        region=settings.get("region") or "",
        subnets=tuple(one or "" for one in settings.get("subnets") or ()),
        subnets_config=tuple(
            SubnetEntry(entry.get("id") or "", tuple(role or "" for role in entry.get("rolesOverride") or ()))
            for entry in mappings(settings, "subnetsConfig")
        ),
        lb_type=settings.get("lbType") or "",
        ami=settings.get("amiID") or "",
        service_endpoints=tuple(
            ServiceEndpoint(entry.get("name") or "", entry.get("url") or "")
            for entry in mappings(settings, "serviceEndpoints")
        ),
    )
