"""The kinds that components read and write, with where the API serves them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, order=True)
class Resource:
    """One kind of object."""

    kind: str
    api_version: str
    plural: str
    namespaced: bool = True

    def url(self, namespace: str | None = None, name: str | None = None, subresource: str | None = None) -> str:
        """Return the path of a collection or of one object."""
        root = f"/apis/{self.api_version}" if "/" in self.api_version else f"/api/{self.api_version}"
        scope = f"/namespaces/{quote(namespace, safe='')}" if self.namespaced and namespace else ""
        tail = f"/{quote(name, safe='')}" if name else ""
        return f"{root}{scope}/{self.plural}{tail}" + (f"/{subresource}" if subresource else "")


INGRESS_CONTROLLER = Resource("IngressController", "operator.openshift.io/v1", "ingresscontrollers")
DNS_RECORD = Resource("DNSRecord", "ingress.operator.openshift.io/v1", "dnsrecords")
SERVICE = Resource("Service", "v1", "services")
DEPLOYMENT = Resource("Deployment", "apps/v1", "deployments")
EVENT = Resource("Event", "v1", "events")
CONFIG_MAP = Resource("ConfigMap", "v1", "configmaps")
NODE = Resource("Node", "v1", "nodes", namespaced=False)
SECRET = Resource("Secret", "v1", "secrets")
STORAGE_CLASS = Resource("StorageClass", "storage.k8s.io/v1", "storageclasses", namespaced=False)
LEASE = Resource("Lease", "coordination.k8s.io/v1", "leases")

_CONFIG = "config.openshift.io/v1"
INFRASTRUCTURE = Resource("Infrastructure", _CONFIG, "infrastructures", namespaced=False)
INGRESS_CONFIG = Resource("Ingress", _CONFIG, "ingresses", namespaced=False)
DNS_CONFIG = Resource("DNS", _CONFIG, "dnses", namespaced=False)
NETWORK_CONFIG = Resource("Network", _CONFIG, "networks", namespaced=False)
API_SERVER_CONFIG = Resource("APIServer", _CONFIG, "apiservers", namespaced=False)
CLUSTER_OPERATOR = Resource("ClusterOperator", _CONFIG, "clusteroperators", namespaced=False)
PROXY_CONFIG = Resource("Proxy", _CONFIG, "proxies", namespaced=False)

KUBE_CONTROLLER_MANAGER = Resource(
    "KubeControllerManager", "operator.openshift.io/v1", "kubecontrollermanagers", namespaced=False
)
KUBE_APISERVER = Resource("KubeAPIServer", "operator.openshift.io/v1", "kubeapiservers", namespaced=False)
STORAGE = Resource("Storage", "operator.openshift.io/v1", "storages", namespaced=False)
CLUSTER_CSI_DRIVER = Resource("ClusterCSIDriver", "operator.openshift.io/v1", "clustercsidrivers", namespaced=False)
REGISTRY_CONFIG = Resource("Config", "imageregistry.operator.openshift.io/v1", "configs", namespaced=False)
CREDENTIALS_REQUEST = Resource("CredentialsRequest", "cloudcredential.openshift.io/v1", "credentialsrequests")
_MACHINE_API = "machine.openshift.io/v1beta1"
MACHINE = Resource("Machine", _MACHINE_API, "machines")
MACHINE_SET = Resource("MachineSet", _MACHINE_API, "machinesets")
_MACHINES = "machineconfiguration.openshift.io/v1"
MACHINE_CONFIG = Resource("MachineConfig", _MACHINES, "machineconfigs", namespaced=False)
MACHINE_CONFIG_POOL = Resource("MachineConfigPool", _MACHINES, "machineconfigpools", namespaced=False)

UNCOUNTED = frozenset({EVENT, LEASE})
"""Kinds whose writes never count as a change: they would keep the loop busy with itself."""

ROLLED_OUT = frozenset({DEPLOYMENT})
"""Kinds whose objects the cluster changes in answer to a write of one."""

COLLECTED = frozenset({DEPLOYMENT, SERVICE, DNS_RECORD})
"""Kinds whose objects may go when their owner goes."""
