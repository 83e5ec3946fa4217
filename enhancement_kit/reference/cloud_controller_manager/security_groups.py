"""Security groups of Classic load balancers, and the rules that let load balancers reach the nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..runtime.aws_networks import tag_list, tags_of
from . import annotations as service_annotations
from . import aws, health
from .aws import AwsError, ProviderError
from .context import Provider, Request, resource_tags
from .subnets import Subnet, has_cluster_tag

MTU_ICMP = {"IpProtocol": "icmp", "FromPort": 3, "ToPort": 4}
CLIENT = "kubernetes.io/rule/nlb/client="
HEALTH = "kubernetes.io/rule/nlb/health="
MTU = "kubernetes.io/rule/nlb/mtu="
ALREADY, MISSING = "InvalidPermission.Duplicate", "InvalidPermission.NotFound"


def own_name(balancer: str) -> str:
    """Return the name of the group made for a load balancer."""
    return f"k8s-elb-{balancer}"


def ensure_own(provider: Provider, request: Request) -> str:
    """Create or update the group made for a load balancer, with exactly its rules, and return its id."""
    filters = [
        {"Name": "group-name", "Values": [own_name(request.name)]},
        {"Name": "vpc-id", "Values": [provider.config.vpc]},
    ]
    found = aws.call(provider.ec2, "describe_security_groups", Filters=filters)["SecurityGroups"]
    if found:
        group = found[0]
    else:
        created = aws.call(
            provider.ec2,
            "create_security_group",
            GroupName=own_name(request.name),
            Description=f"Security group for Kubernetes ELB {request.name} ({request.key})",
            VpcId=provider.config.vpc,
            TagSpecifications=[
                {"ResourceType": "security-group", "Tags": tag_list(resource_tags(provider, request.service))}
            ],
        )
        group = {"GroupId": created["GroupId"]}
    ranges = service_annotations.source_ranges(request.service)
    wanted = [
        {"IpProtocol": port.protocol.lower(), "FromPort": port.port, "ToPort": port.port} for port in request.ports
    ]
    set_rules(provider, group, [{**rule, "IpRanges": cidrs(ranges)} for rule in (*wanted, MTU_ICMP)])
    return str(group["GroupId"])


def cidrs(ranges: Iterable[str], description: str | None = None) -> list[dict[str, str]]:
    """Format address ranges as AWS takes them."""
    more = {"Description": description} if description else {}
    return [{"CidrIp": cidr, **more} for cidr in ranges]


def flat(permissions: Iterable[Mapping[str, Any]]) -> set[tuple[str, Any, Any, str]]:
    """Split rules into single ones: protocol, ports, range."""
    return {
        (str(p["IpProtocol"]), p.get("FromPort"), p.get("ToPort"), r["CidrIp"])
        for p in permissions
        for r in p["IpRanges"]
    }


def unflat(rules: Iterable[tuple[str, Any, Any, str]]) -> list[dict[str, Any]]:
    """Reverse `flat`, in a stable order."""
    return [
        {"IpProtocol": protocol, "FromPort": low, "ToPort": high, "IpRanges": cidrs([cidr])}
        for protocol, low, high, cidr in sorted(rules, key=str)
    ]


def set_rules(provider: Provider, group: Mapping[str, Any], wanted: Sequence[Mapping[str, Any]]) -> None:
    """Make the rules of a group exactly these."""
    have, want = flat(group.get("IpPermissions", ())), flat(wanted)
    authorize(provider, str(group["GroupId"]), unflat(want - have))
    revoke(provider, str(group["GroupId"]), unflat(have - want))


def authorize(provider: Provider, group: str, permissions: Sequence[Mapping[str, Any]]) -> None:
    """Add rules; rules that already exist are fine."""
    _change(provider, "authorize_security_group_ingress", group, permissions, ALREADY)


def revoke(provider: Provider, group: str, permissions: Sequence[Mapping[str, Any]]) -> None:
    """Remove rules; rules that no longer exist are fine."""
    _change(provider, "revoke_security_group_ingress", group, permissions, MISSING)


def _change(
    provider: Provider, operation: str, group: str, permissions: Sequence[Mapping[str, Any]], harmless: str
) -> None:
    if not permissions:
        return
    try:
        aws.call(provider.ec2, operation, GroupId=group, IpPermissions=list(permissions))
    except AwsError as error:
        if error.code != harmless:
            raise


def node_groups(provider: Provider, instances: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the security groups of nodes: those with the cluster tag, else all."""
    ids = {g["GroupId"] for i in instances for g in i["SecurityGroups"]}
    if not ids:
        return []
    answer: list[Mapping[str, Any]] = aws.call(provider.ec2, "describe_security_groups", GroupIds=sorted(ids))[
        "SecurityGroups"
    ]
    return [group for group in answer if has_cluster_tag(tags_of(group), provider.config.cluster_id)] or answer


