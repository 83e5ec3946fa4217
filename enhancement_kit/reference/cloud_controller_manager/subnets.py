"""Subnet selection for load balancers: explicit, or discovered with at most one subnet for each zone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..runtime.aws_networks import (
    CLUSTER_PREFIX,
    PLAIN_ZONE,
    has_internet_gateway,
    route_table,
    tags_of,
)
from . import annotations as service_annotations
from . import aws
from .aws import AwsError, ProviderError
from .context import Provider

LEGACY_TAG = "KubernetesCluster"
ROLE_PUBLIC = "kubernetes.io/role/elb"
ROLE_INTERNAL = "kubernetes.io/role/internal-elb"

Subnet = Mapping[str, Any]


def has_cluster_tag(tags: Mapping[str, str], cluster_id: str) -> bool:
    """Tell whether a resource belongs to the cluster, by the current or the legacy tag."""
    return CLUSTER_PREFIX + cluster_id in tags or tags.get(LEGACY_TAG) == cluster_id


def is_candidate(subnet: Subnet, cluster_id: str) -> bool:
    """Tell whether a subnet is tagged for the cluster, or for no cluster at all."""
    tags = tags_of(subnet)
    return has_cluster_tag(tags, cluster_id) or not any(key.startswith(CLUSTER_PREFIX) for key in tags)


def resolve(provider: Provider, service: Mapping[str, Any]) -> list[Subnet]:
    """Return the subnets of a load balancer for `service`, in the order they are passed to AWS.

    Raises ProviderError or AwsError.
    """
    elements = service_annotations.subnet_elements(service)
    if elements is None:
        return discovered(provider, internal=service_annotations.is_internal(service))
    return explicit(provider, elements)


def explicit(provider: Provider, elements: Sequence[str]) -> list[Subnet]:
    """Look up subnets by id and by Name tag. Zones are not considered.

    As released, names are patterns to AWS, only numbers are compared, and AWS decides on the order, ids before names.
    In the document a name is one subnet's, and the list has an order (interpretations LSS-A22 and EIP-A14).
    """
    if not elements:
        raise ProviderError("unable to resolve empty subnet slice")
    released = provider.profile == "shipped"
    ids = [e for e in elements if e.startswith("subnet-")]
    named = [e if released else literal(e) for e in elements if not e.startswith("subnet-")]
    by_id: list[Subnet] = []
    by_name: list[Subnet] = []
    if ids:
        by_id = aws.call(provider.ec2, "describe_subnets", SubnetIds=ids)["Subnets"]
    if named:
        filters = [
            {"Name": "tag:Name", "Values": named},
            {"Name": "vpc-id", "Values": [provider.config.vpc]},
        ]
        by_name = aws.call(provider.ec2, "describe_subnets", Filters=filters)["Subnets"]
    found = [*by_id, *by_name]
    if len(found) != len(elements):
        raise ProviderError(f"expected to find {len(elements)}, but found {len(found)} subnets")
    return found if released else in_order(elements, by_id, by_name)


def literal(name: str) -> str:
    """Return the value of a filter that only this name matches."""
    return re.sub(r"[*?]", r"\\\g<0>", name)


def in_order(elements: Sequence[str], by_id: Sequence[Subnet], by_name: Sequence[Subnet]) -> list[Subnet]:
    """Return the one subnet of each element. Raises ProviderError where a name is several subnets' or none's."""
    holders: dict[str, list[Subnet]] = {str(subnet["SubnetId"]): [subnet] for subnet in by_id}
    for subnet in by_name:
        holders.setdefault(tags_of(subnet)["Name"], []).append(subnet)
    chosen = [holders[element][0] for element in elements if len(holders.get(element, ())) == 1]
    if len(chosen) != len(elements):
        raise ProviderError(f"expected to find {len(elements)}, but found {len(chosen)} subnets")
    return chosen


def candidates(provider: Provider) -> list[Subnet]:
    """Return the subnets of the VPC that discovery considers.

    As released, the subnet of the own instance where there are none, whatever its tags; the document passes over the
    subnets of other clusters without an exception (aws-lb-subnet-selection, AWS Subnet Discovery).
    """
    filters = [{"Name": "vpc-id", "Values": [provider.config.vpc]}]
    try:
        subnets = aws.call(provider.ec2, "describe_subnets", Filters=filters)["Subnets"]
        kept = [s for s in subnets if is_candidate(s, provider.config.cluster_id)]
        if not kept and provider.profile == "shipped":
            kept = aws.call(provider.ec2, "describe_subnets", SubnetIds=[provider.config.subnet])["Subnets"]
    except AwsError as error:
        raise ProviderError(f"error describing subnets: {aws.quoted(error, provider.profile)}") from error
    return kept


def discovered(provider: Provider, *, internal: bool) -> list[Subnet]:
    """Return at most one subnet for each zone, zones in ascending order.

    Raises ProviderError `could not find any suitable subnets for creating the ELB` where none is left.
    """
    tables = route_tables(provider)
    by_zone: dict[str, Subnet] = {}
    for subnet in candidates(provider):
        public = is_public(subnet, tables)
        if not internal and not public:
            continue
        zone = subnet["AvailabilityZone"]
        rival = by_zone.get(zone)
        if rival is None or preference(subnet, provider, internal) < preference(rival, provider, internal):
            by_zone[zone] = subnet
    # after choosing one subnet for each zone: a zone dropped here gets no second choice
    unsuitable = unsuitable_zones(provider, by_zone)
    chosen = [by_zone[zone] for zone in sorted(by_zone) if zone not in unsuitable]
    if not chosen:
        raise ProviderError("could not find any suitable subnets for creating the ELB")
    return chosen


def preference(subnet: Subnet, provider: Provider, internal: bool) -> tuple[bool, bool, str]:
    """Return the sort key inside a zone: role tag, cluster tag, id. The smallest wins."""
    tags = tags_of(subnet)
    role = ROLE_INTERNAL if internal else ROLE_PUBLIC
    return (role not in tags, not has_cluster_tag(tags, provider.config.cluster_id), str(subnet["SubnetId"]))


def route_tables(provider: Provider) -> list[Mapping[str, Any]]:
    """Return the VPC's route tables. Raises ProviderError."""
    filters = [{"Name": "vpc-id", "Values": [provider.config.vpc]}]
    try:
        tables: list[Mapping[str, Any]] = aws.call(provider.ec2, "describe_route_tables", Filters=filters)[
            "RouteTables"
        ]
    except AwsError as error:
        raise ProviderError(f"error describe route table: {aws.quoted(error, provider.profile)}") from error
    return tables


def is_public(subnet: Subnet, tables: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether the subnet's route table leads to an internet gateway. Raises ProviderError without any table."""
    table = route_table(subnet, tables)
    if table is None:
        raise ProviderError(f"could not locate routing table for subnet {subnet['SubnetId']}")
    return has_internet_gateway(table)


def unsuitable_zones(provider: Provider, zones: Mapping[str, Subnet]) -> set[str]:
    """Return the zones that are not plain availability zones: local and wavelength zones."""
    try:
        answer = aws.call(provider.ec2, "describe_availability_zones", ZoneNames=sorted(zones))
    except AwsError as error:
        raise ProviderError(f"error get availability zone types: {aws.quoted(error, provider.profile)}") from error
    return {z["ZoneName"] for z in answer["AvailabilityZones"] if z["ZoneType"] != PLAIN_ZONE}
