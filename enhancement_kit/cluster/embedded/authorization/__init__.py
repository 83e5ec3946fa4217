"""What users may do: nothing is refused by default, or RBAC judges requests as kube-apiserver does."""

from __future__ import annotations

from . import bootstrap, impersonation
from .attributes import Attributes, attributes_of
from .authorizer import ALWAYS_ALLOW, MODES, RBAC, AlwaysAllow, Authorizer, Decision, forbidden

__all__ = [
    "ALWAYS_ALLOW",
    "MODES",
    "RBAC",
    "AlwaysAllow",
    "Attributes",
    "Authorizer",
    "Decision",
    "attributes_of",
    "bootstrap",
    "forbidden",
    "impersonation",
]
