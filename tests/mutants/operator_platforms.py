"""Ingress operators that get platforms wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import strategy
from enhancement_kit.reference.runtime.resources import INFRASTRUCTURE

OPERATOR = "enhancement_kit.reference.ingress_operator"


def _load_balancer_on(*platforms: str) -> Callable[[Patcher], None]:
    types = {**strategy.DEFAULT_TYPES, **dict.fromkeys(platforms, strategy.LOAD_BALANCER)}
    return lambda patcher: patcher.replace(f"{OPERATOR}.strategy:DEFAULT_TYPES", types)


def _aws_on(*platforms: str) -> Callable[[Patcher], None]:
    aws = property(lambda cluster: cluster.platform in platforms)
    return lambda patcher: patcher.replace(f"{OPERATOR}.cluster_config:Cluster.aws", aws)


def _dns_on(*platforms: str) -> Callable[[Patcher], None]:
    def in_a_region(old: Callable[..., Any]) -> Callable[..., Any]:
        def change(op: Any, record: Any, zone: Any, cluster: Any, action: str) -> None:
            if cluster.platform in platforms:
                op.aws("route53", region="us-east-1").list_hosted_zones()
            old(op, record, zone, cluster, action)

        return change

    return lambda patcher: patcher.wrap(f"{OPERATOR}.dns:change", in_a_region)


def _record_for_every_strategy(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Any]) -> Callable[..., Any]:
        def desired(ic: Mapping[str, Any], service: Any) -> Any:
            strategy_ = ic["status"]["endpointPublishingStrategy"]
            if strategy_["type"] != strategy.HOST_NETWORK:
                return old(ic, service)
            published = {**ic["status"], "endpointPublishingStrategy": {"type": strategy.LOAD_BALANCER}}
            return old({**ic, "status": published}, {"status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}})

        return desired

    patcher.wrap(f"{OPERATOR}.dnsrecord:desired_record", wrapped)


def _counts_on_the_name(patcher: Patcher) -> None:
    def wrapped(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(op: Any, ic: Any, wanted: Any) -> Any:
            settings = op.store.view(INFRASTRUCTURE, "", "cluster")["spec"]["platformSpec"].get("external") or {}
            more = {"replicas": 3} if "platformName" in settings else {}
            return old(op, {**ic, "spec": {**ic.get("spec", {}), **more}}, wanted)

        return ensure

    patcher.wrap(f"{OPERATOR}.deployment:ensure", wrapped)


MUTANTS = [
    Mutant(
        "operator-takes-external-for-aws",
        ("EXT-017", "EXT-031", "EXT-094.1", "EXT-155", "EXT-167"),
        "publishes with a load balancer on External",
        _load_balancer_on("External"),
    ),
    Mutant(
        "operator-takes-none-for-aws",
        ("EXT-092",),
        "publishes with a load balancer on None",
        _load_balancer_on("None"),
    ),
    Mutant(
        "operator-takes-the-unknown-for-aws",
        ("EXT-093",),
        "publishes with a load balancer on a platform it does not know",
        _load_balancer_on("unknown"),
    ),
    Mutant(
        "operator-annotates-external-as-aws",
        ("EXT-031", "EXT-100.1"),
        "annotates Services on External for AWS",
        _aws_on("AWS", "External"),
    ),
    Mutant("operator-annotates-nowhere", ("EXT-100.2",), "annotates Services on no platform", _aws_on()),
    Mutant(
        "operator-engages-dns-on-external",
        ("EXT-096", "EXT-102"),
        "looks for DNS zones in AWS on External",
        _dns_on("External"),
    ),
    Mutant(
        "operator-engages-dns-on-none",
        ("EXT-095.a",),
        "looks for DNS zones in AWS on None",
        _dns_on("None"),
    ),
    Mutant(
        "operator-engages-dns-on-the-unknown",
        ("EXT-095.b",),
        "looks for DNS zones in AWS on platforms that it does not know",
        _dns_on("unknown"),
    ),
    Mutant(
        "operator-records-every-strategy",
        ("EXT-098",),
        "makes a DNSRecord for an IngressController on the host network",
        _record_for_every_strategy,
    ),
    Mutant(
        "operator-counts-on-the-name",
        ("EXT-005", "EXT-118"),
        "runs more routers for a provider that has a name",
        _counts_on_the_name,
    ),
]
