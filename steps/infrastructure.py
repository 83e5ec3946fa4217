"""Phrases about the Infrastructure: what the installer writes, what an admin changes later, what the API shows."""

from __future__ import annotations

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary import infrastructure_words
from enhancement_kit.world.vocabulary.aliases import split
from enhancement_kit.world.vocabulary.data_tables import columns, pairs
from steps.phrases import STRICT, phrase


def _platform(word: str) -> str:
    return "" if word == infrastructure_words.EMPTY else word


def _create(world: World, platform: str, settings: dict[str, str]) -> Act:
    if not world.cluster.served:
        world.cluster.serve(world.cluster.built())
    strict = settings.pop(STRICT, "") == "Strict"
    manifest = world.cluster.new_infrastructure(_platform(platform), settings)
    return world.actions.act(lambda: world.cluster.create_infrastructure(manifest, strict=strict), sent=manifest)


@given(phrase("the Infrastructure on platform {platform:Name} with"))
@columns("setting", "value", words={"setting": (*infrastructure_words.WORDS, STRICT)})
def an_infrastructure(world: World, platform: str, datatable: list[list[str]]) -> None:
    """Create the Infrastructure as the installer does, also for a cluster on that platform in a later step."""
    settings = pairs(datatable)
    world.cluster.settings[platform] = settings
    act = _create(world, platform, dict(settings))
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when(phrase("an Infrastructure is created on platform {platform:Name} with"), target_fixture="act")
@columns("setting", "value", words={"setting": (*infrastructure_words.WORDS, STRICT)})
def is_created(world: World, platform: str, datatable: list[list[str]]) -> Act:
    """Create the Infrastructure with specification and status; the API may refuse either."""
    return _create(world, platform, pairs(datatable))


@when(phrase("the admin sets the {setting:Setting} to {value}"), target_fixture="act")
def sets(world: World, setting: str, value: str) -> Act:
    """Write the stored object again with another value, such as `empty` or `absent`; the API may refuse it."""
    stored = world.cluster.infrastructure()
    wanted = infrastructure_words.changed(stored, {setting: value})
    admin = world.cluster.admin
    write = admin.set_status if infrastructure_words.path_of(setting)[0] == "status" else admin.replace
    return world.actions.act(lambda: write(wanted), sent=wanted, stored=stored)


@then("the Infrastructure shows")
@columns("setting", "value", words={"setting": infrastructure_words.WORDS})
def shows(world: World, datatable: list[list[str]]) -> None:
    """Check settings as they are stored."""
    stored = world.cluster.infrastructure()
    for setting, value in pairs(datatable).items():
        found = infrastructure_words.shown(stored, setting)
        claim(found == value, f"the Infrastructure shows {setting} {found}, not {value}")


@then(phrase("the API knows only {fields} in the {setting:Setting}"))
def knows_only(world: World, fields: str, setting: str) -> None:
    """Check which properties the API server's published schema has there."""
    crd = world.cluster.admin.get("CustomResourceDefinition", infrastructure_words.CRD)
    schema = crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    for key in infrastructure_words.path_of(setting):
        schema = schema.get("items", {}) if key == "items" else schema.get("properties", {}).get(key, {})
    found = sorted(schema.get("properties", {}))
    claim(found == sorted(split(fields)), f"the API knows {', '.join(found) or 'nothing'} in the {setting}")
