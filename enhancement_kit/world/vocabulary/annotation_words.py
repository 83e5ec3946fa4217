"""The annotations of a Service that scenarios set and look at."""

from __future__ import annotations

from collections.abc import Mapping

_AWS = "service.beta.kubernetes.io/aws-load-balancer"
LISTS: Mapping[str, str] = {f"{_AWS}-subnets": "subnets", f"{_AWS}-eip-allocations": "EIPs"}
"""The annotations whose value is a list, and the parameter of an IngressController that they carry."""
KEYS = frozenset(
    {
        *LISTS,
        *(f"{_AWS}-internal", f"{_AWS}-type", f"{_AWS}-additional-resource-tags"),
        "traffic-policy.network.alpha.openshift.io/local-with-fallback",
        # no component reads it; a Service that gets it is looked at again
        "example/sync",
    }
)
