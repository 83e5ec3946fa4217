"""Components whose only business here is the platform: what they derive from it, and that they stay healthy."""

# no `from __future__ import annotations` here: it would hide the module of that name
from . import kube_controller_manager_operator, machine_config_operator
from .component import Component
from .library_go import Reading

__all__ = ["Component", "Reading", "kube_controller_manager_operator", "machine_config_operator"]
