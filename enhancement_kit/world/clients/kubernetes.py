"""The kit's client of the Kubernetes API of a scenario's cluster, and which kinds and namespaces scenarios mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import TYPE_CHECKING

from enhancement_kit.cluster.answers import MEDIA_TYPES, ApiError, Cause, Refusal
from enhancement_kit.cluster.client import Client, Kind, writers
from enhancement_kit.cluster.interface import Manifest

if TYPE_CHECKING:
    from kubernetes.client import ApiClient

__all__ = [
    "KINDS",
    "MEDIA_TYPES",
    "OPERAND_NAMESPACE",
    "OPERATOR_NAMESPACE",
    "Admin",
    "ApiError",
    "Cause",
    "Manifest",
    "Refusal",
    "writers",
]

OPERATOR_NAMESPACE = "openshift-ingress-operator"
OPERAND_NAMESPACE = "openshift-ingress"

KINDS: Mapping[str, Kind] = {
    "Namespace": Kind(""),
    "Node": Kind(""),
    "ConfigMap": Kind("", "openshift-cloud-controller-manager"),
    "Service": Kind("", OPERAND_NAMESPACE),
    "Event": Kind("", OPERAND_NAMESPACE),
    "Deployment": Kind("apps", OPERAND_NAMESPACE),
    "DaemonSet": Kind("apps", OPERAND_NAMESPACE),
    "Secret": Kind("", "kube-system"),
    "StorageClass": Kind("storage.k8s.io"),
    "IngressController": Kind("operator.openshift.io", OPERATOR_NAMESPACE),
    "DNSRecord": Kind("ingress.operator.openshift.io", OPERATOR_NAMESPACE),
    "Infrastructure": Kind("config.openshift.io"),
    "ClusterOperator": Kind("config.openshift.io"),
    "Ingress": Kind("config.openshift.io"),
    "DNS": Kind("config.openshift.io"),
    "Network": Kind("config.openshift.io"),
    "APIServer": Kind("config.openshift.io"),
    "Proxy": Kind("config.openshift.io"),
    "ClusterVersion": Kind("config.openshift.io"),
    "Config": Kind("imageregistry.operator.openshift.io"),
    "CredentialsRequest": Kind("cloudcredential.openshift.io", "openshift-cloud-credential-operator"),
    "CloudPrivateIPConfig": Kind("cloud.network.openshift.io"),
    "KubeAPIServer": Kind("operator.openshift.io"),
    "Machine": Kind("machine.openshift.io", "openshift-machine-api"),
    "MachineSet": Kind("machine.openshift.io", "openshift-machine-api"),
    "KubeControllerManager": Kind("operator.openshift.io"),
    "MachineConfig": Kind("machineconfiguration.openshift.io"),
    "CustomResourceDefinition": Kind("apiextensions.k8s.io"),
}
"""The kinds that scenarios name without a group, and the namespace that they mean where they name none.

A kind's name alone can stand for kinds of several groups: Ingress, Network, DNS, Config and Machine do on clusters."""


class Admin(Client):
    """A client with every right."""

    def __init__(self, api_client: ApiClient, on_read: Callable[[Manifest], None] = lambda _: None) -> None:
        """Call `on_read` with every object that is read."""
        super().__init__(api_client, KINDS)
        self._on_read = on_read

    def get(self, kind: str, name: str, *, namespace: str | None = None) -> Manifest:
        """Return an object. Raises ApiError."""
        found = super().get(kind, name, namespace=namespace)
        self._on_read(found)
        return found

    def all(self, kind: str, *, namespace: str | None = None) -> list[Manifest]:
        """Return all objects of a kind in its namespace. Raises ApiError."""
        items = super().all(kind, namespace=namespace)
        for item in items:
            self._on_read({"kind": kind, **item})
        return items

    def history(self, kind: str, since: str, *, namespace: str | None = None) -> list[Manifest]:
        """Return the watch events of a kind since a resource version, oldest first.

        A marker object shows where the past events end, so that no time has to pass.
        """
        meta = {"generateName": "kit-marker-", "namespace": namespace or KINDS[kind].namespace}
        marker = self.create({"kind": kind, "metadata": meta, "spec": {"ports": [{"port": 1}]}})
        name = marker["metadata"]["name"]
        events: list[Manifest] = []
        with closing(self.watch(kind, since, namespace=namespace)) as following:
            for event in following:
                if event["object"]["metadata"]["name"] == name:
                    break
                events.append(event)
        self.delete(kind, name, namespace=namespace)
        return events
