"""CRDs that judge Elastic IPs wrongly in one case or in one respect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .crd_editing import change
from .crd_eips import HAS_EIPS, NETWORK, NLB_HAS_EIPS, both, more, reworded, setting
from .crd_rules import AWS, CRD, EIPS, LOAD_BALANCER

PROVIDERS = f"{LOAD_BALANCER}.providerParameters"
ANY_LIST = {"type": "array", "items": {"type": "string"}}
BOTH = "size(self.subnets.ids + self.subnets.names)"
IDS, NAMES, COUNT = "size(self.subnets.ids)", "size(self.subnets.names)", "size(self.eipAllocations)"


def _counts(size: str, wrong: str) -> Callable[[Patcher], None]:
    """Replace the comparison in the rule that counts so."""
    return change(CRD, both(NETWORK), reworded(f"? {size} == {COUNT}", f"? {wrong}"))


def _scope(exception: str) -> Callable[[Patcher], None]:
    return change(CRD, both(LOAD_BALANCER), reworded("!has(self.scope) ||", f"{exception} || !has(self.scope) ||"))


def _known(*paths: str, name: str = "eipAllocations") -> Callable[[Patcher], None]:
    value = ANY_LIST if name == "eipAllocations" else {"type": "object", "properties": {"eipAllocations": ANY_LIST}}
    return change(CRD, paths, lambda node: node["properties"].update({name: value}))


def _update(rule: str, path: str = NETWORK) -> Callable[[Patcher], None]:
    return change(CRD, [path], more(rule))


def _without_the_field(patcher: Patcher) -> None:
    gates = "enhancement_kit.reference.api:gates_of"
    patcher.wrap(gates, lambda old: lambda *a: old(*a) - {"SetEIPForNLBIngressController"})


def _kept_for_ever(patcher: Patcher) -> None:
    def features(old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda gates, *, profile, version: old(gates, profile=profile, version="4.y")

    patcher.wrap("enhancement_kit.reference.api:features_of", features)
    patcher.wrap("enhancement_kit.reference.api.compose:features_of", features)


MUTANTS = [
    Mutant("crd-with-eips-in-aws", ("EIP-019.a",), "knows the list beside the type", _known(AWS)),
    Mutant(
        "crd-with-eips-of-classic-load-balancers",
        ("EIP-019.b",),
        "knows the list in the parameters of the other type",
        _known(f"{AWS}.classicLoadBalancer"),
    ),
    Mutant(
        "crd-with-eips-of-other-providers",
        ("EIP-019.c",),
        "knows the list in the parameters of other providers",
        _known(f"{PROVIDERS}.gcp", f"{PROVIDERS}.ibm"),
    ),
    Mutant(
        "crd-that-wants-parameters-of-an-internal-nlb",
        ("EIP-023.a",),
        "refuses scope Internal without networkLoadBalancer",
        change(
            CRD,
            both(LOAD_BALANCER),
            more(
                "self.scope != 'Internal' || !has(self.providerParameters) || !has(self.providerParameters.aws) || "
                "has(self.providerParameters.aws.networkLoadBalancer)"
            ),
        ),
    ),
    Mutant(
        "crd-that-wants-something-in-the-parameters",
        ("EIP-023.b",),
        "refuses an empty networkLoadBalancer",
        change(CRD, [NETWORK], setting("minProperties", 1)),
    ),
    Mutant(
        "crd-with-an-immutable-scope",
        ("EIP-024.2",),
        "refuses every change of the scope",
        _update("self.scope == oldSelf.scope", LOAD_BALANCER),
    ),
    Mutant(
        "crd-that-accepts-too-few-eips-for-a-mixture",
        ("EIP-026.a",),
        "accepts fewer Elastic IPs than ids and names",
        _counts(BOTH, f"{BOTH} == {COUNT} || ({IDS} > 0 && {BOTH} > {COUNT})"),
    ),
    Mutant(
        "crd-that-accepts-too-many-eips-for-a-mixture",
        ("EIP-026.b",),
        "accepts more Elastic IPs than ids and names",
        _counts(BOTH, f"{BOTH} == {COUNT} || ({IDS} > 0 && {BOTH} < {COUNT})"),
    ),
    Mutant(
        "crd-without-mixtures",
        ("EIP-026.c",),
        "refuses Elastic IPs beside a mixture of ids and names",
        _counts(BOTH, f"{BOTH} == {COUNT} && {IDS} == 0"),
    ),
    Mutant(
        "crd-that-overlooks-an-empty-list",
        ("EIP-026.d",),
        "counts nothing beside an empty list of ids",
        _counts(BOTH, f"{BOTH} == {COUNT} || {IDS} == 0"),
    ),
    Mutant(
        "crd-without-eips-beside-an-empty-list",
        ("EIP-026.e",),
        "refuses Elastic IPs beside an empty list of ids",
        _counts(BOTH, f"{BOTH} == {COUNT} && {IDS} > 0"),
    ),
    Mutant(
        "crd-that-accepts-too-many-eips-for-ids",
        ("EIP-014", "EIP-027.a", "EIP-179.b"),
        "accepts more Elastic IPs than ids",
        _counts(IDS, f"{IDS} <= {COUNT}"),
    ),
    Mutant(
        "crd-that-accepts-too-few-eips-for-ids",
        ("EIP-014", "EIP-027.b", "EIP-179.a"),
        "accepts fewer Elastic IPs than ids",
        _counts(IDS, f"{IDS} >= {COUNT}"),
    ),
    Mutant("crd-without-eips-beside-ids", ("EIP-027.c",), "refuses both", _counts(IDS, f"{IDS} == 0")),
    Mutant(
        "crd-that-accepts-too-few-eips-for-names",
        ("EIP-028.a",),
        "accepts fewer Elastic IPs than names",
        _counts(NAMES, f"{NAMES} >= {COUNT}"),
    ),
    Mutant(
        "crd-that-accepts-too-many-eips-for-names",
        ("EIP-028.b",),
        "accepts more Elastic IPs than names",
        _counts(NAMES, f"{NAMES} <= {COUNT}"),
    ),
    Mutant("crd-without-eips-beside-names", ("EIP-028.c",), "refuses both", _counts(NAMES, f"{NAMES} == 0")),
    Mutant(
        "crd-that-wants-eips-beside-subnets",
        ("EIP-029.a",),
        "refuses subnets of an NLB without Elastic IPs",
        change(CRD, both(NETWORK), more(f"!has(self.subnets) || {HAS_EIPS}")),
    ),
    Mutant(
        "crd-that-wants-subnets-beside-eips",
        ("EIP-029.b",),
        "refuses Elastic IPs where neither type has subnets",
        change(
            CRD,
            both(AWS),
            more(f"!({NLB_HAS_EIPS}) || has(self.networkLoadBalancer.subnets) || has(self.classicLoadBalancer)"),
        ),
    ),
    Mutant(
        "crd-that-counts-subnets-of-the-other-type",
        ("EIP-029.c",),
        "compares Elastic IPs with the subnets of a Classic load balancer",
        change(
            CRD,
            both(AWS),
            more(
                f"!({NLB_HAS_EIPS}) || !has(self.classicLoadBalancer) || !has(self.classicLoadBalancer.subnets) || "
                "size(self.classicLoadBalancer.subnets.ids) == size(self.networkLoadBalancer.eipAllocations)"
            ),
        ),
    ),
    Mutant(
        "crd-with-eips-alike",
        ("EIP-032.2",),
        "takes values that differ in case for the same",
        change(CRD, both(EIPS), reworded("x == y", "x.lowerAscii() == y.lowerAscii()")),
    ),
    Mutant("crd-without-eips-in-the-preview", ("EIP-043.1", "EIP-149.1"), "has no such field", _without_the_field),
    Mutant(
        "crd-with-four-eips",
        ("EIP-053",),
        "accepts four Elastic IPs only",
        change(CRD, both(EIPS), setting("maxItems", 4)),
    ),
    Mutant(
        "crd-with-the-printed-key",
        ("EIP-087.a",),
        "knows the key that the document prints once",
        _known(AWS, name="nlbParameters"),
    ),
    Mutant(
        "crd-without-empty-lists",
        ("EIP-087.b",),
        "refuses an empty list of Elastic IPs",
        change(CRD, [EIPS], setting("minItems", 1)),
    ),
    Mutant("crd-that-keeps-the-field", ("EIP-154.3",), "has the field in older releases as well", _kept_for_ever),
    Mutant("crd-with-fixed-eips", ("EIP-171.a",), "refuses another list", _update("self == oldSelf", EIPS)),
    Mutant(
        "crd-that-never-gives-eips-up",
        ("EIP-171.b",),
        "refuses the removal of the list",
        _update(f"!has(oldSelf.eipAllocations) || {HAS_EIPS}"),
    ),
    Mutant(
        "crd-with-eips-from-the-start",
        ("EIP-171.c",),
        "refuses a list that was not there at creation",
        _update(f"has(oldSelf.eipAllocations) || !{HAS_EIPS}"),
    ),
    Mutant(
        "crd-with-a-fixed-number-of-eips",
        ("EIP-179.c",),
        "refuses another number of Elastic IPs",
        _update(f"!has(oldSelf.eipAllocations) || !{HAS_EIPS} || size(oldSelf.eipAllocations) == {COUNT}"),
    ),
    Mutant(
        "crd-that-never-gives-subnets-up",
        ("EIP-179.d",),
        "refuses the removal of subnets beside Elastic IPs",
        _update(f"!has(oldSelf.subnets) || !{HAS_EIPS} || has(self.subnets)"),
    ),
    Mutant(
        "crd-that-looks-at-the-type",
        ("EIP-180.a",),
        "lets the scope count for Network Load Balancers only",
        _scope(
            "(has(self.providerParameters) && has(self.providerParameters.aws) && "
            "self.providerParameters.aws.type != 'NLB')"
        ),
    ),
    Mutant(
        "crd-that-looks-at-the-provider",
        ("EIP-180.b",),
        "lets the scope count for AWS only",
        _scope("(has(self.providerParameters) && self.providerParameters.type != 'AWS')"),
    ),
]
