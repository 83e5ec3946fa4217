"""The ingress operator: IngressControllers become Deployments, Services, DNS records and conditions."""

# no `from __future__ import annotations` here: it would hide the module of that name
from .build import Build, Operator
from .component import NAME, controllers
from .names import EVENT_SOURCE

__all__ = ["EVENT_SOURCE", "NAME", "Build", "Operator", "controllers"]
