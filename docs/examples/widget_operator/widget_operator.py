"""An operator that keeps a ConfigMap for every Widget."""

from __future__ import annotations

from kubernetes import client

GROUP, VERSION, PLURAL = "example.com", "v1", "widgets"


def reconcile(api: client.ApiClient, namespace: str, name: str) -> None:
    """Bring the ConfigMap of a Widget up to date, and say so in its status."""
    custom, core = client.CustomObjectsApi(api), client.CoreV1Api(api)
    widget = custom.get_namespaced_custom_object(GROUP, VERSION, namespace, PLURAL, name)
    owner = client.V1OwnerReference(
        api_version=f"{GROUP}/{VERSION}", kind="Widget", name=name, uid=widget["metadata"]["uid"], controller=True
    )
    wanted = client.V1ConfigMap(
        metadata=client.V1ObjectMeta(name=name, owner_references=[owner]),
        data={key: str(value) for key, value in widget["spec"].items()},
    )
    try:
        core.create_namespaced_config_map(namespace, wanted)
    except client.ApiException as error:
        if error.status != 409:
            raise
        core.replace_namespaced_config_map(name, namespace, wanted)
    custom.patch_namespaced_custom_object_status(GROUP, VERSION, namespace, PLURAL, name, {"status": {"ready": True}})
