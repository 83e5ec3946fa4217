"""Ingress operators that publish DNS names wrongly."""

from __future__ import annotations

from enhancement_kit.mutation.mutants import Mutant

from .source_editing import edited

DNS = "ingress_operator.aws_dns"

MUTANTS: list[Mutant] = [
    edited(
        "operator-looks-load-balancers-up-at-the-default-endpoint",
        "CRE-109.g",
        "looks load balancers up at the default endpoint, whatever the cluster's custom endpoints are",
        f"{DNS}:client",
        "endpoint=cluster.endpoint(service)",
        'endpoint=None if service.startswith("elb") else cluster.endpoint(service)',
    ),
]
