"""Rules of target groups, listeners and descriptions of Network and Application load balancers."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import BACKEND
from enhancement_kit.cloud.simulated.strictness.elbv2_lookups import FORWARDING, balancer_of, groups_of, known_groups
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.lookups import ec2_of

TRANSPORT = ("TCP", "TLS", "UDP", "TCP_UDP")
_SECURE = ("HTTPS", "TLS")
_TAG_LIMIT = 50


_APPLICATION_PREFIXES = ("routing.http", "connection_logs.", "client_keep_alive.")
_APPLICATION_ONLY = frozenset({"idle_timeout.timeout_seconds", "waf.fail_open.enabled"})


def _attributes(call: Invocation) -> Any:
    group = call.proceed()
    if group.protocol in TRANSPORT:
        # client IPs are kept by default, but for IP targets of TCP and TLS
        kept = group.target_type != "ip" or group.protocol in ("UDP", "TCP_UDP")
        group.attributes.setdefault("preserve_client_ip.enabled", "true" if kept else "false")
        group.attributes.setdefault("proxy_protocol_v2.enabled", "false")
        group.attributes.setdefault("deregistration_delay.connection_termination.enabled", "false")
    return group


def _same_group(call: Invocation) -> Any:
    settings = {"name": call["name"], **{k: v for k, v in call["kwargs"].items() if k != "tags"}}
    for group in call.backend.target_groups.values():
        if group.name == call["name"]:
            if getattr(group, "kit_settings", None) == settings:
                return group
            refuse(
                "elbv2",
                "DuplicateTargetGroupName",
                f"A target group with the same name '{group.name}' exists, but with different settings",
            )
    group = call.proceed()
    group.kit_settings = settings
    return group


def _ssl_policy(call: Invocation) -> Any:
    listener = call.proceed()
    if listener.protocol not in _SECURE:
        listener.ssl_policy = None
    return listener


def _uses(call: Invocation) -> Any:
    answer = call.proceed()
    used: dict[str, list[str]] = {}
    for balancer in call.backend.load_balancers.values():
        for listener in balancer.listeners.values():
            for rule in listener.rules.values():
                for action in rule.actions:
                    for arn in groups_of(action.data):
                        used.setdefault(arn, []).append(balancer.arn)
    for group in call.backend.target_groups.values():
        group.load_balancer_arns = list(dict.fromkeys(used.get(group.arn, [])))
    return answer


def _same_vpc(call: Invocation) -> None:
    balancer = balancer_of(call)
    for group in known_groups(call):
        if balancer is not None and group.vpc_id and group.vpc_id != balancer.vpc_id:
            text = f"Target group '{group.arn}' is in a different VPC than load balancer '{balancer.arn}'"
            refuse("elbv2", "InvalidConfigurationRequest", text)


def _no_groups(call: Invocation) -> Any:
    arn = call["load_balancer_arn"]
    if arn in call.backend.load_balancers and not call["target_group_arns"] and not call["names"]:
        groups = [group for group in call.backend.target_groups.values() if arn in group.load_balancer_arns]
        return sorted(groups, key=lambda group: str(group.name))
    return call.proceed()


def _all_exist(call: Invocation) -> None:
    balancers = call.backend.load_balancers.values()
    names, arns = {balancer.name for balancer in balancers}, {balancer.arn for balancer in balancers}
    if [name for name in call["names"] or [] if name not in names]:
        missing = ", ".join(name for name in call["names"] if name not in names)
        refuse("elbv2", "LoadBalancerNotFound", f"Load balancers '[{missing}]' not found")
    if [arn for arn in call["arns"] or [] if arn not in arns]:
        refuse("elbv2", "LoadBalancerNotFound", "One or more load balancers not found")


def _missing_group(group: str) -> str:
    from moto.moto_api._internal import mock_random

    return (
        f"The security group '{group}' does not exist (Service: AmazonEC2; Status Code: 400; "
        f"Error Code: InvalidGroup.NotFound; Request ID: {mock_random.uuid4()}; Proxy: null)"
    )


def _supported_attributes(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["arn"])
    for key in call["attrs"] if balancer is not None and balancer.type == "network" else ():
        if key in _APPLICATION_ONLY or key.startswith(_APPLICATION_PREFIXES):
            refuse(
                "elbv2",
                "InvalidConfigurationRequest",
                f"Load balancer attribute key '{key}' is not supported on load balancers with type 'network'",
            )


def _security_groups(call: Invocation) -> None:
    ec2 = ec2_of(call.backend)
    for group in call["security_groups"] or []:
        if ec2.get_security_group_from_id(group) is None:
            refuse("elbv2", "InvalidSecurityGroup", _missing_group(group))


def _tags_of(call: Invocation) -> Any:
    for arn in call["resource_arns"]:
        call.backend._get_resource_by_arn(arn)
    return call.proceed()


def _add_tags(call: Invocation) -> Any:
    """Replace moto's method, whose limit of ten tags is that of Classic load balancers."""
    backend, tags = call.backend, call["tags"]
    keys = [tag["Key"] for tag in tags]
    if len(set(keys)) < len(keys):
        refuse("elbv2", "DuplicateTagKeys", "A tag key was specified more than once.")
    for arn in call["resource_arns"]:
        backend._get_resource_by_arn(arn)
        if len({*backend.tagging_service.get_tag_dict_for_resource(arn), *keys}) > _TAG_LIMIT:
            refuse("elbv2", "TooManyTags", "You've reached the limit on the number of tags for this resource.")
        backend.tagging_service.tag_resource(arn, tags)


