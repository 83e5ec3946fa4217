"""Rules of Classic load balancers about names: DNS name, hosted zone, name and scheme checks, the same name again."""

from __future__ import annotations

import re
from typing import Any

from enhancement_kit.cloud.simulated.strictness.aws_names import classic_dns_name, classic_hosted_zone
from enhancement_kit.cloud.simulated.strictness.elb_subnets import BACKEND, CREATE
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Read, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

_NAME = re.compile(r"^[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?$")
TOO_LONG = "LoadBalancer name cannot be longer than 32 characters"
WRONG_CHARACTERS = "LoadBalancer name cannot contain characters that are not letters, or digits or the dash."
_SCHEMES = (None, "internal", "internet-facing")


def _dns_name(call: Invocation) -> Any:
    balancer = call.proceed()
    internal = balancer.scheme == "internal"
    balancer.dns_name = classic_dns_name(balancer.name, call.backend.region_name, internal=internal)
    return balancer


def _note_region(call: Invocation) -> Any:
    balancer = call.proceed()
    balancer.kit_region = call.backend.region_name
    return balancer


def _hosted_zone(balancer: Any, _moto: Any) -> str:
    return classic_hosted_zone(balancer.kit_region)


def _valid_name(call: Invocation) -> None:
    name = call["name"]
    if not _NAME.match(name or ""):
        refuse("elb", "ValidationError", TOO_LONG if len(name) > 32 else WRONG_CHARACTERS)


def _valid_scheme(call: Invocation) -> None:
    if call["scheme"] not in _SCHEMES:
        refuse("elb", "InvalidScheme", f"Scheme {call['scheme']!r} is not valid")


def _same_name(call: Invocation) -> Any:
    settings = {
        "ports": sorted(str(sorted(dict(port).items())) for port in call["ports"]),
        "scheme": call["scheme"] or "internet-facing",
        "subnets": sorted(call["subnets"] or []),
        "zones": sorted(call["zones"] or []),
        "groups": sorted(call["security_groups"] or []),
    }
    existing = call.backend.load_balancers.get(call["name"])
    if existing is None:
        balancer = call.proceed()
        balancer.kit_settings = settings
        return balancer
    if getattr(existing, "kit_settings", None) != settings:
        refuse(
            "elb",
            "DuplicateLoadBalancerName",
            f"Load Balancer named {call['name']} already exists and it is configured with different parameters.",
        )
    return existing


_CALL = ("elb CreateLoadBalancer",)

RULES = (
    Rule(
        id="elb-name",
        calls=_CALL,
        moto="accepts any name",
        aws="refuses names with more than 32 characters, with characters other than letters, digits and hyphens, or "
        "with a hyphen at either end",
        code="ValidationError",
        message=f"{TOO_LONG}, or {WRONG_CHARACTERS}",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_CreateLoadBalancer.html "
        "for the limits; ansible-collections/amazon.aws pull request 406, ansible/ansible issue 68790 (messages)",
        corrections=(Before(BACKEND, CREATE, _valid_name),),
    ),
    Rule(
        id="elb-scheme",
        calls=_CALL,
        moto="accepts any scheme",
        aws="refuses anything but `internal` (and `internet-facing`)",
        code="InvalidScheme",
        message="Scheme <scheme> is not valid",
        source="code: botocore's model of elb; message not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _valid_scheme),),
    ),
    Rule(
        id="elb-same-name",
        calls=_CALL,
        moto="refuses the name even if the settings are equal, with a different message",
        aws="returns the existing load balancer if the settings are equal, and refuses the call otherwise",
        code="DuplicateLoadBalancerName",
        message="Load Balancer named <name> already exists and it is configured with different parameters.",
        source="jetstack/tarmak pull request 330; AdRoll/goamz issue 166",
        corrections=(Around(BACKEND, CREATE, _same_name),),
    ),
    Rule(
        id="elb-dns-name",
        calls=(*_CALL, "elb DescribeLoadBalancers"),
        moto="names every load balancer <name>.us-east-1.elb.amazonaws.com",
        aws="uses [internal-]<name>-<number>.<region>.elb.amazonaws.com, with a different number for each",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-internal-load-balancers.html and "
        "elb-internet-facing-load-balancers.html",
        corrections=(Around(BACKEND, CREATE, _dns_name),),
    ),
    Rule(
        id="elb-hosted-zone",
        calls=("elb DescribeLoadBalancers",),
        moto="shows no CanonicalHostedZoneNameID",
        aws="shows the hosted zone of the region's load balancers",
        source="https://docs.aws.amazon.com/general/latest/gr/elb.html",
        corrections=(
            Around(BACKEND, CREATE, _note_region),
            Read("moto.elb.models:LoadBalancer", "canonical_hosted_zone_name_id", _hosted_zone),
        ),
    ),
)
