"""The conditions of IngressControllers and ClusterOperators that scenarios can speak of."""

from __future__ import annotations

TYPES = frozenset(
    {
        # of both
        *("Available", "Progressing", "Degraded", "Upgradeable", "EvaluationConditionsDetected"),
        # of a pool of machines, a request for credentials, the registry's configuration
        *("Updated", "RenderDegraded", "Ignored", "Removed"),
        # of the storage operator's configuration
        *("DefaultStorageClassControllerDisabled", "DefaultStorageClassControllerAvailable"),
        *("DefaultStorageClassControllerProgressing", "DefaultStorageClassControllerUpgradeable"),
        # of an IngressController
        *("Admitted", "PodsScheduled", "CanaryChecksSucceeding"),
        *("DeploymentAvailable", "DeploymentReplicasMinAvailable", "DeploymentReplicasAllAvailable"),
        *("DeploymentRollingOut", "LoadBalancerManaged", "LoadBalancerReady", "LoadBalancerProgressing"),
        *("DNSManaged", "DNSReady"),
    }
)
STATUSES = ("True", "False", "Unknown")
