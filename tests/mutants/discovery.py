"""Cloud controller managers that discover the wrong subnets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

SUBNETS = "enhancement_kit.reference.cloud_controller_manager.subnets"


def _greater_ids(patcher: Patcher) -> None:
    def turned(old: Callable[..., tuple[bool, bool, str]]) -> Callable[..., tuple[bool, bool, list[int]]]:
        def preference(*arguments: Any) -> tuple[bool, bool, list[int]]:
            role, cluster, identifier = old(*arguments)
            return role, cluster, [-ord(letter) for letter in identifier]

        return preference

    patcher.wrap(f"{SUBNETS}:preference", turned)


def _first_zone(patcher: Patcher) -> None:
    patcher.wrap(
        f"{SUBNETS}:discovered", lambda old: lambda provider, *, internal: old(provider, internal=internal)[:1]
    )


MUTANTS = [
    Mutant(
        "ccm-takes-subnets-of-other-clusters",
        ("ISS-026", "ISS-027", "ISS-197", "ISS-292"),
        "does not look at cluster tags",
        lambda patcher: patcher.replace(f"{SUBNETS}:is_candidate", lambda subnet, cluster_id: True),
    ),
    Mutant(
        "ccm-takes-private-subnets",
        ("ISS-028",),
        "takes private subnets for internet-facing load balancers",
        lambda patcher: patcher.replace(f"{SUBNETS}:is_public", lambda subnet, tables: True),
    ),
    Mutant(
        "ccm-takes-edge-zones",
        ("ISS-031", "ISS-032"),
        "takes subnets of Local and Wavelength Zones",
        lambda patcher: patcher.replace(f"{SUBNETS}:unsuitable_zones", lambda provider, zones: set()),
    ),
    Mutant("ccm-takes-the-greatest-id", ("ISS-030",), "takes the last id of a zone", _greater_ids),
    Mutant("ccm-discovers-one-zone", ("ISS-016",), "keeps all Services to the first zone", _first_zone),
]
