"""Phrases about the installer's manifests in the hands of an admin."""

from __future__ import annotations

from pytest_bdd import when

from enhancement_kit.world import World
from enhancement_kit.world.vocabulary import manifest_edits
from steps.phrases import one_of, phrase


@when(phrase("the admin adds the file {name:Path}"))
def adds_file(world: World, name: str, docstring: str) -> None:
    """Add a manifest to the generated ones in the installer's directory; aliases in it stand for subnets."""
    manifest_edits.add(world.installation.directory.folder, name, docstring, world.network.subnet_id_or_word)


@when(
    phrase(
        "the admin edits the manifest of {user:User} so that it names {subnets}", User=one_of(manifest_edits.EDITABLE)
    )
)
def edits_manifest(world: World, user: str, subnets: str) -> None:
    """Replace the subnets in the generated file; `no subnets` removes them."""
    ids = [] if subnets == "no subnets" else world.network.subnets.ids_of(subnets)
    manifest_edits.set_subnets(world.installation.directory.folder, user, ids)
