"""Rules of Route 53 about a batch: what is there already, what may be beside it, and where an alias may lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from enhancement_kit.cloud.simulated.strictness.aws_names import is_zone_of_balancers, zone_of_name
from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.route53_names import absolute, inside

BACKEND = "moto.route53.models:Route53Backend"
CHANGE = "change_resource_record_sets"

NOT_FOUND = "that target was not found"

Key = tuple[str, str, str | None]


def _key(name: str, kind: str, identifier: str | None) -> Key:
    return absolute(name), kind, identifier


def key_of(record: dict[str, Any]) -> Key:
    """Return what distinguishes a record of a call from others: its name, its type and its identifier."""
    return _key(record["Name"], record["Type"], record.get("SetIdentifier"))


def key_of_held(record: Any) -> Key:
    """Return what distinguishes a record that is there from others."""
    return _key(record.name, record.type, record.set_identifier)


def records_of(call: Invocation) -> Iterator[tuple[str, dict[str, Any]]]:
    """Iterate over the actions of a batch and their records."""
    return ((change["Action"], change["ResourceRecordSet"]) for change in call["change_list"])


def zone_of(call: Invocation) -> Any:
    """Return the zone that a batch is for."""
    return call.backend.get_hosted_zone(call["zoneid"])


def _values(ttl: Any, records: list[Any], alias: Any) -> tuple[Any, ...]:
    texts = sorted(one["Value"] if isinstance(one, dict) else one for one in records)
    target = {**alias, "DNSName": alias["DNSName"].rstrip(".").lower()} if alias else None
    return (None if ttl is None else int(ttl), texts, sorted(map(str, target.items())) if target else None)


def _values_of(record: dict[str, Any]) -> tuple[Any, ...]:
    return _values(record.get("TTL"), record.get("ResourceRecords") or [], record.get("AliasTarget"))


def _current(call: Invocation) -> dict[Key, tuple[Any, ...]]:
    return {key_of_held(one): _values(one.ttl, one.records or [], one.alias_target) for one in zone_of(call).rrsets}


def _keys(call: Invocation) -> set[Key]:
    return {key_of_held(one) for one in zone_of(call).rrsets}


def _say(verb: str, key: Key, what: str) -> None:
    identifier = f", set-identifier='{key[2]}'" if key[2] else ""
    record = f"[name='{key[0]}', type='{key[1]}'{identifier}]"
    refuse("route53", "InvalidChangeBatch", f"[Tried to {verb} resource record set {record} but {what}]")


def _not_there_yet(call: Invocation) -> None:
    there = _keys(call)
    for action, record in records_of(call):
        key = key_of(record)
        if action == "CREATE" and key in there:
            _say("create", key, "it already exists")
        (there.discard if action == "DELETE" else there.add)(key)


def _there_and_equal(call: Invocation) -> None:
    there = _current(call)
    for action, record in records_of(call):
        key, values = key_of(record), _values_of(record)
        if action != "DELETE":
            there[key] = values
        elif key not in there:
            _say("delete", key, "it was not found")
        elif there.pop(key) != values:
            _say("delete", key, "the values provided do not match the current values")


def _alone_or_no_cname(call: Invocation) -> None:
    zone, there = zone_of(call), _keys(call)
    for action, record in records_of(call):
        (there.discard if action == "DELETE" else there.add)(key_of(record))
    for _, record in records_of(call):
        name, kind, _ = key = key_of(record)
        others = {one[1] for one in there if one[0] == name} - {kind}
        if key not in there or not others:
            continue
        start = f"[RRSet of type {kind} with DNS name {name} is not permitted "
        if kind == _CNAME:
            as_it = "as it conflicts with other records with the same DNS name in zone"
            refuse("route53", "InvalidChangeBatch", f"{start}{as_it} {zone.name}]")
        if _CNAME in others:
            because = "because a conflicting RRSet of type CNAME with the same DNS name already exists in zone"
            refuse("route53", "InvalidChangeBatch", f"{start}{because} {zone.name}]")


def _is_of_another_service(name: str, zone: str) -> bool:
    """Check whether a name may lie in a zone that this account does not have, and that no load balancer has."""
    return zone_of_name(name) is None and not is_zone_of_balancers(zone) and name.endswith(_SERVICE_NAMES)


def aliases_of(call: Invocation) -> Iterator[tuple[str, str, str]]:
    """Iterate over the aliases that a batch makes: name of the target, type, and id of the target's zone."""
    for action, record in records_of(call):
        if action != "DELETE" and (alias := record.get("AliasTarget")):
            yield absolute(alias["DNSName"]), record["Type"], alias["HostedZoneId"]


