"""The Machine API operator: four controllers, of which only the machine controller comes from the provider.

Source: section "Machine Api Operator" of the enhancement.
"""

from __future__ import annotations

from typing import Any

from ..runtime import Controller
from ..runtime.conditions import Condition
from ..runtime.resources import DEPLOYMENT
from . import cluster_operator, machine_controller, reactions, workloads
from .component import Component
from .operator import Operator, Outcome, Situation

NAME = "machine-api-operator"
NAMESPACE = "openshift-machine-api"
GENERIC = ("machineset-controller", "nodelink-controller", "machine-healthcheck-controller")
MACHINE = "machine-controller"
NO_OP = "Cluster Machine API Operator is in NoOp mode"


def controllers_deployment(reaction: str) -> dict[str, Any]:
    """Build the Deployment with the controllers, including the provider's own if there is a provider."""
    containers = [workloads.Container(name, "machine-api-operator") for name in GENERIC]
    if reaction != reactions.GENERIC:
        containers.append(workloads.Container(MACHINE, f"machine-api-provider-{reaction}"))
    return workloads.deployment(NAMESPACE, "machine-api-controllers", *containers)


def decide(situation: Situation) -> Outcome:
    """Decide on the controllers: none where the platform has no provider."""
    if situation.reaction == reactions.NOTHING:
        available, *others = cluster_operator.healthy()
        return Outcome(conditions=[Condition(available.type, available.status, available.reason, NO_OP), *others])
    return Outcome([(DEPLOYMENT, controllers_deployment(situation.reaction))])


OPERATOR = Operator(
    NAME,
    lambda situation: decide(situation),
    cluster_operator="machine-api",
    owns=(DEPLOYMENT,),
    no_type="no platform provider found on install config",
)


def controllers(component: Component) -> list[Controller]:
    """Build the operator's own controller, and those of its operand that have work here."""
    return [*OPERATOR.controllers(component), *machine_controller.controllers(component)]
