"""Rules of target groups about health checks: their limits, their defaults, what fits a protocol."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import BACKEND
from enhancement_kit.cloud.simulated.strictness.elbv2_targets import TRANSPORT
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

CREATE, MODIFY = "create_target_group", "modify_target_group"
_CREATE, _MODIFY = "elbv2 CreateTargetGroup", "elbv2 ModifyTargetGroup"
_WEB = ("HTTP", "HTTPS")
_SHORTER = "Health check interval must be greater than the timeout."
_GUIDE = "https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-health-checks.html"


def _seconds(protocol: str | None, check: str | None, timeout: Any) -> int:
    """Return how long a check of a target group waits: what is given, or the default."""
    if timeout is not None:
        return int(timeout)
    return 5 if protocol in _WEB else 6 if check == "HTTP" else 10


def _interval(protocol: str | None, interval: int, timeout: int) -> None:
    """Refuse a timeout that is too long. Checks of Network Load Balancers may take the whole interval."""
    if interval < timeout or (interval == timeout and protocol in _WEB):
        refuse("elbv2", "ValidationError", _SHORTER)


def _created(call: Invocation) -> None:
    asked = call["kwargs"]
    protocol = asked.get("protocol")
    if protocol in (*TRANSPORT, *_WEB) and asked.get("target_type") in (None, "instance", "ip"):
        timeout = _seconds(protocol, asked.get("healthcheck_protocol"), asked.get("healthcheck_timeout_seconds"))
        _interval(protocol, int(asked.get("healthcheck_interval_seconds") or 30), timeout)


def _modified(call: Invocation) -> None:
    group = call.backend.target_groups.get(call["arn"])
    if group is not None and group.protocol in (*TRANSPORT, *_WEB):
        interval = call["health_check_interval"] or group.health_check_interval_seconds
        _interval(
            group.protocol, int(interval), int(call["health_check_timeout"] or group.health_check_timeout_seconds)
        )


def _fits(protocol: str | None, check: str | None) -> None:
    allowed = _WEB if protocol in _WEB else ("HTTP", "HTTPS", "TCP")
    if protocol in (*TRANSPORT, *_WEB) and check is not None and check not in allowed:
        refuse("elbv2", "ValidationError", f"Health check protocol '{check}' must be one of '{', '.join(allowed)}'")


def _fits_created(call: Invocation) -> None:
    _fits(call["kwargs"].get("protocol"), call["kwargs"].get("healthcheck_protocol"))


def _fits_modified(call: Invocation) -> None:
    group = call.backend.target_groups.get(call["arn"])
    if group is not None:
        _fits(group.protocol, call["health_check_proto"])


def _only_web(check: str | None, path: str | None, codes: Any) -> None:
    if check == "TCP" and path:
        refuse("elbv2", "ValidationError", "Health check path cannot be specified for health check protocol 'TCP'")
    if check == "TCP" and codes:
        refuse("elbv2", "ValidationError", "Health check matcher cannot be specified for health check protocol 'TCP'")


def _only_web_created(call: Invocation) -> None:
    asked = call["kwargs"]
    if asked.get("protocol") in TRANSPORT and asked.get("target_type") in (None, "instance", "ip"):
        _only_web(asked.get("healthcheck_protocol") or "TCP", asked.get("healthcheck_path"), asked.get("matcher"))


def _only_web_modified(call: Invocation) -> None:
    group = call.backend.target_groups.get(call["arn"])
    if group is not None:
        check = call["health_check_proto"] or group.health_check_protocol
        _only_web(check, call["health_check_path"], call["http_codes"])


def _path(path: str | None) -> None:
    if path is not None and not path.startswith("/"):
        refuse("elbv2", "ValidationError", "Health check path must begin with a '/' character")


def _path_created(call: Invocation) -> None:
    _path(call["kwargs"].get("healthcheck_path"))


def _path_modified(call: Invocation) -> None:
    _path(call["health_check_path"])


def _port(port: Any) -> None:
    text = str(port)
    if port is not None and text != "traffic-port" and not (text.isdecimal() and 1 <= int(text) <= 65535):
        refuse("elbv2", "ValidationError", f"Health check port '{port}' must be in the range 1-65535 or 'traffic-port'")


def _port_created(call: Invocation) -> None:
    _port(call["kwargs"].get("healthcheck_port"))


def _port_modified(call: Invocation) -> None:
    _port(call["health_check_port"])


def _defaults(call: Invocation) -> Any:
    asked = call["kwargs"]
    check = asked.get("healthcheck_protocol")
    given = dict(asked)
    group = call.proceed()
    if given.get("protocol") in TRANSPORT and check in _WEB and given.get("target_type") in (None, "instance", "ip"):
        group.health_check_timeout_seconds = _seconds(group.protocol, check, given.get("healthcheck_timeout_seconds"))
        group.health_check_path = given.get("healthcheck_path") or "/"
        group.matcher = given.get("matcher") or {"HttpCode": "200-399"}
    return group


def _rule(rule_id: str, created: Any, modified: Any, **facts: Any) -> Rule:
    """Create a rule that checks the health check of a target group that is created or modified."""
    corrections = (Before(BACKEND, CREATE, created), Before(BACKEND, MODIFY, modified))
    return Rule(id=rule_id, calls=(_CREATE, _MODIFY), corrections=corrections, code="ValidationError", **facts)


RULES = (
    _rule(
        "elbv2-health-check-protocol",
        _fits_created,
        _fits_modified,
        moto="accepts TCP checks of HTTP target groups, and TLS and UDP checks",
        aws="refuses the call",
        message="Health check protocol '<protocol>' must be one of '<protocols>'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html "
        "(rule); message not found",
        verified=False,
    ),
    _rule(
        "elbv2-health-check-path",
        _only_web_created,
        _only_web_modified,
        moto="accepts a path and codes for TCP checks",
        aws="refuses the call",
        message="Health check path cannot be specified for health check protocol 'TCP', or Health check matcher ...",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html "
        "(rule); message not found",
        verified=False,
    ),
    _rule(
        "elbv2-health-check-path-start",
        _path_created,
        _path_modified,
        moto="accepts any path",
        aws="refuses paths that do not begin with a slash",
        message="Health check path must begin with a '/' character",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/application/target-group-health-checks.html "
        "(rule); message not found",
        verified=False,
    ),
    _rule(
        "elbv2-health-check-port",
        _port_created,
        _port_modified,
        moto="accepts any port",
        aws="refuses anything but a port or `traffic-port`",
        message="Health check port '<port>' must be in the range 1-65535 or 'traffic-port'",
        source=f"{_GUIDE} (rule); message not found",
        verified=False,
    ),
    _rule(
        "elbv2-health-check-interval",
        _created,
        _modified,
        moto="checks the timeout at creation only, and not against its default for HTTP; it has another message",
        aws="refuses a timeout longer than the interval, and for HTTP target groups also an equal one",
        message=_SHORTER,
        source="zalando-incubator/kube-ingress-aws-controller pull request 392; "
        "kubernetes-sigs/aws-load-balancer-controller issue 2951; hashicorp/terraform-provider-aws pull request 48071",
    ),
    Rule(
        id="elbv2-health-check-defaults",
        calls=(_CREATE,),
        moto="gives HTTP checks of TCP target groups no path, a timeout of ten seconds and the code 200",
        aws="gives them the path `/`, six seconds for HTTP, and the codes 200 to 399",
        source=_GUIDE,
        corrections=(Around(BACKEND, CREATE, _defaults),),
    ),
)
