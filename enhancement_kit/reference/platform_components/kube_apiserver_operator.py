"""The kube-apiserver operator: the same observer as for the kube-controller-manager (interpretation EXT-A26)."""

from __future__ import annotations

from ..runtime import Controller
from ..runtime.resources import KUBE_APISERVER
from . import config_observer
from .component import Component
from .config_observer import Operand

NAME = "kube-apiserver-operator"
OPERAND = Operand(KUBE_APISERVER, "kube-apiserver", "apiServerArguments")


def controllers(component: Component) -> list[Controller]:
    """Build the operator's only controller."""
    return config_observer.controllers(component, OPERAND)
