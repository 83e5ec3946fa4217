"""What the target is given to work with, made from the parts of one scenario's world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from enhancement_kit.cloud.interface import Cloud
from enhancement_kit.cluster.interface import Cluster
from enhancement_kit.targets.interface import AwsClients, Clock, Environment, ProgramEnvironment, Release
from enhancement_kit.world.clients.aws import AwsClient
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.clients.request_counter import Counted
from enhancement_kit.world.network import Network


def make_environment(
    backend: Cluster,
    cloud: Cloud,
    network: Network,
    clock: Clock,
    release: Release,
    platform_operators: frozenset[str],
    *,
    requests: Counter[str],
    infrastructure: Callable[[], Manifest],
) -> Environment:
    """Make the environment of a target. `requests` counts its requests to the Kubernetes API by component.

    `infrastructure` reads the Infrastructure, from which programs are told about the cluster.
    """

    def aws_clients(component: str) -> AwsClients:
        def make(service: str, *, region: str, endpoint: str | None = None) -> AwsClient:
            return cloud.client(component, service, region=region, endpoint=endpoint)

        return make

    return Environment(
        api_client=lambda component: Counted(backend.client(component), component, requests),
        aws_clients=aws_clients,
        clock=clock,
        release=release,
        reach=lambda _, url: network.problem_at(url),
        platform_operators=platform_operators,
        for_programs=ProgramEnvironment(
            kubeconfig=backend.kubeconfig,
            variables=lambda component: cloud.environment(component, region=network.region),
            facts=lambda: _facts(infrastructure(), network),
        ),
    )


def _facts(infrastructure: Manifest, network: Network) -> dict[str, str]:
    """Describe the cluster as its Infrastructure does, and the network as it was made."""
    status, vpc = infrastructure["status"], network.vpc
    return {
        "platform": str(status["platformStatus"]["type"]),
        "cluster_id": str(status["infrastructureName"]),
        "region": network.region,
        "vpc": vpc.id if vpc is not None else "",
        "subnet": next(iter(vpc.subnets.values()), "") if vpc is not None else "",
    }
