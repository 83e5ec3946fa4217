"""Rules of the attributes of load balancers and target groups: which there are, where, and with which values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import BACKEND, CREATE, NETWORK
from enhancement_kit.cloud.simulated.strictness.elbv2_targets import TRANSPORT
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

_APPLICATION = "application"
_MODIFY = "modify_load_balancer_attributes"
_MODIFY_GROUP = "modify_target_group_attributes"


@dataclass(frozen=True)
class _Words:
    """Values of which one has to be given."""

    words: tuple[str, ...]

    def problem(self, key: str, value: str) -> str | None:
        """Return what AWS says of another value, or None."""
        return None if value in self.words else f"'{key}' value '{value}' must be one of [{', '.join(self.words)}]"


@dataclass(frozen=True)
class _Range:
    """Numbers between two limits, or one of the words."""

    least: int
    most: int
    words: tuple[str, ...] = ()

    def problem(self, key: str, value: str) -> str | None:
        """Return what AWS says of another value, or None."""
        if value in self.words or (re.fullmatch(r"\d{1,9}", value) and self.least <= int(value) <= self.most):
            return None
        return f"'{key}' value '{value}' must be between '{self.least}-{self.most}' inclusive"


@dataclass(frozen=True)
class _Text:
    """Any text."""

    def problem(self, _key: str, _value: str) -> str | None:
        """Return None."""
        return None


_Values = _Words | _Range | _Text
_SWITCH, _ANY = _Words(("true", "false")), _Text()
_DAYS = _Range(1, 604800)
_SHARE = _Range(1, 100, ("off",))

# https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_LoadBalancerAttribute.html
_OF_ALL: Mapping[str, _Values] = {
    "deletion_protection.enabled": _SWITCH,
    "load_balancing.cross_zone.enabled": _SWITCH,
    "access_logs.s3.enabled": _SWITCH,
    "access_logs.s3.bucket": _ANY,
    "access_logs.s3.prefix": _ANY,
    "ipv6.deny_all_igw_traffic": _SWITCH,
    "zonal_shift.config.enabled": _SWITCH,
}
_OF_TYPES: Mapping[str, Mapping[str, _Values]] = {
    _APPLICATION: {
        "idle_timeout.timeout_seconds": _Range(1, 4000),
        "client_keep_alive.seconds": _Range(60, 604800),
        **{
            f"{logs}.s3.{part}": _SWITCH if part == "enabled" else _ANY
            for logs in ("connection_logs", "health_check_logs")
            for part in ("enabled", "bucket", "prefix")
        },
        "routing.http.desync_mitigation_mode": _Words(("monitor", "defensive", "strictest")),
        "routing.http.drop_invalid_header_fields.enabled": _SWITCH,
        "routing.http.preserve_host_header.enabled": _SWITCH,
        "routing.http.x_amzn_tls_version_and_cipher_suite.enabled": _SWITCH,
        "routing.http.x_amzn_tls_kx.enabled": _SWITCH,
        "routing.http.xff_client_port.enabled": _SWITCH,
        "routing.http.xff_header_processing.mode": _Words(("append", "preserve", "remove")),
        "routing.http2.enabled": _SWITCH,
        "waf.fail_open.enabled": _SWITCH,
    },
    NETWORK: {
        "dns_record.client_routing_policy": _Words(
            ("availability_zone_affinity", "partial_availability_zone_affinity", "any_availability_zone")
        ),
        "secondary_ips.auto_assigned.per_subnet": _Range(0, 7),
    },
}
_ELSEWHERE = {_APPLICATION: NETWORK, NETWORK: _APPLICATION}
_DEFAULTS = {
    NETWORK: {
        "access_logs.s3.enabled": "false",
        "dns_record.client_routing_policy": "any_availability_zone",
        "zonal_shift.config.enabled": "false",
        "secondary_ips.auto_assigned.per_subnet": "0",
    },
    _APPLICATION: {
        "access_logs.s3.enabled": "false",
        "idle_timeout.timeout_seconds": "60",
        "load_balancing.cross_zone.enabled": "true",
        "routing.http2.enabled": "true",
        "zonal_shift.config.enabled": "false",
    },
}

# https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html
_HEALTH = "target_group_health"
_GROUP: Mapping[str, _Values] = {
    "deregistration_delay.timeout_seconds": _Range(0, 3600),
    "stickiness.enabled": _SWITCH,
    "stickiness.type": _ANY,
    "load_balancing.cross_zone.enabled": _Words(("true", "false", "use_load_balancer_configuration")),
    f"{_HEALTH}.dns_failover.minimum_healthy_targets.count": _Range(1, 10**9, ("off",)),
    f"{_HEALTH}.dns_failover.minimum_healthy_targets.percentage": _SHARE,
    f"{_HEALTH}.unhealthy_state_routing.minimum_healthy_targets.count": _Range(1, 10**9),
    f"{_HEALTH}.unhealthy_state_routing.minimum_healthy_targets.percentage": _SHARE,
}
_GROUP_OF_APPLICATION: Mapping[str, _Values] = {
    "load_balancing.algorithm.type": _Words(("round_robin", "least_outstanding_requests", "weighted_random")),
    "load_balancing.algorithm.anomaly_mitigation": _Words(("on", "off")),
    "slow_start.duration_seconds": _Range(30, 900, ("0",)),
    "stickiness.app_cookie.cookie_name": _ANY,
    "stickiness.app_cookie.duration_seconds": _DAYS,
    "stickiness.lb_cookie.duration_seconds": _DAYS,
    "lambda.multi_value_headers.enabled": _SWITCH,
}
_GROUP_OF_NETWORK: Mapping[str, _Values] = {
    "deregistration_delay.connection_termination.enabled": _SWITCH,
    "preserve_client_ip.enabled": _SWITCH,
    "proxy_protocol_v2.enabled": _SWITCH,
    "target_health_state.unhealthy.connection_termination.enabled": _SWITCH,
    "target_health_state.unhealthy.draining_interval_seconds": _Range(0, 360000),
}
_GROUP_KNOWN = {**_GROUP, **_GROUP_OF_APPLICATION, **_GROUP_OF_NETWORK}
_OTHERS = ("target_failover.", "send_tcp_reset.", "waf.", "routing.http2.")


def _known(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["arn"])
    for key, value in call["attrs"].items() if balancer is not None else ():
        here = {**_OF_ALL, **_OF_TYPES.get(balancer.type, {})}
        if key in here:
            problem = here[key].problem(key, str(value))
            if problem:
                refuse("elbv2", "ValidationError", problem)
        elif key not in _OF_TYPES.get(_ELSEWHERE.get(balancer.type, ""), {}):
            refuse("elbv2", "ValidationError", f"Load balancer attribute key '{key}' is not recognized")


def _always_across_zones(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["arn"])
    off = str(call["attrs"].get("load_balancing.cross_zone.enabled")) == "false"
    if off and balancer is not None and balancer.type == _APPLICATION:
        text = "Cross-zone load balancing cannot be turned off for load balancers with type 'application'"
        refuse("elbv2", "InvalidConfigurationRequest", text)


def _all_known(call: Invocation) -> Any:
    """Accept all attributes that AWS has, where moto knows only some."""
    balancer = call.backend.load_balancers.get(call["arn"])
    if balancer is None or any(key not in (*_OF_ALL, *_OF_TYPES.get(balancer.type, {})) for key in call["attrs"]):
        return call.proceed()
    balancer.attrs.update(call["attrs"])
    return balancer.attrs


def _defaults(call: Invocation) -> Any:
    balancer = call.proceed()
    if not getattr(balancer, "kit_defaults", False):
        internal = "true" if balancer.scheme == "internal" else "false"
        balancer.attrs.update(_DEFAULTS.get(balancer.type, {}), **{"ipv6.deny_all_igw_traffic": internal})
        balancer.kit_defaults = True
    return balancer


def _group_known(call: Invocation) -> None:
    group = call.backend.target_groups.get(call["target_group_arn"])
    for key, value in call["attributes"].items() if group is not None else ():
        if key.startswith(_OTHERS):
            continue
        if key not in _GROUP_KNOWN:
            refuse("elbv2", "ValidationError", f"Target group attribute key '{key}' is not recognized")
        elsewhere = _GROUP_OF_APPLICATION if group.protocol in TRANSPORT else _GROUP_OF_NETWORK
        if key in elsewhere and group.protocol != "GENEVE":
            text = f"Target group attribute key '{key}' is not supported for target groups with the {group.protocol} "
            refuse("elbv2", "InvalidConfigurationRequest", f"{text}protocol")
        problem = _GROUP_KNOWN[key].problem(key, str(value))
        if problem:
            refuse("elbv2", "ValidationError", problem)


_MODELS = "https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/"

RULES = (
    Rule(
        id="elbv2-attribute",
        calls=("elbv2 ModifyLoadBalancerAttributes",),
        moto="returns InvalidConfigurationRequest for unknown attributes, and accepts any value",
        aws="refuses unknown attributes and invalid values",
        code="ValidationError",
        message="Load balancer attribute key '<key>' is not recognized, or '<key>' value '<value>' must be between "
        "'<least>-<most>' inclusive, or '<key>' value '<value>' must be one of [<values>]",
        source="hashicorp/terraform-provider-aws issue 23971 (unknown ones); "
        f"{_MODELS}API_LoadBalancerAttribute.html (values); moto's own messages for values of target groups",
        corrections=(Before(BACKEND, _MODIFY, _known),),
    ),
    Rule(
        id="elbv2-attribute-cross-zone",
        calls=("elbv2 ModifyLoadBalancerAttributes",),
        moto="turns cross-zone load balancing of Application Load Balancers off",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="Cross-zone load balancing cannot be turned off for load balancers with type 'application'",
        source=f"{_MODELS}API_LoadBalancerAttribute.html (rule); message not found",
        verified=False,
        corrections=(Before(BACKEND, _MODIFY, _always_across_zones),),
    ),
    Rule(
        id="elbv2-attribute-defaults",
        calls=("elbv2 CreateLoadBalancer", "elbv2 DescribeLoadBalancerAttributes"),
        moto="shows some attributes with their defaults, and cross-zone load balancing of Application Load Balancers "
        "as off",
        aws="shows all of them, and that one as on",
        source=f"{_MODELS}API_LoadBalancerAttribute.html",
        corrections=(Around(BACKEND, CREATE, _defaults),),
    ),
    Rule(
        id="elbv2-target-group-attribute",
        calls=("elbv2 ModifyTargetGroupAttributes",),
        moto="accepts any attributes, and nearly any values",
        aws="refuses unknown attributes, invalid values, and attributes of the other type of load balancer "
        "(InvalidConfigurationRequest)",
        code="ValidationError",
        message="Target group attribute key '<key>' is not recognized, or '<key>' value '<value>' must be between "
        "'<least>-<most>' inclusive, or '<key>' value '<value>' must be one of [<values>]",
        source=f"{_MODELS}API_TargetGroupAttribute.html (values); moto's own messages",
        corrections=(Before(BACKEND, _MODIFY_GROUP, _group_known),),
    ),
)

APPLY = (
    Rule(
        id="elbv2-attribute-known",
        calls=("elbv2 ModifyLoadBalancerAttributes",),
        moto="refuses attributes that are new",
        aws="accepts them",
        source=f"{_MODELS}API_LoadBalancerAttribute.html",
        corrections=(Around(BACKEND, _MODIFY, _all_known),),
    ),
)
"""What stores attributes that every rule accepts."""
