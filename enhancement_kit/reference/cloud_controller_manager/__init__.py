"""The AWS cloud controller manager: LoadBalancer Services become load balancers."""

# no `from __future__ import annotations` here: it would hide the module of that name
from .component import EVENT_SOURCE, NAME, controllers
from .service_controller import Manager

__all__ = ["EVENT_SOURCE", "NAME", "Manager", "controllers"]
