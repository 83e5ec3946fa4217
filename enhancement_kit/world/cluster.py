"""The cluster of one scenario: its API, its release, and the target's components at work on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from enhancement_kit.cloud.interface import Cloud
from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.errors import ClaimFailed, CrdRefused, HarnessError, KitError, TargetError, UsageError
from enhancement_kit.specification.variants import Variant
from enhancement_kit.targets.interface import Clock, Environment, Release, Target
from enhancement_kit.world import applied_manifests, default_objects, node_ports
from enhancement_kit.world.clients.kubernetes import Admin, ApiError, Manifest
from enhancement_kit.world.environment import make_environment
from enhancement_kit.world.network import Network
from enhancement_kit.world.vocabulary import infrastructure_words
from enhancement_kit.world.vocabulary.ingress_controller_words import Parameters

NEW_RELEASE = "4.y"
HANDED_OVER_REFUSED = "the API refuses what the target hands over"
"""How the failure begins when a target's CRDs are refused: no scenario's When or Then has been reached then."""


@contextmanager
def _handed_over() -> Iterator[None]:
    """Make a refusal of what the target has handed over the target's failure. Raises TargetError."""
    try:
        yield
    except CrdRefused as error:
        raise TargetError(f"{HANDED_OVER_REFUSED}: {error}") from error


NO_START = "the API does not give the scenario a cluster to start from"
_INVALID = frozenset({400, 404, 422})
"""The codes with which an API refuses an object that does not fit the CRD of its kind, or whose kind it lacks."""


def _start_refused(error: ApiError) -> KitError:
    """Return the error of a cluster that cannot be made: the target's where its CRDs do not fit, else the kit's."""
    if error.refusal.code in _INVALID:
        return TargetError(f"the target's CRDs cannot store the cluster's configuration: {error}")
    return HarnessError(f"{NO_START}: {error}")


@contextmanager
def _native() -> Iterator[None]:
    """Make a refusal of objects of Kubernetes' own kinds, which the kit writes, an error of the kit."""
    try:
        yield
    except ApiError as error:
        raise HarnessError(f"{NO_START}: {error}") from error


