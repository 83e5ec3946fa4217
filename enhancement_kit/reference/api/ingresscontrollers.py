"""The CRD ingresscontrollers.operator.openshift.io."""

from __future__ import annotations

from typing import Any

from . import load_balancer
from .schema import (
    Schema,
    array,
    conditions,
    definition,
    enum,
    free_form,
    integer,
    label_selector,
    named_reference,
    obj,
    string,
    with_rules,
)

DOMAIN_LIMITS: dict[str, Any] = {"maxLength": 244}
DOMAIN_RULES = {
    "subdomain": (
        "!format.dns1123Subdomain().validate(self).hasValue()",
        "domain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an "
        "alphanumeric character",
    ),
    "labels": (
        "self.split('.').all(label, size(label) <= 63)",
        "each DNS label must not exceed 63 characters",
    ),
}


def _node_placement() -> Schema:
    toleration = obj(
        {
            "key": string(),
            "operator": string(),
            "value": string(),
            "effect": string(),
            "tolerationSeconds": integer("int64"),
        }
    )
    return obj({"nodeSelector": label_selector(), "tolerations": array(toleration)})


def _spec(strategy: Schema) -> Schema:
    client_tls = obj(
        {
            "clientCertificatePolicy": enum("", "Required", "Optional"),
            "clientCA": named_reference(),
            "allowedSubjectPatterns": array(string()),
        },
        required=("clientCA", "clientCertificatePolicy"),
    )
    return obj(
        {
            "domain": with_rules(string(**DOMAIN_LIMITS), DOMAIN_RULES),
            "replicas": integer(),
            "endpointPublishingStrategy": strategy,
            "defaultCertificate": obj({"name": string(default="")}, **{"x-kubernetes-map-type": "atomic"}),
            "namespaceSelector": label_selector(),
            "routeSelector": label_selector(),
            "nodePlacement": _node_placement(),
            "clientTLS": client_tls,
            "idleConnectionTerminationPolicy": enum("Immediate", "Deferred", default="Immediate"),
            "closedClientConnectionPolicy": enum("Abort", "Continue", default="Continue"),
            "unsupportedConfigOverrides": free_form(nullable=True),
        }
    )


def _status(strategy: Schema) -> Schema:
    return obj(
        {
            "availableReplicas": integer(),
            "selector": string(),
            "domain": string(),
            "endpointPublishingStrategy": strategy,
            "conditions": conditions(),
            "observedGeneration": integer("int64"),
            "namespaceSelector": label_selector(),
            "routeSelector": label_selector(),
        }
    )


def ingresscontrollers(*, subnets: str, eips: bool, count_rules: bool, nlb_protocol: bool) -> dict[str, Any]:
    """Build the CRD with the fields of `features` (`Features` of this package)."""

    def strategy() -> Schema:
        return load_balancer.publishing_strategy(
            subnets=subnets, eips=eips, count_rules=count_rules, nlb_protocol=nlb_protocol
        )

    return definition(
        group="operator.openshift.io",
        kind="IngressController",
        plural="ingresscontrollers",
        namespaced=True,
        spec=_spec(strategy()),
        status=_status(strategy()),
        scale={
            "specReplicasPath": ".spec.replicas",
            "statusReplicasPath": ".status.availableReplicas",
            "labelSelectorPath": ".status.selector",
        },
    )
