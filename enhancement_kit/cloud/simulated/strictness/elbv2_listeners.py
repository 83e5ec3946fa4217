"""Rules of listeners: one for each port, with a fitting protocol, certificate and target group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enhancement_kit.cloud.simulated.strictness.elbv2_identity import BACKEND, NETWORK
from enhancement_kit.cloud.simulated.strictness.elbv2_lookups import (
    FORWARDING,
    balancer_of,
    groups_asked,
    groups_of,
    known_groups,
    listener_of,
)
from enhancement_kit.cloud.simulated.strictness.engine import Around, Asking, Before, Invocation, OnCall, Refusal, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

CREATE, MODIFY = "create_listener", "modify_listener"
SECURE = ("HTTPS", "TLS")
_POLICY = "ELBSecurityPolicy-2016-08"
_CREATE, _MODIFY = "elbv2 CreateListener", "elbv2 ModifyListener"
_RULES = ("elbv2 CreateRule", "elbv2 ModifyRule")
_LISTENER_CALLS = frozenset({"CreateListener", "ModifyListener"})

# https://docs.aws.amazon.com/elasticloadbalancing/latest/network/create-listener.html
_APPLICATION = ("HTTP", "HTTPS")
_TAKES: Mapping[str, Sequence[str]] = {
    "HTTP": _APPLICATION,
    "HTTPS": _APPLICATION,
    "TCP": ("TCP", "TCP_UDP"),
    "TLS": ("TCP", "TLS"),
    "UDP": ("UDP", "TCP_UDP"),
    "TCP_UDP": ("TCP_UDP",),
}
"""The protocols of target groups that a listener of a protocol can forward to."""


def _settings(action: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what an action does, whether it names its only target group alone or as one of a list."""
    forward = action.get("ForwardConfig") or {}
    weighted = forward.get("TargetGroups") or [{"TargetGroupArn": action.get("TargetGroupArn")}]
    groups = sorted((str(one["TargetGroupArn"]), int(one.get("Weight") or 1)) for one in weighted)
    stickiness = sorted((forward.get("TargetGroupStickinessConfig") or {"Enabled": False}).items())
    rest = {key: value for key, value in action.items() if key not in ("ForwardConfig", "TargetGroupArn", "Order")}
    return groups, str(stickiness), str(sorted(rest.items()))


def _one_for_each_port(call: Invocation) -> Any:
    balancer, port = balancer_of(call), call["port"]
    there = balancer.listeners.values() if balancer is not None and port is not None else ()
    held = next((one for one in there if int(one.port) == int(port)), None)
    if held is None:
        return call.proceed()
    secure = call["protocol"] in SECURE
    asked = (
        call["protocol"],
        call["certificate"],
        call["ssl_policy"] if secure else None,
        list(call["alpn_policy"] or []),
        [_settings(action) for action in call["actions"]],
    )
    now = (
        held.protocol,
        held.certificate,
        held.ssl_policy if secure else None,
        list(held.alpn_policy),
        [_settings(action.data) for action in held.default_actions],
    )
    if asked != now:
        text = f"A listener already exists on this port for this load balancer '{balancer.arn}'"
        refuse("elbv2", "DuplicateListener", text)
    return held


def _free_port(call: Invocation) -> None:
    balancer, listener, port = balancer_of(call), listener_of(call), call["port"]
    others = [] if balancer is None else [one for one in balancer.listeners.values() if one is not listener]
    if port is not None and any(int(one.port) == int(port) for one in others):
        refuse("elbv2", "ValidationError", f"Listener port '{port}' is already in use")


def _known_groups(call: Invocation) -> None:
    for arn in groups_asked(call):
        if arn not in call.backend.target_groups:
            refuse("elbv2", "TargetGroupNotFound", f"Target group '{arn}' not found")


def _one_balancer(call: Invocation) -> None:
    balancer = balancer_of(call)
    for group in known_groups(call) if balancer is not None else ():
        if [arn for arn in group.load_balancer_arns if arn != balancer.arn]:
            text = f"The following target groups cannot be associated with more than one load balancer: {group.arn}"
            refuse("elbv2", "TargetGroupAssociationLimit", text)


def _fitting_protocols(call: Invocation) -> None:
    listener = listener_of(call)
    protocol = call.arguments.get("protocol") or (listener.protocol if listener is not None else "")
    held = [] if listener is None or call["actions"] else listener.default_actions
    now = [call.backend.target_groups[arn] for action in held for arn in groups_of(action.data)]
    for group in (*known_groups(call), *now) if protocol in _TAKES else ():
        if group.target_type != "lambda" and group.protocol not in _TAKES[protocol]:
            text = (
                f"The listener and its associated target group '{group.arn}' have incompatible protocols: "
                f"'{protocol}' and '{group.protocol}'"
            )
            refuse("elbv2", "IncompatibleProtocols", text)


