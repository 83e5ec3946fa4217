"""Ingress operators that get one case or one clause of default subnets wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import annotations, parameters
from enhancement_kit.reference.ingress_operator.findings import Change

from .dynamic_defaults import keeps_announcing
from .source_editing import edited

OPERATOR = "enhancement_kit.reference.ingress_operator"
WANTED = "ingress_operator.annotations:wanted_subnets"
CHANGE = "ingress_operator.findings:subnets_change"
OWN = "parameters.subnets(wanted.published, lb_type) or ingress_default(wanted, lb_type)"
SAME = "if parameters.same_subnets(have, want):"
PUSHED = """    default = service_annotations.ingress_default(wanted, wanted.live_type)
    if default and names.SUBNETS in found:
        found[names.SUBNETS] = ",".join(default.ids)
"""


def _first_default(kind: str) -> str:
    return f'(lb_type == "{kind}" and ingress_default(wanted, lb_type)) or {OWN}'


def _others_own(kind: str, other: str) -> str:
    return f'(lb_type == "{kind}" and parameters.subnets(wanted.published, "{other}")) or {OWN}'


def _only_default(patcher: Patcher) -> None:
    def wanted_for(old: Callable[..., Any]) -> Callable[..., Any]:
        def computed(op: Any, ic: Any, cluster: Any, live: Any) -> Any:
            if ic["metadata"]["name"] != "default":
                cluster = annotations.Cluster(**{**vars(cluster), "default_subnets": ()})
            return old(op, ic, cluster, live)

        return computed

    patcher.wrap(f"{OPERATOR}.ingress:wanted_for", wanted_for)


def _annotates_as_at_first(patcher: Patcher) -> None:
    def kept(old: Callable[..., str | None]) -> Callable[..., str | None]:
        first: list[str | None] = []

        def annotation(wanted: Any) -> str | None:
            first.append(old(wanted))
            return first[0]

        return annotation

    patcher.wrap(f"{OPERATOR}.annotations:subnets_annotation", kept)


def _mirrors_once(patcher: Patcher) -> None:
    def kept(old: Callable[..., dict[str, list[str]]]) -> Callable[..., dict[str, list[str]]]:
        first: dict[str, dict[str, list[str]]] = {}

        def mirrored(service: Any) -> dict[str, list[str]]:
            found = old(service)
            return first.setdefault(service["metadata"]["name"], found) if found else found

        return mirrored

    patcher.wrap(f"{OPERATOR}.mirror:mirrored_subnets", kept)


def _around(make: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.wrap(f"{OPERATOR}.findings:subnets_change", make)


def _announces_for_one(old: Callable[..., Any]) -> Callable[..., Any]:
    owner: list[str] = []

    def change(wanted: Any, service: Any, actual: Any) -> Any:
        found = old(wanted, service, actual)
        if found is not None:
            owner.append(service["metadata"]["uid"])
        return found if owner and owner[0] == service["metadata"]["uid"] else None

    return change


def _announces_removal(old: Callable[..., Any]) -> Callable[..., Any]:
    had: dict[str, parameters.Subnets] = {}

    def change(wanted: Any, service: Any, actual: Any) -> Any:
        kind, uid = annotations.live_type(service), service["metadata"]["uid"]
        own = parameters.subnets(wanted.published, kind)
        had[uid] = had.get(uid) or own
        lost = had[uid] and not own
        return old(wanted, service, actual) or (Change("subnets were removed", {}) if lost else None)

    return change


def _waits_for_the_next_default(old: Callable[..., Any]) -> Callable[..., Any]:
    had: dict[str, bool] = {}
    at_removal: dict[str, parameters.Subnets] = {}

    def change(wanted: Any, service: Any, actual: Any) -> Any:
        kind, uid = annotations.live_type(service), service["metadata"]["uid"]
        default = annotations.ingress_default(wanted, kind)
        if parameters.subnets(wanted.published, kind):
            had[uid] = True
        elif had.get(uid) and at_removal.setdefault(uid, default) == default:
            return None
        return old(wanted, service, actual)

    return change


def _hides_the_service(patcher: Patcher) -> None:
    def rendered(old: Callable[..., str]) -> Callable[..., str]:
        return lambda change, name, wanted, template=None: old(change, name, wanted, template).replace(
            f"svc/router-{name}`", "svc/router-default`"
        )

    patcher.wrap(f"{OPERATOR}.findings:rendered", rendered)


MUTANTS = [
    Mutant("operator-keeps-default-subnets-to-default", ("ISS-201.2",), "defaults `default` only", _only_default),
    edited(
        "operator-prefers-classic-defaults",
        "ISS-209.a ISS-238.1 ISS-268.2 ISS-271.2 ISS-273.1 ISS-273.3 ISS-297 ISS-301.3",
        "prefers the default of Classic load balancers to the IngressController's own subnets",
        WANTED,
        OWN,
        _first_default("Classic"),
    ),
    edited(
        "operator-prefers-nlb-defaults",
        "ISS-209.b ISS-238.1",
        "prefers the default of NLBs to the IngressController's own subnets",
        WANTED,
        OWN,
        _first_default("NLB"),
    ),
    edited(
        "operator-takes-classic-subnets-for-nlbs",
        "ISS-231.a",
        "takes an IngressController's Classic subnets for its NLB",
        WANTED,
        OWN,
        _others_own("NLB", "Classic"),
    ),
    edited(
        "operator-takes-nlb-subnets-for-classic",
        "ISS-231.b",
        "takes an IngressController's NLB subnets for its Classic load balancer",
        WANTED,
        OWN,
        _others_own("Classic", "NLB"),
    ),
    edited(
        "operator-takes-nlb-for-no-type",
        "ISS-232.b",
        "makes an NLB where the IngressController names no type",
        "ingress_operator.cluster_config:read_cluster",
        'str((load_balancer.get("aws") or {}).get("type", ""))',
        '"NLB"',
    ),
    Mutant(
        "operator-mirrors-subnets-once",
        ("ISS-234.2", "ISS-241.2"),
        "shows the first subnets of a Service for good, even after it was recreated",
        _mirrors_once,
    ),
    Mutant(
        "operator-annotates-as-at-first",
        ("ISS-235.3", "ISS-241.1", "ISS-243.2", "ISS-270.1", "ISS-272", "ISS-301.1"),
        "gives every Service the subnets of the first one",
        _annotates_as_at_first,
    ),
    edited(
        "operator-announces-no-first-default",
        "ISS-235.1",
        "announces no default subnets where none are in use",
        CHANGE,
        SAME,
        "if not have or parameters.same_subnets(have, want):",
    ),
    edited(
        "operator-names-new-subnets-twice",
        "ISS-235.1 ISS-237.2 ISS-243.1",
        "names the new subnets for the ones in use",
        CHANGE,
        "quoted(printed_subnets(have))",
        "quoted(printed_subnets(want))",
    ),
    Mutant(
        "operator-announces-for-one",
        ("ISS-237.1", "ISS-271.1", "ISS-297", "ISS-301.2"),
        "announces new default subnets for one IngressController only",
        _around(_announces_for_one),
    ),
    Mutant(
        "operator-tells-to-delete-another-service",
        ("ISS-237.3", "ISS-268"),
        "tells every admin to delete the Service of the default IngressController",
        _hides_the_service,
    ),
    edited(
        "operator-annotates-pinned-services",
        "ISS-238.2",
        "writes the default subnets onto every Service that has some",
        "ingress_operator.service:updated_in_place",
        '    found = dict(result["metadata"].get("annotations") or {})\n',
        '    found = dict(result["metadata"].get("annotations") or {})\n' + PUSHED,
    ),
    edited(
        "operator-compares-classic-subnets-in-order",
        "ISS-239.a",
        "takes another order for a change of a Classic load balancer",
        CHANGE,
        SAME,
        'if have == want or (kind == "NLB" and parameters.same_subnets(have, want)):',
    ),
    edited(
        "operator-compares-nlb-subnets-in-order",
        "ISS-239.b",
        "takes another order for a change of an NLB",
        CHANGE,
        SAME,
        'if have == want or (kind == "Classic" and parameters.same_subnets(have, want)):',
    ),
    Mutant(
        "operator-announces-for-good",
        ("ISS-241.3", "ISS-243.3", "ISS-272", "ISS-301.4"),
        "announces new subnets for good, even after the Service was recreated",
        keeps_announcing("name"),
    ),
    edited(
        "operator-lends-classic-defaults",
        "ISS-230.a",
        "gives NLBs the default of Classic load balancers where they have none",
        "ingress_operator.annotations:ingress_default",
        "return dict(wanted.cluster.default_subnets).get(lb_type, parameters.Subnets())",
        'found = dict(wanted.cluster.default_subnets)\n    return found.get(lb_type) or found["Classic"]',
    ),
    edited(
        "operator-lends-nlb-defaults",
        "ISS-230.b",
        "gives Classic load balancers the default of NLBs where they have none",
        "ingress_operator.annotations:ingress_default",
        "return dict(wanted.cluster.default_subnets).get(lb_type, parameters.Subnets())",
        'found = dict(wanted.cluster.default_subnets)\n    return found.get(lb_type) or found["NLB"]',
    ),
    edited(
        "operator-takes-one-default-for-none",
        "ISS-246.b",
        "takes a default of a single subnet for an incomplete one, and discovers",
        "ingress_operator.annotations:ingress_default",
        "return dict(wanted.cluster.default_subnets).get(lb_type, parameters.Subnets())",
        "found = dict(wanted.cluster.default_subnets).get(lb_type, parameters.Subnets())\n"
        "    return found if len(found.ids) > 1 else parameters.Subnets()",
    ),
    edited(
        "operator-leaves-subnets-to-discovery",
        "ISS-252.1",
        "leaves the subnets of its Services to discovery",
        "ingress_operator.annotations:subnets_annotation",
        "return parameters.render_subnets(wanted_subnets(wanted, wanted.wanted_type)) or None",
        "return None",
    ),
    edited(
        "operator-recreates-services",
        "ISS-235.2 ISS-240 ISS-273.2",
        "recreates a Service for new subnets without being asked",
        "ingress_operator.service:ensure",
        "if auto_delete(ic) and needs_recreation(renewed, desired, wanted):",
        "if needs_recreation(renewed, desired, wanted):",
    ),
    edited(
        "operator-announces-discovered-subnets",
        "ISS-316.1",
        "takes a Service without subnets for a change where there is no default",
        CHANGE,
        SAME,
        "if have and parameters.same_subnets(have, want):",
    ),
    edited(
        "operator-takes-the-base-domain",
        "ISS-327.1",
        "takes the domain of the cluster for that of an IngressController without one",
        "ingress_operator.admission:admit",
        'spec.get("domain") or cluster.ingress_domain',
        'spec.get("domain") or cluster.base_domain',
    ),
    edited(
        "operator-announces-nlb-defaults-to-classic",
        "ISS-339.a",
        "announces other default subnets of NLBs to Classic IngressControllers",
        CHANGE,
        SAME,
        'if parameters.same_subnets(have, want) and (kind == "NLB" or parameters.same_subnets('
        'have, service_annotations.ingress_default(wanted, "NLB"))):',
    ),
    edited(
        "operator-announces-classic-defaults-to-nlbs",
        "ISS-339.b",
        "announces other default subnets of Classic load balancers to NLB IngressControllers",
        CHANGE,
        SAME,
        'if parameters.same_subnets(have, want) and (kind == "Classic" or parameters.same_subnets('
        'have, service_annotations.ingress_default(wanted, "Classic"))):',
    ),
    Mutant(
        "operator-announces-removed-subnets",
        ("ISS-342.a",),
        "announces the removal of own subnets although the default ones are the same",
        _around(_announces_removal),
    ),
    Mutant(
        "operator-waits-for-the-next-default",
        ("ISS-342.b",),
        "follows the default only from its next change on once own subnets are removed",
        _around(_waits_for_the_next_default),
    ),
]
