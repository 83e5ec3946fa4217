"""Ingress operators that get the Elastic IPs of load balancers wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import aggregates, findings, names, parameters
from enhancement_kit.reference.ingress_operator.conditions import Condition

OPERATOR = "enhancement_kit.reference.ingress_operator"


def _no_annotation(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.annotations:eip_allocations_annotation", lambda _: None)


def _reversed(patcher: Patcher) -> None:
    def backwards(old: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        return lambda wanted: ",".join(reversed((old(wanted) or "").split(","))) or None

    patcher.wrap(f"{OPERATOR}.annotations:eip_allocations_annotation", backwards)


def _own_key(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.names:EIP_ALLOCATIONS", "ingress.operator.openshift.io/aws-eip-allocations")


def _keeps_removed(patcher: Patcher) -> None:
    def kept(old: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        return lambda wanted: old(wanted) or parameters.render_list(parameters.eips(wanted.effective)) or None

    patcher.wrap(f"{OPERATOR}.annotations:eip_allocations_annotation", kept)


def _clears_unmanaged(patcher: Patcher) -> None:
    def more(old: Callable[[Any], frozenset[str]]) -> Callable[[Any], frozenset[str]]:
        return lambda wanted: old(wanted) | {names.EIP_ALLOCATIONS}

    patcher.wrap(f"{OPERATOR}.annotations:managed_keys", more)


def _always_recreates(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.service:auto_delete", lambda ic: True)


def _never_recreates(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.service:auto_delete", lambda ic: False)


def _recreates_with_one_port(patcher: Patcher) -> None:
    def recreate(old: Callable[..., Any]) -> Callable[..., Any]:
        def one_port(op: Any, current: Any, desired: dict[str, Any]) -> Any:
            return old(op, current, {**desired, "spec": {**desired["spec"], "ports": desired["spec"]["ports"][:1]}})

        return one_port

    patcher.wrap(f"{OPERATOR}.service:recreate", recreate)
    # the create after a refused one also gets here
    patcher.wrap(
        f"{OPERATOR}.service:desired_service",
        lambda old: lambda *a: (d := old(*a)) and {**d, "spec": {**d["spec"], "ports": d["spec"]["ports"][:1]}},
    )


def _ignores_changes(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.findings:eips_change", lambda *_: None)


def _wrong_direction(patcher: Patcher) -> None:
    patcher.wrap(f"{OPERATOR}.findings:eips_text", lambda old: lambda have, want, profile: old(want, have, profile))


def _template(change: Callable[[str], str]) -> Callable[[Patcher], None]:
    def apply(patcher: Patcher) -> None:
        patcher.replace(f"{OPERATOR}.findings:TEMPLATES", {k: change(v) for k, v in findings.TEMPLATES.items()})

    return apply


def _printed_patch(patcher: Patcher) -> None:
    patcher.replace(
        f"{OPERATOR}.findings:eips_patch",
        lambda have: findings.aws_patch({"type": "NLB", "eipAllocations": list(have)}),
    )


def _compares_order(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.parameters:same_list", lambda one, other: list(one) == list(other))


def _does_not_mirror(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.mirror:mirrored_eips", lambda *_: [])


def _mirrors_spec(patcher: Patcher) -> None:
    def compute(old: Callable[..., Any]) -> Callable[..., Any]:
        def from_spec(ic: Any, wanted: Any, observed: Any, now: Any) -> Any:
            computed = old(ic, wanted, observed, now)
            block = parameters.block(computed.status["endpointPublishingStrategy"], parameters.NLB)
            wants = parameters.eips(wanted.published)
            if isinstance(block, dict) and (wants or block.get("eipAllocations")):
                block["eipAllocations"] = list(wants)
            return computed

        return from_spec

    patcher.wrap(f"{OPERATOR}.status:compute", compute)


def _condition(function: str, **change: str) -> Callable[[Patcher], None]:
    """Change fields of the condition that a function returns."""

    def apply(patcher: Patcher) -> None:
        patcher.wrap(f"{OPERATOR}.{function}", lambda old: lambda *a: dataclasses.replace(old(*a), **change))

    return apply


def _degraded_reason(patcher: Patcher) -> None:
    def changed(old: Callable[..., Any]) -> Callable[..., Any]:
        def degraded(*a: Any) -> Any:
            found = old(*a)
            return dataclasses.replace(found, condition=dataclasses.replace(found.condition, reason="AsExpected"))

        return degraded

    patcher.wrap(f"{OPERATOR}.aggregates:degraded", changed)


def _unavailable_while_pending(patcher: Patcher) -> None:
    check = aggregates.Check("LoadBalancerProgressing", "False")
    patcher.replace(f"{OPERATOR}.aggregates:AVAILABLE", (*aggregates.AVAILABLE, check))


def _evaluates_eips(patcher: Patcher) -> None:
    patcher.replace(
        f"{OPERATOR}.conditions:evaluation_conditions",
        lambda found: Condition("EvaluationConditionsDetected", "True", "OperandsEvaluationConditionsDetected", "EIPs"),
    )


def _moves_every_time(patcher: Patcher) -> None:
    def merge(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda existing, new, now: [{**c, "lastTransitionTime": now} for c in old(existing, new, now)]

    patcher.wrap(f"{OPERATOR}.conditions:merge", merge)


def _quotes_reason_only(patcher: Patcher) -> None:
    def progressing(old: Callable[..., Any]) -> Callable[..., Any]:
        def short(conditions: Any, name: str) -> Any:
            found = old(conditions, name)
            return dataclasses.replace(found, message=found.message.partition(":")[0])

        return short

    patcher.wrap(f"{OPERATOR}.aggregates:progressing", progressing)


def _other_name(constant: str, value: str) -> Callable[[Patcher], None]:
    def apply(patcher: Patcher) -> None:
        patcher.replace(f"{OPERATOR}.names:{constant}", value)

    return apply


MUTANTS = [
    Mutant(
        "operator-never-annotates-eips",
        (
            "EIP-013",
            "EIP-015",
            "EIP-016",
            "EIP-018",
            "EIP-065",
            "EIP-103",
            "EIP-107",
            "EIP-001.1",
            "EIP-009.2",
            "EIP-054",
            "EIP-098.1",
            "EIP-101",
            "EIP-137",
            "EIP-095",
            "EIP-144",
        ),
        "creates the Service without the Elastic IPs of the IngressController",
        _no_annotation,
    ),
    Mutant(
        "operator-reverses-eips",
        ("EIP-018", "EIP-065", "EIP-107"),
        "writes the Elastic IPs in another order than the field has",
        _reversed,
    ),
    Mutant("operator-uses-its-own-key", ("EIP-016",), "uses an annotation key of its own", _own_key),
    Mutant(
        "operator-keeps-removed-eips",
        (
            "EIP-088.1",
            "EIP-088.3",
        ),
        "takes the Elastic IPs from status where the specification has none",
        _keeps_removed,
    ),
    Mutant(
        "operator-manages-the-annotation",
        (
            "EIP-114",
            "EIP-115",
            "EIP-131",
            "EIP-070.1",
            "EIP-090",
            "EIP-091.1",
            "EIP-154.1",
            "EIP-182.2",
        ),
        "writes and clears the annotation of a live Service",
        _clears_unmanaged,
    ),
    Mutant(
        "operator-recreates-unasked",
        (
            "EIP-114",
            "EIP-115",
            "EIP-131",
            "EIP-069.1",
            "EIP-069.2",
            "EIP-070.1",
            "EIP-070.2",
            "EIP-082.2",
            "EIP-089.1",
            "EIP-089.2",
            "EIP-091.1",
            "EIP-091.2",
            "EIP-093",
            "EIP-116",
            "EIP-147",
            "EIP-182.2",
        ),
        "deletes the Service for every change, whether or not the admin allows it",
        _always_recreates,
    ),
    Mutant(
        "operator-ignores-auto-delete",
        (
            "EIP-086",
            "EIP-118",
            "EIP-084",
            "EIP-085.1",
            "EIP-085.2",
            "EIP-085.3",
            "EIP-088.1",
            "EIP-088.2",
            "EIP-088.3",
            "EIP-095",
            "EIP-097",
            "EIP-098.1",
            "EIP-137",
            "EIP-146",
            "EIP-148",
        ),
        "waits for the admin although the annotation is there",
        _never_recreates,
    ),
    Mutant(
        "operator-recreates-with-one-port",
        ("EIP-086",),
        "forgets a port when it makes the Service",
        _recreates_with_one_port,
    ),
    Mutant(
        "operator-ignores-eip-changes",
        (
            "EIP-073",
            "EIP-074",
            "EIP-076",
            "EIP-078",
            "EIP-108",
            "EIP-069.1",
            "EIP-069.2",
            "EIP-075.1",
            "EIP-075.2",
            "EIP-077.1",
            "EIP-077.2",
            "EIP-092.1",
        ),
        "does not notice that the specification and the Service have other Elastic IPs",
        _ignores_changes,
    ),
    Mutant(
        "operator-names-the-change-backwards",
        (
            "EIP-074",
            "EIP-092.1",
        ),
        "names the new list as the old one",
        _wrong_direction,
    ),
    Mutant(
        "operator-offers-no-deletion",
        (
            "EIP-153",
            "EIP-075.1",
        ),
        "does not say which Service to delete",
        _template(lambda t: t.replace("`oc -n {operands} delete svc/{service}`", "the Service")),
    ),
    Mutant(
        "operator-does-not-warn",
        ("EIP-076", "EIP-073", "EIP-108"),
        "does not warn that host name and address will change",
        _template(lambda t: t.replace("This will most likely", "This may")),
    ),
    Mutant(
        "operator-offers-the-printed-patch",
        (
            "EIP-153",
            "EIP-077.2",
        ),
        "offers the patch as the document prints it, which changes nothing (interpretation EIP-A02)",
        _printed_patch,
    ),
    Mutant(
        "operator-compares-the-order",
        ("EIP-094",),
        "takes another order of the same Elastic IPs for a change",
        _compares_order,
    ),
    Mutant(
        "operator-does-not-mirror-eips",
        (
            "EIP-063",
            "EIP-081",
            "EIP-104",
            "EIP-120",
            "EIP-121",
            "EIP-122",
            "EIP-125",
            "EIP-153",
            "EIP-092.1",
            "EIP-105.1",
            "EIP-123.a",
        ),
        "leaves the Elastic IPs of the Service out of status",
        _does_not_mirror,
    ),
    Mutant(
        "operator-mirrors-the-specification",
        (
            "EIP-081",
            "EIP-104",
            "EIP-120",
            "EIP-121",
            "EIP-122",
            "EIP-125",
            "EIP-105.1",
            "EIP-123.a",
        ),
        "copies the Elastic IPs of the specification into status",
        _mirrors_spec,
    ),
    Mutant(
        "operator-names-another-reason-for-ready",
        ("EIP-057",),
        "uses another reason for LoadBalancerReady",
        _condition("conditions:load_balancer_ready", reason="AsExpected"),
    ),
    Mutant(
        "operator-names-another-reason-for-progressing",
        ("EIP-058", "EIP-073", "EIP-094", "EIP-108"),
        "uses another reason for LoadBalancerProgressing",
        _condition("conditions:load_balancer_progressing", reason="AsExpected"),
    ),
    Mutant("operator-evaluates-eips", ("EIP-062",), "lets EvaluationConditionsDetected be True", _evaluates_eips),
    Mutant(
        "operator-gives-available-a-reason",
        ("EIP-059",),
        "adds a reason to Available",
        _condition("aggregates:available", reason="AsExpected"),
    ),
    Mutant(
        "operator-gives-progressing-a-reason",
        (
            "EIP-060",
            "EIP-078",
            "EIP-069.2",
        ),
        "uses another reason for Progressing",
        _condition("aggregates:progressing", reason="AsExpected"),
    ),
    Mutant("operator-gives-degraded-a-reason", ("EIP-061",), "adds a reason to Degraded", _degraded_reason),
    Mutant(
        "operator-is-unavailable-while-a-change-is-pending",
        (
            "EIP-079.1",
            "EIP-092.2",
        ),
        "counts a pending change against Available",
        _unavailable_while_pending,
    ),
    Mutant("operator-moves-every-time", ("EIP-080",), "renews every transition time", _moves_every_time),
    Mutant("operator-quotes-nothing", ("EIP-078",), "does not quote the pending change", _quotes_reason_only),
    Mutant(
        "operator-has-another-finalizer",
        ("EIP-056",),
        "uses another finalizer",
        _other_name("FINALIZER", "ingress.openshift.io/finalizer"),
    ),
    Mutant(
        "operator-has-another-selector",
        ("EIP-064.1",),
        "reports another selector",
        _other_name("POD_LABEL", "ingress.openshift.io/deployment"),
    ),
]
