"""CRDs that get the list of subnets wrong: its place, its optionality, its feature gate."""

from __future__ import annotations

from collections.abc import Callable

from enhancement_kit.mutation.mutants import Mutant, Patcher

from .crd_editing import Schema, change, drop

CRD = "ingresscontrollers.operator.openshift.io"
PROVIDER = "endpointPublishingStrategy.loadBalancer.providerParameters"
AWS = f"{PROVIDER}.aws"


def _everywhere(path: str, edit: Callable[[Schema], None]) -> Callable[[Patcher], None]:
    return change(CRD, (f"spec.{path}", f"status.{path}"), edit)


def _without_the_field(node: Schema) -> None:
    node["properties"].pop("subnets", None)


def _with_subnets(node: Schema) -> None:
    node.setdefault("properties", {})["subnets"] = {"type": "array", "items": {"type": "string"}}


def _for_every_provider(node: Schema) -> None:
    for name in ("azure", "gcp", "ibm", "openstack"):
        _with_subnets(node["properties"].setdefault(name, {"type": "object"}))


def _for_each_type(node: Schema) -> None:
    for name in ("classicLoadBalancer", "networkLoadBalancer"):
        _with_subnets(node["properties"][name])


def _required(node: Schema) -> None:
    if "subnets" in node["properties"]:
        node["required"] = [*node.get("required", []), "subnets"]


def _never_empty(node: Schema) -> None:
    node["minItems"] = 1


def _in_every_feature_set(patcher: Patcher) -> None:
    def all_of(_: str, known: frozenset[str]) -> frozenset[str]:
        return known

    patcher.replace("enhancement_kit.reference.api:gates_of", all_of)


MUTANTS = [
    Mutant(
        "crd-without-subnets",
        ("LSS-019", "LSS-027.1", "LSS-038", "LSS-051", "LSS-092"),
        "does not have the list in any feature set",
        _everywhere(AWS, _without_the_field),
    ),
    Mutant(
        "crd-with-subnets-in-every-feature-set",
        ("LSS-038", "LSS-051", "LSS-092"),
        "has the list in feature set Default already",
        _in_every_feature_set,
    ),
    Mutant(
        "crd-with-subnets-of-every-provider",
        ("LSS-023",),
        "has a list for Azure, GCP, IBM and OpenStack too",
        _everywhere(PROVIDER, _for_every_provider),
    ),
    Mutant(
        "crd-with-subnets-of-each-type",
        ("LSS-029",),
        "has a list for Classic load balancers and another for NLBs",
        _everywhere(AWS, _for_each_type),
    ),
    Mutant(
        "crd-with-application-load-balancers",
        ("LSS-025",),
        "takes any word for a type of load balancer",
        _everywhere(f"{AWS}.type", drop("enum")),
    ),
    Mutant(
        "crd-that-requires-subnets",
        ("LSS-034.a",),
        "has to be given the list",
        change(CRD, (f"spec.{AWS}",), _required),
    ),
    Mutant(
        "crd-with-subnets-that-are-never-empty",
        ("LSS-034.b",),
        "refuses an empty list",
        _everywhere(f"{AWS}.subnets", _never_empty),
    ),
]
