"""A small cluster on simulated AWS with the reference running on it, for tests of whole flows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec, Vpc
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.reference.runtime import Store
from enhancement_kit.reference.runtime.resources import (
    API_SERVER_CONFIG,
    CONFIG_MAP,
    DNS_CONFIG,
    DNS_RECORD,
    EVENT,
    INFRASTRUCTURE,
    INGRESS_CONFIG,
    INGRESS_CONTROLLER,
    NETWORK_CONFIG,
    NODE,
    SERVICE,
    Resource,
)
from enhancement_kit.targets.interface import Environment, Release
from enhancement_kit.targets.reference import ReferenceTarget

from .memory import VirtualClock

REGION, CLUSTER, BASE = "us-east-1", "mycluster-x7k2p", "kit.example.com"
OPERATOR, OPERANDS = "openshift-ingress-operator", "openshift-ingress"
NAMESPACE = Resource("Namespace", "v1", "namespaces", namespaced=False)
SUBNETS = "service.beta.kubernetes.io/aws-load-balancer-subnets"
EIPS = "service.beta.kubernetes.io/aws-load-balancer-eip-allocations"
AUTO_DELETE = "ingress.operator.openshift.io/auto-delete-load-balancer"


def ingress_controller(name: str, kind: str = "NLB", scope: str = "External", **aws: Any) -> dict[str, Any]:
    """Build an IngressController with a load balancer on AWS."""
    parameters = {"type": "AWS", "aws": {"type": kind, **aws}}
    return {
        "metadata": {"name": name, "namespace": OPERATOR},
        "spec": {
            "domain": f"{name}.apps.{BASE}",
            "endpointPublishingStrategy": {
                "type": "LoadBalancerService",
                "loadBalancer": {"scope": scope, "providerParameters": parameters},
            },
        },
    }


def eips(*allocations: str) -> dict[str, Any]:
    """Build NLB parameters with these allocations; none removes the field."""
    return {"networkLoadBalancer": {"eipAllocations": list(allocations) or None}}


class World:
    """One cluster, its admin and its target."""

    def __init__(self, cluster: EmbeddedCluster, cloud: SimulatedCloud) -> None:
        self.cluster, self.cloud = cluster, cloud
        self.clock, self.target = VirtualClock(), ReferenceTarget()
        self.admin = Store(cluster.client("admin"), "admin")
        self.vpc: Vpc | None = None

    def start(
        self,
        *gates: str,
        profile: str = "document",
        version: str = "4.y",
        zones: int = 3,
        platform: str = "AWS",
        ingress_type: str = "",
        default: bool = False,
        platform_operators: bool = False,
        region: str = REGION,
    ) -> World:
        """Start the cluster with one public subnet in each zone and a node, and settle.

        Without `default` the control plane is hosted elsewhere, so that no `default` IngressController is made.
        """
        release = Release(version, frozenset(gates), profile)
        self.cluster.install_crds(list(self.target.crds(release)))
        for name in (OPERATOR, OPERANDS, "openshift-cloud-controller-manager", "openshift-config"):
            self.admin.create(NAMESPACE, {"metadata": {"name": name}})
        dns: dict[str, Any] = {"baseDomain": BASE}
        if platform == "AWS":
            dns["publicZone"] = {"id": self._network(zones, region)}
        ingress: dict[str, Any] = {"domain": f"apps.{BASE}"}
        if ingress_type:
            ingress["loadBalancer"] = {"platform": {"type": "AWS", "aws": {"type": ingress_type}}}
        self._config(DNS_CONFIG, dns)
        self._config(INGRESS_CONFIG, ingress)
        self._config(NETWORK_CONFIG, {})
        self._config(API_SERVER_CONFIG, {})
        status: dict[str, Any] = {"infrastructureName": CLUSTER, "platformStatus": {"type": platform}}
        status["controlPlaneTopology"] = "HighlyAvailable" if default else "External"
        if platform == "AWS":
            status["platformStatus"]["aws"] = {"region": region}
        made = self._config(INFRASTRUCTURE, {})
        self.admin.update_status(INFRASTRUCTURE, {**made, "status": status})
        running = frozenset(self.target.components.names if platform_operators else ())
        environment = Environment(self.cluster.client, self._aws, self.clock, release, platform_operators=running)
        self.target.components.start(environment)
        self.settle()
        return self

    def _config(self, resource: Resource, spec: dict[str, Any]) -> dict[str, Any]:
        return self.admin.create(resource, {"metadata": {"name": "cluster"}, "spec": spec})

    def _network(self, zones: int, region: str) -> str:
        rows = [SubnetSpec(f"s{i}", f"{region}{letter}") for i, letter in enumerate("abcdef"[:zones])]
        self.vpc = self.cloud.make_vpc(region, rows, cluster_id=CLUSTER)
        nodes = self.cloud.run_nodes(self.vpc, cluster_id=CLUSTER, subnets=[rows[0].alias])
        provider = f"aws:///{region}a/{nodes['s0']}"
        self.admin.create(NODE, {"metadata": {"name": "worker-1"}, "spec": {"providerID": provider}})
        lines = ["[Global]", f"Region={region}", f"VPC={self.vpc.id}", f"SubnetID={self.vpc.subnets['s0']}"]
        content = "\n".join([*lines, f"KubernetesClusterID={CLUSTER}", ""])
        where = {"name": "cloud-conf", "namespace": "openshift-cloud-controller-manager"}
        self.admin.create(CONFIG_MAP, {"metadata": where, "data": {"cloud.conf": content}})
        made = self.aws("route53", region).create_hosted_zone(Name=BASE, CallerReference="test")
        return str(made["HostedZone"]["Id"]).rsplit("/", 1)[-1]

    def _aws(self, component: str) -> Callable[..., Any]:
        def make(service: str, *, region: str, endpoint: str | None = None) -> Any:
            return self.cloud.client(component, service, region=region, endpoint=endpoint)

        return make

    def aws(self, service: str, region: str = REGION) -> Any:
        return self.cloud.client("kit", service, region=region)

    def subnet(self, index: int) -> str:
        assert self.vpc is not None
        return self.vpc.subnets[f"s{index}"]

    def add_subnet(self, alias: str, zone: str, **more: Any) -> str:
        assert self.vpc is not None
        return self.cloud.add_subnets(self.vpc, [SubnetSpec(alias, zone, **more)], cluster_id=CLUSTER).subnets[alias]

    def addresses(self, number: int) -> list[str]:
        specs = [AddressSpec(f"e{i}") for i in range(number)]
        return list(self.cloud.allocate_addresses(REGION, specs).values())

    # actions

    def settle(self) -> None:
        self.target.components.settle()

    def create(self, manifest: dict[str, Any]) -> None:
        self.admin.create(INGRESS_CONTROLLER, manifest)
        self.settle()

    def patch_aws(self, name: str, aws: dict[str, Any], **balancer: Any) -> None:
        change = {**balancer, "providerParameters": {"aws": aws}}
        self.patch(name, {"spec": {"endpointPublishingStrategy": {"loadBalancer": change}}})

    def patch(self, name: str, change: dict[str, Any]) -> None:
        self.admin.patch(INGRESS_CONTROLLER, {"metadata": {"name": name, "namespace": OPERATOR}}, change)
        self.settle()

    def annotate_service(self, name: str, **annotations: str | None) -> None:
        keys = {"subnets": SUBNETS, "eips": EIPS}
        change = {keys[key]: value for key, value in annotations.items()}
        self.admin.patch(SERVICE, self.service(name), {"metadata": {"annotations": change}})
        self.settle()

    def delete_service(self, name: str) -> None:
        self.admin.delete(SERVICE, self.service(name))
        self.settle()

    def delete(self, name: str) -> None:
        self.admin.delete(INGRESS_CONTROLLER, self.get(name))
        self.settle()

    # observations

    def get(self, name: str) -> dict[str, Any]:
        return self.admin.fetch(INGRESS_CONTROLLER, OPERATOR, name)

    def service(self, name: str) -> dict[str, Any]:
        return self.admin.fetch(SERVICE, OPERANDS, f"router-{name}")

    def annotation(self, name: str, key: str) -> str | None:
        return self.service(name)["metadata"].get("annotations", {}).get(key)

    def condition(self, name: str, kind: str) -> dict[str, Any]:
        return next(c for c in self.get(name)["status"]["conditions"] if c["type"] == kind)

    def state(self, name: str, kind: str) -> tuple[str, str]:
        found = self.condition(name, kind)
        return found["status"], found.get("reason", "")

    def published(self, name: str) -> dict[str, Any]:
        """Return the AWS parameters in status."""
        strategy = self.get(name)["status"]["endpointPublishingStrategy"]
        return dict(strategy["loadBalancer"].get("providerParameters", {}).get("aws", {}))

    def events(self, name: str) -> list[tuple[str, str, int]]:
        found = self.admin.fetch_list(EVENT, OPERANDS)
        mine = [e for e in found if e["involvedObject"]["name"] == f"router-{name}"]
        return [(e["type"], e["reason"], e["count"]) for e in mine]

    def records(self) -> list[str]:
        return [r["metadata"]["name"] for r in self.admin.fetch_list(DNS_RECORD, OPERATOR)]

    def classic(self) -> dict[str, set[str]]:
        """Return the subnets of Classic load balancers by DNS name."""
        found = self.aws("elb").describe_load_balancers()["LoadBalancerDescriptions"]
        return {b["DNSName"]: set(b["Subnets"]) for b in found}

    def nlbs(self) -> dict[str, dict[str, str | None]]:
        """Return the allocation by subnet of NLBs, by DNS name."""
        found = self.aws("elbv2").describe_load_balancers()["LoadBalancers"]
        return {
            b["DNSName"]: {
                z["SubnetId"]: next((a.get("AllocationId") for a in z.get("LoadBalancerAddresses") or ()), None)
                for z in b["AvailabilityZones"]
            }
            for b in found
        }

    def hostname(self, name: str) -> str | None:
        ingress = self.service(name).get("status", {}).get("loadBalancer", {}).get("ingress") or [{}]
        return ingress[0].get("hostname")
