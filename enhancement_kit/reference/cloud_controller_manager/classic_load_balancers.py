"""Classic load balancers: create, update, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..runtime.aws_networks import tag_list
from . import annotations as service_annotations
from . import aws, health, security_groups
from .annotations import get
from .aws import AwsError, ProviderError
from .context import Provider, Request, resource_tags
from .subnets import Subnet

PROXY_POLICY = "k8s-proxyprotocol-enabled"


def describe(provider: Provider, name: str) -> dict[str, Any]:
    """Return the load balancer of that name. Raises AwsError."""
    answer = aws.call(provider.elb, "describe_load_balancers", LoadBalancerNames=[name])
    described: dict[str, Any] = answer["LoadBalancerDescriptions"][0]
    return described


def find(provider: Provider, name: str) -> dict[str, Any] | None:
    """Return the load balancer of that name, or None."""
    try:
        return describe(provider, name)
    except AwsError as error:
        if error.code == "LoadBalancerNotFound":
            return None
        raise


def listeners(request: Request) -> list[dict[str, Any]]:
    """Return a TCP listener for each port."""
    return [
        {
            "Protocol": "tcp",
            "LoadBalancerPort": port.port,
            "InstanceProtocol": "tcp",
            "InstancePort": port.node_port,
        }
        for port in request.ports
    ]


def attributes(service: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes: idle time-out and cross-zone balancing. Raises ProviderError."""
    return {
        "ConnectionSettings": {
            "IdleTimeout": service_annotations.integer(service, service_annotations.IDLE_TIMEOUT, 60)
        },
        "CrossZoneLoadBalancing": {"Enabled": service_annotations.boolean(service, service_annotations.CROSS_ZONE)},
    }


def uses_proxy(service: Mapping[str, Any]) -> bool:
    """Tell whether PROXY protocol is requested. Raises ProviderError for any value but `*`."""
    value = get(service, service_annotations.PROXY)
    if value and value != "*":
        raise ProviderError(
            f'annotation "{service_annotations.PROXY}"="{value}" detected, '
            "but the only value supported currently is '*'"
        )
    return value == "*"


def ensure(provider: Provider, request: Request, subnets: Sequence[Subnet]) -> str:
    """Create or update the load balancer and return its DNS name. Raises ProviderError or AwsError."""
    service = request.service
    wanted_attributes, proxy = attributes(service), uses_proxy(service)
    current = find(provider, request.name)
    groups = [security_groups.ensure_own(provider, request)]
    subnet_ids = [str(subnet["SubnetId"]) for subnet in subnets]
    if current is None:
        create(provider, request, subnet_ids, groups)
        current = describe(provider, request.name)
    else:
        update_subnets(provider, request.name, current, subnet_ids)
        update_listeners(provider, request, current)
        extra = service_annotations.pairs(get(service, service_annotations.TAGS))
        if extra:
            aws.call(provider.elb, "add_tags", LoadBalancerNames=[request.name], Tags=tag_list(extra))
    update_proxy(provider, request, current, proxy)
    update_attributes(provider, request.name, wanted_attributes)
    update_health_check(provider, request, current)
    security_groups.allow_from_group(provider, request, groups)
    update_instances(provider, request, current)
    return str(current["DNSName"])


def create(provider: Provider, request: Request, subnet_ids: Sequence[str], groups: Sequence[str]) -> None:
    """Create the load balancer. Errors from AWS are passed on as they are."""
    scheme = {"Scheme": "internal"} if service_annotations.is_internal(request.service) else {}
    aws.call(
        provider.elb,
        "create_load_balancer",
        LoadBalancerName=request.name,
        Listeners=listeners(request),
        Subnets=list(subnet_ids),
        SecurityGroups=list(groups),
        Tags=tag_list(resource_tags(provider, request.service)),
        **scheme,
    )


def update_subnets(provider: Provider, name: str, current: Mapping[str, Any], wanted: Sequence[str]) -> None:
    """Detach unwanted subnets, then attach missing ones. In this order a complete replacement fails (LSS-065)."""
    have = set(current["Subnets"])
    gone, new = sorted(have - set(wanted)), sorted(set(wanted) - have)
    for ids, operation, words in (
        (gone, "detach_load_balancer_from_subnets", "detaching AWS loadbalancer from subnets"),
        (new, "attach_load_balancer_to_subnets", "attaching AWS loadbalancer to subnets"),
    ):
        if not ids:
            continue
        try:
            aws.call(provider.elb, operation, LoadBalancerName=name, Subnets=ids)
        except AwsError as error:
            raise ProviderError(f"error {words}: {aws.quoted(error, provider.profile)}") from error


