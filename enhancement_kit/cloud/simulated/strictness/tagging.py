"""Rules of the resource groups tagging API: only what is tagged, hosted zones and load balancers among it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from enhancement_kit.cloud.simulated.backends import ACCOUNT
from enhancement_kit.cloud.simulated.partitions import partition_of
from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Rule

BACKEND = "moto.resourcegroupstaggingapi.models:ResourceGroupsTaggingAPIBackend"
_LOAD_BALANCER = "elasticloadbalancing:loadbalancer"


def _network_balancers(call: Invocation) -> Iterator[Any]:
    for resource in call.proceed():
        if resource.tags:
            yield resource


def _classic_balancers(call: Invocation) -> Iterator[Any]:
    partition = partition_of(call.backend.region_name).id
    for resource in call.proceed():
        resource.resource_type = _LOAD_BALANCER
        resource.arn = resource.arn.replace("arn:aws:", f"arn:{partition}:", 1)
        yield resource


def _with_zones(call: Invocation) -> Iterator[Any]:
    from moto.core.resource_tagging import TaggedResource, make_tag_matcher, match_resource_type

    yield from call.proceed()
    region = call.backend.region_name
    partition = partition_of(region)
    if region != partition.region_of("route53") or not match_resource_type(
        "route53:hostedzone", call["resource_type_filters"]
    ):
        return
    matches = make_tag_matcher(call["tag_filters"])
    for zone, tags in _hosted_zones(partition.id):
        arn = f"arn:{partition.id}:route53:::hostedzone/{zone}"
        if tags and matches(tags) and (not call["resource_arn_list"] or arn in call["resource_arn_list"]):
            yield TaggedResource(arn=arn, tags=dict(tags), resource_type="route53:hostedzone")


def _hosted_zones(partition: str) -> list[tuple[str, dict[str, str]]]:
    from moto.route53.models import route53_backends

    backend = route53_backends[ACCOUNT][partition]
    return [(zone, backend.resource_tags.get(zone, {})) for zone in backend.zones]


def _tag(call: Invocation) -> Any:
    return _each(call, "resource_arns", lambda held: held.update(call["tags"]))


def _untag(call: Invocation) -> Any:
    return _each(call, "resource_arn_list", lambda held: [held.pop(key, None) for key in call["tag_keys"]])


def _each(call: Invocation, argument: str, change: Any) -> Any:
    """Change the tags of load balancers here, and leave other resources to moto."""
    rest = [arn for arn in call[argument] if not _change(call.backend.region_name, arn, change)]
    call.arguments[argument] = rest
    return call.proceed() if rest else {}


def _change(region: str, arn: str, change: Any) -> bool:
    """Change the tags of a load balancer or target group; return whether the ARN is that of one."""
    from moto.elb.models import elb_backends
    from moto.elbv2.models import elbv2_backends

    network = elbv2_backends[ACCOUNT][region]
    if arn in network.load_balancers or arn in network.target_groups:
        held = network.tagging_service.get_tag_dict_for_resource(arn)
        change(held)
        network.tagging_service.delete_all_tags_for_resource(arn)
        network.tagging_service.tag_resource(arn, [{"Key": key, "Value": value} for key, value in held.items()])
        return True
    classic = elb_backends[ACCOUNT][region].load_balancers.get(arn.rpartition(":loadbalancer/")[2])
    if classic is None:
        return False
    change(classic.tags)
    return True


RULES = (
    Rule(
        id="tagging-only-tagged",
        calls=("resourcegroupstaggingapi GetResources",),
        moto="shows untagged load balancers",
        aws="shows only tagged resources",
        source="https://docs.aws.amazon.com/resourcegroupstagging/latest/APIReference/API_GetResources.html",
        corrections=(Around("moto.elbv2.models:ELBv2Backend", "iter_tagged_resources", _network_balancers),),
    ),
    Rule(
        id="tagging-classic-load-balancers",
        calls=("resourcegroupstaggingapi GetResources",),
        moto="lists Classic load balancers under `elb:loadbalancer`, in the commercial partition",
        aws="lists them under `elasticloadbalancing:loadbalancer`, in the region's partition",
        source="https://docs.aws.amazon.com/service-authorization/latest/reference/list_awselasticloadbalancing.html",
        corrections=(Around("moto.elb.models:ELBBackend", "iter_tagged_resources", _classic_balancers),),
    ),
    Rule(
        id="tagging-hosted-zones",
        calls=("resourcegroupstaggingapi GetResources",),
        moto="never shows hosted zones",
        aws="shows those of the partition in the region of its Route 53: us-east-1, us-gov-west-1, cn-northwest-1",
        source="https://docs.aws.amazon.com/resourcegroupstagging/latest/APIReference/supported-services.html; the "
        "region: openshift/cluster-ingress-operator pull request 455, openshift/installer pull request 4042",
        corrections=(Around(BACKEND, "_get_resources_generator", _with_zones),),
    ),
    Rule(
        id="tagging-load-balancers",
        calls=("resourcegroupstaggingapi TagResources", "resourcegroupstaggingapi UntagResources"),
        moto="refuses load balancers as not supported",
        aws="tags them",
        source="https://docs.aws.amazon.com/resourcegroupstagging/latest/APIReference/supported-services.html",
        corrections=(Around(BACKEND, "tag_resources", _tag), Around(BACKEND, "untag_resources", _untag)),
    ),
)
