"""Cases of the rules of Classic load balancers about listeners, policies and instances, with and without the rule."""

from __future__ import annotations

from typing import Any

from tests.cloud.cases import Case
from tests.cloud.cases_listeners import UNKNOWN_CERTIFICATE, certificate
from tests.cloud.world import LISTENERS, World

UNKNOWN_INSTANCE = "i-0123456789abcdef0"
_COOKIE = {"PolicyName": "p", "PolicyTypeName": "LBCookieStickinessPolicyType"}


def _port(**more: Any) -> dict[str, Any]:
    return {**LISTENERS[0], **more}


def _create(*ports: dict[str, Any]) -> Any:
    def act(w: World) -> list[int]:
        w.classic("a", Listeners=list(ports))
        return [one["Listener"]["LoadBalancerPort"] for one in w.classic_now()["ListenerDescriptions"]]

    return act


def _listen(*ports: dict[str, Any], name: str = "clb") -> Any:
    def act(w: World) -> int:
        w.classic("a")
        w.client("elb").create_load_balancer_listeners(LoadBalancerName=name, Listeners=list(ports))
        return len(w.classic_now()["ListenerDescriptions"])

    return act


def _certify(port: int = 443, arn: str = "") -> Any:
    def act(w: World) -> str:
        known = certificate(w)
        w.classic("a", Listeners=[_port(Protocol="https", LoadBalancerPort=443, SSLCertificateId=known)])
        w.client("elb").set_load_balancer_listener_ssl_certificate(
            LoadBalancerName="clb", LoadBalancerPort=port, SSLCertificateId=arn or known
        )
        return "accepted"

    return act


def _called(method: str, **asked: Any) -> Any:
    """Return an act that calls something about a new load balancer with the policy p."""

    def act(w: World) -> str:
        w.classic("a")
        elb = w.client("elb")
        elb.create_load_balancer_policy(LoadBalancerName="clb", **_COOKIE)
        getattr(elb, method)(LoadBalancerName="clb", **asked)
        return "accepted"

    return act


def _policy_of_a_later_listener(w: World) -> list[str]:
    w.classic("a")
    elb = w.client("elb")
    elb.create_load_balancer_policy(LoadBalancerName="clb", **_COOKIE)
    later = [_port(LoadBalancerPort=81, InstancePort=30081)]
    elb.create_load_balancer_listeners(LoadBalancerName="clb", Listeners=later)
    policies = {"InstancePort": 30081, "PolicyNames": ["p"]}
    elb.set_load_balancer_policies_for_backend_server(LoadBalancerName="clb", **policies)
    return [str(one["InstancePort"]) for one in w.classic_now()["BackendServerDescriptions"]]


def _no_policies_without_listener(w: World) -> str:
    w.classic("a")
    elb = w.client("elb")
    elb.delete_load_balancer_listeners(LoadBalancerName="clb", LoadBalancerPorts=[80])
    elb.set_load_balancer_policies_for_backend_server(LoadBalancerName="clb", InstancePort=30080, PolicyNames=[])
    return "accepted"


def _delete_used_policy(w: World) -> str:
    w.classic("a")
    elb = w.client("elb")
    elb.create_load_balancer_policy(LoadBalancerName="clb", **_COOKIE)
    elb.set_load_balancer_policies_of_listener(LoadBalancerName="clb", LoadBalancerPort=80, PolicyNames=["p"])
    elb.delete_load_balancer_policy(LoadBalancerName="clb", PolicyName="p")
    return "accepted"


def _instances(method: str, *wrong: str, elsewhere: bool = False) -> Any:
    """Return an act that registers a node twice, calls something with wrong instances, and counts the registered."""

    def act(w: World) -> int:
        w.classic("a")
        elb, node = w.client("elb"), w.cloud.run_nodes(w.vpc, cluster_id="c1", subnets=["a"])["a"]
        elb.register_instances_with_load_balancer(LoadBalancerName="clb", Instances=[{"InstanceId": node}])
        other = []
        if elsewhere:
            image = w.client("ec2").register_image(Name="image")["ImageId"]
            asked: dict[str, Any] = {"ImageId": image, "MinCount": 1, "MaxCount": 1, "ClientToken": "once"}
            other = [w.client("ec2").run_instances(**asked, SubnetId=w.isolated_subnet())["Instances"][0]["InstanceId"]]
        ids = [one or node for one in wrong] + other
        getattr(elb, method)(LoadBalancerName="clb", Instances=[{"InstanceId": one} for one in ids])
        return len(w.classic_now()["Instances"])

    return act


