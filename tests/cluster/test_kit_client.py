"""The kit's client: kinds come from discovery and are looked up again when they are new; refusals have a type."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from enhancement_kit.cluster.answers import MEDIA_TYPES, ApiError, Cause
from enhancement_kit.cluster.client import Client, Kind, writers
from enhancement_kit.cluster.embedded import EmbeddedCluster

from .conftest import crd, widget

CLOSED = {"type": "object", "properties": {"size": {"type": "string", "enum": ["big", "small"]}}}
CONFIG_MAP = {"kind": "ConfigMap", "metadata": {"name": "c", "namespace": "default"}, "data": {"a": "b"}}


@pytest.fixture
def sent(cluster: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record method and path of each request, by a user who has not asked for anything yet."""
    api = cluster.client("new")
    found: list[str] = []
    request = api.rest_client.request

    def recorded(method: str, url: str, **options: Any) -> Any:
        found.append(f"{method} {url.removeprefix(cluster.url)}")
        return request(method, url, **options)

    monkeypatch.setattr(api.rest_client, "request", recorded)
    return found


@pytest.fixture
def client(cluster: EmbeddedCluster) -> Iterator[Client]:
    """Provide a client that no test before has used."""
    yield Client(cluster.client("new"))
    cluster._clients.pop("new").close()


def test_kinds_are_asked_for_once(cluster: EmbeddedCluster, sent: list[str], client: Client) -> None:
    client.create(CONFIG_MAP)
    Client(cluster.client("new")).patch("ConfigMap", "c", {"data": {"a": "c"}}, namespace="default")
    maps = "/api/v1/namespaces/default/configmaps"
    assert sent == ["GET /api", "GET /apis", f"POST {maps}", f"PATCH {maps}/c"]


def test_a_kind_that_is_new_is_found(cluster: EmbeddedCluster, client: Client) -> None:
    assert client.find("Widget", "w", namespace="default") is None
    cluster.install_crds([crd(CLOSED)])
    client.create(widget(size="big"), namespace="default")
    assert client.get("Widget", "w", namespace="default")["spec"] == {"size": "big"}
    assert [item["spec"] for item in client.all("Widget")] == [{"size": "big"}]


def test_a_kind_that_is_served_in_another_way_is_found_again(cluster: EmbeddedCluster, client: Client) -> None:
    cluster.install_crds([crd(CLOSED)])
    client.create(widget(size="big"), namespace="default")
    cluster.install_crds([crd(CLOSED, plural="things", scope="Cluster")])
    assert client.all("Widget") == []
    assert client.create(widget(size="big"))["metadata"].get("namespace") is None
    cluster.install_crds([])
    with pytest.raises(ApiError) as failure:
        client.create(widget())
    assert failure.value.refusal.code == 404
    assert failure.value.refusal.unserved


def test_a_missing_object_asks_for_no_kinds(sent: list[str], client: Client) -> None:
    client.all("Node")
    sent.clear()
    assert client.find("Node", "none") is None
    assert sent == ["GET /api/v1/nodes/none"]


def test_the_group_is_given_by_the_user_or_the_object(cluster: EmbeddedCluster) -> None:
    cluster.install_crds([crd(CLOSED, plural="ingresses", kind="Ingress")])
    api = cluster.client("tests")
    assert Client(api).path("Ingress") == "/apis/networking.k8s.io/v1/ingresses"
    mine = Client(api, {"Ingress": Kind("example.test", "mine")})
    assert mine.path("Ingress", "i") == "/apis/example.test/v1/namespaces/mine/ingresses/i"
    assert mine.path("Ingress", namespace="other") == "/apis/example.test/v1/namespaces/other/ingresses"
    assert mine.resource("Ingress", "networking.k8s.io/v1").group == "networking.k8s.io"
    with pytest.raises(ApiError, match="404 NotFound"):
        mine.resource("Ingress", "networking.k8s.io/v1beta1")


def test_words_of_a_command_line_name_kinds(cluster: EmbeddedCluster) -> None:
    cluster.install_crds([crd(CLOSED, plural="ingresses", kind="Ingress")])
    client = Client(cluster.client("tests"), {"Ingress": Kind("example.test")})
    named = [client.named(word) for word in ("svc", "service", "services", "ingress")]
    assert [one and one.api_version for one in named] == ["v1", "v1", "v1", "example.test/v1"]
    assert client.named("gadgets") is None


def test_a_refusal_has_its_causes(cluster: EmbeddedCluster, client: Client) -> None:
    cluster.install_crds([crd(CLOSED)])
    with pytest.raises(ApiError) as failure:
        client.create(widget(size="huge"), namespace="default")
    refusal = failure.value.refusal
    assert (refusal.code, refusal.reason) == (422, "Invalid")
    assert refusal.causes == (Cause("spec.size", 'Unsupported value: "huge": supported values: "big", "small"'),)
    with pytest.raises(ApiError, match="unknown field"):
        client.create(widget(colour="red"), namespace="default", strict=True)


def test_objects_are_written_in_every_way(cluster: EmbeddedCluster, client: Client) -> None:
    cluster.install_crds([crd(CLOSED)])
    made = client.create(widget(size="big"), namespace="default")
    made = client.replace({**made, "spec": {"size": "small"}})
    made = client.set_status({**made, "status": {"phase": "Good"}})
    assert (made["spec"], made["status"]) == ({"size": "small"}, {"phase": "Good"})
    applied = {**widget(size="big"), "metadata": {"name": "w", "namespace": "default"}}
    path = client.path("Widget", "w", namespace="default") + "?fieldManager=another&force=true"
    assert client.request("PATCH", path, applied, media=MEDIA_TYPES["apply"])["spec"] == {"size": "big"}
    assert writers(client.get("Widget", "w", namespace="default")) == {"new", "another"}
    assert writers(made, status=False) == {"new"}
    assert {"Widget", "Namespace"} <= {obj["kind"] for obj in client.everything()}
    client.delete("Widget", "w", namespace="default")
    assert client.find("Widget", "w", namespace="default") is None


def test_a_watch_yields_events_and_raises_their_errors(cluster: EmbeddedCluster, client: Client) -> None:
    client.create(CONFIG_MAP)
    client.patch("ConfigMap", "c", {"data": {"a": "c"}}, namespace="default")
    since = client.request("GET", "/api/v1/configmaps")["metadata"]["resourceVersion"]
    client.delete("ConfigMap", "c", namespace="default")
    with closing(client.watch("ConfigMap", since, namespace="default", fields="metadata.name=c")) as events:
        assert next(events)["type"] == "DELETED"
    cluster.reset()
    with pytest.raises(ApiError, match="410 Expired"):
        next(client.watch("ConfigMap", since, namespace="default"))
