"""Random roles and bindings: the embedded server and a real one allow the same, and refuse with the same words.

It needs a real server that judges: `python -m tests.cluster.on_real_server --rbac pytest THIS_FILE`.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from .behaviours import Teller
from .conftest import USERS, Http, Json, Reply

RBAC = "/apis/rbac.authorization.k8s.io/v1"
REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
GROUPS = ["", "apps", "*", "example.test"]
RESOURCES = ["pods", "pods/log", "*", "*/status", "deployments", "deployments/scale", "configmaps", "*/scale"]
VERBS = ["get", "list", "create", "*", "delete", "watch"]
PATHS = ["/metrics", "/logs/*", "*", "/a*", "/a/b/*", "/"]
SUBJECTS = [
    {"kind": kind, "name": name}
    for kind, names in (("User", ("ann", "bob")), ("Group", ("dev", "ops", "system:authenticated")))
    for name in names
]
WRITTEN = {"group": "rbac.authorization.k8s.io", "resource": "roles"}
RUNS, ASKED = int(os.environ.get("KIT_FUZZ", "3")), 200


@pytest.fixture(scope="module")
def both() -> Iterator[list[Http]]:
    """Provide a real server and the embedded one."""
    if os.environ.get("KUBE_API_AUTHORIZATION") != "rbac":
        pytest.skip("there is no real server that judges: see tests.cluster.on_real_server --rbac")
    real = Http(os.environ["KUBE_API_URL"], token=os.environ["KUBE_API_TOKEN"], ca=os.environ["KUBE_API_CA"])
    cluster = EmbeddedCluster(authorization="rbac", tokens=USERS)
    cluster.start()
    yield [real, Http(cluster.url, token=cluster.token or "")]
    cluster.stop()


class Chance:
    """Makes random roles, bindings and questions, in one namespace."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.name = f"access-{seed}"

    def some(self, values: list[Any], most: int = 3) -> list[Any]:
        return self.random.sample(values, self.random.randint(1, most))

    def rule(self, *, namespaced: bool) -> Json:
        if not namespaced and self.random.random() < 0.3:
            return {"verbs": self.some(VERBS), "nonResourceURLs": self.some(PATHS)}
        rule: Json = {"apiGroups": self.some(GROUPS), "resources": self.some(RESOURCES), "verbs": self.some(VERBS)}
        return {**rule, "resourceNames": self.some(["a", "b", "c"])} if self.random.random() < 0.3 else rule

    def role(self, name: str, *, namespaced: bool) -> Json:
        rules = [self.rule(namespaced=namespaced) for _ in range(self.random.randint(1, 2))]
        return {"metadata": {"name": name}, "rules": rules}

    def binding(self, name: str, *, namespaced: bool) -> Json:
        kind = "Role" if namespaced and self.random.random() < 0.6 else "ClusterRole"
        # the last one is not there
        reference = {"kind": kind, "name": f"{self.name}-{self.random.randint(0, 10)}"}
        return {"metadata": {"name": name}, "roleRef": reference, "subjects": self.some(SUBJECTS, 2)}

    def writes(self) -> Iterator[tuple[str, Json]]:
        inside = f"{RBAC}/namespaces/{self.name}"
        for i in range(10):
            yield f"{RBAC}/clusterroles", self.role(f"{self.name}-{i}", namespaced=False)
            yield f"{inside}/roles", self.role(f"{self.name}-{i}", namespaced=True)
        for i in range(3):
            yield f"{RBAC}/clusterrolebindings", self.binding(f"{self.name}-{i}", namespaced=False)
            yield f"{inside}/rolebindings", self.binding(f"{self.name}-{i}", namespaced=True)
        writer = {"apiGroups": [WRITTEN["group"]], "resources": ["*"], "verbs": ["create"]}
        name = {"name": f"{self.name}-writer"}
        yield f"{RBAC}/clusterroles", {"metadata": name, "rules": [writer]}
        reference = {"kind": "ClusterRole", **name}
        people = [{"kind": "Group", "name": "dev"}]
        yield f"{RBAC}/clusterrolebindings", {"metadata": name, "roleRef": reference, "subjects": people}

    def question(self) -> Json:
        choose = self.random.choice
        who = {"user": choose(["ann", "bob", "eve"]), "groups": choose([[], ["dev"], ["ops", "dev"]])}
        if self.random.random() < 0.2:
            path = choose(["/metrics", "/logs/x", "/a", "/ab", "/a/b/c", "/", "/x"])
            return {"spec": {**who, "nonResourceAttributes": {"path": path, "verb": choose(VERBS)}}}
        about = {
            "verb": choose(VERBS),
            "group": choose(GROUPS),
            "resource": choose(["pods", "deployments", "configmaps", "*"]),
            "subresource": choose(["", "", "log", "status", "scale", "*"]),
            "namespace": choose(["", self.name]),
            "name": choose(["", "a", "b"]),
        }
        return {"spec": {**who, "resourceAttributes": about}}

    def grant(self) -> tuple[str, Json]:
        namespaced = self.random.random() < 0.6
        start = f"{RBAC}/namespaces/{self.name}/" if namespaced else f"{RBAC}/cluster"
        if self.random.random() < 0.5:
            return start + "roles", self.role("new", namespaced=namespaced)
        return start + "rolebindings", self.binding("new", namespaced=namespaced)


def answer(reply: Reply) -> tuple[int, Any, Any]:
    """Return what two servers have to agree on: not which of several bindings allows it, nor the order of errors."""
    if reply.code != 201:
        return reply.code, reply.message.partition("; resolution errors")[0], None
    status = reply.body.get("status", {})
    missing = sorted(status.get("reason", "").strip("RBAC: []").split(", "))
    return reply.code, status.get("allowed"), None if status.get("allowed") else missing


@pytest.mark.parametrize("seed", range(RUNS))
def test_the_same_is_allowed(both: list[Http], seed: int) -> None:
    chance = Chance(seed)
    writes = list(chance.writes())
    for http in both:
        http("POST", "/api/v1/namespaces", {"metadata": {"name": chance.name}})
        for path, body in writes:
            reply = http("POST", path, body)
            assert reply.code == 201, reply.message
        # a server judges by what was written some time after that
        asked = {"spec": {"groups": ["dev"], "resourceAttributes": {"verb": "create", **WRITTEN}}}
        exchange = {"ask": f"POST {REVIEWS}", "body": asked, "code": 201, "see": {"status.allowed": True}}
        assert not Teller(http, chance.name).tell({**exchange, "eventually": True})
    different = []
    for _ in range(ASKED):
        question, (path, grant) = chance.question(), chance.grant()
        token = chance.random.choice(list(USERS))
        for asked, one, two in (
            (question, *(answer(http("POST", REVIEWS, question)) for http in both)),
            (grant, *(answer(http("POST", f"{path}?dryRun=All", grant, token=token)) for http in both)),
        ):
            if one != two:
                different.append(f"{token} {json.dumps(asked)}: a real server says {one}, the embedded one {two}")
    for http in both:
        for path, body in writes:
            http("DELETE", f"{path}/{body['metadata']['name']}")
        http("DELETE", f"/api/v1/namespaces/{chance.name}")
    assert not different, "\n".join(different)