class ScenarioCluster:
    """A cluster that does not exist yet: Given steps create it, with or without the target's components."""

    def __init__(
        self,
        backend: Cluster,
        cloud: Cloud,
        network: Network,
        target: Target,
        *,
        clock: Clock,
        variant: Variant,
        profile: str,
        platform_operators: frozenset[str],
    ) -> None:
        """Create nothing yet. `platform_operators`: those that run, of the operators that only look at the platform."""
        self.backend = backend
        self._cloud, self._network, self._target, self._clock = cloud, network, target, clock
        self._variant, self._profile, self._platform_operators = variant, profile, platform_operators
        self.platform = "AWS"
        self.release = Release()
        self.settings: dict[str, Mapping[str, str]] = {}
        """What the installer writes into the Infrastructure beyond its platform, by platform."""
        self.prepared: list[Callable[[], None]] = []
        """What is done on every cluster as soon as it runs."""
        self.applied: list[Manifest] = []
        """What the admin applies as manifests, on every cluster before its components start."""
        self.read: list[Manifest] = []
        """Every object that the admin read, in order."""
        self.requests: Counter[str] = Counter()
        """Requests to the Kubernetes API by component."""
        self.served = False
        """Whether the API knows the target's kinds."""
        self.api_only = False
        """Whether the API is all there will be: no component comes to work on it."""
        self.running = False
        self.compared = False
        """Whether the cluster that runs is one of a comparison: the next comparison may replace it."""

    # ---- clients -------------------------------------------------------------------------------------------------

    @property
    def admin(self) -> Admin:
        """The cluster admin, with a note of what is read."""
        return Admin(self.backend.client("admin"), self.read.append)

    def client_of(self, user: str) -> Admin:
        """Return a client with every right under the name of a user, such as `kit` or `kubelet`."""
        return Admin(self.backend.client(user))

    @property
    def parameters(self) -> Parameters:
        """The words for parameters of IngressControllers on this cluster."""
        network = self._network
        return Parameters(self._variant.gates, network.subnets, network.addresses, network.subnet_names, self.platform)

    def infrastructure(self) -> Manifest:
        """Return the Infrastructure. Fails the scenario where there is none."""
        found = self.admin.find("Infrastructure", infrastructure_words.NAME)
        if found is None:
            raise ClaimFailed("there is no Infrastructure cluster")
        return found

    # ---- creating and clearing -----------------------------------------------------------------------------------

    def make(self, platform: str, *, version: str = NEW_RELEASE) -> None:
        """Create a cluster of that release on the platform and let its components settle.

        Without a VPC there are no nodes and no DNS zones: enough for what the API server and the operators decide
        alone. A cluster that runs already, an installed one, is cleared: there is one API at a time; what it has in
        AWS stays.
        """
        if self.running:
            self.clear()
        self.platform = platform
        disabled = applied_manifests.disabled_capabilities(self.applied)
        self.serve(self.built(version, disabled=disabled), platform)
        node_zones = self._network.run_nodes(platform)
        try:
            self._create_objects(platform, node_zones)
            for manifest in self.applied:
                applied_manifests.apply(self.admin, manifest)
        except ApiError as error:
            raise _start_refused(error) from error
        self.start()

    def _create_objects(self, platform: str, node_zones: Sequence[tuple[str, str]]) -> None:
        kit = self.client_of("kit")
        self.create_namespaces()
        for manifest in [
            *default_objects.configs(self._network.make_hosted_zones() if self._network.vpc is not None else {}),
            *default_objects.ingress_controllers(platform),
        ]:
            kit.create(manifest)
        self.create_nodes(node_zones)
        if platform == "AWS":
            with _native():
                kit.create(default_objects.cloud_config())
        given = kit.find("Infrastructure", infrastructure_words.NAME)
        if given is not None and platform not in self.settings:
            others = ", ".join(self.settings)
            raise UsageError(f"the Infrastructure was given for {others}, the cluster for {platform}: use one platform")
        if given is None:
            self.create_infrastructure(self.new_infrastructure(platform, self.settings.get(platform, {})))

    @_native()
    def create_namespaces(self) -> None:
        """Create the namespaces that the components work in."""
        kit = self.client_of("kit")
        for manifest in default_objects.namespaces(platform_operators=bool(self._platform_operators)):
            kit.create(manifest)

    @_native()
    def create_nodes(self, node_zones: Sequence[tuple[str, str]]) -> None:
        """Create a node for each zone and instance, as the kubelets on the instances would."""
        kit = self.client_of("kit")
        for number, (zone, instance) in enumerate(node_zones, start=1):
            kit.create(default_objects.node(zone, instance, number))

    def new_infrastructure(self, platform: str, settings: Mapping[str, str]) -> Manifest:
        """Return the Infrastructure that the installer would write on a platform, with settings of the scenario."""
        plain = default_objects.infrastructure(platform, self._network.region)
        return infrastructure_words.changed(plain, settings)

    def create_infrastructure(self, manifest: Manifest, *, strict: bool = False) -> None:
        """Write the Infrastructure as the installer does, status included. Raises ApiError."""
        kit = self.client_of("kit")
        created = kit.create({k: v for k, v in manifest.items() if k != "status"}, strict=strict)
        kit.set_status({**created, "status": manifest["status"]}, strict=strict)

    def prepare(self, action: Callable[[], None]) -> None:
        """Do something on the cluster that runs, or later on every cluster as soon as it runs."""
        if self.running or self.api_only:
            action()
        else:
            self.prepared.append(action)

    def apply(self, manifests: Sequence[Manifest]) -> None:
        """Apply manifests: now, and on every cluster that is created later."""
        self.applied += manifests
        if self.running:
            for manifest in manifests:
                applied_manifests.apply(self.admin, manifest)
            self.settle()

    def clear(self) -> None:
        """Stop the components and empty the cluster; the network stays."""
        self.stop()
        self.backend.reset()

    # ---- releases ------------------------------------------------------------------------------------------------

    def built(
        self, version: str = NEW_RELEASE, *, feature_set: str = "", disabled: frozenset[str] = frozenset()
    ) -> Release:
        """Return a release with the gates of the variant and the profile of the run."""
        return Release(version, self._variant.gates, self._profile, feature_set, disabled)

    def serve(self, release: Release, platform: str = "") -> None:
        """Let the API know the target's kinds in that release; for platform `unknown` one type more than those.

        Raises TargetError where the API refuses them.
        """
        self.release = release
        crds = list(self._target.crds(release))
        if platform == infrastructure_words.UNKNOWN_PLATFORM:
            crds = infrastructure_words.with_unknown_platform(crds)
        with _handed_over():
            self.backend.install_crds(crds)
        self.served = True

    def serve_feature_set(self, name: str) -> None:
        """Let the API, with no component at work, know the kinds of a cluster that has this feature set."""
        self.serve(self.built(feature_set=name))
        kit = self.client_of("kit")
        for manifest in default_objects.namespaces():
            kit.create(manifest)
        self.api_only = True

    def upgrade(self, version: str) -> None:
        """Switch every component and the CRDs to another release, on the stored objects (interpretation LSS-A15)."""
        self.release = replace(self.release, version=version)
        with _handed_over():
            self.backend.change_crds(self._target.crds(self.release))
        for component in self._target.components.names:
            self._target.components.restart(component, self.release)
        self.settle()

    # ---- components ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the target's components on the cluster as it is now, and let them settle.

        From now on the nodes answer the health checks of load balancers.
        """
        if "aws-probes" in self._cloud.capabilities:
            self._cloud.answer_probes(node_ports.prober(self.client_of("kit")))
        self._target.components.start(self.environment)
        self.running = True
        self.settle()
        for action in self.prepared:
            action()

    def settle(self) -> None:
        """Let the components work until nothing changes any more."""
        self._target.components.settle()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._target.components.advance(seconds)

    def stop(self) -> None:
        """Stop the components, if they run."""
        if self.running:
            self._target.components.stop()
            self.running = self.compared = False

    @property
    def environment(self) -> Environment:
        """What the target is given to work with."""
        return make_environment(
            self.backend,
            self._cloud,
            self._network,
            self._clock,
            self.release,
            self._platform_operators,
            requests=self.requests,
            infrastructure=self.infrastructure,
        )
