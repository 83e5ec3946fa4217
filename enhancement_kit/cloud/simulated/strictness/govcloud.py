"""A rule of Route 53 in GovCloud, whose aliases lead only to records of the same zone."""

from __future__ import annotations

from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.route53 import BACKEND, CHANGE, NOT_FOUND, aliases_of, refuse_alias

GOVCLOUD = "aws-us-gov"


def _alias_in_its_own_zone(call: Invocation) -> None:
    if call.backend.region_name != GOVCLOUD:
        return
    for name, kind, zone in aliases_of(call):
        if zone != call["zoneid"]:
            refuse_alias(name, kind, zone, NOT_FOUND)


RULES = (
    Rule(
        id="route53-alias-in-govcloud",
        calls=("route53 ChangeResourceRecordSets",),
        moto="accepts aliases to load balancers in GovCloud",
        aws="accepts only aliases to records of the same zone; others are made as CNAME records",
        code="InvalidChangeBatch",
        message="[Tried to create an alias that targets <name>, type <type> in zone <zone>, but that target was not "
        "found]",
        source="https://docs.aws.amazon.com/govcloud-us/latest/UserGuide/govcloud-r53.html; openshift/installer pull "
        "request 4043; the message is that for a missing target elsewhere",
        verified=False,
        corrections=(Before(BACKEND, CHANGE, _alias_in_its_own_zone),),
    ),
)
