"""Network load balancers: create, update, delete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..runtime.aws_networks import tag_list
from . import annotations as service_annotations
from . import aws, security_groups, target_groups
from .aws import AwsError, ProviderError
from .context import Provider, Request, resource_tags
from .subnets import Subnet

CROSS_ZONE = "load_balancing.cross_zone.enabled"


def describe(provider: Provider, name: str) -> dict[str, Any]:
    """Return the NLB of that name. Raises AwsError."""
    answer = aws.call(provider.elbv2, "describe_load_balancers", Names=[name])
    described: dict[str, Any] = answer["LoadBalancers"][0]
    return described


def find(provider: Provider, name: str) -> dict[str, Any] | None:
    """Return the NLB of that name, or None."""
    try:
        return describe(provider, name)
    except AwsError as error:
        if error.code == "LoadBalancerNotFound":
            return None
        raise


def subnet_mappings(service: Mapping[str, Any], subnets: Sequence[Subnet]) -> list[dict[str, str]]:
    """Map each subnet, the n-th EIP to the n-th subnet. Raises ProviderError if the numbers differ."""
    allocations = service_annotations.eip_elements(service)
    if allocations is None:
        return [{"SubnetId": str(subnet["SubnetId"])} for subnet in subnets]
    if len(allocations) != len(subnets):
        raise ProviderError(
            "error creating load balancer: Must have same number of EIP AllocationIDs "
            f"({len(allocations)}) and SubnetIDs ({len(subnets)})"
        )
    pairs = zip(subnets, allocations, strict=True)
    return [{"SubnetId": str(subnet["SubnetId"]), "AllocationId": allocation} for subnet, allocation in pairs]


def create(provider: Provider, request: Request, subnets: Sequence[Subnet]) -> dict[str, Any]:
    """Create the NLB. Raises ProviderError."""
    mappings = subnet_mappings(request.service, subnets)
    scheme = {"Scheme": "internal"} if service_annotations.is_internal(request.service) else {}
    try:
        answer = aws.call(
            provider.elbv2,
            "create_load_balancer",
            Name=request.name,
            Type="network",
            SubnetMappings=mappings,
            Tags=tag_list(resource_tags(provider, request.service)),
            **scheme,
        )
    except AwsError as error:
        raise ProviderError(f"error creating load balancer: {aws.quoted(error, provider.profile)}") from error
    created: dict[str, Any] = answer["LoadBalancers"][0]
    return created


def ensure(provider: Provider, request: Request, subnets: Sequence[Subnet]) -> str:
    """Create or update the NLB; return its DNS name. Raises ProviderError or AwsError.

    Of an existing NLB neither subnets nor EIPs nor scheme are ever changed (interpretations LSS-A07 and EIP-A19).
    """
    current = find(provider, request.name)
    balancer = current if current is not None else create(provider, request, subnets)
    target_groups.ensure(provider, request, balancer, fresh=current is None)
    update_attributes(provider, request, balancer)
    security_groups.allow_clients(provider, request, subnets if current is None else subnets_of(provider, current))
    return str(balancer["DNSName"])


def subnets_of(provider: Provider, balancer: Mapping[str, Any]) -> Sequence[Subnet]:
    """Return the subnets of an NLB that exists, which need not be those that its Service asks for now."""
    ids = [zone["SubnetId"] for zone in balancer["AvailabilityZones"]]
    found: list[Subnet] = aws.call(provider.ec2, "describe_subnets", SubnetIds=ids)["Subnets"]
    return found


def update_attributes(provider: Provider, request: Request, balancer: Mapping[str, Any]) -> None:
    """Write the cross-zone balancing attribute where it differs."""
    arn = balancer["LoadBalancerArn"]
    wanted = "true" if service_annotations.boolean(request.service, service_annotations.CROSS_ZONE) else "false"
    answer = aws.call(provider.elbv2, "describe_load_balancer_attributes", LoadBalancerArn=arn)
    have = {item["Key"]: item["Value"] for item in answer["Attributes"]}
    if have[CROSS_ZONE] != wanted:
        aws.call(
            provider.elbv2,
            "modify_load_balancer_attributes",
            LoadBalancerArn=arn,
            Attributes=[{"Key": CROSS_ZONE, "Value": wanted}],
        )


def delete(provider: Provider, _: Mapping[str, Any], name: str) -> None:
    """Delete the NLB, its target groups and the rules made for it. EIPs are not released."""
    arn = describe(provider, name)["LoadBalancerArn"]
    try:
        groups = aws.call(provider.elbv2, "describe_target_groups", LoadBalancerArn=arn)["TargetGroups"]
    except AwsError as error:
        words = "error listing target groups before deleting load balancer"
        raise ProviderError(f"{words}: {aws.quoted(error, provider.profile)}") from error
    try:
        aws.call(provider.elbv2, "delete_load_balancer", LoadBalancerArn=arn)
    except AwsError as error:
        raise ProviderError(f'error deleting load balancer "{name}": {aws.text(error, provider.profile)}') from error
    for group in groups:
        try:
            aws.call(provider.elbv2, "delete_target_group", TargetGroupArn=group["TargetGroupArn"])
        except AwsError as error:
            words = "error deleting target groups after deleting load balancer"
            raise ProviderError(f"{words}: {aws.quoted(error, provider.profile)}") from error
    security_groups.forbid_clients(provider, name)
