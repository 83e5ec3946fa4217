"""The conditions of IngressControllers and ClusterOperators that scenarios can speak of."""

from __future__ import annotations

TYPES = frozenset(
    {
        # of both
        *("Available", "Progressing", "Degraded", "Upgradeable", "EvaluationConditionsDetected"),
        # of an IngressController
        *("Admitted", "PodsScheduled", "CanaryChecksSucceeding"),
        *("DeploymentAvailable", "DeploymentReplicasMinAvailable", "DeploymentReplicasAllAvailable"),
        *("DeploymentRollingOut", "LoadBalancerManaged", "LoadBalancerReady", "LoadBalancerProgressing"),
        *("DNSManaged", "DNSReady"),
    }
)
STATUSES = ("True", "False", "Unknown")
