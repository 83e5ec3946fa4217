"""Names that AWS gives to load balancers: DNS names, and the hosted zones that Route 53 alias records point to."""

from __future__ import annotations

from enhancement_kit.cloud.simulated.partitions import url_suffix

# https://docs.aws.amazon.com/general/latest/gr/elb.html: one hosted zone for Application and Classic load balancers,
# one for Network Load Balancers, per region.
_CLASSIC_ZONES = {
    "us-east-1": "Z35SXDOTRQ7X7K",
    "us-east-2": "Z3AADJGX6KTTL2",
    "us-west-1": "Z368ELLRRE2KJ0",
    "us-west-2": "Z1H1FL5HABSF5",
    "ca-central-1": "ZQSVJUPU6J1EY",
    "ap-south-1": "ZP97RAFLXTNZK",
    "ap-northeast-1": "Z14GRHDCWA56QT",
    "ap-southeast-1": "Z1LMS91P8CMLE5",
    "ap-southeast-2": "Z1GM3OXH4ZPM65",
    "eu-central-1": "Z215JYRZR1TBD5",
    "eu-west-1": "Z32O12XQLNTSW2",
    "eu-west-2": "ZHURV8PSTC4K8",
    "eu-west-3": "Z3Q77PNBQS71R4",
    "eu-north-1": "Z23TAZ6LKFMNIO",
    "eu-south-1": "Z3ULH7SSC9OV64",
    "sa-east-1": "Z2P70J7HTTTPLU",
    "me-south-1": "ZS929ML54UICD",
    "af-south-1": "Z268VQBMOI5EKX",
    "us-gov-west-1": "Z33AYJ8TM3BH4J",
    "us-gov-east-1": "Z166TLBEWOO7G0",
    "cn-north-1": "Z1GDH35T77C1KE",
    "cn-northwest-1": "ZM7IZAIOVVDZF",
}
_NETWORK_ZONES = {
    "us-east-1": "Z26RNL4JYFTOTI",
    "us-east-2": "ZLMOA37VPKANP",
    "us-west-1": "Z24FKFUX50B4VW",
    "us-west-2": "Z18D5FSROUN65G",
    "ca-central-1": "Z2EPGBW3API2WT",
    "ap-east-1": "Z12Y7K3UBGUAD1",
    "ap-south-1": "ZVDDRBQ08TROA",
    "ap-northeast-1": "Z31USIVHYNEOWT",
    "ap-northeast-2": "ZIBE1TIR4HY56",
    "ap-southeast-1": "ZKVM4W9LS7TM",
    "ap-southeast-2": "ZCT6FZBF4DROD",
    "eu-central-1": "Z3F0SRJ5LGBH90",
    "eu-west-1": "Z2IFOLAFXWLO4F",
    "eu-west-2": "ZD4D7Y8KGAS4G",
    "eu-west-3": "Z1CMS0P5QUZ6D5",
    "eu-north-1": "Z1UDT6IFJ4EJM",
    "eu-south-1": "Z23146JA1KNAFP",
    "sa-east-1": "ZTK26PT1VY4CU",
    "me-south-1": "Z3QSRYVP46NYYV",
    "af-south-1": "Z203XCE67M25HM",
    "us-gov-west-1": "ZMG1MZ2THAWF1",
    "us-gov-east-1": "Z1ZSMQQ6Q24QQ8",
    "cn-north-1": "Z3QFB96KMJ7ED6",
    "cn-northwest-1": "ZQEIKTCZ8352D",
}

_BALANCER_ZONES = frozenset({*_CLASSIC_ZONES.values(), *_NETWORK_ZONES.values()})
_CLASSIC, _NETWORK = "CLASSIC", "NETWORK"


def classic_hosted_zone(region: str) -> str:
    """Return the hosted zone of Classic and Application load balancers; invented for regions not in the table."""
    return _CLASSIC_ZONES.get(region, _made_up(region, _CLASSIC))


def network_hosted_zone(region: str) -> str:
    """Return the hosted zone of Network Load Balancers; invented for regions not in the table."""
    return _NETWORK_ZONES.get(region, _made_up(region, _NETWORK))


def zone_of_name(name: str) -> str | None:
    """Return the hosted zone that the DNS name of a load balancer lies in; None for a name of another form.

    The place of the region tells the kind: `<name>.<region>.elb.` or `<name>.elb.<region>.`.
    """
    labels = name.rstrip(".").lower().split(".")
    if "elb" not in labels[1:]:
        return None
    at = labels.index("elb", 1)
    of, around = (
        (network_hosted_zone, labels[at + 1 : at + 2]) if at == 1 else (classic_hosted_zone, labels[at - 1 : at])
    )
    suffix = ".".join(labels[at + 2 :] if of is network_hosted_zone else labels[at + 1 :])
    return of(around[0]) if around and suffix == url_suffix(around[0]) else None


def is_zone_of_balancers(zone: str) -> bool:
    """Check whether a hosted zone is one in which names of load balancers lie."""
    return zone in _BALANCER_ZONES or zone.startswith((f"Z{_CLASSIC}", f"Z{_NETWORK}"))


def classic_dns_name(name: str, region: str, *, internal: bool) -> str:
    """Build `[internal-]<name>-<number>.<region>.elb.amazonaws.com`.

    Every load balancer gets another number.
    """
    prefix = "internal-" if internal else ""
    return f"{prefix}{name}-{_number()}.{region}.elb.{url_suffix(region)}"


def network_dns_name(name: str, identifier: str, region: str) -> str:
    """Build `<name>-<hex>.elb.<region>.amazonaws.com` with the hex of the ARN; internal ones have the same form."""
    return f"{name}-{identifier}.elb.{region}.{url_suffix(region)}"


def _number() -> int:
    from moto.moto_api._internal import mock_random

    return int(mock_random.randint(10**8, 2 * 10**9))


def _made_up(region: str, kind: str) -> str:
    return f"Z{kind}{region.replace('-', '').upper()}"
