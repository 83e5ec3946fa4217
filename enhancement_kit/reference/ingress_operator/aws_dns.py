"""Records in Route 53: an alias to the load balancer; in GovCloud, which has no aliases to them, a CNAME."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from ..runtime import ReconcileError
from ..runtime.resources import DNS_RECORD
from ..runtime.signing import signing_region
from . import names
from .build import Operator
from .cluster_config import Cluster
from .findings import quoted

TAGGING = "resourcegroupstaggingapi"
ROUTE53 = "route53"
WHERE_ZONES_ARE = frozenset({ROUTE53, TAGGING})
"""Clients that have to be in the region of their partition's Route 53, the only one that shows the tags of zones."""
GOVCLOUD = "us-gov-"
UPSERT, DELETE = "UPSERT", "DELETE"


def change(op: Operator, record: Mapping[str, Any], zone: Mapping[str, Any], cluster: Cluster, action: str) -> None:
    """Publish or withdraw a record in one zone. Raises botocore's errors, or ReconcileError if no zone is found."""
    holder = zone_id(op, cluster, zone)
    batch = {"Changes": [{"Action": action, "ResourceRecordSet": record_set(op, record, cluster, action)}]}
    route53 = client(op, cluster, ROUTE53)
    try:
        route53.change_resource_record_sets(HostedZoneId=holder, ChangeBatch=batch)
    except ClientError as error:
        if action != DELETE or not already_gone(error):
            raise


def record_set(op: Operator, record: Mapping[str, Any], cluster: Cluster, action: str) -> dict[str, Any]:
    """Return the record as Route 53 takes it. An upsert notes the hosted zone of the load balancer on the record."""
    spec = record["spec"]
    target = str(spec["targets"][0])
    target_zone = noted_zone(op, record, target, cluster, again=action == DELETE)
    if action == UPSERT and annotation(record) != target_zone:
        op.store.patch(DNS_RECORD, record, {"metadata": {"annotations": {names.TARGET_ZONE: target_zone}}})
    if cluster.region.startswith(GOVCLOUD):
        values = [{"Value": target}]
        return {"Name": spec["dnsName"], "Type": "CNAME", "TTL": spec["recordTTL"], "ResourceRecords": values}
    alias = {"HostedZoneId": target_zone, "DNSName": target, "EvaluateTargetHealth": False}
    return {"Name": spec["dnsName"], "Type": "A", "AliasTarget": alias}


def noted_zone(op: Operator, record: Mapping[str, Any], target: str, cluster: Cluster, *, again: bool) -> str:
    """Return the hosted zone of the target, found in AWS or else noted on the record. Raises ReconcileError."""
    try:
        return load_balancer_zone(op, target, cluster, again=again)
    except (ClientError, BotoCoreError, ReconcileError) as error:
        noted = annotation(record)
        if noted is None:
            text = f"failed to get hosted zone for load balancer target {quoted(target)}: {error}"
            raise ReconcileError(text) from error
        return noted


def annotation(record: Mapping[str, Any]) -> str | None:
    """Return the hosted zone that is noted on a record."""
    value = (record["metadata"].get("annotations") or {}).get(names.TARGET_ZONE)
    return None if value is None else str(value)


def load_balancer_zone(op: Operator, host: str, cluster: Cluster, *, again: bool) -> str:
    """Return the hosted zone of the load balancer that has this DNS name. Raises ReconcileError, or botocore's errors.

    AWS cannot be asked for a DNS name. What a page tells of other load balancers saves reading it again when they are
    published. For what is withdrawn AWS is asked again (`again`), since it may be gone.
    """
    asked = (cluster.region, cluster.endpoint("elb"), cluster.endpoint("elbv2"))
    known = {} if again else op.load_balancer_zones.setdefault(asked, {})
    if host not in known:
        for page in _pages(op, cluster):
            known.update(page)
            if host in known:
                break
    if host not in known:
        raise ReconcileError(f"couldn't find hosted zone ID of ELB {host}")
    return known[host]


def _pages(op: Operator, cluster: Cluster) -> Iterator[dict[str, str]]:
    """Yield hosted zones of load balancers by DNS name, page by page, Classic ones first."""
    for page in client(op, cluster, "elb").get_paginator("describe_load_balancers").paginate():
        yield {str(lb["DNSName"]): str(lb.get("CanonicalHostedZoneNameID")) for lb in page["LoadBalancerDescriptions"]}
    for page in client(op, cluster, "elbv2").get_paginator("describe_load_balancers").paginate():
        yield {str(lb["DNSName"]): str(lb.get("CanonicalHostedZoneId")) for lb in page["LoadBalancers"]}


def zone_id(op: Operator, cluster: Cluster, zone: Mapping[str, Any]) -> str:
    """Return the hosted zone's id, given or by tags. Raises ReconcileError if none matches, or botocore's errors."""
    if zone.get("id"):
        return str(zone["id"])
    wanted = dict(zone.get("tags") or {})
    if wanted:
        filters = [{"Key": key, "Values": [value]} for key, value in wanted.items()]
        resources = client(op, cluster, TAGGING).get_paginator("get_resources")
        for page in resources.paginate(ResourceTypeFilters=["route53:hostedzone"], TagFilters=filters):
            for one in page["ResourceTagMappingList"]:
                return str(one["ResourceARN"]).rpartition("/")[2]
    raise ReconcileError(f"no matching hosted zone found for tags {wanted}")


def already_gone(error: ClientError) -> bool:
    """Tell whether Route 53 says that there is nothing to delete: the record or the whole zone is gone."""
    told = error.response["Error"]
    missing = told["Code"] == "InvalidChangeBatch" and "not found" in told.get("Message", "")
    return missing or told["Code"] == "NoSuchHostedZone"


def client(op: Operator, cluster: Cluster, service: str) -> Any:
    """Build the client of a service, with the custom endpoint if the cluster has one."""
    region = signing_region(ROUTE53, cluster.region) if service in WHERE_ZONES_ARE else cluster.region
    return op.aws(service, region=region, endpoint=cluster.endpoint(service))
