"""Phrases about custom AWS endpoints: what the admin asks for, what is in effect."""

from __future__ import annotations

from typing import Any

from pytest_bdd import given, then, when

from enhancement_kit.errors import claim
from enhancement_kit.world import Act, World
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from enhancement_kit.world.vocabulary.ingress_controller_words import pick
from enhancement_kit.world.vocabulary.install_configs import InstallConfig
from steps.phrases import one_of, phrase

KIND, NAME = "Infrastructure", "cluster"


def _endpoints(datatable: list[list[str]]) -> list[dict[str, str]]:
    """Return the entries of a table; an empty cell leaves its key out, `""` is an empty text."""
    found = [{"name": row["service"], "url": row["url"]} for row in rows(datatable)]
    return [{key: text.strip('"') for key, text in entry.items() if text} for entry in found]


def _ask_for(world: World, endpoints: list[dict[str, str]]) -> Act:
    patch = {"spec": {"platformSpec": {"aws": {"serviceEndpoints": endpoints}}}}
    return world.actions.act(lambda: world.cluster.admin.patch(KIND, NAME, patch), sent=patch)


@given("the admin has set the custom endpoints")
@columns("service", "url")
def has_set(world: World, datatable: list[list[str]]) -> None:
    """Set the list in the Infrastructure's specification, which the API must accept, and let the components settle."""
    act = _ask_for(world, _endpoints(datatable))
    claim(act.refusal is None, f"the API server refused it: {act.refusal}")


@when("the admin sets the custom endpoints", target_fixture="act")
@columns("service", "url")
def sets(world: World, datatable: list[list[str]]) -> Act:
    """Replace the list in the Infrastructure's specification; the API may refuse it."""
    return _ask_for(world, _endpoints(datatable))


def _order(endpoint: dict[str, str]) -> tuple[str, str]:
    return endpoint.get("name", ""), endpoint.get("url", "")


def _in_effect(world: World) -> list[dict[str, Any]]:
    """Return the list in the Infrastructure's status, which operators use, in a fixed order."""
    aws = world.cluster.admin.get(KIND, NAME)["status"]["platformStatus"].get("aws") or {}
    return sorted(aws.get("serviceEndpoints") or [], key=_order)


SERVERS = {
    "answers": ("answers", "good"),
    "answers 403": ("answers 403", "good"),
    "answers 404": ("answers 404", "good"),
    "answers 500": ("answers 500", "good"),
    "answers 503": ("answers 503", "good"),
    "refuses connections": ("refuses", "good"),
    "breaks connections": ("resets", "good"),
    "never answers": ("hangs", "good"),
    "has a certificate of a private authority": ("answers", "good"),
    "has a certificate of an unknown authority": ("answers", "untrusted"),
    "has a certificate that it has signed by itself": ("answers", "self-signed"),
    "has a certificate that has expired": ("answers", "expired"),
    "has a certificate for another host": ("answers", "other-name"),
}
"""What a server does, and which certificate it has; the private authority is one that every component trusts."""
AWAY = "cannot be reached"
"""What an endpoint does that no network leads to."""


@given(phrase("the endpoint {place:Place} {does:Does}", Does=one_of((*SERVERS, AWAY))))
def listens(world: World, place: str, does: str) -> None:
    """Start a server at a URL, or `of` a service at its default endpoint, with AWS or a fault behind it."""
    word, _, service = place.partition(" ")
    url = world.network.default_endpoint(service, world.network.region) if word == "of" else place
    if does == AWAY:
        world.network.unreachable.add(url)
        return
    behaviour, certificate = SERVERS[does]
    world.cloud.listen(url, behaviour=behaviour, certificate=certificate)


@given("it has the custom endpoints", target_fixture="install_config")
@columns("service", "url")
def of_install_config(install_config: InstallConfig, datatable: list[list[str]]) -> InstallConfig:
    """Set the list in the install-config."""
    install_config["platform"]["aws"]["serviceEndpoints"] = _endpoints(datatable)
    return install_config


def _check_in_effect(world: World, wanted: list[dict[str, str]]) -> None:
    found = _in_effect(world)
    claim(found == sorted(wanted, key=_order), f"the custom endpoints in effect are {found}")


def _check_manifests(world: World, wanted: list[dict[str, str]]) -> None:
    manifest = next((m for m in world.installation.directory.manifests if m["kind"] == KIND), {})
    asked = pick(manifest, ("spec", "platformSpec", "aws", "serviceEndpoints")) or []
    claim(asked == wanted, f"the manifest asks for {asked}")
    effective = pick(manifest, ("status", "platformStatus", "aws", "serviceEndpoints")) or []
    claim(
        sorted(effective, key=str) == sorted(wanted, key=str),
        f"the manifest puts {effective} into effect",
    )
    others = [
        f"{m['kind']} {m['metadata']['name']}"
        for m in world.installation.directory.manifests
        if m["kind"] != KIND and any(endpoint["url"] in str(m) for endpoint in wanted)
    ]
    claim(not others, f"the endpoints are also in {', '.join(others)}")


WHERE = {"in effect": _check_in_effect, "in the manifests": _check_manifests}


@then(phrase("the custom endpoints {where:Where} are", Where=one_of(WHERE)))
@columns("service", "url")
def endpoints_are(world: World, where: str, datatable: list[list[str]]) -> None:
    """Check that the endpoints `in effect` are exactly these, in any order; without rows, services use their defaults.

    `in the manifests`: check that the Infrastructure manifest has them as given in its specification and in effect in
    its status, and that no other manifest has them.
    """
    WHERE[where](world, _endpoints(datatable))
