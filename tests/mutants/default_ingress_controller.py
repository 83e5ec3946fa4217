"""Ingress operators that get the `default` IngressController wrong after an admin has recreated it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.ingress_operator import default_ingress
from enhancement_kit.reference.ingress_operator.cluster_config import read_cluster
from enhancement_kit.reference.runtime.resources import INGRESS_CONTROLLER

RECONCILE = "enhancement_kit.reference.ingress_operator.default_ingress:reconcile"


def _overwrites(patcher: Patcher) -> None:
    def overwriting(old: Callable[..., Any]) -> Callable[..., Any]:
        def reconcile(op: Any, key: str) -> Any:
            found = op.store.find(INGRESS_CONTROLLER, *key.split("/"))
            balanced = ((found or {}).get("spec") or {}).get("endpointPublishingStrategy") or {}
            if balanced.get("type") == "LoadBalancerService":
                wanted = default_ingress.default_ingress_controller(read_cluster(op.store))
                op.store.update(INGRESS_CONTROLLER, {**found, "spec": wanted["spec"]})
            return old(op, key)

        return reconcile

    patcher.wrap(RECONCILE, overwriting)


MUTANTS = [
    Mutant(
        "operator-overwrites-the-default",
        ("LSS-A19",),
        "writes its own specification over the default IngressController that an admin made",
        _overwrites,
    ),
]
