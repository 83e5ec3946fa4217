"""Rules of Route 53 about hosted zones: their names and references, the VPCs of private ones, their lists."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.backends import ACCOUNT
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.route53 import BACKEND
from enhancement_kit.cloud.simulated.strictness.route53_names import absolute, of_name, say

CREATE, ASSOCIATE, DISASSOCIATE = (
    "create_hosted_zone",
    "associate_vpc_with_hosted_zone",
    "disassociate_vpc_from_hosted_zone",
)
_RESPONSES = "moto.route53.responses:Route53"
_CREATE = "route53 CreateHostedZone"
_ASSOCIATE = "route53 AssociateVPCWithHostedZone"
_CHANGES = frozenset({"C2682N5HXP0BZ4", "C1PA6795UKMFR9", "a1b2c3d4"})
"""The ids that moto gives to changes, whose number it does not count."""
_NOT_EMPTY = "The specified hosted zone contains non-required resource record sets  and so cannot be deleted."


def _valid_name(call: Invocation) -> None:
    wrong = of_name(call["name"]) if call["name"].strip(".") else None
    if wrong is not None:
        refuse("route53", "InvalidDomainName", say(wrong))


def _new_reference(call: Invocation) -> Any:
    used: set[str] = call.backend.__dict__.setdefault("kit_references", set())
    reference = call["caller_reference"]
    if reference in used:
        text = "A hosted zone has already been created with the specified caller reference."
        refuse("route53", "HostedZoneAlreadyExists", text)
    zone = call.proceed()
    used.add(reference)
    return zone


def _private_with_vpc(call: Invocation) -> Any:
    """Make the zone private where a VPC is given, which says so by itself."""
    response = call.backend
    if response._get_param("VPC.VPCId"):
        config = {**(response.params.get("HostedZoneConfig") or {}), "PrivateZone": True}
        response.params = {**response.params, "HostedZoneConfig": config}
    return call.proceed()


def _no_delegation_set(call: Invocation) -> None:
    if call["private_zone"] and call["delegation_set_id"]:
        refuse("route53", "InvalidInput", "A reusable delegation set cannot be used for a private hosted zone.")


def _known_vpc(call: Invocation) -> None:
    from moto.ec2.models import ec2_backends

    vpc = call["vpcid"]
    if vpc and vpc not in ec2_backends[ACCOUNT][call["vpcregion"]].vpcs:
        refuse("route53", "InvalidVPCId", "The VPC ID is invalid.")


def _one_zone_of_a_name(call: Invocation) -> None:
    vpc, backend = call["vpcid"], call.backend
    name = call.arguments.get("name") or backend.get_hosted_zone(call["zone_id"]).name
    for zone in backend.zones.values():
        same = zone.private_zone and absolute(zone.name) == absolute(name)
        if vpc and same and any(one.get("vpc_id") == vpc for one in zone.vpcs):
            text = f"The VPC {vpc} in region {call['vpcregion']} has already been associated with the hosted zone "
            refuse("route53", "ConflictingDomainExists", f"{text}{zone.resource_id} with the same domain name.")


def _associated(call: Invocation) -> None:
    zone = call.backend.get_hosted_zone(call["zone_id"])
    if not any(one.get("vpc_id") == call["vpcid"] for one in zone.vpcs):
        text = f"The VPC: {call['vpcid']} is not associated with the hosted zone {zone.resource_id}."
        refuse("route53", "VPCAssociationNotFound", text)


def _empty(call: Invocation) -> None:
    zone = call.backend.get_hosted_zone(call["id_"])
    apex = absolute(zone.name)
    if any(absolute(one.name) != apex or one.type not in ("NS", "SOA") for one in zone.rrsets):
        refuse("route53", "HostedZoneNotEmpty", _NOT_EMPTY)


def _known_change(call: Invocation) -> Any:
    response = call.backend
    given = str(response._get_param("Id")).rpartition("/")[2]
    if given not in _CHANGES:
        refuse("route53", "NoSuchChange", f"Could not find resource with ID: {given}")
    return call.proceed()


def _tags_of_known_zone(call: Invocation) -> Any:
    response = call.backend
    given = response._get_param("ResourceIds") or [response._get_param("ResourceId")]
    if response._get_param("ResourceType") == "hostedzone":
        for zone in given:
            if len(str(zone)) <= 32:
                response.backend.get_hosted_zone(zone)
    return call.proceed()


RULES = (
    Rule(
        id="route53-zone-name",
        calls=(_CREATE,),
        moto="accepts any name",
        aws="refuses names with empty or long labels, long names, and unsupported characters",
        code="InvalidDomainName",
        message="FATAL problem: DomainLabelEmpty (Domain label is empty) encountered with '<name>', and alike",
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_CreateHostedZone.html (code), "
        "https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DomainNameFormat.html (limits); message as for "
        "records",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _valid_name),),
    ),
    Rule(
        id="route53-private-zone",
        calls=(_CREATE,),
        moto="ignores the VPC of a zone that is not called private",
        aws="creates a private zone where a VPC is given",
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_CreateHostedZone.html",
        corrections=(Around(_RESPONSES, CREATE, _private_with_vpc),),
    ),
    Rule(
        id="route53-private-delegation-set",
        calls=(_CREATE,),
        moto="accepts a reusable delegation set for a private zone",
        aws="refuses the call",
        code="InvalidInput",
        message="A reusable delegation set cannot be used for a private hosted zone.",
        source="hashicorp/terraform pull request 7213 (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _no_delegation_set),),
    ),
    Rule(
        id="route53-zone-vpc",
        calls=(_CREATE, _ASSOCIATE),
        moto="accepts VPCs that do not exist",
        aws="refuses the call",
        code="InvalidVPCId",
        message="The VPC ID is invalid.",
        source="botocore's model of route53 (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _known_vpc), Before(BACKEND, ASSOCIATE, _known_vpc)),
    ),
    Rule(
        id="route53-zone-conflict",
        calls=(_CREATE, _ASSOCIATE),
        moto="associates a VPC with several private zones of one name, or with one zone several times",
        aws="refuses the call",
        code="ConflictingDomainExists",
        message="The VPC <vpc> in region <region> has already been associated with the hosted zone <zone> with the "
        "same domain name.",
        source="confluentinc/terraform-provider-confluent issue 395; botocore's model of route53",
        corrections=(Before(BACKEND, CREATE, _one_zone_of_a_name), Before(BACKEND, ASSOCIATE, _one_zone_of_a_name)),
    ),
    Rule(
        id="route53-zone-association",
        calls=("route53 DisassociateVPCFromHostedZone",),
        moto="ignores VPCs that are not associated, or returns LastVPCAssociation for them",
        aws="refuses the call",
        code="VPCAssociationNotFound",
        message="The VPC: <vpc> is not associated with the hosted zone <zone>.",
        source="botocore's model of route53 (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, DISASSOCIATE, _associated),),
    ),
    Rule(
        id="route53-zone-not-empty",
        calls=("route53 DeleteHostedZone",),
        moto="deletes a zone that delegates other names, and has another message",
        aws="refuses to delete a zone with records other than its own NS and SOA records",
        code="HostedZoneNotEmpty",
        message=_NOT_EMPTY,
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_DeleteHostedZone.html; the message is "
        "quoted in many public logs",
        corrections=(Before(BACKEND, "delete_hosted_zone", _empty),),
    ),
    Rule(
        id="route53-change",
        calls=("route53 GetChange",),
        moto="finds any change",
        aws="refuses ids that no change has",
        code="NoSuchChange",
        message="Could not find resource with ID: <change>",
        source="botocore's model of route53 (code); message not found",
        verified=False,
        corrections=(Around(_RESPONSES, "get_change", _known_change),),
    ),
    Rule(
        id="route53-tags-of-zone",
        calls=("route53 ListTagsForResource", "route53 ListTagsForResources"),
        moto="returns no tags for zones that do not exist",
        aws="refuses the call",
        code="NoSuchHostedZone",
        message="No hosted zone found with ID: <zone>",
        source="https://docs.aws.amazon.com/Route53/latest/APIReference/API_ListTagsForResource.html",
        corrections=(
            Around(_RESPONSES, "list_tags_for_resource", _tags_of_known_zone),
            Around(_RESPONSES, "list_tags_for_resources", _tags_of_known_zone),
        ),
    ),
    Rule(
        id="route53-caller-reference",
        calls=(_CREATE,),
        moto="creates any number of zones with one caller reference",
        aws="refuses a reference that was used before, also by a zone that is gone",
        code="HostedZoneAlreadyExists",
        message="A hosted zone has already been created with the specified caller reference.",
        source="saltstack/salt issue 40655; Netflix/denominator pull request 356",
        corrections=(Around(BACKEND, CREATE, _new_reference),),
    ),
)