def allow_from_group(provider: Provider, request: Request, groups: Sequence[str]) -> None:
    """Let a Classic load balancer's first group reach the nodes."""
    for node_group in node_groups(provider, request.instances):
        authorize(provider, node_group["GroupId"], [all_traffic(groups[0])])


def all_traffic(group: str) -> dict[str, Any]:
    """Return the rule that allows all traffic from a group."""
    return {"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": group}]}


def forbid_from_groups(provider: Provider, groups: Sequence[str]) -> None:
    """Remove the rules that name these groups."""
    filters = [{"Name": "vpc-id", "Values": [provider.config.vpc]}]
    for holder in aws.call(provider.ec2, "describe_security_groups", Filters=filters)["SecurityGroups"]:
        for permission in holder["IpPermissions"]:
            for pair in permission["UserIdGroupPairs"]:
                if pair["GroupId"] in groups:
                    revoke(provider, holder["GroupId"], [all_traffic(pair["GroupId"])])


def delete_owned(provider: Provider, groups: Sequence[str]) -> None:
    """Delete the groups that belong to the cluster."""
    answer = aws.call(provider.ec2, "describe_security_groups", GroupIds=list(groups))["SecurityGroups"]
    for group in answer:
        if has_cluster_tag(tags_of(group), provider.config.cluster_id):
            aws.call(provider.ec2, "delete_security_group", GroupId=group["GroupId"])


def allow_clients(provider: Provider, request: Request, subnets: Sequence[Subnet]) -> None:
    """Open the node ports to clients and health checks, since an NLB passes on the clients' addresses."""
    ranges = service_annotations.source_ranges(request.service)
    check = health.for_nlb(request.service)
    rules: list[dict[str, Any]] = []
    for port in request.ports:
        ends = {"IpProtocol": port.protocol.lower(), "FromPort": port.node_port, "ToPort": port.node_port}
        rules.append({**ends, "IpRanges": cidrs(ranges, CLIENT + request.name)})
    if check.port != health.TRAFFIC_PORT:
        ends = {"IpProtocol": "tcp", "FromPort": int(check.port), "ToPort": int(check.port)}
        nets = sorted({str(subnet["CidrBlock"]) for subnet in subnets})
        rules.append({**ends, "IpRanges": cidrs(nets, HEALTH + request.name)})
    rules.append({**MTU_ICMP, "IpRanges": cidrs(ranges, MTU + request.name)})
    wanted = flat(rules)
    for group in node_groups(provider, request.instances):
        known = flat(group["IpPermissions"])
        authorize(provider, group["GroupId"], [rule for rule in rules if not flat([rule]) <= known])
        revoke(provider, group["GroupId"], unflat(own_rules(group, request.name) - wanted))


def own_rules(group: Mapping[str, Any], balancer: str) -> set[tuple[str, Any, Any, str]]:
    """Return the rules made for an NLB, recognised by their description."""
    marks = {CLIENT + balancer, HEALTH + balancer, MTU + balancer}
    own = [
        {**permission, "IpRanges": [r for r in permission["IpRanges"] if r.get("Description") in marks]}
        for permission in group["IpPermissions"]
    ]
    return flat(own)


def forbid_clients(provider: Provider, balancer: str) -> None:
    """Remove the rules made for an NLB."""
    filters = [{"Name": "vpc-id", "Values": [provider.config.vpc]}]
    try:
        for group in aws.call(provider.ec2, "describe_security_groups", Filters=filters)["SecurityGroups"]:
            revoke(provider, group["GroupId"], unflat(own_rules(group, balancer)))
    except AwsError as error:
        raise ProviderError(
            f"error deleting instance security group rules: {aws.text(error, provider.profile)}"
        ) from error
