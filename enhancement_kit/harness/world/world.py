"""The world of one scenario: what its steps act on and read from, on whatever backends the lane names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.cloud.interface import AddressSpec, Call, Cloud, SubnetSpec, Vpc
from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.errors import ClaimFailed, TargetError, UsageError
from enhancement_kit.harness.variants import Variant
from enhancement_kit.harness.world import balancers, infrastructure, state
from enhancement_kit.harness.world.aliases import Aliases
from enhancement_kit.harness.world.balancers import LoadBalancer
from enhancement_kit.harness.world.kube import OPERAND_NAMESPACE, Admin, ApiError, Manifest, Refusal
from enhancement_kit.harness.world.parameters import Parameters
from enhancement_kit.targets.interface import Release, Surroundings, Target

DEFAULT_REGION = "us-east-1"
OLD_RELEASE = "4.(y-1)"
NEW_RELEASE = "4.y"


@dataclass(frozen=True)
class Snapshot:
    """What was there before an act: the measure for `as before`, `another`, `nothing has changed`."""

    services: Mapping[str, Manifest]
    controllers: Mapping[str, Manifest]
    balancers: Mapping[str, LoadBalancer]
    """Load balancers by namespace and name of their Service."""
    infrastructure: Manifest | None
    calls: int
    """Number of the newest AWS call."""
    version: str
    """The API's resource version, from which a watch sees all that followed."""


@dataclass(frozen=True)
class Act:
    """One When: what was before it, and how the API answered."""

    before: Snapshot
    refusal: Refusal | None = None
    load_balancer: str = "Classic"
    """The type of load balancer that the manifest or object spoke of; field paths depend on it."""


