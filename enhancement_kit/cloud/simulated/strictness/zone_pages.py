"""Rules of Route 53 about lists that begin at a name: records of a zone, and hosted zones by name."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.results import answered, asked, reader

_RECORDS, _ZONES = "ListResourceRecordSets", "ListHostedZonesByName"
_MOST = {_RECORDS: 300, _ZONES: 100}
_EVERYTHING = 1_000_000
_TAKEN = {_RECORDS: ("MaxItems", "StartRecordIdentifier"), _ZONES: ("MaxItems", "DNSName", "HostedZoneId")}


def _checked(call: Asking) -> None:
    if call.service != "route53" or call.operation not in _MOST:
        return
    size = call.parameters.get("MaxItems")
    lonely = call.parameters.get("HostedZoneId") if call.operation == _ZONES else None
    if (size is not None and not (str(size).isdecimal() and int(size) > 0)) or (
        lonely and not call.parameters.get("DNSName")
    ):
        raise Refusal("InvalidInput", "The input is not valid")


def _take(response: Any, operation: str) -> None:
    response.kit_start = None
    if response.service_name != "route53" or operation not in _MOST:
        return
    response.kit_start = {name: response.params.pop(name, None) for name in _TAKEN[operation]}
    response.params["MaxItems"] = _EVERYTHING


def _cut(response: Any, operation: str, result: dict[str, Any]) -> None:
    start = getattr(response, "kit_start", None)
    if start is None:
        return
    size = min(int(start["MaxItems"] or _MOST[operation]), _MOST[operation])
    change = _records if operation == _RECORDS else _zones
    following = change(response, start, result, size)
    result.update(MaxItems=size, IsTruncated=following)


def _records(response: Any, start: dict[str, Any], result: dict[str, Any], size: int) -> bool:
    members = ("Name", "Type", "SetIdentifier")
    read = {name: reader(response, _RECORDS, [name], ["ResourceRecordSets"]) for name in members}

    def value(item: Any, name: str) -> str | None:
        return next(iter(read[name](item)), None)

    items = list(result["ResourceRecordSets"])
    first = (value(items[0], "Name"), value(items[0], "Type")) if items else None
    if identifier := start["StartRecordIdentifier"]:
        items = [
            item
            for item in items
            if (value(item, "Name"), value(item, "Type")) != first or (value(item, "SetIdentifier") or "") >= identifier
        ]
    result["ResourceRecordSets"], rest = items[:size], items[size:]
    for name, member in (("Name", "Name"), ("Type", "Type"), ("Identifier", "SetIdentifier")):
        result[f"NextRecord{name}"] = value(rest[0], member) if rest else None
    return bool(rest)


def _zones(response: Any, start: dict[str, Any], result: dict[str, Any], size: int) -> bool:
    name, zone = (reader(response, _ZONES, [member], ["HostedZones"]) for member in ("Name", "Id"))

    def place(item: Any) -> tuple[list[str], str]:
        return _order(name(item)[0]), _plain(zone(item)[0])

    items = sorted(result["HostedZones"], key=place)
    if start["DNSName"]:
        first = (_order(start["DNSName"]), _plain(start["HostedZoneId"] or ""))
        items = [item for item in items if place(item) >= first]
    result["HostedZones"], rest = items[:size], items[size:]
    result.update(DNSName=start["DNSName"], HostedZoneId=start["HostedZoneId"])
    result["NextDNSName"] = name(rest[0])[0] if rest else None
    result["NextHostedZoneId"] = _plain(zone(rest[0])[0]) if rest else None
    return bool(rest)


def _order(name: str) -> list[str]:
    """Return what zones are sorted by: the labels of the name from the last to the first."""
    return name.rstrip(".").lower().split(".")[::-1]


def _plain(zone: str) -> str:
    return zone.rpartition("/")[2]


RULES = (
    Rule(
        id="route53-name-pages",
        calls=(f"route53 {_RECORDS}", f"route53 {_ZONES}"),
        moto="shows only the zones that have exactly the given name, in no pages, and forgets the identifier where the "
        "next page of records begins",
        aws="shows all zones from the given name on, 100 in a page, and 300 records in a page",
        code="InvalidInput",
        message="The input is not valid",
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_ListHostedZonesByName.html and "
        "API_ListResourceRecordSets.html; code: botocore's model; message: moto's",
        verified=False,
        corrections=(OnCall(_checked), asked(_take), answered(_cut)),
    ),
)
