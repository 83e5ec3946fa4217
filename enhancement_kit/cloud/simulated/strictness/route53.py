"""Rules of Route 53: a batch creates only what is not there and deletes only what is there, with the same values."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

BACKEND = "moto.route53.models:Route53Backend"
CHANGE = "change_resource_record_sets"

_Key = tuple[str, str, str | None]


def _key(name: str, kind: str, identifier: str | None) -> _Key:
    return name.lower().rstrip(".") + ".", kind, identifier


def _key_of(record: dict[str, Any]) -> _Key:
    return _key(record["Name"], record["Type"], record.get("SetIdentifier"))


def _values(ttl: Any, records: list[Any], alias: Any) -> tuple[Any, ...]:
    texts = sorted(one["Value"] if isinstance(one, dict) else one for one in records)
    target = {**alias, "DNSName": alias["DNSName"].rstrip(".").lower()} if alias else None
    return (None if ttl is None else int(ttl), texts, sorted(map(str, target.items())) if target else None)


def _values_of(record: dict[str, Any]) -> tuple[Any, ...]:
    return _values(record.get("TTL"), record.get("ResourceRecords") or [], record.get("AliasTarget"))


def _current(call: Invocation) -> dict[_Key, tuple[Any, ...]]:
    zone = call.backend.get_hosted_zone(call["zoneid"])
    return {
        _key(one.name, one.type, one.set_identifier): _values(one.ttl, one.records or [], one.alias_target)
        for one in zone.rrsets
    }


def _say(verb: str, key: _Key, what: str) -> None:
    identifier = f", set-identifier='{key[2]}'" if key[2] else ""
    record = f"[name='{key[0]}', type='{key[1]}'{identifier}]"
    refuse("route53", "InvalidChangeBatch", f"[Tried to {verb} resource record set {record} but {what}]")


def _not_there_yet(call: Invocation) -> None:
    there = set(_current(call))
    for change in call["change_list"]:
        key = _key_of(change["ResourceRecordSet"])
        if change["Action"] == "CREATE" and key in there:
            _say("create", key, "it already exists")
        (there.discard if change["Action"] == "DELETE" else there.add)(key)


def _there_and_equal(call: Invocation) -> None:
    there = _current(call)
    for change in call["change_list"]:
        record = change["ResourceRecordSet"]
        key, values = _key_of(record), _values_of(record)
        if change["Action"] != "DELETE":
            there[key] = values
        elif key not in there:
            _say("delete", key, "it was not found")
        elif there.pop(key) != values:
            _say("delete", key, "the values provided do not match the current values")


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
)