def _only_forward(call: Invocation) -> None:
    balancer = balancer_of(call)
    for action in call["actions"] or [] if balancer is not None and balancer.type == NETWORK else ():
        if action.get("Type") != "forward":
            text = f"Actions of type '{action.get('Type')}' are not supported for load balancers with type 'network'"
            refuse("elbv2", "InvalidLoadBalancerAction", text)


def _certificate(call: Invocation) -> None:
    listener = listener_of(call)
    protocol = call["protocol"] or (listener.protocol if listener is not None else None)
    given = [one["CertificateArn"] for one in call.arguments.get("certificates") or []]
    given += [call.arguments["certificate"]] if call.arguments.get("certificate") else []
    held = listener.certificates if listener is not None else []
    if protocol in SECURE and not given and not held:
        refuse("elbv2", "ValidationError", f"A certificate must be specified for {protocol} listeners")
    if protocol not in SECURE and given:
        refuse("elbv2", "ValidationError", f"A certificate cannot be specified for {protocol} listeners")
    for arn in given:
        if not call.backend._certificate_exists(arn):
            refuse("elbv2", "CertificateNotFound", f"Certificate '{arn}' not found")


def _known_policy(call: Invocation) -> None:
    from moto.elbv2.ssl_policies import SSL_POLICIES

    if call["ssl_policy"] not in (None, *SSL_POLICIES):
        refuse("elbv2", "SSLPolicyNotFound", f"SSL policy '{call['ssl_policy']}' not found")


def _no_policy(call: Asking) -> None:
    protocol = call.parameters.get("Protocol")
    given = call.service == "elbv2" and call.operation in _LISTENER_CALLS and call.parameters.get("SslPolicy")
    if given and protocol in _TAKES and protocol not in SECURE:
        raise Refusal("ValidationError", f"An SSL policy cannot be specifed for {protocol} listeners")


def _valid_protocol(call: Invocation) -> None:
    balancer, listener, protocol = balancer_of(call), listener_of(call), call["protocol"]
    if balancer is not None and listener is not None and protocol is not None:
        call.backend._validate_port_and_protocol(balancer.type, call["port"] or listener.port, protocol)


def _any_protocol(call: Invocation) -> Any:
    """Change the protocol of a listener here, since moto knows only some."""
    listener, protocol = listener_of(call), call["protocol"]
    if listener is None or protocol is None:
        return call.proceed()
    call.arguments["protocol"] = None
    answer = call.proceed()
    given = [one["CertificateArn"] for one in call["certificates"] or []]
    listener.protocol = protocol
    if protocol in SECURE:
        listener.ssl_policy = call["ssl_policy"] or listener.ssl_policy or _POLICY
    else:
        listener.ssl_policy = None
    listener.certificates = given or (listener.certificates if protocol in SECURE else [])
    listener.certificate = next(iter(listener.certificates), None)
    return answer


