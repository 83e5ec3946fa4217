"""The kube-controller-manager operator: arguments with which its operand runs a built-in cloud provider."""

from __future__ import annotations

from ..runtime import Controller
from ..runtime.resources import KUBE_CONTROLLER_MANAGER
from . import config_observer
from .component import Component
from .config_observer import Operand

NAME = "kube-controller-manager-operator"
OPERAND = Operand(KUBE_CONTROLLER_MANAGER, "kube-controller-manager", "extendedArguments")


def controllers(component: Component) -> list[Controller]:
    """Build the operator's only controller."""
    return config_observer.controllers(component, OPERAND)
