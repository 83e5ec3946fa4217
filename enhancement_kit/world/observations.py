"""What can be seen of one scenario's world: objects of the cluster, load balancers and calls in AWS."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.cloud.interface import Call
from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.errors import ClaimFailed
from enhancement_kit.world.actions import Snapshot
from enhancement_kit.world.clients import load_balancers
from enhancement_kit.world.clients.kubernetes import OPERAND_NAMESPACE, Admin, Manifest
from enhancement_kit.world.clients.load_balancers import LoadBalancer
from enhancement_kit.world.network import Network
from enhancement_kit.world.vocabulary import infrastructure_words, ingress_config_words
from enhancement_kit.world.vocabulary.ingress_controller_words import Parameters


@dataclass(kw_only=True)
class ObservedWorld(Network):
    """A network with a cluster in it, as far as it can be read."""

    cluster: Cluster
    platform: str = "AWS"
    seen: list[Manifest] = field(default_factory=list)
    """Every object that was read, in order."""

    @property
    def admin(self) -> Admin:
        """The cluster admin."""
        return Admin(self.cluster.client("admin"), self.seen.append)

    @property
    def parameters(self) -> Parameters:
        """The words for parameters of IngressControllers in this scenario."""
        return Parameters(self.variant.gates, self.subnets, self.addresses, self.subnet_names, self.platform)

    def fields(self, word: str, load_balancer: str) -> list[str]:
        """The field paths that the API server prints for a parameter, a setting or a default of each type."""
        if word in infrastructure_words.SETTINGS:
            return [infrastructure_words.field(word)]
        if word.partition("[")[0] in ingress_config_words.WORDS:
            return ingress_config_words.fields(word, load_balancer)
        return [self.parameters.field(word, load_balancer)]

    def snapshot(self) -> Snapshot:
        """What is there now."""
        listed = self.admin.request("GET", f"/api/v1/namespaces/{OPERAND_NAMESPACE}/services")
        return Snapshot(
            services={s["metadata"]["name"]: s for s in listed["items"]},
            controllers={c["metadata"]["name"]: c for c in self.admin.all("IngressController")},
            balancers={b.service: b for b in self.load_balancers()},
            infrastructure=self.admin.find("Infrastructure", infrastructure_words.NAME),
            calls=self.cloud.record.mark(),
            version=listed["metadata"]["resourceVersion"],
            deployments={d["metadata"]["name"]: d for d in self.admin.all("Deployment")},
        )

    def load_balancer_type(self, name: str) -> str:
        """The type in the specification of an IngressController; Classic where it names none."""
        controller = self.admin.get("IngressController", name)
        path = self.parameters.path("load balancer", "Classic")
        value: Any = controller["spec"]
        for key in path:
            value = (value or {}).get(key)
        return str(value or "Classic")

    def service_name(self, controller: str) -> str:
        """The name of the Service that belongs to an IngressController."""
        return f"router-{controller}"

    def service(self, controller: str) -> Manifest:
        """The Service of an IngressController. Fails the scenario where there is none."""
        found = self.admin.find("Service", self.service_name(controller))
        if found is None:
            raise ClaimFailed(f"there is no Service {OPERAND_NAMESPACE}/{self.service_name(controller)}")
        return found

    def controller(self, name: str) -> Manifest:
        """An IngressController. Fails the scenario where there is none."""
        found = self.admin.find("IngressController", name)
        if found is None:
            raise ClaimFailed(f"there is no IngressController {name}")
        return found

    def condition(self, name: str, kind: str) -> Manifest:
        """A condition of an IngressController or ClusterOperator. Fails the scenario where it is not there."""
        holder = self.admin.find("IngressController", name) or self.admin.find("ClusterOperator", name)
        if holder is None:
            raise ClaimFailed(f"there is no IngressController and no ClusterOperator {name}")
        conditions = holder.get("status", {}).get("conditions") or []
        found = next((c for c in conditions if c["type"] == kind), None)
        present = ", ".join(c["type"] for c in conditions) or "none"
        if found is None:
            raise ClaimFailed(f"{name} has no condition {kind}; it has {present}")
        return dict(found)

    def infrastructure(self) -> Manifest:
        """The Infrastructure. Fails the scenario where there is none."""
        found = self.admin.find("Infrastructure", infrastructure_words.NAME)
        if found is None:
            raise ClaimFailed("there is no Infrastructure cluster")
        return found

    def load_balancers(self) -> list[LoadBalancer]:
        """Every load balancer in AWS."""
        return load_balancers.describe(self.aws("elb"), self.aws("elbv2"))

    def balancers_of(self, controller: str) -> list[LoadBalancer]:
        """The load balancers tagged for the Service of an IngressController."""
        service = f"{OPERAND_NAMESPACE}/{self.service_name(controller)}"
        return [b for b in self.load_balancers() if b.service == service]

    def balancer(self, controller: str) -> LoadBalancer:
        """The one load balancer of an IngressController. Fails the scenario where there is none or another number."""
        found = self.balancers_of(controller)
        if len(found) != 1:
            raise ClaimFailed(f"{controller} has {len(found)} load balancers in AWS, not one")
        return found[0]

    def ports(self, controller: str) -> list[int]:
        """The ports on which the load balancer of an IngressController listens."""
        return load_balancers.ports(self.balancer(controller), self.aws("elb"), self.aws("elbv2"))

    def events(self, controller: str) -> list[Manifest]:
        """The events on the Service of an IngressController."""
        name = self.service_name(controller)
        # its Deployment has the same name
        about = {"kind": "Service", "name": name}
        return [e for e in self.admin.all("Event") if about.items() <= e["involvedObject"].items()]

    def changes_in_aws(self, since: int) -> list[Call]:
        """The calls since then that may have changed something, the kit's own left out."""
        return [c for c in self.cloud.record.calls(since=since) if c.changed and c.component != "kit"]
