"""Ingress operators that get the Elastic IPs of load balancers wrong in one case or in one respect."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import findings, mirror, names, parameters
from enhancement_kit.reference.ingress_operator.annotations import Wanted
from enhancement_kit.reference.runtime.resources import DNS_RECORD, INGRESS_CONTROLLER

from .source_editing import edited

OPERATOR = "enhancement_kit.reference.ingress_operator"
ANNOTATION = f"{OPERATOR}.annotations:eip_allocations_annotation"
Value = str | None


def _annotation(change: Callable[[Wanted, Value], Value]) -> Callable[[Patcher], None]:
    """Change the value of the annotation that a new Service gets."""
    return lambda patcher: patcher.wrap(ANNOTATION, lambda old: lambda wanted: change(wanted, old(wanted)))


def _given(wanted: Wanted) -> Any:
    """Return the list of the specification as it stands there; None where there is none."""
    return parameters.block(wanted.published, parameters.NLB).get("eipAllocations")


def _shown(wanted: Wanted) -> Value:
    return parameters.render_list(parameters.eips(wanted.effective)) or None


def _without_pools(patcher: Patcher) -> None:
    def ensure(old: Callable[..., Any]) -> Callable[..., Any]:
        def amazon_only(op: Any, ic: Any, wanted: Wanted, deployment: Any) -> Any:
            found = op.aws("ec2", region=wanted.cluster.region).describe_addresses()["Addresses"]
            if any(tag["Key"] == "public-ipv4-pool" for address in found for tag in address.get("Tags", [])):
                wanted = dataclasses.replace(wanted, spec={})
            return old(op, ic, wanted, deployment)

        return amazon_only

    patcher.wrap(f"{OPERATOR}.service:ensure", ensure)


def _admits_an_address_once(patcher: Patcher) -> None:
    def problems(old: Callable[..., Any]) -> Callable[..., Any]:
        def more(ic: Any, domain: str, others: Any) -> list[str]:
            def eips(one: Any) -> set[str]:
                return set(parameters.eips((one.get("spec") or {}).get("endpointPublishingStrategy")))

            rivals = [one for one in others if one["metadata"]["uid"] != ic["metadata"]["uid"]]
            taken = [one["metadata"]["name"] for one in rivals if eips(one) & eips(ic)]
            return [*old(ic, domain, others), *(f"conflicts with: {name}" for name in taken)]

        return more

    patcher.wrap(f"{OPERATOR}.admission:problems", problems)


def _computed(change: Callable[[dict[str, Any], dict[str, dict[str, Any]], Any], None]) -> Callable[[Patcher], None]:
    """Change the status that the operator computes: it, the conditions before by type, and what was observed."""

    def compute(old: Callable[..., Any]) -> Callable[..., Any]:
        def changed(ic: Any, wanted: Any, observed: Any, now: Any) -> Any:
            computed = old(ic, wanted, observed, now)
            before = {c["type"]: c for c in (ic.get("status") or {}).get("conditions") or ()}
            change(computed.status, before, observed)
            return computed

        return changed

    return lambda patcher: patcher.wrap(f"{OPERATOR}.status:compute", compute)


def _no_replicas(status: dict[str, Any], _: dict[str, dict[str, Any]], __: Any) -> None:
    if any(c["type"] == "LoadBalancerProgressing" and c["status"] == "True" for c in status["conditions"]):
        status["availableReplicas"] = 0


def _stays(status: dict[str, Any], before: dict[str, dict[str, Any]], observed: Any) -> None:
    old = before.get("LoadBalancerProgressing", {})
    if observed.service is not None and old.get("reason") == "OperandsProgressing":
        kept = [c for c in status["conditions"] if c["type"] != old["type"]]
        status["conditions"] = [*kept, old]


def _own_annotation(value: str | None, place: str) -> Callable[[Patcher], None]:
    """Let the operator write the auto-delete annotation whenever it gets to a place."""

    def made(old: Callable[..., Any]) -> Callable[..., Any]:
        def write(op: Any, *rest: Any) -> Any:
            name = rest[0]["metadata"].get("labels", {}).get(names.OWNING_LABEL) or rest[0]["metadata"]["name"]
            ic = op.store.find(INGRESS_CONTROLLER, names.OPERATOR_NAMESPACE, name)
            if ic is not None and (ic["metadata"].get("annotations") or {}).get(names.AUTO_DELETE, value) != value:
                op.store.patch(INGRESS_CONTROLLER, ic, {"metadata": {"annotations": {names.AUTO_DELETE: value}}})
            return old(op, *rest)

        return write

    return lambda patcher: patcher.wrap(f"{OPERATOR}.{place}", made)


def _restores(where: Callable[[Value, Value], bool]) -> Callable[[Patcher], None]:
    """Let the operator write the wanted Elastic IPs to a live Service where the present and the wanted value fit."""

    def updated(old: Callable[..., Any]) -> Callable[..., Any]:
        def more(current: Any, desired: Any, wanted: Any) -> Any:
            result = old(current, desired, wanted)
            found = result["metadata"].get("annotations") or {}
            want = desired["metadata"]["annotations"].get(names.EIP_ALLOCATIONS)
            if want and where(found.get(names.EIP_ALLOCATIONS), want):
                result["metadata"]["annotations"] = {**found, names.EIP_ALLOCATIONS: want}
            return result

        return more

    return lambda patcher: patcher.wrap(f"{OPERATOR}.service:updated_in_place", updated)


def _after_a_downgrade(patcher: Patcher) -> None:
    patcher.wrap(
        f"{OPERATOR}.annotations:creation_keys", lambda old: lambda wanted: old(wanted) | {names.EIP_ALLOCATIONS}
    )
    patcher.replace(f"{OPERATOR}.service:auto_delete", lambda ic: True)


def _migrates(patcher: Patcher) -> None:
    def ensure(old: Callable[..., Any]) -> Callable[..., Any]:
        def copying(op: Any, ic: Any, wanted: Wanted, deployment: Any) -> Any:
            made = old(op, ic, wanted, deployment)
            found = mirror.mirrored_eips(made) if made is not None else []
            if wanted.build.features.eips and found and not parameters.eips(wanted.published):
                op.store.patch(INGRESS_CONTROLLER, ic, findings.eips_patch(found))
            return made

        return copying

    patcher.wrap(f"{OPERATOR}.service:ensure", ensure)


def _old_target(patcher: Patcher) -> None:
    def ensure(old: Callable[..., Any]) -> Callable[..., Any]:
        def once(op: Any, ic: Any, service: Any) -> Any:
            there = op.store.find(DNS_RECORD, names.OPERATOR_NAMESPACE, names.wildcard_record(ic["metadata"]["name"]))
            return there if there is not None and service is not None else old(op, ic, service)

        return once

    patcher.wrap(f"{OPERATOR}.dnsrecord:ensure", ensure)


MUTANTS = [
    edited(
        "operator-forgets-eips-of-the-default",
        "EIP-001.a EIP-003.a EIP-005 EIP-006",
        "leaves the Elastic IPs of the default IngressController out of its Service",
        "ingress_operator.service:desired_service",
        '"annotations": service_annotations.desired(wanted),',
        '"annotations": {k: v for k, v in service_annotations.desired(wanted).items() '
        "if k != names.EIP_ALLOCATIONS or name != names.DEFAULT},",
    ),
    edited(
        "operator-forgets-eips-of-all-but-the-default",
        "EIP-001.b EIP-003.b",
        "writes Elastic IPs for the default IngressController alone",
        "ingress_operator.service:desired_service",
        '"annotations": service_annotations.desired(wanted),',
        '"annotations": {k: v for k, v in service_annotations.desired(wanted).items() '
        "if k != names.EIP_ALLOCATIONS or name == names.DEFAULT},",
    ),
    Mutant(
        "operator-takes-addresses-of-amazon-only",
        ("EIP-007.1", "EIP-007.2"),
        "leaves out addresses of a pool that the admin brought",
        _without_pools,
    ),
    Mutant(
        "operator-writes-no-type",
        ("EIP-009.1", "EIP-098.2"),
        "makes every Service without the type annotation",
        lambda patcher: patcher.replace(f"{OPERATOR}.annotations:type_annotation", lambda wanted: None),
    ),
    Mutant(
        "operator-forgets-eips-after-a-classic-load-balancer",
        ("EIP-009.a",),
        "writes no Elastic IPs where the load balancer was Classic before",
        _annotation(lambda wanted, value: None if parameters.block(wanted.effective, parameters.CLASSIC) else value),
    ),
    Mutant(
        "operator-forgets-eips-that-come-later",
        ("EIP-009.b",),
        "writes no Elastic IPs where an NLB had none before",
        _annotation(
            lambda wanted, value: (
                value if _shown(wanted) or parameters.block(wanted.effective, parameters.CLASSIC) else None
            )
        ),
    ),
    edited(
        "operator-announces-eips-of-a-classic-load-balancer",
        "EIP-020.2",
        "reports Elastic IPs in the specification also while the load balancer is Classic",
        "ingress_operator.findings:eips_change",
        " or service_annotations.live_type(service) != parameters.NLB",
        "",
    ),
    Mutant(
        "operator-admits-an-address-once",
        ("EIP-041.1",),
        "rejects an IngressController with an Elastic IP that another one has",
        _admits_an_address_once,
    ),
    edited(
        "operator-observes-the-first-generation",
        "EIP-064.2",
        "does not report that it has seen a change of the specification",
        "ingress_operator.admission:needed",
        'or ic["metadata"].get("generation") != status.get("observedGeneration")',
        "or False",
    ),
    edited(
        "operator-names-the-service-of-the-default",
        "EIP-075.a",
        "offers the deletion of the same Service to every IngressController",
        "ingress_operator.findings:rendered",
        "service=names.router(name)",
        "service=names.router(names.DEFAULT)",
    ),
    edited(
        "operator-names-the-internal-service-of-the-default",
        "EIP-075.b",
        "offers the deletion of another Service of the default IngressController",
        "ingress_operator.findings:rendered",
        "service=names.router(name)",
        'service=names.router(name if name != names.DEFAULT else "internal-default")',
    ),
    Mutant(
        "operator-does-not-say-what-the-deletion-does",
        ("EIP-075.2",),
        "offers the deletion without what follows from it",
        lambda patcher: patcher.replace(
            f"{OPERATOR}.findings:TEMPLATES",
            {k: v.replace("deprovisioned and a new one created", "changed") for k, v in findings.TEMPLATES.items()},
        ),
    ),
    edited(
        "operator-patches-the-default",
        "EIP-077.1",
        "offers a patch of the default IngressController to every one",
        "ingress_operator.findings:rendered",
        "name=name,",
        "name=names.DEFAULT,",
    ),
    Mutant(
        "operator-counts-no-replicas-while-pending",
        ("EIP-079.2",),
        "reports no available replicas while a change of the load balancer is pending",
        _computed(_no_replicas),
    ),
    Mutant(
        "operator-progresses-for-ever",
        ("EIP-071.2", "EIP-082.1", "EIP-094"),
        "keeps LoadBalancerProgressing True once it is",
        _computed(_stays),
    ),
    Mutant(
        "operator-gives-auto-delete-a-value",
        ("EIP-083.1",),
        "writes a value into the auto-delete annotation",
        _own_annotation("true", "service:ensure"),
    ),
    Mutant(
        "operator-uses-auto-delete-once",
        ("EIP-083.2",),
        "removes the auto-delete annotation when it makes use of it",
        _own_annotation(None, "service:recreate"),
    ),
    Mutant(
        "operator-keeps-eips-without-a-field",
        ("EIP-088.a", "EIP-140.c"),
        "takes the Elastic IPs from status where the field is not there any more",
        _annotation(lambda wanted, value: value or (_shown(wanted) if _given(wanted) is None else None)),
    ),
    Mutant(
        "operator-keeps-eips-of-an-empty-list",
        ("EIP-088.b",),
        "takes an emptied list for no statement about Elastic IPs",
        _annotation(lambda wanted, value: value or (_shown(wanted) if _given(wanted) == [] else None)),
    ),
    Mutant(
        "operator-annotates-the-missing-list",
        ("EIP-140.a",),
        "writes an empty annotation for an IngressController that has no list",
        _annotation(lambda wanted, value: value or (None if _shown(wanted) or _given(wanted) == [] else "")),
    ),
    Mutant(
        "operator-annotates-the-empty-list",
        ("EIP-140.b",),
        "writes an empty annotation for an empty list",
        _annotation(lambda wanted, value: value or ("" if _given(wanted) == [] else None)),
    ),
    edited(
        "operator-shows-the-scope-of-the-service",
        "EIP-123.b",
        "shows the scope of the load balancer in status",
        "ingress_operator.mirror:mirrored",
        '_put(balancer, "allowedSourceRanges", mirrored_source_ranges(service, build.profile))',
        '_put(balancer, "allowedSourceRanges", mirrored_source_ranges(service, build.profile)); '
        'balancer["scope"] = balancer["scope"] if service is None else '
        '"Internal" if service_annotations.is_internal(service) else "External"',
    ),
    edited(
        "operator-overlooks-another-order",
        "EIP-125",
        "does not write a status that differs in the order of the Elastic IPs alone",
        "ingress_operator.mirror:_comparable",
        'profile == "shipped" and',
        "",
    ),
    Mutant(
        "operator-restores-changed-eips",
        ("EIP-124.a",),
        "writes the Elastic IPs of the specification over others in the annotation",
        _restores(lambda have, want: have is not None and have != want),
    ),
    Mutant(
        "operator-restores-removed-eips",
        ("EIP-124.b",),
        "writes the Elastic IPs of the specification where the annotation is gone",
        _restores(lambda have, want: have is None),
    ),
    edited(
        "operator-overlooks-the-services-that-it-made",
        "EIP-152.a",
        "reports the Elastic IPs of Services alone that it did not make itself",
        "ingress_operator.findings:eips_change",
        "if parameters.same_list(have, want):",
        'if parameters.same_list(have, want) or service["metadata"].get("ownerReferences"):',
    ),
    edited(
        "operator-takes-no-eips-for-a-difference",
        "EIP-152.b",
        "reports a change where neither the Service nor the specification has Elastic IPs",
        "ingress_operator.findings:eips_change",
        "if parameters.same_list(have, want):",
        "if have and parameters.same_list(have, want):",
    ),
    Mutant(
        "operator-recreates-after-a-downgrade",
        ("EIP-154.1", "EIP-154.2"),
        "removes annotations that only a newer release knows, by a new Service",
        _after_a_downgrade,
    ),
    edited(
        "operator-annotates-on-every-platform",
        "EIP-175",
        "writes annotations for AWS on other platforms",
        "ingress_operator.annotations:desired",
        "if wanted.cluster.aws:",
        "if True:",
    ),
    Mutant(
        "operator-migrates-by-itself",
        ("EIP-092.1", "EIP-105.2"),
        "copies the Elastic IPs of the annotation into the specification",
        _migrates,
    ),
    Mutant(
        "operator-keeps-the-target-of-the-record",
        ("EIP-085.2", "EIP-099.1", "EIP-172.2"),
        "leaves the DNS record of a load balancer that is gone",
        _old_target,
    ),
    Mutant(
        "operator-never-makes-internal-load-balancers",
        ("EIP-182.3",),
        "leaves the scope out of the Service",
        lambda patcher: patcher.replace(f"{OPERATOR}.annotations:internal_annotation", lambda wanted: None),
    ),
]
