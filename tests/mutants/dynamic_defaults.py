"""Ingress operators that do not follow the current default subnets of the Ingress config."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import annotations, parameters
from enhancement_kit.reference.runtime.resources import INGRESS_CONTROLLER

OPERATOR = "enhancement_kit.reference.ingress_operator"
WANTED = f"{OPERATOR}.annotations:wanted_subnets"
DEFAULT = f"{OPERATOR}.annotations:ingress_default"
READ = f"{OPERATOR}.cluster_config:default_subnets"
CHANGE = f"{OPERATOR}.findings:subnets_change"


def _no_default_anywhere(patcher: Patcher) -> None:
    patcher.replace(DEFAULT, lambda wanted, lb_type: parameters.Subnets())


def _keeps_it_from_default(patcher: Patcher) -> None:
    def wanted_for(old: Callable[..., Any]) -> Callable[..., Any]:
        def computed(op: Any, ic: Any, cluster: Any, live: Any) -> Any:
            if ic["metadata"]["name"] == "default":
                cluster = replace(cluster, default_subnets=())
            return old(op, ic, cluster, live)

        return computed

    patcher.wrap(f"{OPERATOR}.ingress:wanted_for", wanted_for)


def _writes_an_empty_list(patcher: Patcher) -> None:
    patcher.wrap(f"{OPERATOR}.annotations:subnets_annotation", lambda old: lambda wanted: old(wanted) or "")


def _takes_the_other_type(patcher: Patcher) -> None:
    def either(wanted: Any, lb_type: str) -> parameters.Subnets:
        own = parameters.subnets(wanted.published, lb_type)
        other = next(kind for kind in parameters.BLOCKS if kind != lb_type)
        return own or parameters.subnets(wanted.published, other) or annotations.ingress_default(wanted, lb_type)

    patcher.replace(WANTED, either)


def _prefers_the_default(patcher: Patcher) -> None:
    def preferred(wanted: Any, lb_type: str) -> parameters.Subnets:
        return annotations.ingress_default(wanted, lb_type) or parameters.subnets(wanted.published, lb_type)

    patcher.replace(WANTED, preferred)


def _remembers_own_subnets(patcher: Patcher) -> None:
    def remembering(old: Callable[..., parameters.Subnets]) -> Callable[..., parameters.Subnets]:
        last: list[parameters.Subnets] = []

        def wanted_subnets(wanted: Any, lb_type: str) -> parameters.Subnets:
            own = parameters.subnets(wanted.published, lb_type)
            if own:
                last[:] = [own]
            return last[0] if last else old(wanted, lb_type)

        return wanted_subnets

    patcher.wrap(WANTED, remembering)


def _freezes_none_too(patcher: Patcher) -> None:
    def frozen(old: Callable[..., Any]) -> Callable[..., Any]:
        first: list[Any] = []

        def read(aws: Any) -> Any:
            first.append(old(aws))
            return first[0]

        return read

    patcher.wrap(READ, frozen)


def _compares_in_order(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.parameters:same_subnets", lambda have, want: have == want)


def keeps_announcing(identity: str) -> Callable[[Patcher], None]:
    """Announce a change for as long as a Service has the same `uid` or the same `name`."""

    def sticky(old: Callable[..., Any]) -> Callable[..., Any]:
        found: dict[str, Any] = {}

        def change(wanted: Any, service: Any, actual: Any) -> Any:
            key = service["metadata"][identity]
            found[key] = old(wanted, service, actual) or found.get(key)
            return found[key]

        return change

    return lambda patcher: patcher.wrap(CHANGE, sticky)


def _overlooks_removal(patcher: Patcher) -> None:
    def change(old: Callable[..., Any]) -> Callable[..., Any]:
        def seen(wanted: Any, service: Any, actual: Any) -> Any:
            return old(wanted, service, actual) if annotations.wanted_subnets(wanted, wanted.live_type) else None

        return seen

    patcher.wrap(CHANGE, change)


def _nlb_for_all(patcher: Patcher) -> None:
    patcher.wrap(DEFAULT, lambda old: lambda wanted, lb_type: old(wanted, "NLB"))


def _any_default(patcher: Patcher) -> None:
    def either(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda wanted, lb_type: old(wanted, lb_type) or old(wanted, "NLB") or old(wanted, "Classic")

    patcher.wrap(DEFAULT, either)


def _validates(patcher: Patcher) -> None:
    def one(old: Callable[..., str | None]) -> Callable[..., str | None]:
        return lambda wanted: (old(wanted) or "").split(",")[0] or None

    patcher.wrap(f"{OPERATOR}.annotations:subnets_annotation", one)


def _marks_services(patcher: Patcher) -> None:
    def marking(old: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        def updated(current: Any, desired: Any, wanted: Any) -> dict[str, Any]:
            result = old(current, desired, wanted)
            if wanted.build.features.ingress_defaults:
                result["metadata"].setdefault("annotations", {})["ingress.operator.openshift.io/default"] = "none"
            return result

        return updated

    patcher.wrap(f"{OPERATOR}.service:updated_in_place", marking)


def _overwrites_default(patcher: Patcher) -> None:
    def overwriting(old: Callable[..., Any]) -> Callable[..., Any]:
        def reconcile(op: Any, key: str) -> Any:
            found = op.store.find(INGRESS_CONTROLLER, *key.split("/"))
            if found is not None and found["spec"].get("replicas") != 1:
                op.store.patch(INGRESS_CONTROLLER, found, {"spec": {"replicas": 1}})
            return old(op, key)

        return reconcile

    patcher.wrap(f"{OPERATOR}.default_ingress:reconcile", overwriting)


def _writes_the_domain(patcher: Patcher) -> None:
    def writing(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(op: Any, ic: dict[str, Any], cluster: Any) -> Any:
            if not ic["spec"].get("domain"):
                ic = op.store.patch(INGRESS_CONTROLLER, ic, {"spec": {"domain": ic["status"]["domain"]}})
            return old(op, ic, cluster)

        return ensure

    patcher.wrap(f"{OPERATOR}.ingress:ensure_operands", writing)


def _classic_without_type(patcher: Patcher) -> None:
    def read(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda store: replace(old(store), ingress_aws_type="Classic")

    patcher.wrap(f"{OPERATOR}.ingress:read_cluster", read)


MUTANTS = [
    Mutant(
        "operator-keeps-default-subnets-from-default",
        (
            "ISS-084.a",
            "ISS-201.1",
        ),
        "gives the default subnets to user-created IngressControllers only",
        _keeps_it_from_default,
    ),
    Mutant(
        "operator-has-no-default-subnets",
        ("ISS-177", "ISS-231"),
        "discovers subnets whatever the Ingress config says",
        _no_default_anywhere,
    ),
    Mutant(
        "operator-writes-an-empty-list",
        ("ISS-210", "ISS-230", "ISS-243.2"),
        "annotates the Service with an empty list where there is no default",
        _writes_an_empty_list,
    ),
    Mutant(
        "operator-takes-any-default",
        ("ISS-230",),
        "takes the default of the other load balancer type where there is none",
        _any_default,
    ),
    Mutant(
        "operator-takes-subnets-of-the-other-type",
        ("ISS-231",),
        "takes what the IngressController says for the other load balancer type",
        _takes_the_other_type,
    ),
    Mutant(
        "operator-prefers-the-default-at-a-switch",
        ("ISS-245", "ISS-297"),
        "takes the default although the IngressController has subnets for the type",
        _prefers_the_default,
    ),
    Mutant(
        "operator-remembers-removed-subnets",
        ("ISS-342",),
        "keeps to subnets that were removed from the specification",
        _remembers_own_subnets,
    ),
    Mutant(
        "operator-freezes-the-first-default",
        ("ISS-235", "ISS-297", "ISS-301"),
        "reads the default once, even where there is none, and never again",
        _freezes_none_too,
    ),
    Mutant("operator-compares-subnets-in-order", ("ISS-239",), "takes another order for a change", _compares_in_order),
    Mutant(
        "operator-keeps-announcing-subnets",
        ("ISS-242",),
        "stays progressing until the Service is recreated, even after a change was taken back",
        keeps_announcing("uid"),
    ),
    Mutant("operator-overlooks-a-removed-default", ("ISS-243.1",), "announces no removal", _overlooks_removal),
    Mutant(
        "operator-watches-the-nlb-default-only",
        ("ISS-339",),
        "lets the default of NLBs concern Classic load balancers",
        _nlb_for_all,
    ),
    Mutant("operator-validates-default-subnets", ("ISS-246.a",), "leaves subnets of the default out", _validates),
    Mutant(
        "operator-marks-services-after-an-upgrade",
        ("ISS-316.2",),
        "writes on every Service once it has the feature",
        _marks_services,
    ),
    Mutant(
        "operator-overwrites-the-default-ingresscontroller",
        ("ISS-326",),
        "sets the replicas of a default IngressController that an admin made",
        _overwrites_default,
    ),
    Mutant(
        "operator-writes-the-domain-into-spec",
        ("ISS-327.2",),
        "fills in the domain of the specification",
        _writes_the_domain,
    ),
    Mutant(
        "operator-takes-classic-for-no-type",
        ("ISS-232.a",),
        "makes a Classic load balancer where the IngressController names no type",
        _classic_without_type,
    ),
]
