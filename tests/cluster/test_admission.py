"""Admission webhooks. With `KUBE_API_URL` in the environment, a real server is asked in place of the embedded one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from . import behaviours
from .conftest import Http, Json
from .webhooks import Webhook, allow, patch, serving

MUTATING, VALIDATING = "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"
CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1"
NOWHERE = "https://127.0.0.1:1/asked"
Configure = Callable[..., None]


@pytest.fixture(scope="module")
def server() -> Iterator[Http]:
    url = os.environ.get("KUBE_API_URL", "")
    if url:
        yield Http(url, token=os.environ.get("KUBE_API_TOKEN", ""), ca=os.environ.get("KUBE_API_CA", ""))
        return
    cluster = EmbeddedCluster()
    cluster.start()
    yield Http(cluster.url, token=cluster.token or "")
    cluster.stop()


@pytest.fixture
def maps(server: Http) -> str:
    """Return the path of the ConfigMaps of a new namespace."""
    return f"/api/v1/namespaces/{behaviours.namespace_for(server, 'asked')}/configmaps"


@pytest.fixture
def webhook() -> Iterator[Webhook]:
    with serving(Webhook) as found:
        yield found


@pytest.fixture
def configure(server: Http, webhook: Webhook, maps: str) -> Iterator[Configure]:
    """Provide a function that stores a configuration, and waits until the server follows it."""
    made = []

    def store(kind: str, name: str, **more: Any) -> None:
        # other namespaces are left alone, so that tests do not meet
        space = {"matchLabels": {"kubernetes.io/metadata.name": maps.split("/")[4]}}
        path = f"{CONFIGURATIONS}/{kind.lower()}s"
        reply = server("POST", path, webhook.configuration(kind, name, **{"namespaceSelector": space, **more}))
        assert reply.code == 201, reply.message
        made.append(f"{path}/{name}")
        followed = len(webhook.asked)
        judge, webhook.judge = webhook.judge, allow
        if "clientConfig" not in more:
            probe = {"metadata": {"generateName": "probe-", "labels": {"chosen": "yes"}}}
            behaviours.wait(
                lambda: server("POST", f"{maps}?dryRun=All", probe).code == 201 and len(webhook.asked) > followed,
                "the configuration is followed",
            )
        else:
            behaviours.wait(
                lambda: server("POST", f"{maps}?dryRun=All", {"metadata": {"name": "probe"}}).code == 500,
                "the configuration is followed",
            )
        webhook.judge = judge
        webhook.asked.clear()

    yield store
    for path in made:
        server("DELETE", path)


def test_a_mutating_webhook_changes_what_is_stored_and_a_validating_one_sees_it(
    server: Http, webhook: Webhook, maps: str, configure: Configure
) -> None:
    configure(MUTATING, "changes")
    configure(VALIDATING, "judges")
    webhook.judge = lambda r: (
        patch({"op": "add", "path": "/data", "value": {"by": "webhook"}})
        if r["operation"] == "CREATE" and "data" not in r["object"]
        else {"allowed": True}
    )
    made = server("POST", maps, {"metadata": {"name": "a"}})
    assert made.body["data"] == {"by": "webhook"}
    assert server("GET", f"{maps}/a").body["data"] == {"by": "webhook"}
    first, last = webhook.asked
    assert [one["object"].get("data") for one in (first, last)] == [None, {"by": "webhook"}]
    kind = {"group": "", "version": "v1", "kind": "ConfigMap"}
    resource = {"group": "", "version": "v1", "resource": "configmaps"}
    told = {key: first[key] for key in ("kind", "resource", "requestKind", "requestResource", "operation", "name")}
    assert told == {
        "kind": kind,
        "resource": resource,
        "requestKind": kind,
        "requestResource": resource,
        "operation": "CREATE",
        "name": "a",
    }
    assert first["namespace"] == maps.split("/")[4]
    assert first["oldObject"] is None
    assert first["dryRun"] is False
    assert first["userInfo"]["username"] == "kubernetes-admin"
    assert first["options"]["kind"] == "CreateOptions"
    assert last["object"]["metadata"]["uid"] == made.body["metadata"]["uid"]


def test_the_name_that_is_asked_about_is_the_name_that_is_stored(
    server: Http, webhook: Webhook, maps: str, configure: Configure
) -> None:
    configure(VALIDATING, "named")
    made = server("POST", maps, {"metadata": {"generateName": "a-"}}).body
    assert [one["object"]["metadata"]["name"] for one in webhook.asked] == [made["metadata"]["name"]]


@pytest.mark.parametrize(
    ("status", "code", "reason", "message"),
    [
        ({}, 400, None, "without explanation"),
        ({"message": "no"}, 400, None, ": no"),
        ({"reason": "Because"}, 400, "Because", ": Because"),
        ({"message": "no", "code": 403, "reason": "Forbidden"}, 403, "Forbidden", ": no"),
        ({"message": "no", "code": 200}, 400, None, ": no"),
    ],
)
def test_a_denied_write(
    server: Http,
    webhook: Webhook,
    maps: str,
    configure: Configure,
    status: Json,
    code: int,
    reason: str | None,
    message: str,
) -> None:
    configure(VALIDATING, "denies")
    webhook.judge = lambda _: {"allowed": False, "status": status}
    reply = server("POST", maps, {"metadata": {"name": "a"}})
    by = 'admission webhook "denies.example.test" denied the request'
    wanted = f"{by} {message}" if not message.startswith(":") else f"{by}{message}"
    assert (reply.code, reply.message, reply.body.get("reason")) == (code, wanted, reason)
    assert server("GET", f"{maps}/a").code == 404


def test_updates_and_deletions_are_asked_about(server: Http, webhook: Webhook, maps: str, configure: Configure) -> None:
    configure(VALIDATING, "keeps")
    for name in "ab":
        server("POST", maps, {"metadata": {"name": name}, "data": {"a": "b"}})
    webhook.asked.clear()
    webhook.judge = lambda r: {"allowed": r["name"] != "b", "status": {"message": "b stays"}}
    changed = server("PATCH", f"{maps}/a", {"data": {"a": "c"}}, behaviours.MEDIA["merge"])
    assert changed.body["data"] == {"a": "c"}
    assert server("DELETE", f"{maps}/b").message.endswith("denied the request: b stays")
    assert server("DELETE", f"{maps}/a").code == 200
    told = [(one["operation"], one["name"], one["object"] is None, one["oldObject"] is None) for one in webhook.asked]
    assert told == [("UPDATE", "a", False, False), ("DELETE", "b", True, False), ("DELETE", "a", True, False)]


def test_a_webhook_may_call_the_server_while_it_is_asked(
    server: Http, webhook: Webhook, maps: str, configure: Configure
) -> None:
    configure(VALIDATING, "looks")
    server("POST", maps, {"metadata": {"name": "first"}})
    webhook.judge = lambda _: {"allowed": server("GET", f"{maps}/first").code == 200}
    assert server("POST", maps, {"metadata": {"name": "second"}}).code == 201


def test_a_webhook_that_cannot_be_called(server: Http, maps: str, configure: Configure) -> None:
    configure(VALIDATING, "away", clientConfig={"url": NOWHERE})
    reply = server("POST", maps, {"metadata": {"name": "a"}})
    why = f'Post "{NOWHERE}?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused'
    text = f'failed calling webhook "away.example.test": failed to call webhook: {why}'
    assert (reply.code, reply.body["reason"]) == (500, "InternalError")
    assert reply.message == f"Internal error occurred: {text}"
    assert reply.body["details"] == {"causes": [{"message": text}]}


@pytest.mark.parametrize(
    ("response", "why"),
    [
        ({"uid": "other", "allowed": True}, 'expected response.uid="UID", got "other"'),
        ({"allowed": True, "patch": "W10="}, "validating webhook may not return response.patch"),
    ],
)
def test_an_answer_that_is_none(
    server: Http, webhook: Webhook, maps: str, configure: Configure, response: Json, why: str
) -> None:
    configure(VALIDATING, "odd")
    webhook.judge = lambda _: response
    reply = server("POST", maps, {"metadata": {"name": "a"}})
    text = why.replace("UID", webhook.asked[-1]["uid"])
    assert reply.message == (
        f'Internal error occurred: failed calling webhook "odd.example.test": received invalid webhook response: {text}'
    )


def test_a_webhook_is_asked_about_what_it_selects(
    server: Http, webhook: Webhook, maps: str, configure: Configure
) -> None:
    configure(VALIDATING, "choosy", objectSelector={"matchLabels": {"chosen": "yes"}})
    webhook.judge = lambda _: {"allowed": False}
    assert server("POST", maps, {"metadata": {"name": "a"}}).code == 201
    assert server("POST", maps, {"metadata": {"name": "b", "labels": {"chosen": "yes"}}}).code == 400
    secrets = maps.replace("configmaps", "secrets")
    assert server("POST", secrets, {"metadata": {"name": "c", "labels": {"chosen": "yes"}}}).code == 201


def test_warnings_reach_the_client(server: Http, webhook: Webhook, maps: str, configure: Configure) -> None:
    configure(VALIDATING, "warns")
    webhook.judge = lambda _: {"allowed": True, "warnings": ["mind the step"]}
    assert server("POST", maps, {"metadata": {"name": "a"}}).warnings == ['299 - "mind the step"']


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"name": "short"},
            'webhooks[0].name: Invalid value: "short": should be a domain with at least three segments',
        ),
        ({"sideEffects": None}, "webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun"),
        ({"sideEffects": "Some"}, 'webhooks[0].sideEffects: Unsupported value: "Some": supported values:'),
        ({"timeoutSeconds": 31}, "webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1"),
        ({"failurePolicy": "Hope"}, 'webhooks[0].failurePolicy: Unsupported value: "Hope": supported values:'),
        (
            {"admissionReviewVersions": []},
            "webhooks[0].admissionReviewVersions: Required value: must specify one of v1",
        ),
        ({"clientConfig": {}}, "webhooks[0].clientConfig: Required value: exactly one of url or service is required"),
        (
            {"clientConfig": {"url": "http://a"}},
            "webhooks[0].clientConfig.url: Invalid value: \"http\": 'https' is the",
        ),
    ],
)
def test_configurations_that_are_refused(server: Http, webhook: Webhook, change: Json, message: str) -> None:
    reply = server(
        "POST", f"{CONFIGURATIONS}/validatingwebhookconfigurations", webhook.configuration(VALIDATING, "x", **change)
    )
    assert reply.code == 422
    assert message in reply.message