def _check(target: str) -> Any:
    check = {"Target": target, "Interval": 10, "Timeout": 5, "UnhealthyThreshold": 2, "HealthyThreshold": 2}
    return _called("configure_health_check", HealthCheck=check)


def _attribute(**changes: Any) -> Any:
    return _called("modify_load_balancer_attributes", LoadBalancerAttributes=changes)


def _zones(w: World) -> list[str]:
    w.classic("a")
    asked = {"LoadBalancerName": "clb", "AvailabilityZones": ["us-east-2b"]}
    zones = w.client("elb").enable_availability_zones_for_load_balancer(**asked)["AvailabilityZones"]
    return [str(zone) for zone in zones]


_REGISTER, _DEREGISTER = "register_instances_with_load_balancer", "deregister_instances_from_load_balancer"
_NOT_FOUND = f"InvalidInstance: Could not find EC2 instance {UNKNOWN_INSTANCE}\\."
_NO_PATH = "ValidationError: HealthCheck {} Target must specify a port followed by a path that begins with a slash.*"
_NO_PORT = "ValidationError: HealthCheck Target must specify a port number"
_DRAINING = {"Enabled": True, "Timeout": 3601}
_LOG = {"Enabled": True, "EmitInterval": 60}

CASES = (
    Case(
        "elb-listener-load-balancer",
        _listen(_port(LoadBalancerPort=81), name="none"),
        "LoadBalancerNotFound: There is no ACTIVE Load Balancer named 'none'",
        1,
    ),
    Case("elb-listener-protocol", _create(_port(Protocol="udp")), "UnsupportedProtocol: .*'UDP' is not .*", [80]),
    Case(
        "elb-listener-protocol",
        _create(_port(Protocol="http", InstanceProtocol="tcp")),
        "ValidationError: .* should be at the same layer.*",
        [80],
    ),
    Case("elb-listener-port", _create(_port(LoadBalancerPort=65536)), "ValidationError: .* 65536 .*", [65536]),
    Case(
        "elb-listener-certificate",
        _create(_port(Protocol="ssl")),
        "ValidationError: Secure Listeners need to specify a SSLCertificateId",
        [80],
    ),
    Case(
        "elb-listener-certificate",
        _listen(_port(Protocol="https", LoadBalancerPort=443, SSLCertificateId=UNKNOWN_CERTIFICATE)),
        f"CertificateNotFound: Server Certificate not found for the key: {UNKNOWN_CERTIFICATE}",
        2,
    ),
    Case(
        "elb-listener-twice",
        _create(_port(), _port(InstancePort=1)),
        "DuplicateListener: .* clb with .* 80, .*",
        [80] * 2,
    ),
    Case(
        "elb-unknown-certificate",
        _certify(arn=UNKNOWN_CERTIFICATE),
        f"CertificateNotFound: Server Certificate not found for the key: {UNKNOWN_CERTIFICATE}",
        "accepted",
    ),
    Case("elb-unknown-listener", _certify(444), "ListenerNotFound: .* port 444 for load balancer clb", "accepted"),
    Case(
        "elb-policy-name",
        _called("create_load_balancer_policy", **{**_COOKIE, "PolicyTypeName": "ProxyProtocolPolicyType"}),
        "DuplicatePolicyName: There is already a policy with name p for load balancer clb",
        "accepted",
    ),
    Case(
        "elb-policy-name",
        _called("create_lb_cookie_stickiness_policy", PolicyName="p"),
        "DuplicatePolicyName: .*",
        "accepted",
    ),
    Case(
        "elb-policy-type",
        _called("create_load_balancer_policy", PolicyName="q", PolicyTypeName="none"),
        "PolicyTypeNotFound: .*none",
        "accepted",
    ),
    Case(
        "elb-unknown-policy",
        _called("set_load_balancer_policies_of_listener", LoadBalancerPort=80, PolicyNames=["q"]),
        "PolicyNotFound: There is no policy with name q for load balancer clb",
        "accepted",
    ),
    Case(
        "elb-unknown-policy",
        _called("set_load_balancer_policies_of_listener", LoadBalancerPort=81, PolicyNames=["p"]),
        "ListenerNotFound: There is no listener with port 81 for load balancer clb",
        "accepted",
    ),
    Case(
        "elb-unknown-policy",
        _called("set_load_balancer_policies_for_backend_server", InstancePort=30080, PolicyNames=["q"]),
        "PolicyNotFound: .*",
        "accepted",
    ),
    Case(
        "elb-unknown-policy",
        _called("set_load_balancer_policies_for_backend_server", InstancePort=1, PolicyNames=["p"]),
        "InvalidConfigurationRequest: There is no listener with instance port 1 for load balancer clb",
        "accepted",
    ),
    Case("elb-backend-servers", _policy_of_a_later_listener, ["30081"], []),
    Case("elb-used-policy", _delete_used_policy, "InvalidConfigurationRequest: Policy p is in use .*", "accepted"),
    Case("elb-instance", _instances(_REGISTER, UNKNOWN_INSTANCE), _NOT_FOUND, 2),
    Case("elb-instance", _instances(_REGISTER, ""), 1, 2),
    Case(
        "elb-instance",
        _instances(_REGISTER, elsewhere=True),
        r"InvalidInstance: EC2 instance i-\w+ is not in the same VPC as ELB\.",
        2,
    ),
    Case("elb-deregistered-instance", _instances(_DEREGISTER, UNKNOWN_INSTANCE), _NOT_FOUND, 1),
    Case("elb-health-of-instance", _instances("describe_instance_health", UNKNOWN_INSTANCE), _NOT_FOUND, 1),
    Case("elb-health-check-target", _check("HTTP:80"), _NO_PATH.format("HTTP"), "accepted"),
    Case("elb-health-check-target", _check("HTTPS:443up"), _NO_PATH.format("HTTPS"), "accepted"),
    Case("elb-health-check-target", _check("TCP:80/"), _NO_PORT, "accepted"),
    Case("elb-health-check-target", _check("SSL:70000"), _NO_PORT, "accepted"),
    Case("elb-attribute-values", _attribute(ConnectionDraining=_DRAINING), "ValidationError: .*3600.*", "accepted"),
    Case("elb-attribute-values", _attribute(AccessLog=_LOG), "InvalidConfigurationRequest: S3Bucket.*", "accepted"),
    Case("elb-zones-in-vpc", _zones, "InvalidConfigurationRequest: .*", ["us-east-2a", "us-east-2b"]),
    Case(
        "elb-some-security-group",
        _called("apply_security_groups_to_load_balancer", SecurityGroups=[]),
        "ValidationError: SecurityGroups must not be empty",
        "accepted",
    ),
)

ACCEPTED = (
    (_called("create_load_balancer_policy", **_COOKIE), "accepted"),
    (_no_policies_without_listener, "accepted"),
    (_listen(_port()), 1),
    (_listen(_port(LoadBalancerPort=81)), 2),
    (
        _listen(_port(InstancePort=1)),
        "DuplicateListener: A listener already exists for clb with LoadBalancerPort 80, .*",
    ),
    (_certify(), "accepted"),
    (_instances(_DEREGISTER, ""), 0),
    (_check("HTTP:80/up?x=1"), "accepted"),
    (_check("TCP:80"), "accepted"),
    (_attribute(ConnectionDraining={"Enabled": True, "Timeout": 3600}), "accepted"),
    (_attribute(ConnectionSettings={"IdleTimeout": 3600}), "accepted"),
    (_called("set_load_balancer_policies_of_listener", LoadBalancerPort=80, PolicyNames=["p"]), "accepted"),
    (_called("delete_load_balancer_policy", PolicyName="p"), "accepted"),
)
"""What AWS accepts or moto refuses already, and the result."""
