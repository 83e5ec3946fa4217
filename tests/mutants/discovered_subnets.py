"""Cloud controller managers that discover the wrong subnets in one situation and the right ones in others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .source_editing import edited

SUBNETS = "cloud_controller_manager.subnets"
FOREIGN = "key.startswith(CLUSTER_PREFIX)"
RIVAL = "rival is None or preference(subnet, provider, internal) < preference(rival, provider, internal)"
EDGE = "unsuitable = unsuitable_zones(provider, by_zone)"


def _one_of_a_zone_first(patcher: Patcher) -> None:
    def first(old: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        def found(provider: Any) -> list[Any]:
            by_id = sorted(old(provider), key=lambda subnet: str(subnet["SubnetId"]), reverse=True)
            return list({subnet["AvailabilityZone"]: subnet for subnet in by_id}.values())

        return found

    patcher.wrap(f"enhancement_kit.reference.{SUBNETS}:candidates", first)


MUTANTS = [
    edited(
        "ccm-shares-subnets-of-other-clusters",
        "ISS-026.a",
        "takes a subnet that is shared with another cluster",
        f"{SUBNETS}:is_candidate",
        FOREIGN,
        f"{FOREIGN} and tags[key] != 'shared'",
    ),
    edited(
        "ccm-takes-subnets-that-clusters-own",
        "ISS-026.b",
        "takes a subnet that another cluster owns",
        f"{SUBNETS}:is_candidate",
        FOREIGN,
        f"{FOREIGN} and tags[key] != 'owned'",
    ),
    edited(
        "ccm-compares-the-beginning-of-cluster-ids",
        "ISS-026.c",
        "takes the cluster mycluster-x7k2p-2 for mycluster-x7k2p",
        f"{SUBNETS}:has_cluster_tag",
        "CLUSTER_PREFIX + cluster_id in tags",
        "any(key.startswith(CLUSTER_PREFIX + cluster_id) for key in tags)",
    ),
    edited(
        "ccm-takes-unmanaged-subnets",
        "ISS-027.a",
        "takes a subnet that says true under the key unmanaged",
        f"{SUBNETS}:is_candidate",
        FOREIGN,
        f"{FOREIGN} and tags[key] != 'true'",
    ),
    edited(
        "ccm-ignores-tags-without-a-value",
        "ISS-027.b",
        "ignores a cluster tag without a value",
        f"{SUBNETS}:is_candidate",
        FOREIGN,
        f"{FOREIGN} and tags[key]",
    ),
    edited(
        "ccm-takes-a-private-subnet-rather-than-none",
        "ISS-028.a",
        "takes the private subnet of a zone that has no public one",
        f"{SUBNETS}:discovered",
        "if not internal and not public:",
        "if not internal and not public and any("
        "s['AvailabilityZone'] == subnet['AvailabilityZone'] and is_public(s, tables) for s in candidates(provider)):",
    ),
    Mutant(
        "ccm-chooses-in-a-zone-before-it-looks-at-routes",
        ("ISS-028.b",),
        "chooses the subnet with the smallest id of a zone first, and drops it if it is private",
        _one_of_a_zone_first,
    ),
    edited(
        "ccm-takes-the-last-listed-subnet",
        "ISS-030.a",
        "takes the subnet of a zone that AWS lists last",
        f"{SUBNETS}:discovered",
        RIVAL,
        "rival is not subnet",
    ),
    edited(
        "ccm-takes-the-first-listed-subnet",
        "ISS-030.b",
        "takes the subnet of a zone that AWS lists first",
        f"{SUBNETS}:discovered",
        RIVAL,
        "rival is None",
    ),
    edited(
        "ccm-discovers-edge-zones-for-the-internet",
        "ISS-031.a ISS-032.a",
        "leaves out edge zones for internal load balancers only",
        f"{SUBNETS}:discovered",
        EDGE,
        f"{EDGE} if internal else set()",
    ),
    edited(
        "ccm-discovers-edge-zones-inside",
        "ISS-031.b ISS-032.b",
        "leaves out edge zones for internet-facing load balancers only",
        f"{SUBNETS}:discovered",
        EDGE,
        f"{EDGE} if not internal else set()",
    ),
    edited(
        "ccm-leaves-out-local-zones-only",
        "ISS-031",
        "takes subnets of Wavelength Zones",
        f"{SUBNETS}:unsuitable_zones",
        "!= PLAIN_ZONE",
        "== 'local-zone'",
    ),
    edited(
        "ccm-leaves-out-wavelength-zones-only",
        "ISS-032",
        "takes subnets of Local Zones",
        f"{SUBNETS}:unsuitable_zones",
        "!= PLAIN_ZONE",
        "== 'wavelength-zone'",
    ),
]
