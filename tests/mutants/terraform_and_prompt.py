"""Installers that configure terraform wrongly, or offer the wrong regions at their prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.installer import regions, terraform

INSTALLER = "enhancement_kit.reference.installer"


def _replacing(place: str, new: Any) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.replace(f"{INSTALLER}.{place}", new)


def _given(change: Callable[[dict[str, str]], dict[str, str]]) -> Callable[[Patcher], None]:
    """Change the map of endpoints that terraform is given."""

    def variables(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def changed(config: Any) -> dict[str, Any]:
            found = old(config)
            return {**found, terraform.VARIABLE: change(found[terraform.VARIABLE])}

        return changed

    return lambda patcher: patcher.wrap(f"{INSTALLER}.terraform:variables", variables)


DEFAULT = {"ec2": "https://ec2.us-east-1.amazonaws.com"}
SLOTS = terraform.SLOTS
BY_SERVICE = {("elasticloadbalancing" if name == "elb" else name): service for name, service in SLOTS.items()}

MUTANTS = [
    Mutant("terraform-is-given-nothing", ("CRE-046", "CRE-012", "CRE-048"), "hands over no map", _given(lambda _: {})),
    Mutant("terraform-is-given-defaults", ("CRE-046",), "fills the map up", _given(lambda given: {**DEFAULT, **given})),
    Mutant(
        "terraform-is-given-what-it-knows",
        ("CRE-049",),
        "hands over only what the provider has a name for",
        _given(lambda given: {name: url for name, url in given.items() if name in SLOTS.values()}),
    ),
    Mutant(
        "terraform-sets-every-endpoint",
        ("CRE-047",),
        "sets endpoints that nobody gave",
        _replacing("terraform:taken", lambda service: f"https://{service}.us-east-1.amazonaws.com"),
    ),
    Mutant(
        "terraform-goes-by-service-names",
        ("CRE-048",),
        "calls the provider's endpoint of load balancers by the name of the service",
        _replacing("terraform:SLOTS", BY_SERVICE),
    ),
    Mutant(
        "terraform-sets-any-endpoint",
        ("CRE-049",),
        "sets endpoints that the provider does not have",
        _replacing("terraform:SLOTS", {**SLOTS, "tagging": "tagging", "kms": "kms"}),
    ),
    Mutant(
        "prompt-lists-what-the-sdk-lists",
        ("CRE-122", "CRE-151"),
        "offers regions without an image",
        _replacing("regions:offered", lambda: sorted(regions.sdk_regions())),
    ),
    Mutant(
        "prompt-lists-what-has-an-image",
        ("CRE-122", "CRE-151"),
        "offers regions that the SDK does not list",
        _replacing("regions:offered", lambda: sorted(regions.IMAGE_REGIONS)),
    ),
    Mutant("prompt-lists-nothing", ("CRE-122", "CRE-151"), "offers no region", _replacing("regions:offered", list)),
]
