"""A list of subnets that can be changed in one way, and operators that follow such a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import parameters

from .crd_editing import Schema, change
from .source_editing import edited

CRD = "ingresscontrollers.operator.openshift.io"
AWS = "endpointPublishingStrategy.loadBalancer.providerParameters.aws"
OPERATOR = "enhancement_kit.reference.ingress_operator"
ANNOTATION = "ingress_operator.annotations:subnets_annotation"

# name -> requirement, what the rule lets happen, the rule
RULES: dict[str, tuple[str, str, str]] = {
    "grow": ("LSS-039.a", "lets the list grow", "size(self) > size(oldSelf) && oldSelf.all(x, x in self)"),
    "be-replaced": (
        "LSS-039.b",
        "lets subnets be replaced as long as their number does not grow",
        "size(self) <= size(oldSelf) && self.exists(x, !(x in oldSelf))",
    ),
    "shrink": (
        "LSS-039.c",
        "lets subnets be taken away as long as one is left",
        "size(self) > 0 && size(self) < size(oldSelf) && self.all(x, x in oldSelf)",
    ),
    "be-reordered": (
        "LSS-039.d",
        "compares the list as a set",
        "size(self) == size(oldSelf) && self.all(x, x in oldSelf)",
    ),
    "be-emptied": ("LSS-039.e", "takes an empty list for a removed one", "size(self) == 0"),
    "be-filled": ("LSS-A12", "takes an empty list for one that was never set", "size(oldSelf) == 0"),
}


def _or_else(rule: str) -> Callable[[Patcher], None]:
    def looser(node: Schema) -> None:
        # an API server refuses such a rule on a list without bounds: it would cost too much
        node["maxItems"] = 10
        node["items"]["maxLength"] = 64
        node["x-kubernetes-validations"][0]["rule"] = f"self == oldSelf || ({rule})"

    return change(CRD, (f"spec.{AWS}.subnets", f"status.{AWS}.subnets"), looser)


def _compares_presence(node: Schema) -> None:
    rule = {"rule": "has(self.subnets) == has(oldSelf.subnets)", "message": "subnets is immutable"}
    node["x-kubernetes-validations"] = [*node.get("x-kubernetes-validations", []), rule]


def _annotates(choose: Callable[[list[str], list[str]], list[str]]) -> Callable[[Patcher], None]:
    """Let the operator write the subnets that `choose` makes of those in effect and those in the specification."""

    def lists(wanted: Any) -> tuple[list[str], list[str]]:
        return list(parameters.draft_subnets(wanted.effective)), list(parameters.draft_subnets(wanted.published))

    def owns(wanted: Any) -> bool:
        return wanted.build.features.subnets == "draft" and any(lists(wanted))

    def apply(patcher: Patcher) -> None:
        patcher.replace(
            f"{OPERATOR}.annotations:subnets_annotation",
            lambda wanted: parameters.render_list(choose(*lists(wanted))) or None,
        )
        patcher.replace(f"{OPERATOR}.annotations:owns_subnets_annotation", owns)

    return apply


MUTANTS = [
    *(
        Mutant(f"crd-lets-subnets-{name}", (identifier,), story, _or_else(rule))
        for name, (identifier, story, rule) in RULES.items()
    ),
    Mutant(
        "crd-refuses-subnets-that-come-or-go",
        ("LSS-037.1",),
        "has a rule that compares whether there is a list at all",
        change(CRD, (f"spec.{AWS}",), _compares_presence),
    ),
    Mutant(
        "operator-follows-subnets-given-later",
        ("LSS-037.a",),
        "annotates the live Service when an IngressController without subnets is given some",
        _annotates(lambda effective, published: effective or published),
    ),
    Mutant(
        "operator-follows-the-removal-of-subnets",
        ("LSS-037.b", "LSS-037.c"),
        "takes the annotation off the live Service as long as the list is removed",
        _annotates(lambda effective, published: effective if effective and published else []),
    ),
    Mutant(
        "operator-follows-another-list",
        ("LSS-037.c",),
        "annotates the live Service with a list that took the place of a removed one",
        _annotates(lambda effective, published: published if effective and published else effective),
    ),
    edited(
        "operator-forgets-removed-subnets",
        "LSS-A13",
        "drops the list from status when it is removed from the specification, and leaves the Service alone",
        "ingress_operator.strategy:_carry_aws",
        '    current["type"] = desired["type"]\n',
        '    current["type"] = desired["type"]\n'
        '    current.pop("subnets" if not desired.get("subnets") else "", None)\n',
    ),
    edited(
        "operator-drops-subnets-with-the-type",
        "LSS-A18",
        "gives up the list when the load balancer type changes",
        "ingress_operator.strategy:_carry_aws",
        '    current["type"] = desired["type"]\n',
        '    current["type"] = desired["type"]\n    current.pop("subnets" if was != current["type"] else "", None)\n',
    ),
    edited(
        "operator-lists-subnets-for-one-type",
        "LSS-A18",
        "keeps the list for Classic load balancers only when it makes a new Service",
        ANNOTATION,
        "parameters.draft_subnets(wanted.effective)",
        "parameters.draft_subnets(wanted.effective if wanted.wanted_type != 'NLB' else {})",
    ),
    Mutant(
        "operator-applies-other-subnets-at-once",
        ("LSS-080.2", "LSS-A04"),
        "writes another list to the live Service in the later revision",
        lambda patcher: patcher.replace(
            f"{OPERATOR}.annotations:owns_subnets_annotation",
            lambda wanted: wanted.build.features.subnets in ("draft", "later"),
        ),
    ),
    edited(
        "operator-keeps-removed-subnets",
        "LSS-081.2",
        "falls back to the subnets in status where the list is removed, in the later revision",
        "ingress_operator.annotations:wanted_subnets",
        "return parameters.subnets(wanted.published, lb_type) or",
        "return parameters.subnets(wanted.published, lb_type) or parameters.subnets(wanted.effective, lb_type) or",
    ),
]
