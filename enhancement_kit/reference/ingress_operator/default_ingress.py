"""The `default` IngressController: created if it is missing, checked once a minute."""

from __future__ import annotations

from typing import Any

from ..runtime import Result
from ..runtime.resources import INGRESS_CONTROLLER
from . import names
from .build import Operator
from .cluster_config import Cluster, read_cluster

PERIOD = 60.0


def default_ingress_controller(cluster: Cluster) -> dict[str, Any]:
    """Build the object as the operator creates it."""
    spec: dict[str, Any] = {"replicas": 1 if cluster.single_node else 2}
    if cluster.ingress_platform == "AWS" and cluster.ingress_aws_type == "NLB":
        spec["endpointPublishingStrategy"] = {
            "type": "LoadBalancerService",
            "loadBalancer": {
                "scope": "External",
                "dnsManagementPolicy": "Managed",
                "providerParameters": {"type": "AWS", "aws": {"type": "NLB"}},
            },
        }
    return {"metadata": {"name": names.DEFAULT, "namespace": names.OPERATOR_NAMESPACE}, "spec": spec}


def reconcile(op: Operator, key: str) -> Result:
    """Create `default` if it is missing; hosted control planes bring their own."""
    cluster = read_cluster(op.store)
    namespace, _, name = key.partition("/")
    if not cluster.external_control_plane and op.store.find(INGRESS_CONTROLLER, namespace, name) is None:
        # an admin's object is adopted, never overwritten (interpretation LSS-A19)
        op.store.create(INGRESS_CONTROLLER, default_ingress_controller(cluster))
    return Result(requeue_after=PERIOD)
