"""The objects of an installed cluster before any component has started, as the installer would have left them."""

from __future__ import annotations

from collections.abc import Mapping

from enhancement_kit.world.clients.kubernetes import Manifest

CLUSTER_ID = "mycluster-x7k2p"
BASE_DOMAIN = "kit.example.com"
CLUSTER_DOMAIN = f"mycluster.{BASE_DOMAIN}"
NAMESPACES = (
    "openshift-ingress-operator",
    "openshift-ingress",
    "openshift-cloud-controller-manager",
    "openshift-config",
    "openshift-config-managed",
    "openshift-machine-api",
)


NAMESPACES_OF_PLATFORM_OPERATORS = (
    "openshift-cloud-credential-operator",
    "openshift-cloud-network-config-controller",
    "openshift-cluster-csi-drivers",
    "openshift-image-registry",
    "openshift-ovn-kubernetes",
    "openshift-windows-machine-config-operator",
)


def namespaces(*, platform_operators: bool = False) -> list[Manifest]:
    """Return the namespaces that components work in."""
    names = (*NAMESPACES, *(NAMESPACES_OF_PLATFORM_OPERATORS if platform_operators else ()))
    return [{"kind": "Namespace", "metadata": {"name": name}} for name in names]


def infrastructure(platform: str, region: str) -> Manifest:
    """Return the Infrastructure `cluster` of a highly available cluster, status included."""
    status: Manifest = {
        "infrastructureName": CLUSTER_ID,
        "platform": platform,
        "platformStatus": {"type": platform},
        "controlPlaneTopology": "HighlyAvailable",
        "infrastructureTopology": "HighlyAvailable",
        "apiServerURL": f"https://api.{CLUSTER_DOMAIN}:6443",
        "apiServerInternalURI": f"https://api-int.{CLUSTER_DOMAIN}:6443",
    }
    spec: Manifest = {"platformSpec": {"type": platform}}
    if platform == "AWS":
        status["platformStatus"]["aws"] = {"region": region}
        spec["cloudConfig"] = dict(CLOUD_CONFIG)
    return {
        "kind": "Infrastructure",
        "metadata": {"name": "cluster"},
        "spec": spec,
        "status": status,
    }


def configs(zones: Mapping[str, str]) -> list[Manifest]:
    """Return the other cluster-wide configuration objects; `zones` are Route 53 ids by `public` and `private`."""
    dns: Manifest = {"baseDomain": CLUSTER_DOMAIN}
    for visibility, identifier in zones.items():
        dns[f"{visibility}Zone"] = {"id": identifier}
    return [
        {"kind": "DNS", "metadata": {"name": "cluster"}, "spec": dns},
        {"kind": "Ingress", "metadata": {"name": "cluster"}, "spec": {"domain": f"apps.{CLUSTER_DOMAIN}"}},
        {
            "kind": "Network",
            "metadata": {"name": "cluster"},
            "spec": {"networkType": "OVNKubernetes", "serviceNetwork": ["172.30.0.0/16"]},
        },
        api_server(),
    ]


def api_server() -> Manifest:
    """Return the APIServer config, which no installer writes."""
    return {"kind": "APIServer", "metadata": {"name": "cluster"}, "spec": {}}


def node_name(number: int) -> str:
    """Return the name of a worker node."""
    return f"worker-{number}"


def node(zone: str, instance: str, number: int) -> Manifest:
    """Return a worker node on an EC2 instance."""
    return {
        "kind": "Node",
        "metadata": {
            "name": node_name(number),
            "labels": {"node-role.kubernetes.io/worker": "", "topology.kubernetes.io/zone": zone},
        },
        "spec": {"providerID": f"aws:///{zone}/{instance}"},
    }


CLOUD_CONFIG = {"name": "cloud-provider-config", "key": "config"}
"""What Infrastructure's spec says about the admin's cloud config, in namespace openshift-config."""


def cloud_config(content: str = "[Global]\n") -> Manifest:
    """Return the admin's configuration of the cloud provider.

    As the installer leaves it, it has no settings: region, VPC, subnet and cluster id are those of the instances that
    the cluster's nodes run on.
    """
    return {
        "kind": "ConfigMap",
        "metadata": {"name": CLOUD_CONFIG["name"], "namespace": "openshift-config"},
        "data": {CLOUD_CONFIG["key"]: content},
    }


def ingress_controllers(platform: str) -> list[Manifest]:
    """Return, on AWS, the `default` IngressController of an admin who does not publish it; elsewhere none.

    The operator makes `default` where it is missing, on AWS with a load balancer of its own. Scenarios about other
    IngressControllers do without that second load balancer; those about `default` say so.
    """
    if platform != "AWS":
        return []
    return [
        {
            "kind": "IngressController",
            "metadata": {"name": "default", "namespace": "openshift-ingress-operator"},
            "spec": {"endpointPublishingStrategy": {"type": "Private"}},
        }
    ]
