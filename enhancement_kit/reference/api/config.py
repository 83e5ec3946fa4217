"""The cluster's configuration kinds, config.openshift.io/v1: minimal schemas of what the components read."""

from __future__ import annotations

from typing import Any

from .load_balancer import later_subnets
from .schema import Schema, array, definition, enum, free_form, integer, obj, string, string_map, with_rules

PLATFORMS = (
    "", "AWS", "Azure", "BareMetal", "GCP", "Libvirt", "OpenStack", "None", "VSphere", "oVirt", "IBMCloud",
    "KubeVirt", "EquinixMetal", "PowerVS", "AlibabaCloud", "Nutanix", "External",
)  # fmt: skip

INGRESS_DOMAIN_RULES = {"immutable": ("self == oldSelf", "domain is immutable once set")}
PLATFORM_NAME_RULES = {
    "immutable": ("oldSelf == 'Unknown' || self == oldSelf", "platform name cannot be changed once set")
}
CCM_STATE_RULES = {"immutable": ("self == oldSelf", "state is immutable once set")}
CCM_RULES = {
    "presence": (
        '(has(self.state) == has(oldSelf.state)) || (!has(oldSelf.state) && self.state != "External")',
        "state may not be added or removed once set",
    )
}
EXTERNAL_STATUS_RULES = {
    "presence": (
        "has(self.cloudControllerManager) == has(oldSelf.cloudControllerManager)",
        "cloudControllerManager may not be added or removed once set",
    )
}


def _endpoints() -> Schema:
    return array(obj({"name": string(pattern="^[a-z0-9-]+$"), "url": string(pattern="^https://")}))


def _infrastructure_spec() -> Schema:
    platform_spec = obj(
        {
            "type": enum(*PLATFORMS),
            "aws": obj({"serviceEndpoints": _endpoints()}),
            "external": obj({"platformName": with_rules(string(default="Unknown"), PLATFORM_NAME_RULES)}),
        }
    )
    return obj({"cloudConfig": obj({"name": string(), "key": string()}), "platformSpec": platform_spec})


def _infrastructure_status() -> Schema:
    tag = obj(
        {"key": string(minLength=1, maxLength=128), "value": string(minLength=1, maxLength=256)},
        required=("key", "value"),
    )
    aws = obj(
        {
            "region": string(),
            "serviceEndpoints": _endpoints(),
            "resourceTags": array(tag, maxItems=25),
            "cloudLoadBalancerConfig": obj({"dnsType": enum("ClusterHosted", "PlatformDefault")}),
        }
    )
    manager = with_rules(obj({"state": with_rules(enum("", "External", "None"), CCM_STATE_RULES)}), CCM_RULES)
    external = with_rules(obj({"cloudControllerManager": manager}), EXTERNAL_STATUS_RULES)
    others = {
        name: free_form() for name in ("azure", "gcp", "ibmcloud", "powervs", "openstack", "vsphere", "baremetal")
    }
    topology = ("HighlyAvailable", "HighlyAvailableArbiter", "SingleReplica", "DualReplica", "External")
    return obj(
        {
            "infrastructureName": string(),
            "platform": enum(*PLATFORMS),
            "platformStatus": obj({"type": enum(*PLATFORMS), "aws": aws, "external": external, **others}),
            "controlPlaneTopology": enum(*topology, default="HighlyAvailable"),
            "infrastructureTopology": enum("HighlyAvailable", "SingleReplica", default="HighlyAvailable"),
            "apiServerURL": string(),
            "apiServerInternalURI": string(),
            "etcdDiscoveryDomain": string(),
            "cpuPartitioning": enum("None", "AllNodes", default="None"),
        }
    )


def _ingress_spec(*, defaults: bool) -> Schema:
    """`defaults`: with the default subnets of IngressControllers, a list for each load balancer type."""
    aws: dict[str, Schema] = {"type": enum("NLB", "Classic")}
    if defaults:
        aws["classicLoadBalancer"] = obj({"subnets": later_subnets()})
        aws["networkLoadBalancer"] = obj({"subnets": later_subnets()})
    platform = obj({"type": enum(*PLATFORMS), "aws": obj(aws, required=("type",))})
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


def config_crds(*, ingress_defaults: bool) -> tuple[dict[str, Any], ...]:
    """All of them, with the fields of some features (`Features` of this package)."""

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
        kind("Infrastructure", "infrastructures", _infrastructure_spec(), _infrastructure_status()),
        kind(
            "Ingress",
            "ingresses",
            _ingress_spec(defaults=ingress_defaults),
            obj({"defaultPlacement": enum("ControlPlane", "Workers", "")}),
        ),
        kind("DNS", "dnses", _dns_spec(), free_form()),
        # the Network config has no status subresource: its operator writes status in plain updates
        kind("Network", "networks", _network_schema(), _network_schema(), subresource=False),
        kind("APIServer", "apiservers", free_form(), free_form()),
        kind("Proxy", "proxies", free_form(), free_form()),
        kind("FeatureGate", "featuregates", _feature_gate_spec(), free_form()),
    )
