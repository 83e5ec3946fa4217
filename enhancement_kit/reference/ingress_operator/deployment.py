"""The router Deployment, limited to what load balancers and conditions depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.plain import clone
from ..runtime.resources import DEPLOYMENT
from . import names, parameters, strategy
from .annotations import Wanted
from .build import Operator

IMAGE = "openshift/router:reference"
PROXY = "ROUTER_USE_PROXY_PROTOCOL"


def wanted_replicas(spec: Mapping[str, Any], wanted: Wanted) -> int:
    """Return the requested replicas; by default one on a single node and two elsewhere."""
    given = spec.get("replicas")
    if given is not None:
        return int(given)
    return 1 if wanted.cluster.single_node else 2


def uses_proxy_protocol(wanted: Wanted) -> bool:
    """Tell whether routers expect PROXY protocol: behind a Classic load balancer or an NLB configured for it."""
    if not wanted.cluster.aws or wanted.effective.get("type") != strategy.LOAD_BALANCER:
        return False
    if wanted.live_type == parameters.CLASSIC:
        return True
    return parameters.block(wanted.effective, parameters.NLB).get("protocol") == "PROXY"


def desired_deployment(ic: Mapping[str, Any], wanted: Wanted) -> dict[str, Any]:
    """Build the Deployment of an IngressController."""
    name = ic["metadata"]["name"]
    spec = ic.get("spec") or {}
    env = [{"name": "ROUTER_SERVICE_NAME", "value": name}, {"name": "ROUTER_SERVICE_NAMESPACE", "value": name}]
    if uses_proxy_protocol(wanted):
        env.append({"name": PROXY, "value": "true"})
    ports = [("http", 80), ("https", 443), ("metrics", 1936)]
    pod: dict[str, Any] = {
        "containers": [
            {
                "name": "router",
                "image": IMAGE,
                "env": env,
                "ports": [{"name": port, "containerPort": number, "protocol": "TCP"} for port, number in ports],
            }
        ]
    }
    if wanted.effective.get("type") == strategy.HOST_NETWORK:
        pod["hostNetwork"] = True
    return {
        "metadata": {
            "name": names.router(name),
            "namespace": names.OPERAND_NAMESPACE,
            "labels": {names.OWNING_LABEL: name},
        },
        "spec": {
            "replicas": wanted_replicas(spec, wanted),
            "selector": {"matchLabels": {names.POD_LABEL: name}},
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "25%", "maxSurge": "25%"}},
            "template": {"metadata": {"labels": {names.POD_LABEL: name}}, "spec": pod},
        },
    }


def updated(current: Mapping[str, Any], desired: Mapping[str, Any]) -> dict[str, Any]:
    """Return the Deployment with the desired replicas and router environment."""
    result = clone(dict(current))
    result["spec"]["replicas"] = desired["spec"]["replicas"]
    container = result["spec"]["template"]["spec"]["containers"][0]
    container["env"] = desired["spec"]["template"]["spec"]["containers"][0]["env"]
    return result


def ensure(op: Operator, ic: Mapping[str, Any], wanted: Wanted) -> dict[str, Any]:
    """Create or update the Deployment and return it."""
    desired = desired_deployment(ic, wanted)
    current = op.store.find(DEPLOYMENT, names.OPERAND_NAMESPACE, desired["metadata"]["name"])
    if current is None:
        return op.store.create(DEPLOYMENT, desired)
    changed = updated(current, desired)
    return op.store.update(DEPLOYMENT, changed) if changed != current else current
