"""Ingress operators that get wrong what Elastic IPs do beside the annotation: conditions, routers, rollouts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import aggregates, conditions, parameters

OPERATOR = "enhancement_kit.reference.ingress_operator"
ANNOTATION = f"{OPERATOR}.annotations:eip_allocations_annotation"


def _any_type(patcher: Patcher) -> None:
    patcher.replace(ANNOTATION, lambda w: parameters.render_list(parameters.eips(w.published)) or None)


def _from_status(patcher: Patcher) -> None:
    patcher.replace(ANNOTATION, lambda w: parameters.render_list(parameters.eips(w.effective)) or None)


def _empty_annotation(patcher: Patcher) -> None:
    patcher.wrap(ANNOTATION, lambda old: lambda wanted: old(wanted) or "")


def _one_replica(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.deployment:wanted_replicas", lambda *_: 1)


def _tells_routers(patcher: Patcher) -> None:
    def desired(old: Callable[..., Any]) -> Callable[..., Any]:
        def more(ic: Any, wanted: Any) -> Any:
            made = old(ic, wanted)
            value = parameters.render_list(parameters.eips(wanted.effective))
            made["spec"]["template"]["spec"]["containers"][0]["env"].append({"name": "ROUTER_EIPS", "value": value})
            return made

        return more

    patcher.wrap(f"{OPERATOR}.deployment:desired_deployment", desired)


def _watches_addresses(patcher: Patcher) -> None:
    def reconcile(old: Callable[..., Any]) -> Callable[..., Any]:
        def watching(op: Any, key: str) -> Any:
            op.aws("ec2", region="us-east-1").describe_addresses()
            return old(op, key)

        return watching

    patcher.wrap(f"{OPERATOR}.default_ingress:reconcile", reconcile)


def _counts_subnets(patcher: Patcher) -> None:
    found: list[int] = []

    def admit(old: Callable[..., Any]) -> Callable[..., Any]:
        def counting(op: Any, ic: Any, cluster: Any) -> Any:
            subnets = op.aws("ec2", region=cluster.region).describe_subnets()["Subnets"]
            found[:] = [len(subnets)]
            return old(op, ic, cluster)

        return counting

    def problems(old: Callable[..., Any]) -> Callable[..., Any]:
        def more(ic: Any, domain: str, others: Any) -> list[str]:
            given = parameters.eips((ic.get("spec") or {}).get("endpointPublishingStrategy"))
            wrong = bool(given) and [len(given)] != found
            return [*old(ic, domain, others), *(["as many Elastic IPs as subnets are required"] if wrong else [])]

        return more

    patcher.wrap(f"{OPERATOR}.ingress:admit", admit)
    patcher.wrap(f"{OPERATOR}.admission:problems", problems)


def _internal_default(patcher: Patcher) -> None:
    def desired(old: Callable[..., Any]) -> Callable[..., Any]:
        def inside(spec: Any, *a: Any, **k: Any) -> Any:
            made = old(spec, *a, **k)
            if not spec.get("endpointPublishingStrategy") and "loadBalancer" in made:
                made["loadBalancer"]["scope"] = "Internal"
            return made

        return inside

    patcher.wrap(f"{OPERATOR}.strategy:desired_strategy", desired)


def _overlooks_events(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.conditions:failure_event", lambda *_: None)


def _condition(function: str, **change: str) -> Callable[[Patcher], None]:
    def apply(patcher: Patcher) -> None:
        patcher.wrap(f"{OPERATOR}.{function}", lambda old: lambda *a: dataclasses.replace(old(*a), **change))

    return apply


def _progresses_while_pending(patcher: Patcher) -> None:
    def progressing(old: Callable[..., Any]) -> Callable[..., Any]:
        def pending(effective: Any, service: Any, found: Any) -> Any:
            waits = service is not None and not conditions.provisioned(service)
            return old(effective, service, ["The load balancer is not there yet"] if waits else found)

        return pending

    patcher.wrap(f"{OPERATOR}.conditions:load_balancer_progressing", progressing)


def _quotes_nothing(patcher: Patcher) -> None:
    def available(old: Callable[..., Any]) -> Callable[..., Any]:
        def short(*a: Any) -> Any:
            found = old(*a)
            return dataclasses.replace(found, message=found.message.partition("(")[0])

        return short

    patcher.wrap(f"{OPERATOR}.aggregates:available", available)


def _quotes_in_another_order(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.aggregates:AVAILABLE", tuple(reversed(aggregates.AVAILABLE)))


def _overlooks_rollouts(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.aggregates:PROGRESSING", aggregates.PROGRESSING[:1])


def _gives_up_on_status(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.mirror:UNSTORABLE", ())


MUTANTS = [
    Mutant("operator-annotates-every-type", ("EIP-020.1",), "gives Elastic IPs to a Classic Service", _any_type),
    Mutant(
        "operator-takes-eips-from-status",
        (
            "EIP-103",
            "EIP-071.1",
            "EIP-109",
            "EIP-145",
        ),
        "makes Services from what status shows",
        _from_status,
    ),
    Mutant(
        "operator-annotates-nothing",
        (
            "EIP-140.1",
            "EIP-140.2",
        ),
        "writes an empty annotation",
        _empty_annotation,
    ),
    Mutant("operator-runs-one-router", ("EIP-106",), "ignores the wanted replicas", _one_replica),
    Mutant("operator-tells-routers-of-eips", ("EIP-172.1",), "rolls routers out for new Elastic IPs", _tells_routers),
    Mutant("operator-watches-addresses", ("EIP-011",), "looks after addresses in AWS", _watches_addresses),
    Mutant("operator-counts-subnets", ("EIP-013",), "compares Elastic IPs with the subnets in AWS", _counts_subnets),
    Mutant("operator-defaults-to-internal", ("EIP-142",), "makes the default internal", _internal_default),
    Mutant(
        "operator-overlooks-events",
        ("EIP-112", "EIP-113", "EIP-129", "EIP-159", "EIP-160", "EIP-164", "EIP-165", "EIP-178"),
        "does not say why the load balancer is not made",
        _overlooks_events,
    ),
    Mutant(
        "operator-progresses-while-pending",
        ("EIP-161", "EIP-166"),
        "counts a load balancer that cannot be made as progress",
        _progresses_while_pending,
    ),
    Mutant(
        "operator-names-another-reason-for-dns-managed",
        ("EIP-162", "EIP-167"),
        "uses another reason for DNSManaged",
        _condition("conditions:dns_managed", reason="AsExpected"),
    ),
    Mutant(
        "operator-names-another-reason-for-dns-ready",
        ("EIP-163", "EIP-167"),
        "uses another reason for DNSReady",
        _condition("conditions:dns_ready", reason="AsExpected"),
    ),
    Mutant(
        "operator-does-not-quote-in-available",
        ("EIP-129", "EIP-160", "EIP-164", "EIP-168", "EIP-178"),
        "names the conditions that make it unavailable without their messages",
        _quotes_nothing,
    ),
    Mutant(
        "operator-quotes-in-another-order",
        ("EIP-168",),
        "quotes the load balancer before the deployment",
        _quotes_in_another_order,
    ),
    Mutant("operator-overlooks-rollouts", ("EIP-169",), "does not progress during a rollout", _overlooks_rollouts),
    Mutant(
        "operator-gives-up-on-status",
        ("EIP-182.1",),
        "updates no condition where the mirrored value cannot be stored",
        _gives_up_on_status,
    ),
]
