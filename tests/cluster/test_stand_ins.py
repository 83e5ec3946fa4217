"""What a healthy cluster does by itself: rollouts, Pods, garbage collection, namespaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.embedded.authorization.rbac import CLUSTER_ROLES
from enhancement_kit.cluster.embedded.core import Core

from .conftest import Http, Json

DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments"
PODS = "/api/v1/namespaces/default/pods"
MAPS = "/api/v1/namespaces/default/configmaps"
MERGE = "application/merge-patch+json"


def deployment(name: str = "d", replicas: int = 2) -> Json:
    template = {"metadata": {"labels": {"app": name}}, "spec": {"containers": [{"name": "c", "image": "i:1"}]}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name},
        "spec": {"replicas": replicas, "selector": {"matchLabels": {"app": name}}, "template": template},
    }


def conditions(obj: Json) -> dict[str, tuple[str, str]]:
    return {c["type"]: (c["status"], c["reason"]) for c in obj["status"]["conditions"]}


def ready(pods: list[Json]) -> list[bool]:
    return [c["status"] == "True" for p in pods for c in p["status"]["conditions"] if c["type"] == "Ready"]


def test_a_deployment_is_available_as_soon_as_it_is_written(http: Http) -> None:
    http("POST", DEPLOYMENTS, deployment())
    seen = http("GET", DEPLOYMENTS + "/d").body
    counts = {k: v for k, v in seen["status"].items() if k != "conditions"}
    assert counts == {
        "observedGeneration": 1,
        "replicas": 2,
        "updatedReplicas": 2,
        "readyReplicas": 2,
        "availableReplicas": 2,
    }
    assert conditions(seen) == {
        "Available": ("True", "MinimumReplicasAvailable"),
        "Progressing": ("True", "NewReplicaSetAvailable"),
    }
    pods = http("GET", PODS + "?labelSelector=app%3Dd").body["items"]
    assert [p["status"]["phase"] for p in pods] == ["Running", "Running"]
    assert ready(pods) == [True, True]
    http("PATCH", DEPLOYMENTS + "/d", {"spec": {"replicas": 3}}, MERGE)
    assert http("GET", DEPLOYMENTS + "/d").body["status"]["observedGeneration"] == 2
    assert len(http("GET", PODS).body["items"]) == 3


def test_a_new_template_replaces_the_pods(http: Http) -> None:
    http("POST", DEPLOYMENTS, deployment(replicas=1))
    old = http("GET", PODS).body["items"][0]["metadata"]["name"]
    body = http("GET", DEPLOYMENTS + "/d").body
    body["spec"]["template"]["spec"]["containers"][0]["image"] = "i:2"
    http("PUT", DEPLOYMENTS + "/d", body)
    pods = http("GET", PODS).body["items"]
    assert [p["spec"]["containers"][0]["image"] for p in pods] == ["i:2"]
    assert pods[0]["metadata"]["name"] != old


def test_a_held_rollout_has_nothing_available_until_released(cluster: EmbeddedCluster, http: Http) -> None:
    http("POST", DEPLOYMENTS, deployment("before"))
    cluster.workloads.hold()
    http("POST", DEPLOYMENTS, deployment())
    held = http("GET", DEPLOYMENTS + "/d").body
    assert {k: v for k, v in held["status"].items() if k != "conditions"} == {
        "observedGeneration": 1,
        "replicas": 2,
        "updatedReplicas": 2,
        "unavailableReplicas": 2,
    }
    assert conditions(held) == {
        "Available": ("False", "MinimumReplicasUnavailable"),
        "Progressing": ("True", "ReplicaSetUpdated"),
    }
    assert held["status"]["conditions"][0]["message"] == "Deployment does not have minimum availability."
    assert ready(http("GET", PODS + "?labelSelector=app%3Dd").body["items"]) == [False, False]
    assert http("GET", DEPLOYMENTS + "/before").body["status"]["availableReplicas"] == 2
    cluster.workloads.release()
    assert http("GET", DEPLOYMENTS + "/d").body["status"]["availableReplicas"] == 2
    assert ready(http("GET", PODS + "?labelSelector=app%3Dd").body["items"]) == [True, True]


def test_reset_releases(cluster: EmbeddedCluster, http: Http) -> None:
    cluster.workloads.hold()
    cluster.reset()
    http("POST", DEPLOYMENTS, deployment())
    assert http("GET", DEPLOYMENTS + "/d").body["status"]["availableReplicas"] == 2


def test_scale(http: Http) -> None:
    http("POST", DEPLOYMENTS, deployment())
    assert http("GET", DEPLOYMENTS + "/d/scale").body["spec"] == {"replicas": 2}
    assert http("PATCH", DEPLOYMENTS + "/d/scale", {"spec": {"replicas": 1}}, MERGE).body["spec"] == {"replicas": 1}
    assert len(http("GET", PODS).body["items"]) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"selector": None}, "spec.selector: Required value"),
        ({"selector": {"matchLabels": {"app": "x"}}}, "`selector` does not match template `labels`"),
        ({"replicas": -1}, "spec.replicas: Invalid value: -1: must be greater than or equal to 0"),
        (
            {"template": {"metadata": {"labels": {"app": "d"}}, "spec": {"containers": []}}},
            "spec.template.spec.containers: Required value",
        ),
        (
            {"template": {"metadata": {"labels": {"app": "d"}}, "spec": {"containers": [{"name": "c"}]}}},
            "spec.template.spec.containers[0].image: Required value",
        ),
    ],
)
def test_deployments_that_are_refused(http: Http, change: Json, message: str) -> None:
    body = deployment()
    body["spec"].update(change)
    answer = http("POST", DEPLOYMENTS, body)
    assert (answer.code, message in answer.message) == (422, True), answer.message


def owned(name: str, owner: Json, **more: Any) -> Json:
    reference = {
        "apiVersion": owner["apiVersion"],
        "kind": owner["kind"],
        "name": owner["metadata"]["name"],
        "uid": owner["metadata"]["uid"],
        "blockOwnerDeletion": True,
    }
    return {"metadata": {"name": name, "ownerReferences": [reference], **more}}


def make(http: Http, body: Json) -> Json:
    made = http("POST", MAPS, body).body
    return {"apiVersion": "v1", "kind": "ConfigMap", **made}


def names(http: Http) -> list[str]:
    return [o["metadata"]["name"] for o in http("GET", MAPS).body["items"]]


def test_dependents_go_with_their_owner(http: Http) -> None:
    owner = make(http, {"metadata": {"name": "a-owner"}})
    child = make(http, owned("b-child", owner))
    make(http, owned("c-grandchild", child))
    make(http, {"metadata": {"name": "d-stranger"}})
    http("DELETE", MAPS + "/a-owner")
    assert names(http) == ["d-stranger"]


def test_orphans_stay(http: Http) -> None:
    owner = make(http, {"metadata": {"name": "a"}})
    make(http, owned("b", owner))
    http("DELETE", MAPS + "/a", {"propagationPolicy": "Orphan"})
    assert names(http) == ["b"]
    assert "ownerReferences" not in http("GET", MAPS + "/b").body["metadata"]


def test_a_foreground_delete_waits_for_dependents(http: Http) -> None:
    owner = make(http, {"metadata": {"name": "a"}})
    make(http, owned("b", owner, finalizers=["example.test/hold"]))
    http("DELETE", MAPS + "/a", {"propagationPolicy": "Foreground"})
    waiting = http("GET", MAPS + "/a").body["metadata"]
    assert waiting["finalizers"] == ["foregroundDeletion"]
    assert waiting["deletionTimestamp"]
    assert http("GET", MAPS + "/b").body["metadata"]["deletionTimestamp"]
    http("PATCH", MAPS + "/b", {"metadata": {"finalizers": None}}, MERGE)
    assert names(http) == []


def test_a_second_owner_keeps_a_dependent(http: Http) -> None:
    one, two = make(http, {"metadata": {"name": "one"}}), make(http, {"metadata": {"name": "two"}})
    body = owned("child", one)
    body["metadata"]["ownerReferences"] += owned("child", two)["metadata"]["ownerReferences"]
    make(http, body)
    http("DELETE", MAPS + "/one")
    assert names(http) == ["child", "two"]
    assert [r["name"] for r in http("GET", MAPS + "/child").body["metadata"]["ownerReferences"]] == ["two"]


def test_an_object_whose_owner_never_was_is_collected(http: Http) -> None:
    ghost = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "ghost", "uid": "no-such-uid"}}
    assert http("POST", MAPS, owned("child", ghost)).code == 201
    assert names(http) == []


def test_a_namespace_takes_its_objects_along(http: Http) -> None:
    http("POST", "/api/v1/namespaces", {"metadata": {"name": "mine"}})
    http("POST", "/api/v1/namespaces/mine/configmaps", {"metadata": {"name": "c"}})
    held = {"metadata": {"name": "held", "finalizers": ["example.test/hold"]}}
    http("POST", "/api/v1/namespaces/mine/configmaps", held)
    http("DELETE", "/api/v1/namespaces/mine")
    assert http("GET", "/api/v1/namespaces/mine").body["status"]["phase"] == "Terminating"
    assert http("GET", "/api/v1/namespaces/mine/configmaps/c").code == 404
    refused = http("POST", "/api/v1/namespaces/mine/configmaps", {"metadata": {"name": "late"}})
    assert (refused.code, "being terminated" in refused.message) == (403, True)
    http("PATCH", "/api/v1/namespaces/mine/configmaps/held", {"metadata": {"finalizers": None}}, MERGE)
    assert http("GET", "/api/v1/namespaces/mine").code == 404
    assert http("DELETE", "/api/v1/namespaces/default").code == 403


def test_the_answer_to_a_write_shows_what_was_written(http: Http) -> None:
    made = http("POST", DEPLOYMENTS, deployment()).body
    assert made["status"] == {}
    seen = http("GET", DEPLOYMENTS + "/d").body
    assert int(seen["metadata"]["resourceVersion"]) > int(made["metadata"]["resourceVersion"])


@pytest.fixture(scope="module")
def bare() -> Iterator[Http]:
    """Provide a server without stand-ins."""
    cluster = EmbeddedCluster(stand_ins=False)
    cluster.start()
    yield Http(cluster.url, token=cluster.token or "")
    cluster.stop()


def test_without_stand_ins_a_deployment_stays_as_it_was_written(bare: Http) -> None:
    made = bare("POST", DEPLOYMENTS, deployment("bare")).body
    assert bare("GET", DEPLOYMENTS + "/bare").body == made
    assert bare("GET", PODS).body["items"] == []


@pytest.mark.parametrize(
    ("policy", "finalizer"), [("Background", None), ("Foreground", "foregroundDeletion"), ("Orphan", "orphan")]
)
def test_without_stand_ins_dependents_stay(bare: Http, policy: str, finalizer: str | None) -> None:
    name = f"owner-{policy.lower()}"
    owner = bare("POST", MAPS, {"metadata": {"name": name}}).body
    reference = {"apiVersion": "v1", "kind": "ConfigMap", "name": name, "uid": owner["metadata"]["uid"]}
    dependent = {"metadata": {"name": f"of-{name}", "ownerReferences": [reference]}}
    bare("POST", MAPS, dependent)
    bare("DELETE", f"{MAPS}/{name}", {"propagationPolicy": policy})
    left = bare("GET", f"{MAPS}/{name}")
    assert (left.body["metadata"]["finalizers"] if finalizer else left.code) == ([finalizer] if finalizer else 404)
    assert bare("GET", f"{MAPS}/of-{name}").body["metadata"]["ownerReferences"] == [reference]


def test_without_stand_ins_a_namespace_waits_for_somebody_to_empty_it(bare: Http) -> None:
    bare("POST", "/api/v1/namespaces", {"metadata": {"name": "left"}})
    bare("POST", "/api/v1/namespaces/left/configmaps", {"metadata": {"name": "a"}})
    bare("DELETE", "/api/v1/namespaces/left")
    assert bare("GET", "/api/v1/namespaces/left").body["status"] == {"phase": "Terminating"}
    assert bare("GET", "/api/v1/namespaces/left/configmaps/a").code == 200


@pytest.mark.parametrize("stand_ins", [True, False])
def test_aggregated_roles_are_filled_by_a_controller(stand_ins: bool) -> None:
    core = Core(authorization="rbac", stand_ins=stand_ins)
    view = core.store.get(CLUSTER_ROLES, ("", "view"))
    assert view is not None
    assert bool(view["rules"]) is stand_ins
