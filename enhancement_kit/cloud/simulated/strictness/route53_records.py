"""Rules of Route 53 about what a record says: its fields, its values, its name, and others of its name and type."""

from __future__ import annotations

import copy
from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.route53 import (
    BACKEND,
    CHANGE,
    Key,
    key_of,
    key_of_held,
    records_of,
    zone_of,
)
from enhancement_kit.cloud.simulated.strictness.route53_names import absolute, inside, of_name, of_value, say

_CALLS = ("route53 ChangeResourceRecordSets",)
_ROUTING = {
    "Weight": "weighted",
    "Region": "latency",
    "Failover": "failover",
    "GeoLocation": "geo",
    "MultiValueAnswer": "multivalue answer",
    "CidrRoutingConfig": "CIDR",
    "GeoProximityLocation": "geoproximity",
}
"""The fields that choose between records of one name and type, and what Route 53 calls such records."""

_HELD = {
    "weight": "Weight",
    "region": "Region",
    "failover": "Failover",
    "geo_location": "GeoLocation",
    "multi_value_answer": "MultiValueAnswer",
}
_TARGETS = "AliasTarget, all of [TTL, and ResourceRecords], or TrafficPolicyInstanceId"


def _refuse_all(problems: list[str]) -> None:
    if problems:
        refuse("route53", "InvalidChangeBatch", f"[{', '.join(problems)}]")


def _policies(record: dict[str, Any]) -> list[str]:
    return [field for field in _ROUTING if record.get(field) not in (None, False)]


def _whole(call: Invocation) -> None:
    for action, record in records_of(call):
        identifier = record.get("SetIdentifier", "null")
        place = f"in Change with [Action={action}, Name={record['Name']}, Type={record['Type']}, "
        place += f"SetIdentifier={identifier}]"
        values = record.get("TTL") is not None or bool(record.get("ResourceRecords"))
        whole = record.get("TTL") is not None and bool(record.get("ResourceRecords"))
        alias = bool(record.get("AliasTarget"))
        start = f"Invalid request: Expected exactly one of [{_TARGETS}], but found"
        if alias and values:
            refuse("route53", "InvalidInput", f"{start} more than one {place}")
        if not alias and not whole and not record.get("TrafficPolicyInstanceId"):
            refuse("route53", "InvalidInput", f"{start} none {place}")
        policies = _policies(record)
        if policies and identifier == "null":
            refuse("route53", "InvalidInput", f"Invalid request: Missing field 'SetIdentifier' {place}")
        if len(policies) > 1 or (identifier != "null" and not policies):
            found = "more than one" if policies else "none"
            start = "Invalid request: Expected exactly one of [Weight, Region, Failover, GeoLocation, or "
            refuse("route53", "InvalidInput", f"{start}MultiValueAnswer], but found {found} {place}")


def _valid(call: Invocation) -> None:
    problems = []
    for _, record in records_of(call):
        if (wrong := of_name(record["Name"])) is not None:
            problems.append(say(wrong))
        values = [one["Value"] for one in record.get("ResourceRecords") or []]
        for value in values:
            if (wrong := of_value(record["Type"], value)) is not None:
                problems.append(f"Invalid Resource Record: '{say(wrong)}'")
        problems += [f"Duplicate Resource Record: '{one}'" for one in dict.fromkeys(values) if values.count(one) > 1]
        if record["Type"] in ("CNAME", "SOA") and len(values) > 1:
            name = absolute(record["Name"])
            problems.append(f"RRSet of type {record['Type']} with DNS name {name} can have only one resource record")
    _refuse_all(problems)


def _in_zone(call: Invocation) -> None:
    zone = absolute(zone_of(call).name)
    names = {absolute(record["Name"]): None for _, record in records_of(call)}
    _refuse_all(
        [f"RRSet with DNS name {name} is not permitted in zone {zone}" for name in names if not inside(name, zone)]
    )


def _no_cname_at_apex(call: Invocation) -> None:
    zone = absolute(zone_of(call).name)
    for action, record in records_of(call):
        name = absolute(record["Name"])
        if action != "DELETE" and record["Type"] == "CNAME" and name == zone:
            _refuse_all([f"RRSet of type CNAME with DNS name {name} is not permitted at apex in zone {zone}"])


