"""The cluster's configuration kinds, config.openshift.io/v1: minimal schemas of what the components read."""

from __future__ import annotations

from typing import Any

from . import external_platform
from .load_balancer import later_subnets
from .schema import Schema, array, definition, enum, free_form, integer, obj, string, string_map, with_rules

PLATFORMS = (
    "", "AWS", "Azure", "BareMetal", "GCP", "Libvirt", "OpenStack", "None", "VSphere", "oVirt", "IBMCloud",
    "KubeVirt", "EquinixMetal", "PowerVS", "AlibabaCloud", "Nutanix",
)  # fmt: skip

INGRESS_DOMAIN_RULES = {"immutable": ("self == oldSelf", "domain is immutable once set")}


def _endpoints() -> Schema:
    return array(obj({"name": string(pattern="^[a-z0-9-]+$"), "url": string(pattern="^https://")}))


def _file_reference() -> Schema:
    """Build the schema of a reference to a key in a ConfigMap (config/v1 ConfigMapFileReference)."""
    return obj({"name": string(), "key": string()})


def _platform_type(external: bool) -> Schema:
    return enum(*PLATFORMS, *([external_platform.TYPE] if external else []))


def _infrastructure_spec(profile: str, external: bool, custom_endpoints: bool) -> Schema:
    if not custom_endpoints:
        return obj({"cloudConfig": _file_reference()})
    members = {"type": _platform_type(external), "aws": obj({"serviceEndpoints": _endpoints()})}
    if external:
        members["external"] = external_platform.spec(profile)
    platform_spec = obj(members)
    return obj({"cloudConfig": _file_reference(), "platformSpec": platform_spec})


def _infrastructure_status(
    profile: str, external: bool, external_status: str, cloud_config: bool, custom_endpoints: bool
) -> Schema:
    tag = obj(
        {"key": string(minLength=1, maxLength=128), "value": string(minLength=1, maxLength=256)},
        required=("key", "value"),
    )
    aws = obj(
        {
            "region": string(),
            **({"serviceEndpoints": _endpoints()} if custom_endpoints else {}),
            "resourceTags": array(tag, maxItems=25),
            "cloudLoadBalancerConfig": obj({"dnsType": enum("ClusterHosted", "PlatformDefault")}),
        }
    )
    others = {
        name: free_form() for name in ("azure", "gcp", "ibmcloud", "powervs", "openstack", "vsphere", "baremetal")
    }
    if external:
        others["external"] = external_platform.status(profile, external_status)
    topology = ("HighlyAvailable", "HighlyAvailableArbiter", "SingleReplica", "DualReplica", "External")
    # interpretation CRE-A15: the reference to the stitched configuration never shipped
    reference = {"cloudConfig": _file_reference()} if cloud_config else {}
    return obj(
        {
            "infrastructureName": string(),
            "platform": _platform_type(external),
            "platformStatus": obj({"type": _platform_type(external), "aws": aws, **others}),
            "controlPlaneTopology": enum(*topology, default="HighlyAvailable"),
            "infrastructureTopology": enum("HighlyAvailable", "SingleReplica", default="HighlyAvailable"),
            "apiServerURL": string(),
            "apiServerInternalURI": string(),
            "etcdDiscoveryDomain": string(),
            "cpuPartitioning": enum("None", "AllNodes", default="None"),
            **reference,
        }
    )


def _ingress_spec(external: bool, *, defaults: bool) -> Schema:
    """Build the schema of the Ingress spec; `defaults` adds the default subnets for each load balancer type."""
    aws: dict[str, Schema] = {"type": enum("NLB", "Classic")}
    if defaults:
        aws["classicLoadBalancer"] = obj({"subnets": later_subnets()})
        aws["networkLoadBalancer"] = obj({"subnets": later_subnets()})
    platform = obj({"type": _platform_type(external), "aws": obj(aws, required=("type",))})
    return obj(
        {
            "domain": with_rules(string(), INGRESS_DOMAIN_RULES),
            "appsDomain": string(),
            "loadBalancer": obj({"platform": platform}),
        }
    )


def _dns_spec() -> Schema:
    zone = obj({"id": string(), "tags": string_map()})
    return obj({"baseDomain": string(), "publicZone": zone, "privateZone": zone, "platform": free_form()})


def _network_schema() -> Schema:
    cluster_network = obj({"cidr": string(), "hostPrefix": integer(minimum=0)})
    return obj(
        {
            "clusterNetwork": array(cluster_network),
            "serviceNetwork": array(string()),
            "networkType": string(),
        }
    )


def _feature_gate_spec() -> Schema:
    sets = enum("", "CustomNoUpgrade", "DevPreviewNoUpgrade", "TechPreviewNoUpgrade", "OKD")
    custom = obj({"enabled": array(string()), "disabled": array(string())}, nullable=True)
    return obj({"featureSet": sets, "customNoUpgrade": custom})


def config_crds(
    *,
    profile: str,
    external: bool,
    external_status: str,
    ingress_defaults: bool,
    cloud_config_in_status: bool,
    custom_endpoints: bool,
) -> tuple[dict[str, Any], ...]:
    """Build the CRDs of the configuration kinds with the fields of `features` (`Features` of this package)."""

    def kind(
        name: str, plural: str, spec: Schema, status: Schema | None, *, subresource: bool = True
    ) -> dict[str, Any]:
        return definition(
            group="config.openshift.io",
            kind=name,
            plural=plural,
            spec=spec,
            status=status,
            required=("spec",),
            status_subresource=subresource,
        )

    return (
        kind(
            "Infrastructure",
            "infrastructures",
            _infrastructure_spec(profile, external, custom_endpoints),
            _infrastructure_status(profile, external, external_status, cloud_config_in_status, custom_endpoints),
        ),
        kind(
            "Ingress",
            "ingresses",
            _ingress_spec(external, defaults=ingress_defaults),
            obj({"defaultPlacement": enum("ControlPlane", "Workers", "")}),
        ),
        kind("DNS", "dnses", _dns_spec(), free_form()),
        # the Network config has no status subresource: its operator writes status in plain updates
        kind("Network", "networks", _network_schema(), _network_schema(), subresource=False),
        kind("APIServer", "apiservers", free_form(), free_form()),
        kind("Proxy", "proxies", free_form(), free_form()),
        kind("FeatureGate", "featuregates", _feature_gate_spec(), free_form()),
    )
