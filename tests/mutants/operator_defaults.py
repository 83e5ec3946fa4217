"""Ingress operators that get the default subnets of the Ingress config wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import annotations, names, parameters
from enhancement_kit.reference.runtime.resources import INGRESS_CONTROLLER

OPERATOR = "enhancement_kit.reference.ingress_operator"
ANNOTATIONS = f"{OPERATOR}.annotations"


def _ignores_defaults(patcher: Patcher) -> None:
    patcher.replace(f"{ANNOTATIONS}:ingress_default", lambda wanted, lb_type: parameters.Subnets())


def _classic_for_all(patcher: Patcher) -> None:
    patcher.wrap(f"{ANNOTATIONS}:ingress_default", lambda old: lambda wanted, lb_type: old(wanted, "Classic"))


def _nlb_for_all(patcher: Patcher) -> None:
    patcher.wrap(f"{ANNOTATIONS}:ingress_default", lambda old: lambda wanted, lb_type: old(wanted, "NLB"))


def _prefers_the_default(patcher: Patcher) -> None:
    def preferred(wanted: Any, lb_type: str) -> parameters.Subnets:
        return annotations.ingress_default(wanted, lb_type) or parameters.subnets(wanted.published, lb_type)

    patcher.replace(f"{ANNOTATIONS}:wanted_subnets", preferred)


def _writes_the_default(patcher: Patcher) -> None:
    def writing(old: Callable[..., Any]) -> Callable[..., Any]:
        def ensure(op: Any, ic: dict[str, Any], cluster: Any) -> Any:
            lb_type = parameters.aws_type(ic["spec"].get("endpointPublishingStrategy"))
            default = dict(cluster.default_subnets)[lb_type]
            published = ic["spec"].get("endpointPublishingStrategy")
            if default and parameters.aws(published) and not parameters.subnets(published, lb_type):
                block = {parameters.BLOCKS[lb_type]: {"subnets": parameters.stored_subnets(default)}}
                change = {"loadBalancer": {"providerParameters": {"aws": block}}}
                ic = op.store.patch(INGRESS_CONTROLLER, ic, {"spec": {"endpointPublishingStrategy": change}})
            return old(op, ic, cluster)

        return ensure

    patcher.wrap(f"{OPERATOR}.ingress:ensure_operands", writing)


def _freezes_the_default(patcher: Patcher) -> None:
    def frozen(old: Callable[..., Any]) -> Callable[..., Any]:
        first: list[Any] = []

        def read(aws: Any) -> Any:
            found = old(aws)
            if not first and any(selected for _, selected in found):
                first.append(found)
            return first[0] if first else found

        return read

    patcher.wrap(f"{OPERATOR}.cluster_config:default_subnets", frozen)


def _pushes_the_default(patcher: Patcher) -> None:
    patcher.wrap(f"{ANNOTATIONS}:managed_keys", lambda old: lambda wanted: old(wanted) | {names.SUBNETS})


def _hides_the_default(patcher: Patcher) -> None:
    patcher.replace(f"{OPERATOR}.mirror:mirrored_subnets", lambda service, profile: {})


MUTANTS = [
    Mutant(
        "operator-ignores-default-subnets",
        (
            "ISS-078",
            "ISS-079",
            "ISS-001.2",
            "ISS-228",
            "ISS-229",
            "ISS-244",
            "ISS-237.1",
            "ISS-276",
            "ISS-280",
            "ISS-283",
            "ISS-268.1",
            "ISS-253",
        ),
        "discovers subnets although the Ingress config has a default",
        _ignores_defaults,
    ),
    Mutant(
        "operator-takes-the-classic-default",
        (
            "ISS-079.a",
            "ISS-229",
            "ISS-244.a",
            "ISS-270.2",
        ),
        "gives NLBs the default subnets of Classic load balancers",
        _classic_for_all,
    ),
    Mutant(
        "operator-takes-the-nlb-default",
        (
            "ISS-078",
            "ISS-079.b",
            "ISS-228",
            "ISS-244.b",
        ),
        "gives Classic load balancers the default subnets of NLBs",
        _nlb_for_all,
    ),
    Mutant(
        "operator-prefers-default-subnets",
        ("ISS-209", "ISS-022", "ISS-023", "ISS-238.1"),
        "takes the default although the IngressController has subnets of its own",
        _prefers_the_default,
    ),
    Mutant(
        "operator-writes-default-subnets-into-spec",
        ("ISS-233", "ISS-296", "ISS-281"),
        "writes the default into the specification of the IngressController",
        _writes_the_default,
    ),
    Mutant(
        "operator-freezes-default-subnets",
        ("ISS-237", "ISS-236", "ISS-241", "ISS-272", "ISS-270.1", "ISS-274"),
        "reads the default once and never again",
        _freezes_the_default,
    ),
    Mutant(
        "operator-pushes-default-subnets",
        ("ISS-240", "ISS-234.1", "ISS-235.2"),
        "writes a changed default onto the live Service",
        _pushes_the_default,
    ),
    Mutant(
        "operator-hides-default-subnets",
        (
            "ISS-282",
            "ISS-252.2",
            "ISS-241.2",
        ),
        "shows no subnets in status that come from the Ingress config",
        _hides_the_default,
    ),
]