def _unprotected(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(call["arn"])
    if balancer is not None and str(balancer.attrs.get("deletion_protection.enabled")).lower() == "true":
        text = f"Load balancer '{balancer.arn}' cannot be deleted because deletion protection is enabled"
        refuse("elbv2", "OperationNotPermitted", text)


RULES = (
    Rule(
        id="elbv2-deletion-protection",
        calls=("elbv2 DeleteLoadBalancer",),
        moto="deletes a load balancer with deletion protection",
        aws="refuses the call",
        code="OperationNotPermitted",
        message="Load balancer '<load balancer>' cannot be deleted because deletion protection is enabled",
        source="rebuy-de/aws-nuke issue 258; aws-cloudformation/rain issue 187",
        corrections=(Before(BACKEND, "delete_load_balancer", _unprotected),),
    ),
    Rule(
        id="elbv2-listener-protocol",
        calls=(_MODIFY,),
        moto="accepts TCP for Application and HTTP for Network Load Balancers",
        aws="accepts only protocols of the load balancer's type",
        code="ValidationError",
        message="Listener protocol '<protocol>' must be one of '<protocols>'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_ModifyListener.html; "
        "pulumi/pulumi-aws issue 1193 (message, seen at creation)",
        corrections=(Before(BACKEND, MODIFY, _valid_protocol),),
    ),
    Rule(
        id="elbv2-listener-no-ssl-policy",
        calls=(_CREATE, _MODIFY),
        moto="accepts an SSL policy for TCP, UDP and HTTP listeners",
        aws="refuses the call",
        code="ValidationError",
        message="An SSL policy cannot be specifed for <protocol> listeners",
        source="kubernetes-sigs/aws-load-balancer-controller issue 1661; pulumi/pulumi-aws issue 3564",
        corrections=(OnCall(_no_policy),),
    ),
    Rule(
        id="elbv2-listener-ssl-policy",
        calls=(_CREATE,),
        moto="accepts any SSL policy",
        aws="refuses a policy that does not exist",
        code="SSLPolicyNotFound",
        message="SSL policy '<policy>' not found",
        source="botocore's model of elbv2 (code); message as AWS words it for certificates",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _known_policy),),
    ),
    Rule(
        id="elbv2-listener-certificate",
        calls=(_CREATE, _MODIFY),
        moto="accepts HTTPS and TLS listeners without a certificate, certificates of IAM that do not exist, and "
        "certificates for other protocols",
        aws="refuses HTTPS and TLS listeners without a certificate, unknown certificates (CertificateNotFound), and "
        "certificates for other protocols",
        code="ValidationError",
        message="A certificate must be specified for <protocol> listeners, or Certificate '<certificate>' not found, "
        "or A certificate cannot be specified for <protocol> listeners",
        source="pulumi/pulumi issue 15712, cn-terraform/terraform-aws-nexus issue 42 (none given); botocore's model of "
        "elbv2 (code for unknown ones); other messages not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _certificate), Before(BACKEND, MODIFY, _certificate)),
    ),
    Rule(
        id="elbv2-listener-action",
        calls=(_CREATE, _MODIFY),
        moto="accepts any kind of action on listeners of Network Load Balancers",
        aws="accepts only `forward`",
        code="InvalidLoadBalancerAction",
        message="Actions of type '<type>' are not supported for load balancers with type 'network'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/network/load-balancer-listeners.html (rule), "
        "botocore's model of elbv2 (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _only_forward), Before(BACKEND, MODIFY, _only_forward)),
    ),
    Rule(
        id="elbv2-listener-unknown-target-group",
        calls=(_MODIFY,),
        moto="lets a listener forward to a target group that does not exist",
        aws="refuses the call",
        code="TargetGroupNotFound",
        message="Target group '<target group>' not found",
        source="botocore's model of elbv2 (code); message as moto gives it at creation",
        corrections=(Before(BACKEND, MODIFY, _known_groups),),
    ),
    Rule(
        id="elbv2-listener-incompatible-protocols",
        calls=(_CREATE, _MODIFY, *_RULES),
        moto="lets a listener forward to target groups of any protocol",
        aws="refuses the call unless the protocols fit",
        code="IncompatibleProtocols",
        message="The listener and its associated target group '<target group>' have incompatible protocols: "
        "'<protocol>' and '<protocol>'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/network/create-listener.html (which fit); "
        "hashicorp/terraform-provider-aws issue 4955 (code, start of the message)",
        verified=False,
        corrections=tuple(Before(BACKEND, method, _fitting_protocols) for method in FORWARDING),
    ),
    Rule(
        id="elbv2-target-group-limit",
        calls=(_CREATE, _MODIFY, *_RULES),
        moto="lets several load balancers forward to one target group",
        aws="refuses the call",
        code="TargetGroupAssociationLimit",
        message="The following target groups cannot be associated with more than one load balancer: <target group>",
        source="botocore's model of elbv2; hashicorp/terraform-provider-aws issue 22005",
        corrections=tuple(Before(BACKEND, method, _one_balancer) for method in FORWARDING),
    ),
    Rule(
        id="elbv2-listener-port",
        calls=(_CREATE,),
        moto="creates any number of listeners on one port",
        aws="returns the existing listener if all settings are equal, and refuses the call otherwise",
        code="DuplicateListener",
        message="A listener already exists on this port for this load balancer '<load balancer>'",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateListener.html; "
        "hashicorp/terraform issue 26407; hashicorp/terraform-provider-aws issue 35121",
        corrections=(Around(BACKEND, CREATE, _one_for_each_port),),
    ),
    Rule(
        id="elbv2-listener-used-port",
        calls=(_MODIFY,),
        moto="moves a listener to a port that has one",
        aws="refuses the call",
        code="ValidationError",
        message="Listener port '<port>' is already in use",
        source="hashicorp/terraform issue 26407",
        corrections=(Before(BACKEND, MODIFY, _free_port),),
    ),
    Rule(
        id="elbv2-listener-any-protocol",
        calls=(_MODIFY,),
        moto="refuses TLS, UDP and TCP_UDP",
        aws="accepts the protocols of Network Load Balancers",
        source="https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_ModifyListener.html",
        corrections=(Around(BACKEND, MODIFY, _any_protocol),),
    ),
)
