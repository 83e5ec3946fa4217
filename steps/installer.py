"""Phrases about what the installer does: manifests, the cluster, its end, and which subnets each consumer gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pytest_bdd import then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary import subnet_users, terraform_files
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from enhancement_kit.world.vocabulary.install_configs import InstallConfig
from steps.phrases import one_of, phrase


@when("the admin creates the manifests", target_fixture="act")
def creates_manifests(world: World, install_config: InstallConfig) -> Act:
    """Let the installer write the manifests and do nothing else."""
    world.installation.write_config(install_config)
    return world.actions.of_installer(world.installation.create_manifests)


@when("the admin creates the cluster", target_fixture="act")
def creates_cluster(world: World, install_config: InstallConfig) -> Act:
    """Let the installer create the cluster and the cluster settle; the installer or AWS may refuse something."""
    world.installation.write_config(install_config)
    return world.actions.of_installer(world.installation.create_cluster)


@when("the admin destroys the cluster", target_fixture="act")
def destroys_cluster(world: World) -> Act:
    """Let the installer destroy the cluster."""
    return world.actions.of_installer(world.installation.destroy_cluster)


def _in_manifests(world: World, user: str) -> list[str]:
    return subnet_users.in_manifests(user, world.installation.directory.manifests)


def _in_cluster(world: World, user: str) -> list[str]:
    kinds = ("Ingress", "IngressController")
    stored = [{**one, "kind": kind} for kind in kinds for one in world.cluster.admin.all(kind)]
    return subnet_users.in_manifests(user, stored)


def _in_aws(world: World, user: str) -> list[str]:
    return subnet_users.in_aws(user, world.network.aws, world.installation.directory.infra_id)


WHERE: Mapping[str, Callable[[World, str], list[str]]] = {
    "in the manifests": _in_manifests,
    "in the cluster": _in_cluster,
    "in AWS": _in_aws,
}
"""Who uses which subnets: in the installer's files, in objects of the API, in AWS."""


@then(phrase("the subnets {where:Where} are", Where=one_of(WHERE)))
@columns("for", "subnets", words={"for": subnet_users.problem})
def subnets_are(world: World, where: str, datatable: list[list[str]]) -> None:
    """Check that each user has exactly these subnets, in any order (interpretation ISS-A34).

    They are found `in the manifests` that the installer has written; `in the cluster`, in the Ingress config and the
    default IngressController; or `in AWS`. A load balancer for which nobody names subnets has `the provider's choice`.
    """
    for row in rows(datatable):
        found = sorted(world.network.subnets.aliases_of(WHERE[where](world, row["for"])))
        wanted = sorted(split(row["subnets"]))
        claim(found == wanted, f"the subnets for {row['for']} are {', '.join(found) or 'none'}")


@then("every machine boots from an encrypted copy of the cluster's own")
def boots_from_copy(world: World) -> None:
    """Check that running machines and the objects for later ones use one encrypted image that the cluster owns."""
    infra_id = world.installation.directory.infra_id
    owned = subnet_users.own_images(world.network.aws, infra_id)
    claim(len(owned) == 1, f"the cluster owns the images {', '.join(owned) or 'none'}")
    booted = {instance["ImageId"] for instance in subnet_users.running_instances(world.network.aws, infra_id)}
    named = {image for manifest in world.cluster.admin.all("MachineSet") for image in subnet_users.images_of(manifest)}
    for found in (booted, named):
        claim(found == set(owned), f"machines boot from {', '.join(sorted(found)) or 'nothing'}")
    claim(all(owned.values()), "the copy is not encrypted")


@then(phrase("the machines have the instance types {control_plane}, {compute}"))
def have_types(world: World, control_plane: str, compute: str) -> None:
    """Check the instance types of all control plane machines and MachineSets in the files; `a or b` is either."""
    for kind, wanted in (("AWSMachine", control_plane), ("MachineSet", compute)):
        found = {subnet_users.type_of(m) for m in world.installation.directory.manifests if m["kind"] == kind}
        claim(
            len(found) == 1 and found <= set(wanted.split(" or ")),
            f"the instance types of {kind}s are {', '.join(sorted(found)) or 'none'}",
        )


@then(phrase("the MachineSets are in the zones {zones}"))
def machine_sets_in(world: World, zones: str) -> None:
    """Check that the files have one MachineSet for each of exactly these zones."""
    found = subnet_users.zones_of_machine_sets(world.installation.directory.manifests)
    claim(found == sorted(split(zones)), f"the MachineSets are in the zones {', '.join(found) or 'none'}")


@then("terraform's AWS provider has the endpoints")
@columns("service", "url", optional=("name",))
def terraform_endpoints(world: World, datatable: list[list[str]]) -> None:
    """Check that terraform gets all endpoints, and that the provider uses exactly those that it has a name for."""
    wanted = rows(datatable)
    given = terraform_files.endpoints_variable(world.installation.directory.folder)
    claim(given == {r["service"]: r["url"] for r in wanted}, f"terraform is given {given}")
    found = terraform_files.provider_endpoints(world.installation.directory.folder)
    claim(found == {r["name"]: r["url"] for r in wanted if r.get("name")}, f"the provider has {found}")


@then(phrase("the prompt for the region {offers:Offers} {regions}", Offers=one_of(("offers", "does not offer"))))
def prompt_offers(world: World, offers: str, regions: str) -> None:
    """Check that the prompt offers all these regions and accepts them as an answer, or that it `does not offer` any."""
    offered = [region for region in split(regions) if world.target.installer.offers_region(region)]
    wanted = split(regions) if offers == "offers" else []
    claim(offered == wanted, f"the prompt offers {', '.join(offered) or 'none of them'}")
