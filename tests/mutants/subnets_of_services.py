"""Operators that confuse Services, or touch a hand-written annotation in one situation only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import parameters

from .crd_editing import Schema, change
from .source_editing import edited

CRD = "ingresscontrollers.operator.openshift.io"
SUBNETS = "endpointPublishingStrategy.loadBalancer.providerParameters.aws.subnets"
OPERATOR = "enhancement_kit.reference.ingress_operator"
OWN_EVENT = '(ref.get("kind"), ref.get("namespace"), ref.get("name"), ref.get("uid")) == about'
KEPT = '    ranges = desired["spec"].get("loadBalancerSourceRanges")\n'


def _quotes(other: str) -> Callable[[Patcher], None]:
    """Let the operator take an event for its own where `other` holds, whatever the uid."""

    def apply(patcher: Patcher) -> None:
        patcher.edit(f"{OPERATOR}.ingress:observe", '{"involvedObject.uid": live["metadata"]["uid"]}', "{}")
        patcher.edit(f"{OPERATOR}.conditions:failure_event", OWN_EVENT, other)

    return apply


def _clears_for_an_empty_list(patcher: Patcher) -> None:
    def owns(old: Callable[[Any], bool]) -> Callable[[Any], bool]:
        return lambda wanted: old(wanted) or parameters.aws(wanted.published).get("subnets") == []

    patcher.wrap(f"{OPERATOR}.annotations:owns_subnets_annotation", owns)


def _one_at_most(node: Schema) -> None:
    node["maxItems"] = 1


MUTANTS = [
    Mutant("operator-quotes-events-of-other-services", ("LSS-098",), "quotes any Service's event", _quotes("True")),
    Mutant(
        "operator-quotes-events-of-former-services",
        ("LSS-098",),
        "quotes the event of a Service that had the same name",
        _quotes('ref.get("name") == meta["name"]'),
    ),
    Mutant(
        "operator-clears-subnets-for-an-empty-list",
        ("LSS-102.b",),
        "takes an empty list for the wish to have no annotation",
        _clears_for_an_empty_list,
    ),
    edited(
        "operator-tidies-subnets-set-by-hand",
        "LSS-013",
        "removes the blanks from an annotation that is not its own",
        "ingress_operator.service:updated_in_place",
        KEPT,
        "    found |= {k: v.replace(' ', '') for k, v in found.items() if k == names.SUBNETS}\n" + KEPT,
    ),
    edited(
        "operator-counts-blanks",
        "LSS-A16",
        "takes subnets with a blank before them for other subnets",
        "ingress_operator.parameters:parse_subnets",
        'if profile == "document":',
        'if profile == "never":',
    ),
    edited(
        "operator-recreates-no-service-for-subnets",
        "LSS-A03",
        "waits for the admin to delete the Service although auto-delete is on",
        "ingress_operator.annotations:creation_keys",
        'wanted.build.features.subnets == "later"',
        'wanted.build.features.subnets == "never"',
    ),
    edited(
        "operator-publishes-everything",
        "LSS-016.1",
        "never asks for an internal load balancer",
        "ingress_operator.annotations:internal_annotation",
        '"true" if',
        "None if",
    ),
    Mutant(
        "crd-with-one-subnet-at-most",
        ("LSS-032.1",),
        "refuses more than one subnet",
        change(CRD, (f"spec.{SUBNETS}", f"status.{SUBNETS}"), _one_at_most),
    ),
    edited(
        "crd-that-keeps-subnets-after-a-downgrade",
        "LSS-097.2",
        "has the list in the release before, too",
        "api.compose:features_of",
        'subnets="backport" if DRAFT_BACKPORT in gates else ""',
        'subnets="backport" if DRAFT_BACKPORT in gates else "draft"',
    ),
]
