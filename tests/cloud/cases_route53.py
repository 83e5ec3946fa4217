"""Cases of the rules of Route 53, with and without the rule."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.aws_names import classic_hosted_zone, network_hosted_zone
from tests.cloud.cases import Case
from tests.cloud.world import REGION, World

_NAME = "*.apps.example.com"
ONE, TWO = "one-1.us-east-2.elb.amazonaws.com", "two-2.us-east-2.elb.amazonaws.com"


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

CASES: tuple[Case, ...] = (
    Case(
        "route53-existing-record",
        _changes([("CREATE", _alias(ONE))], [("CREATE", _alias(TWO))]),
        _EXISTS,
        2,
    ),
    Case(
        "route53-delete-record",
        _changes([("UPSERT", _alias(ONE))], [("DELETE", _alias(TWO))]),
        _OTHER,
        0,
    ),
    Case("route53-delete-record", _changes([("DELETE", _alias(ONE))]), _MISSING, "InvalidInput: .*"),
)


def _zone_of(balancer: str, zone: str) -> Any:
    """Publish an alias to a load balancer (`classic`, `network`) with a hosted zone of the account or of AWS."""

    def act(w: World) -> str:
        route53 = w.client("route53")
        own = route53.create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"]
        own = own.rpartition("/")[2]
        made = w.classic("a") if balancer == "classic" else w.network("a")
        alias = _alias(made["DNSName"])
        alias["AliasTarget"]["HostedZoneId"] = own if zone == "own" else zone
        batch = {"Changes": [{"Action": "UPSERT", "ResourceRecordSet": alias}]}
        route53.change_resource_record_sets(HostedZoneId=own, ChangeBatch=batch)
        return "accepted"

    return act


_CNAME = {"Name": _NAME, "Type": "CNAME", "TTL": 30, "ResourceRecords": [{"Value": ONE}]}
_OUTSIDE = (
    r"InvalidChangeBatch: \[Tried to create an alias that targets \S+\., type A in zone \w+, but the alias target name "
    r"does not lie within the target zone\]"
)

CASES = (
    *CASES,
    Case(
        "route53-cname-alone",
        _changes([("CREATE", _alias(ONE))], [("UPSERT", _CNAME)]),
        r"InvalidChangeBatch: \[RRSet of type CNAME with DNS name \*\.apps\.example\.com\. is not permitted as it "
        r"conflicts with other records with the same DNS name in zone example\.com\.\]",
        2,
    ),
    Case(
        "route53-cname-alone",
        _changes([("CREATE", _CNAME)], [("UPSERT", _alias(ONE))]),
        r"InvalidChangeBatch: \[RRSet of type A with DNS name \*\.apps\.example\.com\. is not permitted because a "
        r"conflicting RRSet of type CNAME with the same DNS name already exists in zone example\.com\.\]",
        2,
    ),
    *(
        Case("route53-alias-zone", _zone_of(balancer, zone), _OUTSIDE, "accepted")
        for balancer, zone in (
            ("classic", "own"),
            ("classic", network_hosted_zone(REGION)),
            ("classic", classic_hosted_zone("us-east-1")),
            ("network", classic_hosted_zone(REGION)),
            ("network", "Z2P70J7EXAMPLE"),
        )
    ),
)

ACCEPTED = (
    _changes([("CREATE", _CNAME)], [("DELETE", _CNAME), ("CREATE", _alias(ONE))]),
    _zone_of("classic", classic_hosted_zone(REGION)),
    _zone_of("network", network_hosted_zone(REGION)),
    _changes([("CREATE", _alias(ONE))], [("UPSERT", _alias(TWO))]),
    _changes([("CREATE", _alias(ONE))], [("DELETE", _alias("One-1.us-east-2.elb.amazonaws.com."))]),
    _changes(
        [("CREATE", _alias(ONE))],
        [("DELETE", _alias(ONE)), ("CREATE", _alias(TWO))],
    ),
)
