"""The Service `kubernetes` in `default`, and where it leads: the server itself, which makes these objects."""

from __future__ import annotations

from .objects import Manifest, clone, new_uid, now
from .store import Store

_NAME, _NAMESPACE, _LABELS = "kubernetes", "default", {"component": "apiserver", "provider": "kubernetes"}
_FIRST_ADDRESS = "10.96.0.1"
_PORT = {"name": "https", "protocol": "TCP"}
_OWNED = {
    "f:metadata": {"f:labels": {".": {}, "f:component": {}, "f:provider": {}}},
    "f:spec": {
        "f:clusterIP": {},
        "f:internalTrafficPolicy": {},
        "f:ipFamilyPolicy": {},
        "f:ports": {
            ".": {},
            'k:{"port":443,"protocol":"TCP"}': {
                ".": {},
                "f:name": {},
                "f:port": {},
                "f:protocol": {},
                "f:targetPort": {},
            },
        },
        "f:sessionAffinity": {},
        "f:type": {},
    },
}


class OwnService:
    """Writes the objects that name the server's address."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._objects: list[tuple[tuple[str, str], Manifest]] = []

    def advertise(self, host: str, port: int) -> None:
        """Lead to this address from now on, and write it."""
        where = {"ports": [{**_PORT, "port": port}]}
        self._objects = [
            (("", "services"), _service(port)),
            (
                ("", "endpoints"),
                {
                    "apiVersion": "v1",
                    "kind": "Endpoints",
                    "metadata": _meta({"endpointslice.kubernetes.io/skip-mirror": "true"}),
                    "subsets": [{"addresses": [{"ip": host}], **where}],
                },
            ),
            (
                ("discovery.k8s.io", "endpointslices"),
                {
                    "apiVersion": "discovery.k8s.io/v1",
                    "kind": "EndpointSlice",
                    "metadata": _meta({"kubernetes.io/service-name": _NAME}),
                    "addressType": "IPv4",
                    "endpoints": [{"addresses": [host], "conditions": {"ready": True}}],
                    **where,
                },
            ),
        ]
        self.write()

    def write(self) -> None:
        """Write the objects anew, once the address is known."""
        for place, obj in self._objects:
            self._store.put(place, (_NAMESPACE, _NAME), clone(obj))


def _service(port: int) -> Manifest:
    meta = _meta(_LABELS)
    entry = {"manager": "kube-apiserver", "operation": "Update", "apiVersion": "v1", "time": meta["creationTimestamp"]}
    meta["managedFields"] = [entry | {"fieldsType": "FieldsV1", "fieldsV1": _OWNED}]
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": meta,
        "spec": {
            "ports": [{**_PORT, "port": 443, "targetPort": port}],
            "clusterIP": _FIRST_ADDRESS,
            "clusterIPs": [_FIRST_ADDRESS],
            "type": "ClusterIP",
            "sessionAffinity": "None",
            "ipFamilies": ["IPv4"],
            "ipFamilyPolicy": "SingleStack",
            "internalTrafficPolicy": "Cluster",
        },
        "status": {"loadBalancer": {}},
    }


def _meta(labels: Manifest) -> Manifest:
    return {
        "name": _NAME,
        "namespace": _NAMESPACE,
        "uid": new_uid(),
        "creationTimestamp": now(),
        "labels": dict(labels),
    }