@dataclass
class World:
    """One scenario's network, cluster and target. Made empty; Given steps fill it."""

    cluster: Cluster
    cloud: Cloud
    target: Target
    clock: Any
    profile: str
    variant: Variant
    region: str = DEFAULT_REGION
    vpc: Vpc | None = None
    subnets: Aliases = field(default_factory=lambda: Aliases("subnet", ("subnet-", "no-such-")))
    addresses: Aliases = field(default_factory=lambda: Aliases("Elastic IP", ("eipal", "EIPAL")))
    subnet_names: dict[str, str] = field(default_factory=dict)
    release: Release = field(default_factory=Release)
    platform: str = "AWS"
    settings: dict[str, Mapping[str, str]] = field(default_factory=dict)
    """What the installer writes into the Infrastructure beyond its platform, by platform."""
    prepared: list[Callable[[], None]] = field(default_factory=list)
    """What is done on every cluster as soon as it runs."""
    zones: dict[str, str] = field(default_factory=dict)
    """Ids of the Route 53 zones by visibility."""
    served: bool = False
    """Whether the API knows the target's kinds."""
    running: bool = False

    def __repr__(self) -> str:
        return f"<world of {self.variant.name or 'the document'} in {self.region}>"

    # ---- network -------------------------------------------------------------------------------------------------

    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec]) -> Vpc:
        """Make the VPC of this world."""
        self.region = region
        return self._know(self.cloud.make_vpc(region, subnets, cluster_id=state.CLUSTER_ID), subnets)

    def add_subnets(self, subnets: Sequence[SubnetSpec]) -> Vpc:
        """Add subnets to the VPC. Raises UsageError where there is none yet."""
        if self.vpc is None:
            raise UsageError(
                "there is no VPC yet to add subnets to; begin with `Given a VPC in <region> with the subnets`"
            )
        return self._know(self.cloud.add_subnets(self.vpc, subnets, cluster_id=state.CLUSTER_ID), subnets)

    def _know(self, vpc: Vpc, subnets: Sequence[SubnetSpec]) -> Vpc:
        self.vpc = vpc
        self.subnets.add(vpc.subnets)
        self.subnet_names.update({s.name: vpc.subnets[s.alias] for s in subnets if s.name})
        return vpc

    def allocate_addresses(self, aliases: Sequence[str]) -> None:
        """Allocate Elastic IPs."""
        self.addresses.add(self.cloud.allocate_addresses(self.region, [AddressSpec(a) for a in aliases]))

    def aws(self, service: str) -> Any:
        """The kit's own boto3 client."""
        return self.cloud.client("kit", service, region=self.region)

    # ---- cluster -------------------------------------------------------------------------------------------------

    @property
    def admin(self) -> Admin:
        """The cluster admin."""
        return Admin(self.cluster.client("admin"))

    def make_cluster(self, platform: str, *, version: str = NEW_RELEASE) -> None:
        """Bring up a cluster of that release on the platform and let its components settle.

        Without a VPC given before there are no nodes, no DNS zones and no configuration of the cloud provider: enough
        for what the API server and the operator decide alone.
        """
        self.platform = platform
        self.serve(Release(version, self.variant.gates, self.profile), platform)
        node_zones = self._network_of_cluster(platform)
        kit = Admin(self.cluster.client("kit"))
        try:
            for manifest in [
                *state.namespaces(),
                *state.configs(self._zones() if self.vpc is not None else {}),
                *state.ingress_controllers(platform),
                *(state.node(zone, instance, n) for n, (zone, instance) in enumerate(node_zones, start=1)),
            ]:
                kit.create(manifest)
            if platform == "AWS" and self.vpc is not None:
                first = next(iter(self.vpc.subnets.values()))
                kit.create(state.cloud_config(self.region, self.vpc.id, first))
            given = kit.find("Infrastructure", infrastructure.NAME)
            if given is not None and platform not in self.settings:
                others = ", ".join(self.settings)
                raise UsageError(
                    f"the Infrastructure was given for {others}, the cluster for {platform}: use one platform"
                )
            if given is None:
                self.create_infrastructure(platform, self.settings.get(platform, {}))
        except ApiError as error:
            raise TargetError(f"the target's CRDs cannot store the cluster's configuration: {error}") from error
        self.target.components.start(
            Surroundings(
                api_client=self.cluster.client,
                aws_clients=self._aws_clients,
                clock=self.clock,
                release=self.release,
            )
        )
        self.running = True
        self.settle()
        for deed in self.prepared:
            deed()

    def serve(self, release: Release, platform: str = "") -> None:
        """Let the API know the target's kinds in that release; for platform `unknown` one type more than those."""
        self.release = release
        crds = list(self.target.crds(release))
        if platform == infrastructure.UNKNOWN_PLATFORM:
            crds = infrastructure.with_unknown_platform(crds)
        self.cluster.install_crds(crds)
        self.served = True

    def create_infrastructure(self, platform: str, settings: Mapping[str, str], *, strict: bool = False) -> None:
        """Write the Infrastructure as the installer does, status included. Raises ApiError."""
        kit = Admin(self.cluster.client("kit"))
        plain = state.infrastructure(platform, self.region)
        wanted = infrastructure.changed(plain, settings)
        created = kit.create({k: v for k, v in wanted.items() if k != "status"}, strict=strict)
        kit.set_status({**created, "status": wanted["status"]})

    def prepare(self, deed: Callable[[], None]) -> None:
        """Do something on the cluster, or on every cluster that comes up where none runs yet."""
        if self.running:
            deed()
        else:
            self.prepared.append(deed)

    def clear(self) -> None:
        """Stop the components and empty the cluster; the network stays."""
        self.close()
        self.cluster.reset()

    def _aws_clients(self, component: str) -> Callable[..., Any]:
        def make(service: str, *, region: str, endpoint: str | None = None) -> Any:
            return self.cloud.client(component, service, region=region, endpoint=endpoint)

        return make

    def _network_of_cluster(self, platform: str) -> list[tuple[str, str]]:
        """Zone and instance of each node: one in each of the first two subnets."""
        vpc = self.vpc
        if platform != "AWS" or vpc is None:
            return []
        first_two = list(vpc.subnets)[:2]
        instances = self.cloud.run_nodes(vpc, cluster_id=state.CLUSTER_ID, subnets=first_two)
        described = self.aws("ec2").describe_subnets(SubnetIds=[vpc.subnets[a] for a in first_two])["Subnets"]
        zones = {s["SubnetId"]: s["AvailabilityZone"] for s in described}
        return [(zones[vpc.subnets[alias]], instances[alias]) for alias in first_two]

    def _zones(self) -> dict[str, str]:
        route53 = self.aws("route53")
        for visibility in () if self.zones else ("public", "private"):
            made = route53.create_hosted_zone(Name=state.CLUSTER_DOMAIN + ".", CallerReference=visibility)
            self.zones[visibility] = made["HostedZone"]["Id"].rpartition("/")[2]
        return self.zones

    def upgrade(self, version: str) -> None:
        """Switch every component and the CRDs to another release, on the stored objects (interpretation LSS-A15)."""
        self.release = Release(version, self.variant.gates, self.profile)
        self.cluster.change_crds(self.target.crds(self.release))
        for component in self.target.components.names:
            self.target.components.restart(component, self.release)
        self.settle()

    def settle(self) -> None:
        """Let the target work until nothing changes any more."""
        self.target.components.settle()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.target.components.advance(seconds)

    # ---- acting --------------------------------------------------------------------------------------------------

    @property
    def parameters(self) -> Parameters:
        """The words for parameters of IngressControllers in this scenario."""
        return Parameters(self.variant.gates, self.subnets, self.addresses, self.subnet_names, self.platform)

    def field(self, word: str, load_balancer: str) -> str:
        """The field path that the API server prints for a parameter or a setting."""
        if word in infrastructure.SETTINGS:
            return infrastructure.field(word)
        return self.parameters.field(word, load_balancer)

    def snapshot(self) -> Snapshot:
        """What is there now."""
        listed = self.admin.request("GET", f"/api/v1/namespaces/{OPERAND_NAMESPACE}/services")
        return Snapshot(
            services={s["metadata"]["name"]: s for s in listed["items"]},
            controllers={c["metadata"]["name"]: c for c in self.admin.all("IngressController")},
            balancers={b.service: b for b in self.load_balancers()},
            infrastructure=self.admin.find("Infrastructure", infrastructure.NAME),
            calls=self.cloud.record.mark(),
            version=listed["metadata"]["resourceVersion"],
        )

    def act(self, deed: Callable[[], Any], *, load_balancer: str = "Classic") -> Act:
        """Do something that the API may refuse, and let the target settle. A refusal is part of the answer.

        Where nothing runs yet but the API is there, it alone answers.
        """
        if not self.served:
            raise UsageError("there is no cluster yet; say `Given a cluster on platform <platform>` first")
        before = self.snapshot()
        refusal = None
        try:
            deed()
        except ApiError as error:
            refusal = error.refusal
        if self.running:
            self.settle()
        return Act(before, refusal, load_balancer)

    def load_balancer_type(self, name: str) -> str:
        """The type in the specification of an IngressController; Classic where it names none."""
        controller = self.admin.get("IngressController", name)
        path = self.parameters.path("load balancer", "Classic")
        value: Any = controller["spec"]
        for key in path:
            value = (value or {}).get(key)
        return str(value or "Classic")

    # ---- observing -----------------------------------------------------------------------------------------------

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
        found = self.admin.find("Infrastructure", infrastructure.NAME)
        if found is None:
            raise ClaimFailed("there is no Infrastructure cluster")
        return found

    def load_balancers(self) -> list[LoadBalancer]:
        """Every load balancer in AWS."""
        return balancers.describe(self.aws("elb"), self.aws("elbv2"))

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

    def events(self, controller: str) -> list[Manifest]:
        """The events on the Service of an IngressController."""
        name = self.service_name(controller)
        return [e for e in self.admin.all("Event") if e["involvedObject"].get("name") == name]

    def changes_in_aws(self, since: int) -> list[Call]:
        """The calls since then that may have changed something, the kit's own left out."""
        return [c for c in self.cloud.record.calls(since=since) if c.changed and c.component != "kit"]

    def close(self) -> None:
        """Stop what the scenario started."""
        if self.running:
            self.target.components.stop()
            self.running = False
