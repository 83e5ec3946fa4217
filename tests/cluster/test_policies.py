"""Admission policies and match conditions, with the answers of a real server; `KUBE_API_URL` asks a real one again."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

from . import policies
from .conftest import USERS, Http, Json

CASES = policies.load()


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


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: case["name"])
def test_what_is_refused(server: Http, case: Json) -> None:
    assert policies.refusal(server, case) == case["answer"]


@pytest.mark.parametrize("case", CASES["enforced"], ids=lambda case: case["name"])
def test_what_is_enforced(server: Http, case: Json) -> None:
    assert policies.judged(server, case) == [request["answer"] for request in case["requests"]]


def test_a_policy_asks_what_the_user_may_do() -> None:
    """Deny by roles, which the server above does not have."""
    cluster = EmbeddedCluster(authorization="rbac", tokens=USERS)
    cluster.start()
    try:
        admin = Http(cluster.url, token=cluster.token or "")
        path = "/api/v1/namespaces/default/configmaps"
        role = {
            "metadata": {"name": "writer"},
            "rules": [{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["*"]}],
        }
        subjects = [{"kind": "User", "name": "ann", "apiGroup": "rbac.authorization.k8s.io"}]
        reference = {"kind": "Role", "name": "writer", "apiGroup": "rbac.authorization.k8s.io"}
        access = "/apis/rbac.authorization.k8s.io/v1/namespaces/default"
        assert admin("POST", f"{access}/roles", role).code == 201
        binding = {"metadata": {"name": "writer"}, "roleRef": reference, "subjects": subjects}
        assert admin("POST", f"{access}/rolebindings", binding).code == 201
        checks = ("requestResource.check('delete')", "group('').resource('secrets').namespace('default').check('get')")
        validations = [{"expression": f"authorizer.{check}.allowed()", "message": check} for check in checks]
        policy = policies.stored("ValidatingAdmissionPolicy", {"validations": validations})
        assert admin("POST", policies.POLICIES, policy).code == 201
        bound = policies.stored("ValidatingAdmissionPolicyBinding", {})
        assert admin("POST", policies.BINDINGS, bound).code == 201
        assert admin("POST", path, {"metadata": {"name": "a"}}).code == 201
        refused = Http(cluster.url, token="token-of-ann")("POST", path, {"metadata": {"name": "b"}})
        assert (refused.code, refused.message.endswith(checks[1])) == (422, True), refused.message
    finally:
        cluster.stop()
