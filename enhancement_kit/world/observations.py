"""What can be observed in one scenario: objects of the cluster, load balancers and calls in AWS."""

from __future__ import annotations

from collections.abc import Mapping

from enhancement_kit.cloud.interface import Call, Cloud
from enhancement_kit.errors import ClaimFailed
from enhancement_kit.world.clients import data_paths, dns, inventory, load_balancers
from enhancement_kit.world.clients.data_paths import DataPath
from enhancement_kit.world.clients.kubernetes import OPERAND_NAMESPACE, Manifest
from enhancement_kit.world.clients.load_balancers import LoadBalancer
from enhancement_kit.world.cluster import ScenarioCluster
from enhancement_kit.world.network import Network
from enhancement_kit.world.snapshot import Snapshot
from enhancement_kit.world.vocabulary import infrastructure_words
from enhancement_kit.world.vocabulary.ingress_controller_words import router_name

SYNC_FAILED = "SyncLoadBalancerFailed"
"""The reason by which the service controller and the ingress operator say that there is no working load balancer."""
REPORTING = ("IngressController", "ClusterOperator", "MachineConfigPool", "CredentialsRequest")
"""The kinds whose conditions scenarios check by name; their names do not collide."""
CONFIGURATIONS = {"storage-configuration": "Storage", "registry-configuration": "Config"}
"""The kinds of configuration objects with conditions, all of which are named `cluster`."""
API_SERVER = frozenset({"ipallocator-repair-controller", "portallocator-repair-controller"})
"""What reports events of a real API server's own work (kubernetes/kubernetes, pkg/registry/core/service). For a moment
the server may know a new Service but not yet its address, and then it warns that it repairs this."""


class Observations:
    """Reads the cluster as its admin, and AWS as its owner."""

    def __init__(self, network: Network, cluster: ScenarioCluster, cloud: Cloud) -> None:
        self._network, self._cluster, self._cloud = network, cluster, cloud
        self.troubled: set[str] = set()
        """IngressControllers of which a step has read that their load balancer is in trouble."""

    def snapshot(self) -> Snapshot:
        """Take a snapshot of the cluster and of AWS as they are now."""
        admin = self._cluster.admin
        listed = self._listed_services()
        return Snapshot(
            services={s["metadata"]["name"]: s for s in listed["items"]},
            controllers={c["metadata"]["name"]: c for c in admin.all("IngressController")},
            balancers={b.service: b for b in self.load_balancers()},
            infrastructure=admin.find("Infrastructure", infrastructure_words.NAME),
            calls=self._cloud.record.mark(),
            version=listed["metadata"]["resourceVersion"],
            deployments={d["metadata"]["name"]: d for d in admin.all("Deployment")},
        )

    def snapshot_without_cluster(self, files: Mapping[str, tuple[int, bytes]] | None = None) -> Snapshot:
        """Take a snapshot where no API is there yet: the newest AWS call, and the installer's files."""
        return Snapshot.without_cluster(self._cloud.record.mark(), files)

    def _listed_services(self) -> Manifest:
        listed: Manifest = self._cluster.admin.request("GET", f"/api/v1/namespaces/{OPERAND_NAMESPACE}/services")
        return listed

    def services(self) -> list[Manifest]:
        """Return the Services of IngressControllers, and others in their namespace."""
        return list(self._listed_services()["items"])

    def service(self, controller: str) -> Manifest:
        """Return the Service of an IngressController. Fails the scenario where there is none."""
        found = self._cluster.admin.find("Service", router_name(controller))
        if found is None:
            raise ClaimFailed(f"there is no Service {OPERAND_NAMESPACE}/{router_name(controller)}")
        return found

    def controller(self, name: str) -> Manifest:
        """Return an IngressController. Fails the scenario where there is none."""
        found = self._cluster.admin.find("IngressController", name)
        if found is None:
            raise ClaimFailed(f"there is no IngressController {name}")
        return found

    def condition(self, name: str, kind: str) -> Manifest:
        """Return a condition of what REPORTING names, by its name. Fails the scenario where it is not there."""
        admin = self._cluster.admin
        kinds = [CONFIGURATIONS[name]] if name in CONFIGURATIONS else REPORTING
        searched = infrastructure_words.NAME if name in CONFIGURATIONS else name
        holder = next((found for kind in kinds if (found := admin.find(kind, searched)) is not None), None)
        if holder is None:
            raise ClaimFailed(f"there is no {' and no '.join(kinds)} {searched}")
        conditions = holder.get("status", {}).get("conditions") or []
        found = next((c for c in conditions if c["type"] == kind), None)
        present = ", ".join(c["type"] for c in conditions) or "none"
        if found is None:
            raise ClaimFailed(f"{name} has no condition {kind}; it has {present}")
        if SYNC_FAILED in f"{found.get('reason', '')} {found.get('message', '')}":
            self.troubled.add(name)
        return dict(found)

    def load_balancers(self) -> list[LoadBalancer]:
        """Return every load balancer in AWS."""
        return load_balancers.describe(self._network.aws("elb"), self._network.aws("elbv2"))

    def balancers_of(self, controller: str) -> list[LoadBalancer]:
        """Return the load balancers tagged for the Service of an IngressController."""
        service = f"{OPERAND_NAMESPACE}/{router_name(controller)}"
        found = [b for b in self.load_balancers() if b.service == service]
        if not found:
            self.troubled.add(controller)
        return found

    def balancer(self, controller: str) -> LoadBalancer:
        """Return the one load balancer of an IngressController. Fails the scenario where there is not exactly one."""
        found = self.balancers_of(controller)
        if len(found) != 1:
            raise ClaimFailed(f"{controller} has {len(found)} load balancers in AWS, not one")
        return found[0]

    def ports(self, controller: str) -> list[int]:
        """Return the ports on which the load balancer of an IngressController listens."""
        return load_balancers.ports(self.balancer(controller), self._network.aws("elb"), self._network.aws("elbv2"))

    def data_path(self, balancer: LoadBalancer) -> DataPath:
        """Return the way of clients' traffic through a load balancer to the nodes."""
        return data_paths.describe(balancer, self._network.aws)

    def resolved(self, name: str) -> dict[str, tuple[str, ...]]:
        """Resolve a name in the `public` and in the `private` hosted zone: names of load balancers, or nothing."""
        return dns.resolved(self._network.aws("route53"), name)

    def route(self, controller: str) -> str:
        """Return a name below the domain of an IngressController, which only its wildcard record can answer."""
        return f"console.{self.controller(controller)['status']['domain']}"

    def inventory(self) -> frozenset[str]:
        """List what AWS holds for load balancers: themselves, their targets, security groups, addresses, DNS names."""
        return inventory.of(self._network.aws)

    def inventory_of_account(self) -> frozenset[str]:
        """List all that AWS holds of what clusters make there."""
        return inventory.of_account(self._network.aws)

    def events(self, controller: str) -> list[Manifest]:
        """Return the events on the Service of an IngressController."""
        # the Deployment of the IngressController has the same name
        about = {"kind": "Service", "name": router_name(controller)}
        self.troubled.add(controller)
        return [e for e in self.reported() if about.items() <= e["involvedObject"].items()]

    def reported(self) -> list[Manifest]:
        """Return the events that components have reported, without those of the API server itself."""
        return [e for e in self._cluster.admin.all("Event") if e.get("reportingComponent", "") not in API_SERVER]

    def changes_in_aws(self, since: int) -> list[Call]:
        """Return the calls since then that may have changed something, without the kit's own."""
        return [c for c in self._cloud.record.calls(since=since) if c.changed and c.component != "kit"]
