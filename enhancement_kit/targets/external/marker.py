"""Knowing that a service controller has seen everything: a Service of the kit's own behind all others in its queue.

The controller works on one Service after the other in the order in which it learned of their changes, and its events
are written in the order in which it made them. Once an event about the marker is there, all that was changed before the
marker was made has been worked on, and every event about it is there too. The marker asks for a load balancer that
somebody else makes, so that nothing is asked of the cloud for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from enhancement_kit.errors import HarnessError

from .api import Api
from .timeouts import LOOK, PASSED_MARKER

NAMESPACE = "default"
REASON = "EnsuringLoadBalancer"
_TYPE = "service.beta.kubernetes.io/aws-load-balancer-type"


def pass_marker(api: Api, component: str, check: Callable[[], None]) -> None:
    """Wait until a component's service controller has processed all changes made so far.

    `check` is called again and again and raises where there is no point in waiting. Raises HarnessError.
    """
    meta = {"generateName": "kit-marker-", "namespace": NAMESPACE, "annotations": {_TYPE: "external"}}
    spec = {"type": "LoadBalancer", "allocateLoadBalancerNodePorts": False, "ports": [{"port": 1}]}
    marker = api.create({"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": spec})
    end = time.monotonic() + PASSED_MARKER
    while not any(event["reason"] == REASON for event in api.events(NAMESPACE, marker["metadata"]["uid"], LOOK)):
        check()
        if time.monotonic() > end:
            raise HarnessError(f"{component} has not come to the end of its queue (waited {PASSED_MARKER:.0f} s)")
