"""What the operator does, and what the API refuses before it is asked."""

from __future__ import annotations

from typing import Any

import pytest
from kubernetes import client, config
from widget_operator import GROUP, PLURAL, VERSION, reconcile


@pytest.fixture
def widgets(kube_api: client.ApiClient) -> client.CustomObjectsApi:
    return client.CustomObjectsApi(kube_api)


def made(widgets: client.CustomObjectsApi, **spec: Any) -> Any:
    widget = {"apiVersion": f"{GROUP}/{VERSION}", "kind": "Widget", "metadata": {"name": "w"}, "spec": spec}
    return widgets.create_namespaced_custom_object(GROUP, VERSION, "default", PLURAL, widget)


def test_a_widget_gets_a_config_map(widgets: client.CustomObjectsApi, kube_api: client.ApiClient) -> None:
    made(widgets, colour="red")
    reconcile(kube_api, "default", "w")
    found = client.CoreV1Api(kube_api).read_namespaced_config_map("w", "default")
    assert found.data == {"colour": "red", "size": "1"}, "defaults of the definition are there"
    assert widgets.get_namespaced_custom_object(GROUP, VERSION, "default", PLURAL, "w")["status"] == {"ready": True}


def test_the_config_map_goes_with_its_widget(widgets: client.CustomObjectsApi, kube_api: client.ApiClient) -> None:
    made(widgets, colour="red")
    reconcile(kube_api, "default", "w")
    widgets.delete_namespaced_custom_object(GROUP, VERSION, "default", PLURAL, "w")
    assert client.CoreV1Api(kube_api).list_namespaced_config_map("default").items == []


def test_the_api_refuses_what_the_definition_forbids(widgets: client.CustomObjectsApi) -> None:
    with pytest.raises(client.ApiException, match="Unsupported value"):
        made(widgets, colour="blue")
    made(widgets, colour="red", size=2)
    smaller = {"spec": {"size": 1}}
    with pytest.raises(client.ApiException, match="a widget cannot shrink"):
        widgets.patch_namespaced_custom_object(GROUP, VERSION, "default", PLURAL, "w", smaller)


def test_other_programs_find_it_by_a_kubeconfig(kubeconfig: Any, widgets: client.CustomObjectsApi) -> None:
    made(widgets, colour="green")
    other = client.CustomObjectsApi(config.new_client_from_config(str(kubeconfig)))
    [seen] = other.list_namespaced_custom_object(GROUP, VERSION, "default", PLURAL)["items"]
    assert seen["spec"]["colour"] == "green"
