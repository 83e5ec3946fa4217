"""Ingress operators that get the subnets of load balancers wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import names, parameters

ANNOTATIONS = "enhancement_kit.reference.ingress_operator.annotations"
CONDITIONS = "enhancement_kit.reference.ingress_operator.conditions"


def _no_annotation(patcher: Patcher) -> None:
    patcher.replace(f"{ANNOTATIONS}:subnets_annotation", lambda _: None)


def _reversed(patcher: Patcher) -> None:
    def backwards(old: Callable[[Any], str | None]) -> Callable[[Any], str | None]:
        return lambda wanted: ",".join(reversed((old(wanted) or "").split(","))) or None

    patcher.wrap(f"{ANNOTATIONS}:subnets_annotation", backwards)


def _made_up(patcher: Patcher) -> None:
    patcher.wrap(f"{ANNOTATIONS}:subnets_annotation", lambda old: lambda wanted: old(wanted) or "auto")


def _annotates_afterwards(patcher: Patcher) -> None:
    def late(create: Callable[..., Any]) -> Callable[..., Any]:
        def created(store: Any, resource: Any, manifest: dict[str, Any]) -> dict[str, Any]:
            annotations = manifest["metadata"].get("annotations") or {}
            held = {k: v for k, v in annotations.items() if k in (names.SUBNETS, names.EIP_ALLOCATIONS)}
            if not held:
                return create(store, resource, manifest)
            plain = {k: v for k, v in annotations.items() if k not in held}
            first = create(store, resource, {**manifest, "metadata": {**manifest["metadata"], "annotations": plain}})
            return store.patch(resource, first, {"metadata": {"annotations": held}})

        return created

    patcher.wrap("enhancement_kit.reference.runtime.api:Store.create", late)


def _follows_spec(patcher: Patcher) -> None:
    def from_spec(wanted: Any) -> str | None:
        return parameters.render_list(parameters.draft_subnets(wanted.published)) or None

    patcher.replace(f"{ANNOTATIONS}:subnets_annotation", from_spec)
    patcher.replace(f"{ANNOTATIONS}:owns_subnets_annotation", lambda wanted: wanted.build.features.subnets == "draft")


def _hides_events(patcher: Patcher) -> None:
    patcher.replace(f"{CONDITIONS}:failure_event", lambda service, events: None)


def _summarises_events(patcher: Patcher) -> None:
    def summary(old: Callable[..., str | None]) -> Callable[..., str | None]:
        return lambda service, events: old(service, events) and "the load balancer could not be made"

    patcher.wrap(f"{CONDITIONS}:failure_event", summary)


def _does_not_report_failures(patcher: Patcher) -> None:
    patcher.replace(f"{CONDITIONS}:provisioned", lambda service: True)


MUTANTS = [
    Mutant(
        "operator-never-annotates-subnets",
        (
            *("LSS-001", "LSS-003", "LSS-028", "LSS-049", "LSS-055", "LSS-079"),
            *("LSS-006", "LSS-016.2", "LSS-031", "LSS-077", "LSS-091", "ISS-023"),
        ),
        "creates the Service without the subnets that the IngressController lists",
        _no_annotation,
    ),
    Mutant(
        "operator-reverses-subnets",
        ("LSS-003", "LSS-022.1", "LSS-028", "LSS-055"),
        "writes the subnets in another order than the field has",
        _reversed,
    ),
    Mutant(
        "operator-makes-up-subnets",
        ("LSS-033", "LSS-024"),
        "annotates the Service although the IngressController lists no subnets",
        _made_up,
    ),
    Mutant(
        "operator-annotates-afterwards",
        ("LSS-006", "LSS-014.2", "EIP-015"),
        "creates the Service first and annotates it in a second request",
        _annotates_afterwards,
    ),
    Mutant(
        "operator-follows-removed-subnets",
        ("LSS-037.2", "LSS-081.1"),
        "takes the annotation off the live Service when the field is removed",
        _follows_spec,
    ),
    Mutant(
        "operator-hides-events",
        ("LSS-043", "LSS-044", "LSS-098", "LSS-099", "LSS-061", "LSS-100"),
        "says that the load balancer is pending, whatever the cloud provider complains about",
        _hides_events,
    ),
    Mutant(
        "operator-summarises-events",
        ("LSS-044", "LSS-098", "LSS-099", "LSS-100"),
        "reports a failure in its own words instead of quoting the event",
        _summarises_events,
    ),
    Mutant(
        "operator-calls-pending-ready",
        ("LSS-043", "LSS-098", "LSS-100"),
        "says that a load balancer is provisioned although the Service has no address",
        _does_not_report_failures,
    ),
]
