"""Cases of the rules of listeners and of what protects a load balancer, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.cases_elbv2 import listener, target_group
from tests.cloud.world import World

UNKNOWN_CERTIFICATE = "arn:aws:iam::123456789012:server-certificate/none"
FIXED = [{"Type": "fixed-response", "FixedResponseConfig": {"StatusCode": "200"}}]


def unknown_group(w: World) -> str:
    """Return the ARN of a target group that is gone."""
    arn = str(target_group(w, Name="gone"))
    w.client("elbv2").delete_target_group(TargetGroupArn=arn)
    return arn


def certificate(w: World) -> str:
    """Upload a certificate to IAM; nothing reads it."""
    made = w.client("iam").upload_server_certificate(
        ServerCertificateName="c", CertificateBody="body", PrivateKey="key"
    )
    return str(made["ServerCertificateMetadata"]["Arn"])


def _listen(*, group: str = "TCP", **more: Any) -> Any:
    """Return an act that creates a listener for a new target group of a protocol."""

    def act(w: World) -> str:
        listener(w, w.network("a")["LoadBalancerArn"], target_group(w, Protocol=group), **more)
        return "accepted"

    return act


def _listen_twice(change: str = "", **more: Any) -> Any:
    """Return an act that creates two listeners on a port and counts them: for another group or with other settings."""

    def act(w: World) -> int:
        arn, group = w.network("a")["LoadBalancerArn"], target_group(w)
        listener(w, arn, group)
        listener(w, arn, target_group(w, Name="other") if change == "group" else group, **more)
        return len(w.client("elbv2").describe_listeners(LoadBalancerArn=arn)["Listeners"])

    return act


def _weighted_again(w: World) -> int:
    arn, group = w.network("a")["LoadBalancerArn"], target_group(w)
    listener(w, arn, group)
    forward = {"TargetGroups": [{"TargetGroupArn": group, "Weight": 1}]}
    listener(w, arn, group, DefaultActions=[{"Type": "forward", "ForwardConfig": forward}])
    return len(w.client("elbv2").describe_listeners(LoadBalancerArn=arn)["Listeners"])


def _two_balancers(w: World) -> str:
    group = target_group(w)
    for name in ("one", "two"):
        listener(w, w.network("a", name=name)["LoadBalancerArn"], group)
    return "accepted"


def _point_at_a_used_group(w: World) -> str:
    group, other = target_group(w), target_group(w, Name="other")
    listener(w, w.network("a", name="one")["LoadBalancerArn"], group)
    made = listener(w, w.network("a", name="two")["LoadBalancerArn"], other)
    forward = [{"Type": "forward", "TargetGroupArn": group}]
    w.client("elbv2").modify_listener(ListenerArn=made["ListenerArn"], DefaultActions=forward)
    return "accepted"


def _used_after_the_first_is_gone(w: World) -> str:
    group, first = target_group(w), w.network("a", name="one")["LoadBalancerArn"]
    listener(w, first, group)
    w.client("elbv2").delete_load_balancer(LoadBalancerArn=first)
    listener(w, w.network("a", name="two")["LoadBalancerArn"], group)
    return "accepted"


def _modify(**changes: Any) -> Any:
    """Return an act that changes the first of two listeners; `group`: whether to forward to one that is gone."""

    def act(w: World) -> Any:
        elbv2, arn, asked = w.client("elbv2"), w.network("a")["LoadBalancerArn"], dict(changes)
        made = listener(w, arn, target_group(w))
        listener(w, arn, target_group(w, Name="other"), Port=81)
        if asked.pop("gone", False):
            asked["DefaultActions"] = [{"Type": "forward", "TargetGroupArn": unknown_group(w)}]
        if "Certificates" in asked:
            asked["Certificates"] = [{"CertificateArn": asked["Certificates"] or certificate(w)}]
        changed = elbv2.modify_listener(ListenerArn=made["ListenerArn"], **asked)["Listeners"][0]
        return [changed["Protocol"], changed["Port"]]

    return act


def _protected(value: str) -> Any:
    def act(w: World) -> str:
        elbv2, arn = w.client("elbv2"), w.network("a")["LoadBalancerArn"]
        for one in ("true", value):
            protection = [{"Key": "deletion_protection.enabled", "Value": one}]
            elbv2.modify_load_balancer_attributes(LoadBalancerArn=arn, Attributes=protection)
        elbv2.delete_load_balancer(LoadBalancerArn=arn)
        return "deleted"

    return act


def _secure(**more: Any) -> Any:
    """Return an act that creates a TLS listener with a certificate."""

    def act(w: World) -> Any:
        arn, group = w.network("a")["LoadBalancerArn"], target_group(w)
        given = {"Protocol": "TLS", "Certificates": [{"CertificateArn": certificate(w)}], **more}
        return listener(w, arn, group, **given)["Protocol"]

    return act


_DUPLICATE = "DuplicateListener: A listener already exists on this port for this load balancer 'arn:.*'"
_LIMIT = (
    "TargetGroupAssociationLimit: The following target groups cannot be associated with more than one load balancer: "
    "arn:.*"
)

CASES = (
    Case(
        "elbv2-deletion-protection",
        _protected("true"),
        "OperationNotPermitted: Load balancer 'arn:.*' cannot be deleted because deletion protection is enabled",
        "deleted",
    ),
    Case("elbv2-listener-port", _listen_twice(), 1, 2),
    Case("elbv2-listener-port", _weighted_again, 1, 2),
    Case("elbv2-listener-port", _listen_twice("group"), _DUPLICATE, 2),
    Case("elbv2-listener-port", _listen_twice(Protocol="TCP", AlpnPolicy=["None"]), _DUPLICATE, 2),
    Case(
        "elbv2-listener-used-port",
        _modify(Port=81),
        "ValidationError: Listener port '81' is already in use",
        ["TCP", 81],
    ),
    Case("elbv2-target-group-limit", _two_balancers, _LIMIT, "accepted"),
    Case("elbv2-target-group-limit", _point_at_a_used_group, _LIMIT, "accepted"),
    *(
        Case(
            "elbv2-listener-incompatible-protocols",
            _listen(group=group, Protocol=protocol),
            "IncompatibleProtocols: The listener and its associated target group 'arn:.*' have incompatible "
            f"protocols: '{protocol}' and '{group}'",
            "accepted",
        )
        for group, protocol in (("HTTP", "TCP"), ("UDP", "TCP"), ("TCP", "UDP"), ("TCP", "TCP_UDP"))
    ),
    Case(
        "elbv2-listener-incompatible-protocols",
        _modify(Protocol="UDP"),
        "IncompatibleProtocols: .*: 'UDP' and 'TCP'",
        ["UDP", 80],
    ),
    Case(
        "elbv2-listener-unknown-target-group",
        _modify(gone=True),
        "TargetGroupNotFound: Target group 'arn:.*' not found",
        ["TCP", 80],
    ),
    Case(
        "elbv2-listener-certificate",
        _listen(Protocol="TLS"),
        "ValidationError: A certificate must be specified for TLS listeners",
        "accepted",
    ),
    Case(
        "elbv2-listener-certificate",
        _listen(Protocol="TLS", Certificates=[{"CertificateArn": UNKNOWN_CERTIFICATE}]),
        f"CertificateNotFound: Certificate '{UNKNOWN_CERTIFICATE}' not found",
        "accepted",
    ),
    Case(
        "elbv2-listener-certificate",
        _secure(Protocol="TCP"),
        "ValidationError: A certificate cannot be specified for TCP listeners",
        "TCP",
    ),
    Case(
        "elbv2-listener-certificate",
        _modify(Protocol="TLS"),
        "ValidationError: A certificate must be specified for TLS listeners",
        ["TLS", 80],
    ),
    Case(
        "elbv2-listener-no-ssl-policy",
        _listen(SslPolicy="ELBSecurityPolicy-2016-08"),
        "ValidationError: An SSL policy cannot be specifed for TCP listeners",
        "accepted",
    ),
    Case(
        "elbv2-listener-ssl-policy",
        _secure(SslPolicy="none"),
        "SSLPolicyNotFound: SSL policy 'none' not found",
        "TLS",
    ),
    Case(
        "elbv2-listener-any-protocol",
        _modify(Protocol="TLS", Certificates=""),
        ["TLS", 80],
        "UnsupportedProtocol: Protocol TLS is not supported",
    ),
    Case(
        "elbv2-listener-protocol",
        _modify(Protocol="HTTP"),
        "ValidationError: Listener protocol 'HTTP' must be one of 'UDP, TCP, TLS, TCP_UDP'",
        "IncompatibleProtocols: .*",
    ),
    Case(
        "elbv2-listener-action",
        _listen(DefaultActions=FIXED),
        "InvalidLoadBalancerAction: Actions of type 'fixed-response' are not supported for load balancers with type "
        "'network'",
        "accepted",
    ),
)

ACCEPTED = (
    (_protected("false"), "deleted"),
    (_used_after_the_first_is_gone, "accepted"),
    (_listen(group="TCP_UDP"), "accepted"),
    (_listen(group="TCP_UDP", Protocol="UDP"), "accepted"),
    (_secure(), "TLS"),
    (_secure(SslPolicy="ELBSecurityPolicy-TLS13-1-2-2021-06"), "TLS"),
    (_modify(Port=82), ["TCP", 82]),
    (_modify(Port=80), ["TCP", 80]),
)
"""What AWS accepts, and its result."""
