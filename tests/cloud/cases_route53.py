"""Cases of the rules of Route 53, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import World

_NAME = "*.apps.example.com"


def _alias(target: str) -> dict[str, Any]:
    alias = {"HostedZoneId": "Z3AADJGX6KTTL2", "DNSName": target, "EvaluateTargetHealth": False}
    return {"Name": _NAME, "Type": "A", "AliasTarget": alias}


def _changes(*batches: list[tuple[str, dict[str, Any]]]) -> Any:
    """Apply batches of (action, record) in a new zone; return how many records of the name it has in the end."""

    def act(w: World) -> int:
        client = w.client("route53")
        zone = client.create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"]
        for batch in batches:
            changes = [{"Action": action, "ResourceRecordSet": record} for action, record in batch]
            client.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
        records = client.list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]
        return sum("apps" in record["Name"] for record in records)

    return act


_EXISTS = (
    r"InvalidChangeBatch: \[Tried to create .*\[name='\*\.apps\.example\.com\.', type='A'\] but it already exists\]"
)
_OTHER = r"InvalidChangeBatch: \[Tried to delete .* but the values provided do not match the current values\]"
_MISSING = r"InvalidChangeBatch: \[Tried to delete .* but it was not found\]"

CASES = (
    Case(
        "route53-existing-record",
        _changes([("CREATE", _alias("one.example.net"))], [("CREATE", _alias("two.example.net"))]),
        _EXISTS,
        2,
    ),
    Case(
        "route53-delete-record",
        _changes([("UPSERT", _alias("one.example.net"))], [("DELETE", _alias("two.example.net"))]),
        _OTHER,
        0,
    ),
    Case("route53-delete-record", _changes([("DELETE", _alias("one.example.net"))]), _MISSING, "InvalidInput: .*"),
)

ACCEPTED = (
    _changes([("CREATE", _alias("one.example.net"))], [("UPSERT", _alias("two.example.net"))]),
    _changes([("CREATE", _alias("one.example.net"))], [("DELETE", _alias("One.example.net."))]),
    _changes(
        [("CREATE", _alias("one.example.net"))],
        [("DELETE", _alias("one.example.net")), ("CREATE", _alias("two.example.net"))],
    ),
)
