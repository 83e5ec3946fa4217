"""The kube-controller-manager operator: arguments by which its operand engages a cloud provider inside it."""

from __future__ import annotations

from ..runtime import Controller
from ..runtime.resources import KUBE_CONTROLLER_MANAGER
from . import config_observer
from .component import Component
from .config_observer import Operand

NAME = "kube-controller-manager-operator"
OPERAND = Operand(KUBE_CONTROLLER_MANAGER, "kube-controller-manager", "extendedArguments")


def controllers(component: Component) -> list[Controller]:
    """The operator's one controller."""
    return config_observer.controllers(component, OPERAND)
