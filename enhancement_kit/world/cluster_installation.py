"""From an install-config to a running cluster and back: what the kit does around the installer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enhancement_kit.world import default_objects
from enhancement_kit.world.clients.kubernetes import Admin
from enhancement_kit.world.vocabulary import subnet_users

if TYPE_CHECKING:
    from enhancement_kit.world.world import World

IMAGES = "us-east-1"
"""Where images of the operating system are published first."""


def prepare(world: World, base_domain: str) -> None:
    """What an admin has before installing: the public zone of the base domain, and images, also at their source."""
    if base_domain:
        world.aws("route53").create_hosted_zone(Name=base_domain + ".", CallerReference="base")
    for region in {world.region, IMAGES}:
        world.cloud.client("kit", "ec2", region=region).register_image(Name="rhcos")


def create_cluster(world: World) -> None:
    """Let the installer create the cluster, then start its components. Raises Refused.

    The CRDs, namespaces and configuration that no installer writes are the release's, and are there first. Nodes are
    the kit's stand-in for the kubelets on the instances that the installer ran.
    """
    installation = world.installation
    kit = Admin(world.cluster.client("kit"))
    if not world.served:
        # not so after an installation that was refused
        world.serve(world.release)
        for manifest in (
            *default_objects.namespaces(platform_operators=bool(world.platform_operators)),
            default_objects.api_server(),
        ):
            kit.create(manifest)
    installation.create_cluster()
    instances = subnet_users.running_instances(world.aws, installation.infra_id)
    for number, instance in enumerate(instances, start=1):
        kit.create(default_objects.node(instance["Placement"]["AvailabilityZone"], instance["InstanceId"], number))
    world.start_components()


def destroy_cluster(world: World) -> None:
    """Let the installer destroy the cluster, whose components are gone by then."""
    world.target.components.stop()
    world.running = False
    world.installation.destroy_cluster()
