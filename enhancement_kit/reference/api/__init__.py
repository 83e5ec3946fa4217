"""The custom resources that the reference implementation defines, composed by feature gate, release and profile."""

from __future__ import annotations

from .compose import (
    DRAFT_BACKPORT,
    DRAFT_SUBNETS,
    EXTERNAL_PROVIDER,
    GATES,
    INGRESS_DEFAULTS,
    LATER_SUBNETS,
    NLB_EIPS,
    Features,
    GateConflict,
    crds,
    features_of,
)
from .feature_sets import gates_of
from .machines import CAPABILITIES

__all__ = [
    "CAPABILITIES",
    "DRAFT_BACKPORT",
    "DRAFT_SUBNETS",
    "EXTERNAL_PROVIDER",
    "GATES",
    "INGRESS_DEFAULTS",
    "LATER_SUBNETS",
    "NLB_EIPS",
    "Features",
    "GateConflict",
    "crds",
    "features_of",
    "gates_of",
]
