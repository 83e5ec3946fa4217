"""Names, labels, annotations and finalizers of the ingress operator."""

from __future__ import annotations

OPERATOR_NAMESPACE = "openshift-ingress-operator"
OPERAND_NAMESPACE = "openshift-ingress"
DEFAULT = "default"

FINALIZER = "ingresscontroller.operator.openshift.io/finalizer-ingresscontroller"
DNS_FINALIZER = "operator.openshift.io/ingress-dns"
OWNING_LABEL = "ingresscontroller.operator.openshift.io/owning-ingresscontroller"
POD_LABEL = "ingresscontroller.operator.openshift.io/deployment-ingresscontroller"
AUTO_DELETE = "ingress.operator.openshift.io/auto-delete-load-balancer"
TARGET_ZONE = "ingress.operator.openshift.io/target-hosted-zone-id"
"""On a DNSRecord: the hosted zone of its load balancer, for when the load balancer can no longer be looked up."""
EVENT_SOURCE = "ingress_controller"

AWS = "service.beta.kubernetes.io/aws-load-balancer-"
INTERNAL = AWS + "internal"
TYPE = AWS + "type"
SUBNETS = AWS + "subnets"
EIP_ALLOCATIONS = AWS + "eip-allocations"
INTERVAL = AWS + "healthcheck-interval"
TIMEOUT = AWS + "healthcheck-timeout"
UNHEALTHY = AWS + "healthcheck-unhealthy-threshold"
HEALTHY = AWS + "healthcheck-healthy-threshold"
IDLE_TIMEOUT = AWS + "connection-idle-timeout"
PROXY_PROTOCOL = AWS + "proxy-protocol"
TARGET_GROUP = AWS + "target-group-attributes"
RESOURCE_TAGS = AWS + "additional-resource-tags"
LOCAL_WITH_FALLBACK = "traffic-policy.network.alpha.openshift.io/local-with-fallback"
SOURCE_RANGES = "service.beta.kubernetes.io/load-balancer-source-ranges"


def router(name: str) -> str:
    """Return the name of the Deployment and the LoadBalancer Service of an IngressController."""
    return f"router-{name}"


def wildcard_record(name: str) -> str:
    """Return the name of the wildcard DNSRecord of an IngressController."""
    return f"{name}-wildcard"


def key(name: str) -> str:
    """Return the key of an IngressController."""
    return f"{OPERATOR_NAMESPACE}/{name}"
