"""Rules of Classic load balancers about listeners and policies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from enhancement_kit.cloud.simulated.strictness.elb_checks import not_there
from enhancement_kit.cloud.simulated.strictness.elb_subnets import BACKEND, CREATE
from enhancement_kit.cloud.simulated.strictness.engine import Around, Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

LISTEN, CERTIFY = "create_load_balancer_listeners", "set_load_balancer_listener_ssl_certificate"
_CREATE, _LISTEN = "elb CreateLoadBalancer", "elb CreateLoadBalancerListeners"
_CERTIFY = "elb SetLoadBalancerListenerSSLCertificate"
_RESPONSES = "moto.elb.responses:ELBResponse"
_OF_LISTENER, _OF_SERVER = "set_load_balancer_policies_of_listener", "set_load_balancer_policies_for_backend_server"
_MAKES = ("create_load_balancer_policy", "create_app_cookie_stickiness_policy", "create_lb_cookie_stickiness_policy")
SECURE, WEB, TRANSPORT = ("HTTPS", "SSL"), ("HTTP", "HTTPS"), ("TCP", "SSL")
_TYPES = (
    "AppCookieStickinessPolicyType",
    "BackendServerAuthenticationPolicyType",
    "LBCookieStickinessPolicyType",
    "ProxyProtocolPolicyType",
    "PublicKeyPolicyType",
    "SSLNegotiationPolicyType",
)


def _name(call: Invocation) -> str:
    given = call.arguments
    return str(next(given[key] for key in ("name", "load_balancer_name", "lb_name") if key in given))


def _there(call: Invocation) -> None:
    if _name(call) not in call.backend.load_balancers:
        not_there(_name(call))


def _protocols(port: Mapping[str, Any]) -> tuple[str, str]:
    front = str(port["Protocol"]).upper()
    return front, str(port.get("InstanceProtocol") or _backend_protocol(front)).upper()


def _backend_protocol(front: str) -> str:
    return {"HTTPS": "HTTP", "SSL": "TCP"}.get(front, front)


def _known_protocols(call: Invocation) -> None:
    for port in call["ports"]:
        front, back = _protocols(port)
        wrong = next((one for one in (front, back) if one not in (*WEB, *TRANSPORT)), None)
        if wrong is not None:
            refuse("elb", "UnsupportedProtocol", f"Protocol '{wrong}' is not supported")
        if (front in WEB) != (back in WEB):
            words = ("an application", "a transport") if front in WEB else ("a transport", "an application")
            text = f"The load balancer protocol is {words[0]} layer protocol, but the instance protocol is {words[1]} "
            refuse("elb", "ValidationError", f"{text}layer protocol. Both should be at the same layer.")


def _valid_ports(call: Invocation) -> None:
    for port in call["ports"]:
        if not 1 <= int(port["LoadBalancerPort"]) <= 65535:
            text = f"LoadBalancerPort {port['LoadBalancerPort']} must be between 1 and 65535"
            refuse("elb", "ValidationError", text)


def _certificates(call: Invocation) -> None:
    for port in call["ports"]:
        given = port.get("SSLCertificateId")
        if _protocols(port)[0] in SECURE and not given:
            refuse("elb", "ValidationError", "Secure Listeners need to specify a SSLCertificateId")
        if given:
            _known_certificate(call, given)


def _certificate(call: Invocation) -> None:
    _known_certificate(call, call["ssl_certificate_id"])


def _known_certificate(call: Invocation, arn: str) -> None:
    from moto.elbv2.models import elbv2_backends

    backend = call.backend
    if not elbv2_backends[backend.account_id][backend.region_name]._certificate_exists(arn):
        refuse("elb", "CertificateNotFound", f"Server Certificate not found for the key: {arn}")


def _no_duplicates(call: Invocation) -> None:
    seen: dict[int, tuple[Any, ...]] = {}
    for port in call["ports"]:
        facts = (*_protocols(port), int(port["InstancePort"]), port.get("SSLCertificateId"))
        if seen.setdefault(int(port["LoadBalancerPort"]), facts) != facts:
            text = f"A listener already exists for {_name(call)} with LoadBalancerPort {port['LoadBalancerPort']}, "
            refuse(
                "elb", "DuplicateListener", f"{text}but with a different InstancePort, Protocol, or SSLCertificateId"
            )


def _servers(call: Invocation) -> Any:
    from moto.elb.models import FakeBackend

    balancer = call.proceed()
    held = {int(one.instance_port) for one in balancer.backends} if balancer is not None else set()
    for port in dict.fromkeys(int(one["InstancePort"]) for one in call["ports"]) if balancer is not None else ():
        if port not in held:
            balancer.backends.append(FakeBackend(instance_port=str(port)))
    return balancer


def _listens(balancer: Any, port: Any) -> bool:
    return any(int(one.load_balancer_port) == int(port) for one in balancer.listeners)


def _no_listener(name: str, port: Any) -> None:
    refuse("elb", "ListenerNotFound", f"There is no listener with port {port} for load balancer {name}")


def _certified_listener(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(_name(call))
    if balancer is not None and not _listens(balancer, call["lb_port"]):
        _no_listener(balancer.name, call["lb_port"])


def _policies_of_listener(call: Invocation) -> None:
    response = call.backend
    balancer = response.elb_backend.get_load_balancer(response._get_param("LoadBalancerName"))
    port = response._get_param("LoadBalancerPort")
    if not _listens(balancer, port):
        _no_listener(balancer.name, port)
    _known_policies(balancer, response._get_param("PolicyNames", []))


def _policies_of_server(call: Invocation) -> None:
    response = call.backend
    balancer = response.elb_backend.get_load_balancer(response._get_param("LoadBalancerName"))
    port, names = response._get_param("InstancePort"), response._get_param("PolicyNames", [])
    # cloud-provider-aws v1.37.1 takes the policies of a port away after it has deleted the listener
    ports = [*balancer.listeners, *(() if names else balancer.backends)]
    if not any(int(one.instance_port) == int(port) for one in ports):
        text = f"There is no listener with instance port {port} for load balancer {balancer.name}"
        refuse("elb", "InvalidConfigurationRequest", text)
    _known_policies(balancer, names)


def _known_policies(balancer: Any, names: Iterable[str]) -> None:
    known = {policy.policy_name for policy in balancer.policies}
    for name in names:
        if name not in known:
            refuse("elb", "PolicyNotFound", f"There is no policy with name {name} for load balancer {balancer.name}")


def _new_policy(call: Invocation) -> Any:
    balancer = call.backend.load_balancers.get(_name(call))
    if balancer is None:
        return call.proceed()
    name, made = call["policy_name"], balancer.__dict__.setdefault("kit_policies", {})
    settings = {key: value for key, value in call.arguments.items() if key not in ("self", "load_balancer_name")}
    if any(one.policy_name == name for one in balancer.policies):
        if made.get(name) == settings:
            return balancer
        text = f"There is already a policy with name {name} for load balancer {balancer.name}"
        refuse("elb", "DuplicatePolicyName", text)
    made[name] = settings
    return call.proceed()


def _known_type(call: Invocation) -> None:
    if call["policy_type_name"] not in _TYPES:
        refuse("elb", "PolicyTypeNotFound", f"There is no policy type with name {call['policy_type_name']}")


def _unused_policy(call: Invocation) -> None:
    balancer = call.backend.load_balancers.get(_name(call))
    for one in (*balancer.listeners, *balancer.backends) if balancer is not None else ():
        if call["policy_name"] in one.policy_names:
            text = f"Policy {call['policy_name']} is in use by load balancer {balancer.name} and cannot be deleted"
            refuse("elb", "InvalidConfigurationRequest", text)


_SET_POLICIES = ("elb SetLoadBalancerPoliciesOfListener", "elb SetLoadBalancerPoliciesForBackendServer")

RULES = (
    Rule(
        id="elb-listener-load-balancer",
        calls=(_LISTEN, _CERTIFY),
        moto="accepts calls about load balancers that do not exist",
        aws="refuses the call",
        code="LoadBalancerNotFound",
        message="There is no ACTIVE Load Balancer named '<name>'",
        source="botocore's model of elb; message as moto gives it for DescribeInstanceHealth",
        corrections=(Before(BACKEND, LISTEN, _there), Before(BACKEND, CERTIFY, _there)),
    ),
    Rule(
        id="elb-listener-protocol",
        calls=(_CREATE, _LISTEN),
        moto="accepts any protocols",
        aws="refuses others than HTTP, HTTPS, TCP and SSL, and different layers on the two sides (ValidationError)",
        code="UnsupportedProtocol",
        message="Protocol '<protocol>' is not supported",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_Listener.html (rule); "
        "messages not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _known_protocols), Before(BACKEND, LISTEN, _known_protocols)),
    ),
    Rule(
        id="elb-listener-port",
        calls=(_CREATE, _LISTEN),
        moto="accepts any port",
        aws="refuses ports outside 1-65535",
        code="ValidationError",
        message="LoadBalancerPort <port> must be between 1 and 65535",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_Listener.html (rule); "
        "message not found",
        verified=False,
        corrections=(Before(BACKEND, CREATE, _valid_ports), Before(BACKEND, LISTEN, _valid_ports)),
    ),
    Rule(
        id="elb-listener-certificate",
        calls=(_CREATE, _LISTEN),
        moto="accepts HTTPS and SSL listeners without a certificate",
        aws="refuses the call",
        code="ValidationError",
        message="Secure Listeners need to specify a SSLCertificateId",
        source="terraform-aws-modules/terraform-aws-elb issue 24; puppetlabs-toy-chest/puppetlabs-aws issue 229",
        corrections=(Before(BACKEND, CREATE, _certificates), Before(BACKEND, LISTEN, _certificates)),
    ),
    Rule(
        id="elb-unknown-certificate",
        calls=(_CERTIFY,),
        moto="accepts certificates of IAM that do not exist",
        aws="refuses the call, as for new listeners",
        code="CertificateNotFound",
        message="Server Certificate not found for the key: <certificate>",
        source="botocore's model of elb; hashicorp/terraform-provider-aws, internal/service/elb/load_balancer.go",
        corrections=(Before(BACKEND, CERTIFY, _certificate),),
    ),
    Rule(
        id="elb-listener-twice",
        calls=(_CREATE, _LISTEN),
        moto="creates two different listeners on one port in a single call",
        aws="refuses the call",
        code="DuplicateListener",
        message="A listener already exists for <name> with LoadBalancerPort <port>, but with a different InstancePort, "
        "Protocol, or SSLCertificateId",
        source="botocore's model of elb; hashicorp/terraform issue 9001",
        corrections=(Before(BACKEND, CREATE, _no_duplicates), Before(BACKEND, LISTEN, _no_duplicates)),
    ),
    Rule(
        id="elb-unknown-listener",
        calls=(_CERTIFY,),
        moto="accepts a port without a listener",
        aws="refuses the call",
        code="ListenerNotFound",
        message="There is no listener with port <port> for load balancer <name>",
        source="botocore's model of elb (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, CERTIFY, _certified_listener),),
    ),
    Rule(
        id="elb-backend-servers",
        calls=(_LISTEN, "elb SetLoadBalancerPoliciesForBackendServer"),
        moto="ignores policies for the instance ports of listeners that were created later",
        aws="sets them",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/"
        "API_SetLoadBalancerPoliciesForBackendServer.html",
        corrections=(Around(BACKEND, LISTEN, _servers),),
    ),
    Rule(
        id="elb-policy-name",
        calls=(
            "elb CreateLoadBalancerPolicy",
            "elb CreateAppCookieStickinessPolicy",
            "elb CreateLBCookieStickinessPolicy",
        ),
        moto="ignores a second policy of a name, or stores it beside the first",
        aws="refuses the call, unless the policy has the same settings",
        code="DuplicatePolicyName",
        message="There is already a policy with name <policy> for load balancer <name>",
        source="botocore's model of elb (code); cloud-provider-aws v1.37.1, ensureLoadBalancer, which makes its policy "
        "at every sync (same settings); message not found",
        verified=False,
        corrections=tuple(Around(BACKEND, method, _new_policy) for method in _MAKES),
    ),
    Rule(
        id="elb-policy-type",
        calls=("elb CreateLoadBalancerPolicy",),
        moto="accepts any type",
        aws="refuses types that do not exist",
        code="PolicyTypeNotFound",
        message="There is no policy type with name <type>",
        source="botocore's model of elb (code); message not found",
        verified=False,
        corrections=(Before(BACKEND, _MAKES[0], _known_type),),
    ),
    Rule(
        id="elb-unknown-policy",
        calls=_SET_POLICIES,
        moto="accepts policies that do not exist, and ignores ports without a listener",
        aws="refuses the call; ports without a listener with ListenerNotFound, or InvalidConfigurationRequest for "
        "instance ports",
        code="PolicyNotFound",
        message="There is no policy with name <policy> for load balancer <name>",
        source="botocore's model of elb (code); message as moto has it, without names",
        corrections=(
            Before(_RESPONSES, _OF_LISTENER, _policies_of_listener),
            Before(_RESPONSES, _OF_SERVER, _policies_of_server),
        ),
    ),
    Rule(
        id="elb-used-policy",
        calls=("elb DeleteLoadBalancerPolicy",),
        moto="deletes a policy that a listener uses",
        aws="refuses the call",
        code="InvalidConfigurationRequest",
        message="Policy <policy> is in use by load balancer <name> and cannot be deleted",
        source="https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/"
        "API_DeleteLoadBalancerPolicy.html (rule, code); message not found",
        verified=False,
        corrections=(Before(BACKEND, "delete_load_balancer_policy", _unused_policy),),
    ),
)
