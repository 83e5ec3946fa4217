"""The cluster cloud controller manager operator, limited to the manager that it deploys on each platform.

Source: section "Cluster Cloud Controller Manager Operator" of the enhancement. It asks library-go whether the provider
is external, and deploys nothing on External because of its own check (interpretation EXT-A13).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..runtime.resources import DEPLOYMENT, PROXY_CONFIG
from . import library_go, reactions, workloads
from .component import SINGLETON
from .operator import Operator, Outcome, Situation, Unsupported

NAME = "cluster-cloud-controller-manager-operator"
NAMESPACE = "openshift-cloud-controller-manager"
PROXY_VARIABLES = {"HTTP_PROXY": "httpProxy", "HTTPS_PROXY": "httpsProxy", "NO_PROXY": "noProxy"}


def stays_out(kind: str) -> bool:
    """Tell whether the operator deploys no manager on a platform, whatever library-go says."""
    return kind == library_go.EXTERNAL


def proxy_settings(situation: Situation) -> dict[str, str]:
    """Return the environment variables with which the manager reaches its cloud through the cluster's proxy."""
    proxy: Mapping[str, Any] = situation.component.store.find(PROXY_CONFIG, "", SINGLETON) or {}
    spec = {**(proxy.get("spec") or {}), **(proxy.get("status") or {})}
    return {name: str(spec[key]) for name, key in PROXY_VARIABLES.items() if spec.get(key)}


def manager(situation: Situation) -> dict[str, Any]:
    """Build the Deployment of the platform's cloud controller manager."""
    name = f"{situation.reaction}-cloud-controller-manager"
    arguments = (f"--cloud-provider={situation.reaction}", "--cloud-config=/etc/kubernetes-cloud-config/cloud.conf")
    container = workloads.Container("cloud-controller-manager", name, arguments, proxy_settings(situation))
    return workloads.deployment(NAMESPACE, name, container, replicas=2)


def decide(situation: Situation) -> Outcome:
    """Decide on the manager.

    Raises Unsupported for a platform with an external provider that the operator does not know.
    """
    component, kind = situation.component, situation.kind
    if stays_out(kind):
        component.log.info(f"'{kind}' platform type is detected, do nothing.")
        return Outcome()
    if not library_go.is_cloud_provider_external(situation.status, component.reading):
        component.log.info("Platform does not require an external cloud provider. Skipping...")
        return Outcome()
    if situation.reaction == reactions.NOTHING:
        text = f'platform not supported: unrecognized platform type "{kind}" found in infrastructure'
        if component.reading.profile == "document":
            raise Unsupported(text)
        component.log.info(text)
        return Outcome()
    return Outcome([(DEPLOYMENT, manager(situation))])


OPERATOR = Operator(
    NAME,
    lambda situation: decide(situation),
    cluster_operator="cloud-controller-manager",
    owns=(DEPLOYMENT,),
    reads=(PROXY_CONFIG,),
)