def _apex_kept(call: Invocation) -> None:
    zone = absolute(zone_of(call).name)
    left = {(zone, "NS"), (zone, "SOA")}
    for action, record in records_of(call):
        key = absolute(record["Name"]), record["Type"]
        if key[1] == "SOA" and key[0] != zone:
            left.discard((zone, "SOA"))
        elif key[1] in ("NS", "SOA"):
            (left.discard if action == "DELETE" else left.add)(key)
    problems = []
    if (zone, "NS") not in left:
        problems.append("A HostedZone must contain at least one NS record for the zone itself.")
    if (zone, "SOA") not in left:
        problems.append("A HostedZone must contain exactly one SOA record.")
    _refuse_all(problems)


def _once(call: Invocation) -> None:
    actions: dict[Key, list[str]] = {}
    for action, record in records_of(call):
        actions.setdefault(key_of(record), []).append(action)
    start = "The request contains an invalid set of changes for a resource record set"
    _refuse_all(
        [
            f"{start} '{key[1]} {key[0]}'"
            for key, given in actions.items()
            if len(given) > 1 and sorted(given) != ["CREATE", "DELETE"]
        ]
    )


def _alike(call: Invocation) -> None:
    there: dict[Key, tuple[str | None, Any]] = {
        key_of_held(one): (next((_HELD[name] for name in _HELD if getattr(one, name) is not None), None), one.ttl)
        for one in zone_of(call).rrsets
    }
    for action, record in records_of(call):
        key = key_of(record)
        there.pop(key, None)
        if action != "DELETE":
            there[key] = next(iter(_policies(record)), None), record.get("TTL")
    for action, record in records_of(call):
        key = key_of(record)
        others = [facts for one, facts in there.items() if one[:2] == key[:2] and one != key]
        if action == "DELETE" or key not in there or not others:
            continue
        policy, ttl = there[key]
        start = f"RRSet with DNS name {key[0]}, type {key[1]}"
        if policy is None:
            _refuse_all([f"{start} cannot be created as other RRSets exist with the same name and type."])
        elif any(other != policy for other, _ in others):
            kind = _ROUTING[policy]
            text = f"{start}, SetIdentifier {key[2]} cannot be created as a non-{kind} set exists with the same name "
            _refuse_all([f"{text}and type."])
        elif policy == "Weight" and len({str(one) for one in (ttl, *(other for _, other in others)) if one}) > 1:
            start = f"RRSet with DNS name {key[0]} and type {key[1]}, SetIdentifier {key[2]}"
            _refuse_all([f"{start} cannot be created as weighted sets must contain the same TTL."])


def _atomic(call: Invocation) -> Any:
    """Apply all changes of a batch or none, and delete no other record than it names."""
    call.arguments["change_list"] = copy.deepcopy(call["change_list"])
    for _, record in records_of(call):
        record["Name"] = record["Name"].lower()
    zone = zone_of(call)
    before = list(zone.rrsets)
    touched = {key_of(record): action for action, record in records_of(call)}
    try:
        answer = call.proceed()
    except Exception:
        zone.rrsets = before
        raise
    old = {id(one) for one in before}
    new = [one for one in zone.rrsets if id(one) not in old]
    gone = {key for key, action in touched.items() if action != "CREATE"}
    gone |= {key_of(record) for action, record in records_of(call) if action == "DELETE"}
    zone.rrsets = [*(one for one in before if key_of_held(one) not in gone), *new]
    return answer


