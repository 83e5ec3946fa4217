"""Rules of Network and Application load balancers about names: ARN, DNS name, scheme, the same name again."""

from __future__ import annotations

import re
from typing import Any

from enhancement_kit.cloud.simulated.strictness.aws_names import (
    classic_dns_name,
    classic_hosted_zone,
    network_dns_name,
    network_hosted_zone,
)
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

BACKEND = "moto.elbv2.models:ELBv2Backend"
CREATE = "create_load_balancer"
NETWORK = "network"

_NAME = re.compile(r"^[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?$")
_CALL = ("elbv2 CreateLoadBalancer",)


def subnets_asked(call: Invocation) -> list[str]:
    """Return the subnet ids of a Create or SetSubnets, given as ids or as mappings."""
    mapped = [mapping.get("SubnetId", "") for mapping in mappings_asked(call)]
    return [*(call.arguments.get("subnet_ids") or call.arguments.get("subnets") or []), *mapped]


def mappings_asked(call: Invocation) -> list[dict[str, str]]:
    """Return the subnet mappings of a Create or SetSubnets."""
    return list(call.arguments.get("subnet_mappings") or [])


def _valid_name(call: Invocation) -> None:
    name = call["name"] or ""
    if len(name) > 32:
        refuse("elbv2", "ValidationError", f"The load balancer name '{name}' cannot be longer than '32' characters")
    if not _NAME.match(name):
        refuse(
            "elbv2",
            "ValidationError",
            f"The load balancer name '{name}' can only contain characters that are alphanumeric characters or "
            "hyphens(-) and must not begin or end with a hyphen",
        )
    if name.startswith("internal-"):
        refuse("elbv2", "ValidationError", f"The load balancer name '{name}' cannot begin with 'internal-'")


def _scheme(call: Invocation) -> Any:
    call.arguments["scheme"] = call["scheme"] or "internet-facing"
    return call.proceed()


def _same_name(call: Invocation) -> Any:
    settings = {
        "type": call["loadbalancer_type"] or "application",
        "scheme": call["scheme"] or "internet-facing",
        "subnets": sorted(subnets_asked(call)),
        "addresses": sorted(mapping.get("AllocationId") or "" for mapping in mappings_asked(call)),
        "groups": sorted(call["security_groups"] or []),
        "family": call["ip_address_type"],
    }
    for existing in call.backend.load_balancers.values():
        if existing.name == call["name"]:
            if getattr(existing, "kit_settings", None) == settings:
                return existing
            refuse(
                "elbv2",
                "DuplicateLoadBalancerName",
                f"A load balancer with the same name '{existing.name}' exists, but with different settings",
            )
    balancer = call.proceed()
    balancer.kit_settings = settings
    return balancer


def _arn(call: Invocation) -> Any:
    balancer = call.proceed()
    if balancer.type == NETWORK:
        backend, before = call.backend, balancer.arn
        balancer.arn = before.replace(":loadbalancer/app/", ":loadbalancer/net/")
        del backend.load_balancers[before]
        backend.load_balancers[balancer.arn] = balancer
        backend.tagging_service.copy_tags(before, balancer.arn)
        backend.tagging_service.delete_all_tags_for_resource(before)
    return balancer


def _dns_name(call: Invocation) -> Any:
    balancer = call.proceed()
    region = call.backend.region_name
    if balancer.type == NETWORK:
        balancer.dns_name = network_dns_name(balancer.name, balancer.arn.rsplit("/", 1)[-1], region)
    else:
        balancer.dns_name = classic_dns_name(balancer.name, region, internal=balancer.scheme == "internal")
    return balancer


def _hosted_zone(call: Invocation) -> Any:
    balancer = call.proceed()
    of = network_hosted_zone if balancer.type == NETWORK else classic_hosted_zone
    balancer.canonical_hosted_zone_id = of(call.backend.region_name)
    return balancer


RULES = (
    Rule(
        id="elbv2-name",
        calls=_CALL,
        moto="accepts any name",
        aws="refuses names with more than 32 characters, with characters other than letters, digits and hyphens, with "
        "a hyphen at either end, or that begin with `internal-`",
        code="ValidationError",
        message="The load balancer name '<name>' cannot be longer than '32' characters",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html for "
        "the limits; aws-cloudformation/cfn-lint issue 3259 for the length; other messages as moto's for target groups",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _valid_name),),
    ),
    Rule(
        id="elbv2-same-name",
        calls=_CALL,
        moto="creates a second load balancer with the same name",
        aws="returns the existing load balancer if the settings are equal, and refuses the call otherwise",
        code="DuplicateLoadBalancerName",
        message="A load balancer with the same name '<name>' exists, but with different settings",
        source="kubernetes-sigs/aws-load-balancer-controller issue 3173; hashicorp/terraform-provider-aws issue 32942",
        corrections=(Around(BACKEND, CREATE, _same_name),),
    ),
    Rule(
        id="elbv2-scheme",
        calls=(*_CALL, "elbv2 DescribeLoadBalancers"),
        moto="shows no Scheme if none was given",
        aws="shows `internet-facing`",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html",
        corrections=(Around(BACKEND, CREATE, _scheme),),
    ),
    Rule(
        id="elbv2-dns-name",
        calls=(*_CALL, "elbv2 DescribeLoadBalancers"),
        moto="names every load balancer <name>-1.<region>.elb.amazonaws.com",
        aws="uses <name>-<hex of the ARN>.elb.<region>.amazonaws.com for Network Load Balancers, and "
        "[internal-]<name>-<number>.<region>.elb.amazonaws.com for Application Load Balancers",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/network/network-load-balancers.html#dns-name",
        corrections=(Around(BACKEND, CREATE, _dns_name),),
    ),
    Rule(
        id="elbv2-hosted-zone",
        calls=(*_CALL, "elbv2 DescribeLoadBalancers"),
        moto="shows the hosted zone Z2P70J7EXAMPLE",
        aws="shows the hosted zone of the region and the type",
        source="https://docs.aws.amazon.com/general/latest/gr/elb.html",
        corrections=(Around(BACKEND, CREATE, _hosted_zone),),
    ),
    Rule(
        id="elbv2-arn",
        calls=(*_CALL, "elbv2 DescribeLoadBalancers", "elbv2 CreateListener"),
        moto="gives every load balancer and its listeners an ARN with `app/`",
        aws="uses `net/` for Network Load Balancers",
        source="https://docs.aws.amazon.com/service-authorization/latest/reference/"
        "list_awselasticloadbalancingv2.html#awselasticloadbalancingv2-resources-for-iam-policies",
        corrections=(Around(BACKEND, CREATE, _arn),),
    ),
)