def refuse_alias(name: str, kind: str, zone: str, why: str) -> NoReturn:
    """Refuse a batch for an alias that `aliases_of` has found."""
    start = f"[Tried to create an alias that targets {name}, type {kind} in zone {zone}, but"
    refuse("route53", "InvalidChangeBatch", f"{start} {why}]")


def _alias_found(call: Invocation) -> None:
    zones = {zone.resource_id: zone for zone in call.backend.zones.values()}
    own = zone_of(call).resource_id
    changed = [(action, key_of(record)[:2]) for action, record in records_of(call)]
    gone = {key for action, key in changed if action == "DELETE"}
    there = {key for action, key in changed if action != "DELETE"}
    for name, kind, zone in aliases_of(call):
        target = zones.get(zone)
        if target is None:
            found = kind in _ADDRESSES or not is_zone_of_balancers(zone)
        elif not inside(name, absolute(target.name)):
            continue
        else:
            held = {key_of_held(one)[:2] for one in target.rrsets}
            found = (name, kind) in (held - gone | there if target.resource_id == own else held)
        if not found:
            refuse_alias(name, kind, zone, NOT_FOUND)


def _alias_in_zone(call: Invocation) -> None:
    zones = {zone.resource_id: zone.name.lower() for zone in call.backend.zones.values()}
    for name, kind, zone in aliases_of(call):
        own = zones.get(zone)
        in_zone = inside(name, own) if own else zone_of_name(name) == zone or _is_of_another_service(name, zone)
        if not in_zone:
            refuse_alias(name, kind, zone, "the alias target name does not lie within the target zone")


_CNAME = "CNAME"
_ADDRESSES = ("A", "AAAA")
_SERVICE_NAMES = (".amazonaws.com.", ".amazonaws.com.cn.", ".cloudfront.net.", ".awsglobalaccelerator.com.")
_CALLS = ("route53 ChangeResourceRecordSets",)

RULES = (
    Rule(
        id="route53-existing-record",
        calls=_CALLS,
        moto="creates an existing record a second time",
        aws="refuses the batch",
        code="InvalidChangeBatch",
        message="[Tried to create resource record set [name='<name>', type='<type>'] but it already exists]",
        source="botocore's model of route53; the message is quoted in many public logs",
        corrections=(Before(BACKEND, CHANGE, _not_there_yet),),
    ),
    Rule(
        id="route53-delete-record",
        calls=_CALLS,
        moto="deletes a record if the given values are current or were once its values, and returns InvalidInput for a "
        "missing record",
        aws="refuses the batch unless the values are the current ones",
        code="InvalidChangeBatch",
        message="[Tried to delete resource record set [name='<name>', type='<type>'] but it was not found], or ... but "
        "the values provided do not match the current values]",
        source="botocore's model of route53; the messages are quoted in many public logs",
        corrections=(Before(BACKEND, CHANGE, _there_and_equal),),
    ),
    Rule(
        id="route53-cname-alone",
        calls=_CALLS,
        moto="accepts a CNAME record beside records of other types with the same name",
        aws="refuses the batch",
        code="InvalidChangeBatch",
        message="[RRSet of type CNAME with DNS name <name> is not permitted as it conflicts with other records with "
        "the same DNS name in zone <zone>], or [RRSet of type <type> with DNS name <name> is not permitted because a "
        "conflicting RRSet of type CNAME with the same DNS name already exists in zone <zone>]",
        source="aws/aws-sdk-java issue 1996; kubernetes-sigs/external-dns issue 636",
        corrections=(Before(BACKEND, CHANGE, _alone_or_no_cname),),
    ),
    Rule(
        id="route53-alias-zone",
        calls=_CALLS,
        moto="accepts any hosted zone in an alias to a load balancer or to a record",
        aws="refuses the batch unless the name lies in that zone; the zone of a load balancer's name is the one of its "
        "region and type",
        code="InvalidChangeBatch",
        message="[Tried to create an alias that targets <name>, type <type> in zone <zone>, but the alias target name "
        "does not lie within the target zone]",
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_AliasTarget.html (which zone); "
        "barnybug/cli53 issue 213, GSA-TTS/dns pull request 588 (message)",
        corrections=(Before(BACKEND, CHANGE, _alias_in_zone),),
    ),
    Rule(
        id="route53-alias-target",
        calls=_CALLS,
        moto="accepts aliases to records that do not exist, and CNAME and other types for load balancers",
        aws="refuses the batch: a record of the same type must be there, and load balancers have addresses only",
        code="InvalidChangeBatch",
        message="[Tried to create an alias that targets <name>, type <type> in zone <zone>, but that target was not "
        "found]",
        source="https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/"
        "resource-record-sets-values-alias-common.html (rule); the message is quoted in many public logs",
        corrections=(Before(BACKEND, CHANGE, _alias_found),),
    ),
)
