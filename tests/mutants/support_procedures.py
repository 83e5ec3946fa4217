"""Implementations that leave an admin without the traces that support procedures look at."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

MUTANTS: list[Mutant] = [
    edited(
        "components-log-no-failures",
        "EIP-157 EIP-158",
        "logs no failure of a reconciliation",
        "runtime.settle:Runner._reconcile",
        'controller.log.error("Reconciler error", controller=controller.name, object=key, error=error)',
        "pass",
    ),
    edited(
        "operator-has-no-condition-of-pending-changes",
        "EIP-170",
        "has no condition LoadBalancerProgressing",
        "ingress_operator.status:balancer_conditions",
        "new.append(conditions.load_balancer_progressing(effective, observed.service, found))",
        "pass",
    ),
    edited(
        "manager-ignores-annotated-source-ranges",
        "EIP-204",
        "ignores the annotation with source ranges",
        "cloud_controller_manager.annotations:source_ranges",
        'get(service, SOURCE_RANGES) or "0.0.0.0/0"',
        '"0.0.0.0/0"',
    ),
]
