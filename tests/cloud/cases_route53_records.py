"""Cases of the rules about what records say, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.world import World

Record = dict[str, Any]
BALANCER = "one-1.us-east-2.elb.amazonaws.com"
ZONE_OF_BALANCERS = "Z3AADJGX6KTTL2"


def record(kind: str, *values: str, name: str = "a.example.com", **more: Any) -> Record:
    """Return a record with these values."""
    return {"Name": name, "Type": kind, "TTL": 30, "ResourceRecords": [{"Value": one} for one in values], **more}


def alias(target: str = BALANCER, zone: str = ZONE_OF_BALANCERS, **more: Any) -> Record:
    """Return an alias record for a load balancer; `own` is the zone in which the record is made."""
    given = {"HostedZoneId": zone, "DNSName": target, "EvaluateTargetHealth": False}
    return {"Name": "b.example.com", "Type": "A", "AliasTarget": given, **more}


def weighted(identifier: str = "one", ttl: int = 30, **more: Any) -> Record:
    """Return a weighted record."""
    return record("A", "192.0.2.1", SetIdentifier=identifier, TTL=ttl, **({"Weight": 1} | more))


def batches(*given: list[tuple[str, Record]], anyway: bool = False) -> Any:
    """Return an act that applies batches in a new zone and counts its records; `anyway`: also after a refusal."""

    def act(w: World) -> Any:
        client = w.client("route53")
        zone = client.create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"]
        for batch in given:
            changes = []
            for action, one in batch:
                own = one.get("AliasTarget", {}).get("HostedZoneId") == "own"
                target = {**one["AliasTarget"], "HostedZoneId": zone.rpartition("/")[2]} if own else None
                changes.append(
                    {"Action": action, "ResourceRecordSet": {**one, **({"AliasTarget": target} if own else {})}}
                )
            try:
                client.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": changes})
            except client.exceptions.InvalidChangeBatch:
                if not anyway:
                    raise
        return len(client.list_resource_record_sets(HostedZoneId=zone)["ResourceRecordSets"]) - 2

    return act


def _create(one: Record) -> Any:
    return batches([("CREATE", one)])


def _invalid(problem: str) -> str:
    return rf"InvalidChangeBatch: \[Invalid Resource Record: 'FATAL problem: {problem} encountered with '.*''\]"


_APEX_NS = record("NS", "ns-2048.awsdns-64.com", name="example.com")
_BAD_VALUES = (
    (record("A", "nonsense"), r"ARRDATAIllegalIPv4Address \(Value is not a valid IPv4 address\)"),
    (record("A", "2001:db8::1"), r"ARRDATAIllegalIPv4Address \(Value is not a valid IPv4 address\)"),
    (record("A", "192.0.2.1 "), r"ARRDATAIllegalIPv4Address \(Value is not a valid IPv4 address\)"),
    (record("AAAA", "192.0.2.1"), r"AAAARRDATAIllegalIPv6Address \(Value is not a valid IPv6 address\)"),
    (record("CNAME", "a..b"), r"DomainLabelEmpty \(Domain label is empty\)"),
    (record("CNAME", "a b.example.com"), r"UnsupportedCharacter \(Value contains unsupported characters\)"),
    (record("CNAME", "x" * 64 + ".example.com"), r"DomainLabelTooLong \(Domain label is too long\)"),
    (record("TXT", "bare"), r"InvalidCharacterString \(Value should be enclosed in quotation marks\)"),
    (record("TXT", '"' + "x" * 256 + '"'), r"CharacterStringTooLong \(Value is too long\)"),
    (record("MX", "mail.example.com"), r"MXRRDATANotTwoFields \(MX record doesn't have 2 fields\)"),
    (record("MX", "ten mail.example.com"), r"MXRRDATAIllegalNumber \(.*\)"),
    (record("SRV", "1 2 host.example.com"), r"SRVRRDATANotFourFields \(SRV record doesn't have 4 fields\)"),
    (record("NS", "x..y", name="sub.example.com"), r"DomainLabelEmpty \(Domain label is empty\)"),
)
_NOT_FOUND = r"InvalidChangeBatch: \[Tried to create an alias that targets .*, but that target was not found\]"

CASES = (
    *(Case("route53-record-values", _create(one), _invalid(problem), 1) for one, problem in _BAD_VALUES),
    Case(
        "route53-record-values",
        _create(record("CNAME", "one.example.net", "two.example.net")),
        r"InvalidChangeBatch: \[RRSet of type CNAME with DNS name a\.example\.com\. can have only one resource "
        r"record\]",
        1,
    ),
    Case(
        "route53-record-values",
        _create(record("A", "192.0.2.1", "192.0.2.1")),
        r"InvalidChangeBatch: \[Duplicate Resource Record: '192\.0\.2\.1'\]",
        1,
    ),
    Case(
        "route53-record-values",
        _create(record("A", "192.0.2.1", name="a..example.com")),
        r"InvalidChangeBatch: \[FATAL problem: DomainLabelEmpty \(Domain label is empty\) encountered with "
        r"'a\.\.example\.com'\]",
        1,
    ),
    *(
        Case(
            "route53-record-fields", _create(one), f"InvalidInput: Invalid request: {start} .*SetIdentifier={of}\\]", 1
        )
        for one, start, of in (
            ({"Name": "a.example.com", "Type": "A"}, "Expected exactly one of .*, but found none", "null"),
            (
                {"Name": "a.example.com", "Type": "A", "ResourceRecords": [{"Value": "192.0.2.1"}]},
                "Expected exactly one of .*, but found none",
                "null",
            ),
            (alias(TTL=30), "Expected exactly one of .*, but found more than one", "null"),
            (record("A", "192.0.2.1", Weight=1), "Missing field 'SetIdentifier'", "null"),
            (record("A", "192.0.2.1", SetIdentifier="x"), "Expected exactly one of .*, but found none", "x"),
            (weighted("x", Region="us-east-2"), "Expected exactly one of .*, but found more than one", "x"),
        )
    ),
    Case(
        "route53-record-twice",
        batches([("UPSERT", record("A", "192.0.2.1")), ("UPSERT", record("A", "192.0.2.2"))]),
        r"InvalidChangeBatch: \[The request contains an invalid set of changes for a resource record set "
        r"'A a\.example\.com\.'\]",
        1,
    ),
    Case(
        "route53-name-in-zone",
        _create(record("A", "192.0.2.1", name="a.notexample.com")),
        r"InvalidChangeBatch: \[RRSet with DNS name a\.notexample\.com\. is not permitted in zone example\.com\.\]",
        1,
    ),
    Case(
        "route53-name-in-zone",
        _create(record("A", "192.0.2.1", name="a.example.net")),
        r"InvalidChangeBatch: \[RRSet with DNS name a\.example\.net\. is not permitted in zone example\.com\.\]",
        "InvalidChangeBatch: RRSet with DNS name a.example.net is not permitted in zone example.com.",
    ),
    Case(
        "route53-apex-cname",
        _create(record("CNAME", "one.example.net", name="example.com")),
        r"InvalidChangeBatch: \[RRSet of type CNAME with DNS name example\.com\. is not permitted at apex in zone "
        r"example\.com\.\]",
        "InvalidChangeBatch: .* as it conflicts with other records .*",
    ),
    Case(
        "route53-apex-records",
        batches([("DELETE", _APEX_NS)]),
        r"InvalidChangeBatch: \[A HostedZone must contain at least one NS record for the zone itself\.\]",
        "InvalidChangeBatch: .* the values provided do not match the current values.*",
    ),
    Case(
        "route53-apex-records",
        _create(record("SOA", "ns.example.com. hostmaster.example.com. 1 7200 900 1209600 86400")),
        r"InvalidChangeBatch: \[A HostedZone must contain exactly one SOA record\.\]",
        1,
    ),
    Case(
        "route53-routing-policies",
        batches([("CREATE", record("A", "192.0.2.1"))], [("CREATE", weighted())]),
        r"InvalidChangeBatch: \[RRSet with DNS name a\.example\.com\., type A, SetIdentifier one cannot be created as "
        r"a non-weighted set exists with the same name and type\.\]",
        2,
    ),
    Case(
        "route53-routing-policies",
        batches([("CREATE", weighted())], [("UPSERT", record("A", "192.0.2.1"))]),
        r"InvalidChangeBatch: \[RRSet with DNS name a\.example\.com\., type A cannot be created as other RRSets exist "
        r"with the same name and type\.\]",
        2,
    ),
    Case(
        "route53-routing-policies",
        batches([("CREATE", weighted())], [("CREATE", weighted("two", 60))]),
        r"InvalidChangeBatch: \[RRSet with DNS name a\.example\.com\. and type A, SetIdentifier two cannot be created "
        r"as weighted sets must contain the same TTL\.\]",
        2,
    ),
    Case("route53-alias-target", _create(alias("a.example.com", "own")), _NOT_FOUND, 1),
    Case("route53-alias-target", _create(alias(Type="TXT")), _NOT_FOUND, 1),
    Case(
        "route53-alias-zone",
        _create(alias("www.example.net")),
        r"InvalidChangeBatch: \[.*, but the alias target name does not lie within the target zone\]",
        1,
    ),
    Case(
        "route53-batch",
        batches(
            [("CREATE", weighted()), ("CREATE", weighted(name="b.example.com")), ("CREATE", weighted("two"))],
            [("DELETE", weighted())],
        ),
        2,
        1,
    ),
)

ACCEPTED = (
    (_create(record("A", "192.0.2.1", "192.0.2.2", name="*.a.example.com.")), 1),
    (_create(record("AAAA", "2001:db8::1")), 1),
    (_create(record("CNAME", "192.0.2.1")), 1),
    (_create(record("CNAME", r"\052.example.net.")), 1),
    (_create(record("TXT", '"one" "two \\"three\\""', '""')), 1),
    (_create(record("MX", "10 mail.example.com", name="example.com")), 1),
    (_create(record("SRV", "1 2 443 host.example.com", name="_s._tcp.example.com")), 1),
    (_create(record("CAA", '0 issue "ca.example.net"')), 1),
    (_create(record("NS", "ns.example.net", name="sub.example.com")), 1),
    (_create(alias("dualstack." + BALANCER, Type="AAAA")), 1),
    (_create(alias(Name="example.com")), 1),
    (_create(alias("d1.cloudfront.net", "Z2FDTNDATAQYW2")), 1),
    (batches([("UPSERT", record("NS", "ns.example.net", name="example.com", TTL=60))]), 0),
    (batches([("CREATE", record("A", "192.0.2.1")), ("CREATE", alias("a.example.com", "own"))]), 2),
    (batches([("CREATE", weighted()), ("CREATE", weighted("two"))]), 2),
    (batches([("CREATE", record("A", "192.0.2.1", name="A.Example.com"))], [("DELETE", record("A", "192.0.2.1"))]), 0),
    (batches([("CREATE", weighted()), ("CREATE", weighted("two"))], [("DELETE", weighted("two"))]), 1),
    (
        batches(
            [("CREATE", record("A", "192.0.2.1")), ("CREATE", record("A", "192.0.2.1", name="a.example.net"))],
            anyway=True,
        ),
        0,
    ),
)
"""What Route 53 accepts, and how many records there are then; the last batch leaves nothing."""
