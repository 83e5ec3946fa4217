"""The kit's own client of a Kubernetes API: objects as JSON through the official client, refusals as values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from kubernetes.client import ApiClient

Manifest = dict[str, Any]

OPERATOR_NAMESPACE = "openshift-ingress-operator"
OPERAND_NAMESPACE = "openshift-ingress"

JSON = "application/json"
STRICT = "?fieldValidation=Strict"
MEDIA_TYPES = {
    "merge": "application/merge-patch+json",
    "json": "application/json-patch+json",
    "apply": "application/apply-patch+yaml",
}


@dataclass(frozen=True)
class Kind:
    """The path of a kind in the API, and the namespace that the kit uses where none is given."""

    api_version: str
    plural: str
    namespace: str | None = None

    @property
    def root(self) -> str:
        """The path of the group version."""
        return f"/apis/{self.api_version}" if "/" in self.api_version else f"/api/{self.api_version}"

    def path(self, name: str | None = None, namespace: str | None = None) -> str:
        """Return the path of one object, or of the collection."""
        space = namespace or self.namespace
        parts = [self.root]
        if space:
            parts += ["namespaces", space]
        return "/".join([*parts, self.plural, *([name] if name else [])])


KINDS: Mapping[str, Kind] = {
    "Namespace": Kind("v1", "namespaces"),
    "Node": Kind("v1", "nodes"),
    "ConfigMap": Kind("v1", "configmaps", "openshift-cloud-controller-manager"),
    "Service": Kind("v1", "services", OPERAND_NAMESPACE),
    "Event": Kind("v1", "events", OPERAND_NAMESPACE),
    "Deployment": Kind("apps/v1", "deployments", OPERAND_NAMESPACE),
    "DaemonSet": Kind("apps/v1", "daemonsets", OPERAND_NAMESPACE),
    "Secret": Kind("v1", "secrets", "kube-system"),
    "StorageClass": Kind("storage.k8s.io/v1", "storageclasses"),
    "IngressController": Kind("operator.openshift.io/v1", "ingresscontrollers", OPERATOR_NAMESPACE),
    "DNSRecord": Kind("ingress.operator.openshift.io/v1", "dnsrecords", OPERATOR_NAMESPACE),
    "Infrastructure": Kind("config.openshift.io/v1", "infrastructures"),
    "ClusterOperator": Kind("config.openshift.io/v1", "clusteroperators"),
    "Ingress": Kind("config.openshift.io/v1", "ingresses"),
    "DNS": Kind("config.openshift.io/v1", "dnses"),
    "Network": Kind("config.openshift.io/v1", "networks"),
    "APIServer": Kind("config.openshift.io/v1", "apiservers"),
    "Proxy": Kind("config.openshift.io/v1", "proxies"),
    "ClusterVersion": Kind("config.openshift.io/v1", "clusterversions"),
    "Config": Kind("imageregistry.operator.openshift.io/v1", "configs"),
    "CredentialsRequest": Kind(
        "cloudcredential.openshift.io/v1", "credentialsrequests", "openshift-cloud-credential-operator"
    ),
    "CloudPrivateIPConfig": Kind("cloud.network.openshift.io/v1", "cloudprivateipconfigs"),
    "KubeAPIServer": Kind("operator.openshift.io/v1", "kubeapiservers"),
    "Machine": Kind("machine.openshift.io/v1beta1", "machines", "openshift-machine-api"),
    "MachineSet": Kind("machine.openshift.io/v1beta1", "machinesets", "openshift-machine-api"),
    "KubeControllerManager": Kind("operator.openshift.io/v1", "kubecontrollermanagers"),
    "MachineConfig": Kind("machineconfiguration.openshift.io/v1", "machineconfigs"),
    "CustomResourceDefinition": Kind("apiextensions.k8s.io/v1", "customresourcedefinitions"),
}


@dataclass(frozen=True)
class Cause:
    """One field error of the API server: field path and message."""

    field: str
    message: str


@dataclass(frozen=True)
class Refusal:
    """The answer of the API server to a request that it refused."""

    code: int
    reason: str
    message: str
    causes: tuple[Cause, ...]

    def __str__(self) -> str:
        return f"{self.code} {self.reason}: {self.message}"


class ApiError(Exception):
    """A request that the kit needed was refused."""

    def __init__(self, what: str, refusal: Refusal) -> None:
        super().__init__(f"{what}: {refusal}")
        self.refusal = refusal


def _refusal(status: int, data: bytes) -> Refusal:
    try:
        body = json.loads(data)
    except ValueError:
        body = {"message": data.decode(errors="replace")}
    causes = (body.get("details") or {}).get("causes") or []
    return Refusal(
        status,
        str(body.get("reason") or "Unknown"),
        str(body.get("message") or ""),
        tuple(Cause(str(c.get("field", "")), str(c.get("message", ""))) for c in causes),
    )


class Admin:
    """A client with every right."""

    def __init__(self, api_client: ApiClient, on_read: Callable[[Manifest], None] = lambda _: None) -> None:
        """Call `on_read` with every object that is read."""
        self._api = api_client
        self._on_read = on_read

    def request(self, verb: str, path: str, body: Any = None, *, media: str = JSON) -> Any:
        """Send one request and return the answer's JSON. Raises ApiError."""
        return self.exchange(verb, path, body, media=media)[0]

    def exchange(
        self, verb: str, path: str, body: Any = None, *, media: str = JSON, accept: str = JSON
    ) -> tuple[Any, list[str]]:
        """Send one request and return the answer's JSON and the server's warnings. Raises ApiError."""
        response = self._send(verb, path, body, media, accept)
        data = response.read()
        if response.status >= 400:
            raise ApiError(f"{verb} {path}", _refusal(response.status, data))
        return json.loads(data), _warnings(response.response.headers)

    def _send(self, verb: str, path: str, body: Any = None, media: str = JSON, accept: str = JSON) -> Any:
        headers = {**self._api.default_headers, "Accept": accept, "Content-Type": media}
        return self._api.call_api(verb, self._api.configuration.host + path, header_params=headers, body=body)

    def create(self, manifest: Manifest, *, namespace: str | None = None, strict: bool = False) -> Manifest:
        """Create an object of a known kind; `strict` refuses fields that the kind does not have."""
        kind = KINDS[manifest["kind"]]
        path = kind.path(namespace=namespace or manifest["metadata"].get("namespace"))
        created: Manifest = self.request(
            "POST", path + (STRICT if strict else ""), {"apiVersion": kind.api_version, **manifest}
        )
        return created

    def get(self, kind: str, name: str, *, namespace: str | None = None) -> Manifest:
        """Return an object. Raises ApiError."""
        found: Manifest = self.request("GET", KINDS[kind].path(name, namespace))
        self._on_read(found)
        return found

    def find(self, kind: str, name: str, *, namespace: str | None = None) -> Manifest | None:
        """Return an object, or None if it does not exist."""
        try:
            return self.get(kind, name, namespace=namespace)
        except ApiError as error:
            if error.refusal.code == 404:
                return None
            raise

    def all(self, kind: str, *, namespace: str | None = None) -> list[Manifest]:
        """Return all objects of a kind in its namespace."""
        items: list[Manifest] = self.request("GET", KINDS[kind].path(namespace=namespace))["items"]
        for item in items:
            self._on_read({"kind": kind, **item})
        return items

    def patch(self, kind: str, name: str, patch: Any, *, how: str = "merge", namespace: str | None = None) -> Manifest:
        """Patch an object; `how` is merge, json or apply."""
        changed: Manifest = self.request("PATCH", KINDS[kind].path(name, namespace), patch, media=MEDIA_TYPES[how])
        return changed

    def everything(self) -> list[Manifest]:
        """Return every object of every kind that the API lists, each kind in its preferred version."""
        groups = self.request("GET", "/apis")["groups"]
        roots = ["/api/v1", *(f"/apis/{group['preferredVersion']['groupVersion']}" for group in groups)]
        found: list[Manifest] = []
        for root in roots:
            for resource in self.request("GET", root)["resources"]:
                if "/" not in resource["name"] and "list" in resource["verbs"]:
                    items = self.request("GET", f"{root}/{resource['name']}")["items"]
                    found += [{**item, "kind": resource["kind"]} for item in items]
        return found

    def replace(self, manifest: Manifest) -> Manifest:
        """Write a whole object that was just read."""
        kind = KINDS[manifest["kind"]]
        meta = manifest["metadata"]
        changed: Manifest = self.request("PUT", kind.path(meta["name"], meta.get("namespace")), manifest)
        return changed

    def set_status(self, manifest: Manifest, *, strict: bool = False) -> Manifest:
        """Write the status of an object that was just read or created; `strict` as for `create`."""
        kind = KINDS[manifest["kind"]]
        meta = manifest["metadata"]
        path = kind.path(meta["name"], meta.get("namespace")) + "/status" + (STRICT if strict else "")
        changed: Manifest = self.request("PUT", path, manifest)
        return changed

    def delete(self, kind: str, name: str, *, namespace: str | None = None) -> None:
        """Delete an object."""
        self.request("DELETE", KINDS[kind].path(name, namespace))

    def history(self, kind: str, since: str, *, namespace: str | None = None) -> list[Manifest]:
        """Return the watch events of a kind since a resource version, oldest first.

        A marker object shows where the past events end, so that no time has to pass.
        """
        marker = self.create(
            {
                "kind": kind,
                "metadata": {"generateName": "kit-marker-", "namespace": namespace or KINDS[kind].namespace},
                "spec": {"ports": [{"port": 1}]},
            }
        )
        name = marker["metadata"]["name"]
        events: list[Manifest] = []
        query = urlencode({"watch": "true", "resourceVersion": since, "timeoutSeconds": 30})
        path = f"{KINDS[kind].path(namespace=namespace)}?{query}"
        response = self._send("GET", path)
        if response.status >= 400:
            raise ApiError(f"watch of {kind}", _refusal(response.status, response.read()))
        try:
            for line in _lines(response.response):
                event = json.loads(line)
                if event["type"] == "ERROR":
                    raise ApiError(f"watch of {kind} since {since}", _refusal(410, line))
                if event["object"]["metadata"]["name"] == name:
                    break
                events.append(event)
        finally:
            response.response.close()
        self.delete(kind, name, namespace=namespace)
        return events


def _warnings(headers: Any) -> list[str]:
    """Return the texts of `Warning: 299 - "..."` headers."""
    return [json.loads(value.split(" ", 2)[2]) for value in headers.getlist("Warning")]


def _lines(response: Any) -> Iterator[bytes]:
    """Yield the lines of a streamed answer as they come."""
    rest = b""
    for chunk in response.stream(amt=None, decode_content=True):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line for line in whole if line.strip())


def writers(obj: Manifest, *, status: bool = True) -> set[str]:
    """Return the field managers of an object; without `status`, only those that wrote more than the status."""
    entries = obj["metadata"].get("managedFields") or ()
    return {str(entry.get("manager", "")) for entry in entries if status or not entry.get("subresource")}
