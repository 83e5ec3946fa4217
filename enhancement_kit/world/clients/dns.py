"""What names resolve to in Route 53: through wildcard records, CNAMEs and aliases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enhancement_kit.world.clients.aws import AwsClient

Records = Mapping[str, Sequence[Mapping[str, Any]]]
"""The records of a hosted zone by name."""

WILDCARD = "\\052"
"""How Route 53 writes the `*` of a name."""
DUAL_STACK = "dualstack."
"""A prefix that leads to the same load balancer."""
ADDRESSES = frozenset({"A", "AAAA", "CNAME"})


def resolved(route53: AwsClient, name: str) -> dict[str, tuple[str, ...]]:
    """Resolve a name in the `public` and in the `private` hosted zone that it lies in; no entry where there is no zone.

    The result is what Route 53 itself does not hold: the name of a load balancer, or addresses; empty if there is none.
    """
    return {visibility: resolve(_records(route53, zone), name) for visibility, zone in _zones_of(route53, name).items()}


def resolve(records: Records, name: str, _seen: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Resolve a name in the records of one zone. Names that lead back to themselves resolve to nothing."""
    name = _plain(name)
    if name in _seen:
        return ()
    found: list[str] = []
    for record in _matching(records, name):
        for target in _targets(record):
            inside = record["Type"] != "CNAME" and "AliasTarget" not in record
            next_ones = () if inside else resolve(records, target, _seen | {name})
            leads_on = not inside and bool(_matching(records, _plain(target)))
            found += next_ones if leads_on else [target]
    return tuple(sorted(set(found)))


def _zones_of(route53: AwsClient, name: str) -> dict[str, str]:
    """Return the ids of the hosted zones that answer for a name: of each visibility the one of the longest domain."""
    pages = route53.get_paginator("list_hosted_zones").paginate()
    zones = [zone for page in pages for zone in page["HostedZones"]]
    fitting = [zone for zone in zones if f".{_plain(name)}".endswith(f".{_plain(zone['Name'])}")]
    fitting.sort(key=lambda zone: len(zone["Name"]))
    visibility = {False: "public", True: "private"}
    return {visibility[bool(zone["Config"]["PrivateZone"])]: str(zone["Id"]).rpartition("/")[2] for zone in fitting}


def _records(route53: AwsClient, zone: str) -> Records:
    pages = route53.get_paginator("list_resource_record_sets").paginate(HostedZoneId=zone)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for page in pages:
        for record in page["ResourceRecordSets"]:
            found.setdefault(_plain(record["Name"]), []).append(record)
    return found


def _plain(name: str) -> str:
    return name.rstrip(".").lower().replace(WILDCARD, "*")


def _matching(records: Records, name: str) -> list[Mapping[str, Any]]:
    """Return the records of a name: its own, else those of the wildcard below its closest parent that exists."""
    candidate = name
    if not any(one == name or one.endswith(f".{name}") for one in records):
        while "." in candidate:
            candidate = candidate.partition(".")[2]
            if any(one == candidate or one.endswith(f".{candidate}") for one in records):
                break
        candidate = f"*.{candidate}"
    return [record for record in records.get(candidate, []) if record["Type"] in ADDRESSES]


def _targets(record: Mapping[str, Any]) -> list[str]:
    alias = record.get("AliasTarget")
    names = [alias["DNSName"]] if alias else [one["Value"] for one in record.get("ResourceRecords", [])]
    return [_plain(name).removeprefix(DUAL_STACK) for name in names]