def _new_tags(call: Invocation) -> None:
    keys = [tag["Key"] for tag in call["tags"] or []]
    if len(set(keys)) < len(keys):
        refuse("elbv2", "DuplicateTagKeys", "A tag key was specified more than once.")
    if len(keys) > _TAG_LIMIT:
        refuse("elbv2", "TooManyTags", "You've reached the limit on the number of tags for this resource.")


RULES = (
    Rule(
        id="elbv2-target-group-attributes",
        calls=("elbv2 CreateTargetGroup", "elbv2 DescribeTargetGroupAttributes"),
        moto="lacks preserve_client_ip.enabled and proxy_protocol_v2.enabled",
        aws="has both for TCP, TLS and UDP groups",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html",
        corrections=(Around(BACKEND, "create_target_group", _attributes),),
    ),
    Rule(
        id="elbv2-target-group-same-name",
        calls=("elbv2 CreateTargetGroup",),
        moto="refuses the name even if the settings are equal",
        aws="returns the existing group if the settings are equal, and refuses the call otherwise",
        code="DuplicateTargetGroupName",
        message="A target group with the same name '<name>' exists, but with different settings",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html; "
        "fortinet/fortigate-terraform-deploy issue 21",
        corrections=(Around(BACKEND, "create_target_group", _same_group),),
    ),
    Rule(
        id="elbv2-ssl-policy",
        calls=("elbv2 CreateListener", "elbv2 ModifyListener", "elbv2 DescribeListeners"),
        moto="shows an SslPolicy on TCP listeners",
        aws="shows it on HTTPS and TLS listeners only",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_Listener.html",
        corrections=(Around(BACKEND, "create_listener", _ssl_policy), Around(BACKEND, "modify_listener", _ssl_policy)),
    ),
    Rule(
        id="elbv2-target-group-uses",
        calls=("elbv2 DescribeTargetGroups", "elbv2 DeleteListener", "elbv2 DeleteLoadBalancer"),
        moto="still lists a load balancer that no longer uses the target group",
        aws="lists the load balancers that route to it",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroup.html",
        corrections=tuple(
            Around(BACKEND, method, _uses)
            for method in (*FORWARDING, "delete_listener", "delete_load_balancer", "delete_rule")
        ),
    ),
    Rule(
        id="elbv2-target-group-vpc",
        calls=("elbv2 CreateListener", "elbv2 ModifyListener", "elbv2 CreateRule", "elbv2 ModifyRule"),
        moto="accepts target groups of another VPC than the load balancer's",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="Target group '<target group>' is in a different VPC than load balancer '<load balancer>'",
        source="kubernetes-sigs/aws-load-balancer-controller issue 1045",
        corrections=tuple(Before(BACKEND, method, _same_vpc) for method in FORWARDING),
    ),
    Rule(
        id="elbv2-no-target-groups",
        calls=("elbv2 DescribeTargetGroups",),
        moto="returns TargetGroupNotFound for a load balancer without target groups",
        aws="returns an empty list",
        source="general knowledge of the API; no document found",
        verified=False,
        corrections=(Around(BACKEND, "describe_target_groups", _no_groups),),
    ),
    Rule(
        id="elbv2-unknown-load-balancer",
        calls=("elbv2 DescribeLoadBalancers",),
        moto="accepts an unknown load balancer if the call names an existing one before it",
        aws="refuses the call",
        code="LoadBalancerNotFound",
        message="Load balancers '[<name>]' not found",
        source="botocore's model of elbv2 (code); the message is quoted in many public logs of the AWS command line",
        corrections=(Before(BACKEND, "describe_load_balancers", _all_exist),),
    ),
    Rule(
        id="elbv2-network-attributes",
        calls=("elbv2 ModifyLoadBalancerAttributes",),
        moto="accepts attributes of Application Load Balancers on Network Load Balancers",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="Load balancer attribute key '<key>' is not supported on load balancers with type 'network'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_LoadBalancerAttribute.html "
        "(which); hashicorp/terraform-provider-aws issue 34135 (message)",
        corrections=(Before(BACKEND, "modify_load_balancer_attributes", _supported_attributes),),
    ),
    Rule(
        id="elbv2-security-group",
        calls=("elbv2 CreateLoadBalancer",),
        moto="accepts security groups that do not exist",
        aws="refuses the call",
        code="InvalidSecurityGroup",
        message="The security group '<group>' does not exist (Service: AmazonEC2; Status Code: 400; "
        "Error Code: InvalidGroup.NotFound; Request ID: <uuid>; Proxy: null)",
        source="botocore's model of elbv2 (code); kubernetes-sigs/aws-load-balancer-controller issue 2371 (message)",
        corrections=(Before(BACKEND, "create_load_balancer", _security_groups),),
    ),
    Rule(
        id="elbv2-tags",
        calls=("elbv2 AddTags", "elbv2 CreateLoadBalancer", "elbv2 DescribeTags"),
        moto="allows ten tags in AddTags and any number at creation, uses the last of several tags with the same key, "
        "and returns no tags for load balancers that do not exist",
        aws="allows fifty tags; it refuses more, repeated keys and unknown load balancers",
        code="TooManyTags",
        message="You've reached the limit on the number of tags for this resource.",
        source="botocore's model of elbv2, whose documentation gives the texts; "
        "https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-tags.html for the number",
        corrections=(
            Around(BACKEND, "add_tags", _add_tags),
            Before(BACKEND, "create_load_balancer", _new_tags),
            Around(BACKEND, "describe_tags", _tags_of),
        ),
    ),
)
