"""The world of one scenario: the parts that its steps act on and read from, on whatever backends the lane names."""

from __future__ import annotations

from enhancement_kit.cloud.interface import Cloud
from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.errors import claim
from enhancement_kit.specification.variants import Variant
from enhancement_kit.targets.interface import Clock, Target
from enhancement_kit.world.actions import Actions
from enhancement_kit.world.cluster import ScenarioCluster
from enhancement_kit.world.installation import Installation
from enhancement_kit.world.network import Network
from enhancement_kit.world.observations import Observations
from enhancement_kit.world.working_load_balancers import WorkingLoadBalancer


class World:
    """One scenario's network, cluster and target. Made empty; Given steps fill it."""

    def __init__(
        self,
        *,
        cluster: Cluster,
        cloud: Cloud,
        target: Target,
        clock: Clock,
        profile: str,
        variant: Variant,
        platform_operators: frozenset[str] = frozenset(),
    ) -> None:
        """Connect the parts. `platform_operators`: the components that run although they only look at the platform."""
        self.cloud, self.target = cloud, target
        self.profile, self.variant = profile, variant
        self.network = Network(cloud, variant)
        self.cluster = ScenarioCluster(
            cluster,
            cloud,
            self.network,
            target,
            clock=clock,
            variant=variant,
            profile=profile,
            platform_operators=platform_operators,
        )
        self.observed = Observations(self.network, self.cluster, cloud)
        self.installation = Installation(target.installer, self.cluster, self.network, profile)
        self.actions = Actions(self.cluster, self.network, self.observed, self.installation)

    def __repr__(self) -> str:
        return f"<world of {self.variant.name or 'the document'} in {self.network.region}>"

    def check_working(self, controller: str, scheme: str = "") -> None:
        """Fail the scenario unless the load balancer of an IngressController works.

        `scheme`: what it has to be; else what the IngressController asks for.
        """
        probed = "aws-probes" in self.cloud.capabilities
        problems = list(WorkingLoadBalancer(controller, self.observed, self.cluster, probed=probed).problems(scheme))
        claim(not problems, f"the load balancer of {controller} does not work: {'; '.join(problems)}")

    def close(self) -> None:
        """Stop what the scenario started, and remove what it wrote."""
        self.installation.close()
        self.cluster.stop()