def update_listeners(provider: Provider, request: Request, current: Mapping[str, Any]) -> None:
    """Delete unwanted ports, then create missing ones."""

    def identity(listener: Mapping[str, Any]) -> tuple[str, str, int, int]:
        return (
            str(listener["Protocol"]).lower(),
            str(listener["InstanceProtocol"]).lower(),
            int(listener["InstancePort"]),
            int(listener["LoadBalancerPort"]),
        )

    have = {identity(d["Listener"]) for d in current["ListenerDescriptions"]}
    want = {identity(listener): listener for listener in listeners(request)}
    gone = sorted(item[3] for item in have - want.keys())
    if gone:
        aws.call(provider.elb, "delete_load_balancer_listeners", LoadBalancerName=request.name, LoadBalancerPorts=gone)
    missing = [want[item] for item in sorted(want.keys() - have)]
    if missing:
        aws.call(provider.elb, "create_load_balancer_listeners", LoadBalancerName=request.name, Listeners=missing)


def update_proxy(provider: Provider, request: Request, current: Mapping[str, Any], wanted: bool) -> None:
    """Set or remove the PROXY policy of each instance port."""
    policies = current["Policies"]["OtherPolicies"]
    ports = {port.node_port for port in request.ports}
    active = {int(b["InstancePort"]) for b in current["BackendServerDescriptions"] if PROXY_POLICY in b["PolicyNames"]}
    if wanted and PROXY_POLICY not in policies:
        aws.call(
            provider.elb,
            "create_load_balancer_policy",
            LoadBalancerName=request.name,
            PolicyName=PROXY_POLICY,
            PolicyTypeName="ProxyProtocolPolicyType",
            PolicyAttributes=[{"AttributeName": "ProxyProtocol", "AttributeValue": "true"}],
        )
    for port in sorted((ports - active) if wanted else active):
        aws.call(
            provider.elb,
            "set_load_balancer_policies_for_backend_server",
            LoadBalancerName=request.name,
            InstancePort=port,
            PolicyNames=[PROXY_POLICY] if wanted else [],
        )


def update_attributes(provider: Provider, name: str, wanted: Mapping[str, Any]) -> None:
    """Write attributes where they differ."""
    answer = aws.call(provider.elb, "describe_load_balancer_attributes", LoadBalancerName=name)
    have = answer["LoadBalancerAttributes"]
    changed = {
        key: value
        for key, value in wanted.items()
        if any(have[key].get(field) != setting for field, setting in value.items())
    }
    if changed:
        aws.call(
            provider.elb,
            "modify_load_balancer_attributes",
            LoadBalancerName=name,
            LoadBalancerAttributes=changed,
        )


def update_health_check(provider: Provider, request: Request, current: Mapping[str, Any]) -> None:
    """Configure the health check where it differs. Raises ProviderError."""
    try:
        check = health.for_classic(request.service, request.ports[0].node_port)
        wanted = {
            "Target": check.classic_target,
            "Interval": check.interval,
            "Timeout": check.timeout,
            "HealthyThreshold": check.healthy,
            "UnhealthyThreshold": check.unhealthy,
        }
        if current["HealthCheck"] != wanted:
            aws.call(provider.elb, "configure_health_check", LoadBalancerName=request.name, HealthCheck=wanted)
    except (AwsError, ProviderError) as error:
        inner = f'cannot update health check for load balancer "{request.name}": {aws.quoted(error, provider.profile)}'
        if health.is_local(request.service):
            port = request.service["spec"]["healthCheckNodePort"]
            inner = (
                f"Failed to ensure health check for localized service {request.key} on node port {port}: "
                f"{aws.quoted(ProviderError(inner), provider.profile)}"
            )
        raise ProviderError(inner) from error


def update_instances(provider: Provider, request: Request, current: Mapping[str, Any]) -> None:
    """Register new nodes and deregister those that no longer exist."""
    have = {str(instance["InstanceId"]) for instance in current["Instances"]}
    want = set(request.instance_ids)
    for ids, operation in (
        (sorted(want - have), "register_instances_with_load_balancer"),
        (sorted(have - want), "deregister_instances_from_load_balancer"),
    ):
        if ids:
            aws.call(
                provider.elb,
                operation,
                LoadBalancerName=request.name,
                Instances=[{"InstanceId": instance} for instance in ids],
            )


def delete(provider: Provider, _: Mapping[str, Any], name: str) -> None:
    """Delete the load balancer with its rules and groups."""
    groups = list(describe(provider, name)["SecurityGroups"])
    security_groups.forbid_from_groups(provider, groups)
    aws.call(provider.elb, "delete_load_balancer", LoadBalancerName=name)
    security_groups.delete_owned(provider, groups)
