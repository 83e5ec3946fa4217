"""Which feature gates the feature sets of a cluster turn on (config/v1 FeatureGate)."""

from __future__ import annotations

from collections.abc import Mapping

from .compose import (
    DRAFT_BACKPORT,
    DRAFT_SUBNETS,
    EXTERNAL_PROVIDER,
    INGRESS_DEFAULTS,
    LATER_SUBNETS,
    NLB_EIPS,
    GateConflict,
)

TECH_PREVIEW = frozenset({DRAFT_SUBNETS, DRAFT_BACKPORT, LATER_SUBNETS, NLB_EIPS, INGRESS_DEFAULTS, EXTERNAL_PROVIDER})

FEATURE_SETS: Mapping[str, frozenset[str]] = {
    "Default": frozenset(),
    # lb-subnet-selection-aws, Graduation Criteria: Tech Preview from the first release on, no Dev Preview before
    "TechPreviewNoUpgrade": TECH_PREVIEW,
    # what is previewed technically is there for developers too
    "DevPreviewNoUpgrade": TECH_PREVIEW,
}


def gates_of(feature_set: str, known: frozenset[str]) -> frozenset[str]:
    """Return the gates of a release that a feature set turns on; all of them without a feature set.

    Raises GateConflict for a feature set that does not exist.
    """
    if not feature_set:
        return known
    if feature_set not in FEATURE_SETS:
        raise GateConflict(f"feature set {feature_set!r} does not exist: use one of {', '.join(FEATURE_SETS)}")
    return known & FEATURE_SETS[feature_set]