RULES = (
    Rule(
        id="route53-record-fields",
        calls=_CALLS,
        moto="accepts records with neither values nor an alias, with both, or without a TTL, and routing policies "
        "without an identifier",
        aws="refuses the batch",
        code="InvalidInput",
        message="Invalid request: Expected exactly one of [AliasTarget, all of [TTL, and ResourceRecords], or "
        "TrafficPolicyInstanceId], but found none in Change with [Action=<action>, Name=<name>, Type=<type>, "
        "SetIdentifier=<identifier>], or ... but found more than one in Change with ..., or Invalid request: Missing "
        "field 'SetIdentifier' in Change with ...",
        source="aws/aws-sdk-php issue 475; moto's own message for a DELETE; "
        "https://docs.aws.amazon.com/Route53/latest/APIReference/API_ResourceRecordSet.html",
        corrections=(Before(BACKEND, CHANGE, _whole),),
    ),
    Rule(
        id="route53-record-values",
        calls=_CALLS,
        moto="accepts any values",
        aws="refuses values that do not fit the type, the same value twice, and several values of a CNAME",
        code="InvalidChangeBatch",
        message="[Invalid Resource Record: 'FATAL problem: ARRDATAIllegalIPv4Address (Value is not a valid IPv4 "
        "address) encountered with '<value>''], and alike for other types",
        source="public notes of operators quote this message, AAAARRDATAIllegalIPv6Address, InvalidCharacterString and "
        "CharacterStringTooLong; https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/ResourceRecordTypes.html "
        "and DomainNameFormat.html (what is valid); messages about fields and several values not found",
        corrections=(Before(BACKEND, CHANGE, _valid),),
    ),
    Rule(
        id="route53-record-twice",
        calls=_CALLS,
        moto="applies several changes of one record in a batch",
        aws="refuses the batch unless it deletes and creates the record",
        code="InvalidChangeBatch",
        message="[The request contains an invalid set of changes for a resource record set '<type> <name>']",
        source="public notes of operators who met it with certificates that share a validation record",
        corrections=(Before(BACKEND, CHANGE, _once),),
    ),
    Rule(
        id="route53-name-in-zone",
        calls=_CALLS,
        moto="compares the ends of names (`notexample.com` passes for `example.com`), and keeps earlier changes of the "
        "batch that it refuses",
        aws="refuses names outside the zone",
        code="InvalidChangeBatch",
        message="[RRSet with DNS name <name> is not permitted in zone <zone>]",
        source="botocore's model of route53 (code); the message is quoted in many public logs",
        corrections=(Before(BACKEND, CHANGE, _in_zone),),
    ),
    Rule(
        id="route53-apex-cname",
        calls=_CALLS,
        moto="accepts a CNAME at the apex where nothing else is",
        aws="refuses the batch",
        code="InvalidChangeBatch",
        message="[RRSet of type CNAME with DNS name <name> is not permitted at apex in zone <zone>]",
        source="https://repost.aws/knowledge-center/troubleshoot-route53-resource-record; quoted in many public notes",
        corrections=(Before(BACKEND, CHANGE, _no_cname_at_apex),),
    ),
    Rule(
        id="route53-apex-records",
        calls=_CALLS,
        moto="returns InvalidInput for a deletion of the zone's own NS or SOA record, and accepts SOA records for "
        "other names",
        aws="refuses the batch",
        code="InvalidChangeBatch",
        message="[A HostedZone must contain at least one NS record for the zone itself.], or [A HostedZone must "
        "contain exactly one SOA record.]",
        source="airbnb/zonify issue 1; DNSControl/dnscontrol pull request 4402",
        corrections=(Before(BACKEND, CHANGE, _apex_kept),),
    ),
    Rule(
        id="route53-routing-policies",
        calls=_CALLS,
        moto="accepts records of one name and type with different routing policies, and weighted ones with different "
        "TTLs",
        aws="refuses the batch",
        code="InvalidChangeBatch",
        message="[RRSet with DNS name <name>, type <type> cannot be created as other RRSets exist with the same name "
        "and type.], or [RRSet with DNS name <name>, type <type>, SetIdentifier <identifier> cannot be created as a "
        "non-<policy> set exists with the same name and type.]",
        source="chef-boneyard/route53 issue 100; kubernetes-sigs/external-dns issue 4345; aws/aws-sdk-go-v2 issue 518",
        corrections=(Before(BACKEND, CHANGE, _alike),),
    ),
)

APPLY = (
    Rule(
        id="route53-batch",
        calls=_CALLS,
        moto="keeps the first changes of a batch that it refuses, and deletes all records of a set identifier, "
        "whatever their name, or all of a name and type, whatever their set identifier",
        aws="applies all changes or none, and changes exactly the records that are named",
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html",
        corrections=(Around(BACKEND, CHANGE, _atomic),),
    ),
)
"""What applies a batch that every rule accepts."""
