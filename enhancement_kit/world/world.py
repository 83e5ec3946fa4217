"""The world of one scenario: what its steps act on and read from, on whatever backends the lane names."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from enhancement_kit.errors import TargetError, UsageError
from enhancement_kit.targets.interface import Environment, Finding, ProgramEnvironment, Refused, Release, Target
from enhancement_kit.world import applied_manifests, cluster_installation, default_objects
from enhancement_kit.world.actions import Act, Snapshot
from enhancement_kit.world.clients.kubernetes import Admin, ApiError, Manifest
from enhancement_kit.world.clients.request_counter import Counted
from enhancement_kit.world.installation import Installation
from enhancement_kit.world.observations import ObservedWorld
from enhancement_kit.world.vocabulary import infrastructure_words, released_installer
from enhancement_kit.world.vocabulary.install_configs import InstallConfig

OLD_RELEASE = "4.(y-1)"
NEW_RELEASE = "4.y"


@dataclass(kw_only=True)
class World(ObservedWorld):
    """One scenario's network, cluster and target. Made empty; Given steps fill it."""

    target: Target
    clock: Any
    profile: str
    release: Release = field(default_factory=Release)
    settings: dict[str, Mapping[str, str]] = field(default_factory=dict)
    """What the installer writes into the Infrastructure beyond its platform, by platform."""
    prepared: list[Callable[[], None]] = field(default_factory=list)
    """What is done on every cluster as soon as it runs."""
    applied: list[Manifest] = field(default_factory=list)
    """What the admin applies as manifests, on every cluster before its components start."""
    requests: Counter[str] = field(default_factory=Counter)
    """Requests to the Kubernetes API by component."""
    platform_operators: frozenset[str] = frozenset()
    """Components that run although they only derive something from the platform."""
    served: bool = False
    """Whether the API knows the target's kinds."""
    alone: bool = False
    """Whether the API is all there will be: no component comes to work on it."""
    running: bool = False
    acts: list[Act] = field(default_factory=list)
    """What was done in steps, in order."""
    _installation: Installation | None = None

    def __repr__(self) -> str:
        return f"<world of {self.variant.name or 'the document'} in {self.region}>"

    # ---- cluster -------------------------------------------------------------------------------------------------

    def make_cluster(self, platform: str, *, version: str = NEW_RELEASE) -> None:
        """Bring up a cluster of that release on the platform and let its components settle.

        Without a VPC given before there are no nodes and no DNS zones: enough for what the API server and the operators
        decide alone. A cluster that runs already, an installed one, gives way: there is one API at a time; what it has
        in AWS stays.
        """
        if self.running:
            self.clear()
        self.platform = platform
        disabled = applied_manifests.disabled_capabilities(self.applied)
        self.serve(Release(version, self.variant.gates, self.profile, disabled=disabled), platform)
        node_zones = self.run_nodes(platform)
        kit = Admin(self.cluster.client("kit"))
        try:
            for manifest in [
                *default_objects.namespaces(platform_operators=bool(self.platform_operators)),
                *default_objects.configs(self.make_hosted_zones() if self.vpc is not None else {}),
                *default_objects.ingress_controllers(platform),
                *(default_objects.node(zone, instance, n) for n, (zone, instance) in enumerate(node_zones, start=1)),
            ]:
                kit.create(manifest)
            if platform == "AWS":
                kit.create(default_objects.cloud_config())
            given = kit.find("Infrastructure", infrastructure_words.NAME)
            if given is not None and platform not in self.settings:
                others = ", ".join(self.settings)
                raise UsageError(
                    f"the Infrastructure was given for {others}, the cluster for {platform}: use one platform"
                )
            if given is None:
                self.create_infrastructure(platform, self.settings.get(platform, {}))
            for manifest in self.applied:
                applied_manifests.apply(self.admin, manifest)
        except ApiError as error:
            raise TargetError(f"the target's CRDs cannot store the cluster's configuration: {error}") from error
        self.start_components()

    def start_components(self) -> None:
        """Start the target's components on the cluster as it is now, and let them settle."""
        self.target.components.start(self.environment)
        self.running = True
        self.settle()
        for action in self.prepared:
            action()

    def serve(self, release: Release, platform: str = "") -> None:
        """Let the API know the target's kinds in that release; for platform `unknown` one type more than those."""
        self.release = release
        crds = list(self.target.crds(release))
        if platform == infrastructure_words.UNKNOWN_PLATFORM:
            crds = infrastructure_words.with_unknown_platform(crds)
        self.cluster.install_crds(crds)
        self.served = True

    def serve_feature_set(self, name: str) -> None:
        """Let the API alone, with no component at work, know the kinds of a cluster that has this feature set."""
        self.serve(Release(NEW_RELEASE, self.variant.gates, self.profile, name))
        kit = Admin(self.cluster.client("kit"))
        for manifest in default_objects.namespaces():
            kit.create(manifest)
        self.alone = True

    def create_infrastructure(self, platform: str, settings: Mapping[str, str], *, strict: bool = False) -> None:
        """Write the Infrastructure as the installer does, status included. Raises ApiError."""
        kit = Admin(self.cluster.client("kit"))
        plain = default_objects.infrastructure(platform, self.region)
        wanted = infrastructure_words.changed(plain, settings)
        created = kit.create({k: v for k, v in wanted.items() if k != "status"}, strict=strict)
        kit.set_status({**created, "status": wanted["status"]}, strict=strict)

    def prepare(self, action: Callable[[], None]) -> None:
        """Do something on the cluster, or on every cluster that comes up where none runs yet."""
        if self.running or self.alone:
            action()
        else:
            self.prepared.append(action)

    def apply(self, manifests: Sequence[Manifest]) -> None:
        """Apply manifests: now, and on every cluster that comes up later."""
        self.applied += manifests
        if self.running:
            for manifest in manifests:
                applied_manifests.apply(self.admin, manifest)
            self.settle()

    def clear(self) -> None:
        """Stop the components and empty the cluster; the network stays."""
        self.close()
        self.cluster.reset()

    @property
    def environment(self) -> Environment:
        """What the target is given to work with."""
        return Environment(
            api_client=lambda component: Counted(self.cluster.client(component), component, self.requests),
            aws_clients=self._aws_clients,
            clock=self.clock,
            release=self.release,
            reach=lambda _, url: self.trouble_at(url),
            platform_operators=self.platform_operators,
            for_programs=ProgramEnvironment(
                kubeconfig=self.cluster.kubeconfig,
                variables=lambda component: self.cloud.environment(component, region=self.region),
                facts=self._facts,
            ),
        )

    def _facts(self) -> dict[str, str]:
        """What programs are told: the cluster as its Infrastructure describes it, the network as it was made."""
        status = self.infrastructure()["status"]
        subnets = list(self.vpc.subnets.values()) if self.vpc is not None else []
        return {
            "platform": str(status["platformStatus"]["type"]),
            "cluster_id": str(status["infrastructureName"]),
            "region": self.region,
            "vpc": self.vpc.id if self.vpc is not None else "",
            "subnet": subnets[0] if subnets else "",
        }

    def _aws_clients(self, component: str) -> Callable[..., Any]:
        def make(service: str, *, region: str, endpoint: str | None = None) -> Any:
            return self.cloud.client(component, service, region=region, endpoint=endpoint)

        return make

    # ---- installing ----------------------------------------------------------------------------------------------

    @property
    def installation(self) -> Installation:
        """The installation of this world; its directory is made at the first use."""
        if self._installation is None:
            self.install_from(None)
        assert self._installation is not None
        return self._installation

    @property
    def installs(self) -> bool:
        """Whether an installation was begun."""
        return self._installation is not None

    def install_from(self, folder: Path | None, base_domain: str = default_objects.BASE_DOMAIN) -> None:
        """Prepare an installation. Without `folder`, the place of the install-config, it is a new directory."""
        self.release = Release(NEW_RELEASE, self.variant.gates, self.profile)
        prepare = functools.partial(cluster_installation.prepare, self, base_domain)
        self._installation = Installation(self.target.installer, self.environment, folder, prepare)

    def write_install_config(self, config: InstallConfig) -> None:
        """Write an install-config for the installer, in the dialect of the profile that is run."""
        public = self.public_subnets.__contains__
        self.installation.write(released_installer.written(config, self.profile, public))

    def act_of_installer(self, action: Callable[[], Sequence[Finding] | None]) -> Act:
        """Let the installer do something that it may refuse. The findings are part of the answer.

        Where AWS was told to refuse calls it may fail on the way, and why it did is part of the answer, too.
        """
        before = replace(Snapshot.without_cluster(self.cloud.record.mark()), files=self.installation.files())
        try:
            return self._acted(Act(before, findings=tuple(action() or ())))
        except Refused as error:
            return self._acted(Act(before, findings=error.findings))
        except TargetError as error:
            if not self.refusing:
                raise
            return self._acted(Act(before, output=str(error), failure=str(error)))

    # ---- time and releases ---------------------------------------------------------------------------------------

    def upgrade(self, version: str) -> None:
        """Switch every component and the CRDs to another release, on the stored objects (interpretation LSS-A15)."""
        self.release = replace(self.release, version=version)
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

    def act(self, action: Callable[[], Any], *, load_balancer: str = "Classic") -> Act:
        """Do something that the API may refuse, and let the target settle. A refusal is part of the answer.

        Where nothing runs yet but the API is there, it alone answers.
        """
        if not self.served:
            raise UsageError("there is no cluster yet; say `Given a cluster on platform <platform>` first")
        before = self.snapshot()
        refusal = None
        try:
            action()
        except ApiError as error:
            refusal = error.refusal
        if self.running:
            self.settle()
        return self._acted(Act(before, refusal, load_balancer))

    def _acted(self, act: Act) -> Act:
        self.acts.append(act)
        return act

    def close(self) -> None:
        """Stop what the scenario started, and remove what it wrote."""
        if self._installation is not None:
            self._installation.close()
        if self.running:
            self.target.components.stop()
            self.running = False
