"""Who a request comes from: client certificates, bearer tokens, nobody."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
import urllib3

from enhancement_kit.cluster.embedded import EmbeddedCluster, serve
from enhancement_kit.cluster.embedded.authentication import CREDENTIAL, read_tokens, user_of_certificate
from enhancement_kit.cluster.embedded.authorization.rbac import CLUSTER_ROLES
from enhancement_kit.cluster.embedded.core import Core
from enhancement_kit.cluster.embedded.users import ADMIN, ANONYMOUS, User
from enhancement_kit.errors import HarnessError, UsageError

from .conftest import Http

MAPS = "/api/v1/namespaces/default/configmaps"


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def guarded(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    """Provide a cluster that accepts certificates and one more token."""
    path = tmp_path_factory.mktemp("authority") / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    cluster = EmbeddedCluster(tls=True, client_ca=path, tokens={"other": User("ann", "1", ("team",))})
    cluster.start()
    yield cluster
    cluster.stop()


def asked(cluster: EmbeddedCluster, issued: trustme.LeafCert | None = None, token: str = "") -> int:
    """Return the code of the answer to a client with these credentials."""
    context = ssl.create_default_context(cafile=cluster.client("x").configuration.ssl_ca_cert)
    if issued is not None:
        issued.configure_cert(context)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urllib3.PoolManager(ssl_context=context, retries=False) as manager:
        return int(manager.request("GET", cluster.url + MAPS, headers=headers).status)


def test_a_certificate_of_the_authority_is_accepted(guarded: EmbeddedCluster, authority: trustme.CA) -> None:
    issued = authority.issue_cert("someone@example.test", common_name="ann", organization_name="system:masters")
    assert asked(guarded, issued) == 200
    nameless = authority.issue_cert("someone@example.test")
    assert asked(guarded, nameless) == 401, "it names nobody"


def test_a_certificate_of_another_authority_ends_the_connection(guarded: EmbeddedCluster) -> None:
    issued = trustme.CA().issue_cert("someone@example.test", common_name="ann")
    with pytest.raises((urllib3.exceptions.HTTPError, OSError)):
        asked(guarded, issued)


def test_tokens_are_accepted_and_others_are_not(guarded: EmbeddedCluster) -> None:
    own = str(guarded.kubeconfig()["users"][0]["user"]["token"])
    assert asked(guarded, token=own) == 200
    assert asked(guarded, token="other") == 200
    assert asked(guarded, token="unknown") == 401
    assert asked(guarded) == 401


def test_without_credentials_a_client_may_be_anonymous() -> None:
    cluster = EmbeddedCluster(token="secret", tls=True, anonymous=True)
    cluster.start()
    try:
        assert asked(cluster) == 200
        assert asked(cluster, token="unknown") == 401
    finally:
        cluster.stop()


def test_a_certificate_names_a_user_and_its_groups(authority: trustme.CA) -> None:
    issued = authority.issue_cert("x@example.test", common_name="ann", organization_name="team")
    user = user_of_certificate(ssl.PEM_cert_to_DER_cert(issued.cert_chain_pems[0].bytes().decode()))
    assert user is not None
    assert (user.name, user.uid, user.groups) == ("ann", "", ("team", "system:authenticated"))
    assert user.extra[CREDENTIAL][0].startswith("X509SHA256=")
    assert ADMIN.authenticated() is ADMIN
    assert ANONYMOUS.authenticated() is ANONYMOUS


def test_a_token_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "tokens.csv"
    path.write_text('a,ann,1,"x,y"\n\n,nobody,2\nb,bob,\n')
    assert read_tokens(path) == {"a": User("ann", "1", ("x", "y")), "b": User("bob")}
    path.write_text("a,ann\n")
    with pytest.raises(UsageError, match="must have at least 3 columns"):
        read_tokens(path)
    with pytest.raises(UsageError, match="cannot be read as a token file"):
        read_tokens(tmp_path / "absent")


def test_what_cannot_work_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="need TLS"):
        EmbeddedCluster(client_ca=tmp_path / "ca.pem")
    (tmp_path / "ca.pem").write_text("nothing\n")
    cluster = EmbeddedCluster(client_ca=tmp_path / "ca.pem", tls=True)
    with pytest.raises(HarnessError, match="holds no certificates of authorities"):
        cluster.start()
    cluster.stop()


def test_with_rbac_people_without_roles_may_not_do_anything() -> None:
    cluster = EmbeddedCluster(authorization="rbac", tokens={"other": User("ann")}, tls=True)
    cluster.start()
    try:
        assert asked(cluster, token=str(cluster.token)) == 200
        assert asked(cluster, token="other") == 403
        assert asked(cluster) == 403
        cluster.reset()
        names = cluster.run(lambda core: [key[1] for key, _ in core.store.list(CLUSTER_ROLES)])
        assert {"cluster-admin", "view"} <= set(names)
        view = cluster.run(lambda core: core.store.get(CLUSTER_ROLES, ("", "edit")))
        assert view is not None
        assert view["rules"], "it is made of others"
    finally:
        cluster.stop()
    with pytest.raises(HarnessError, match="choose one of AlwaysAllow, rbac"):
        EmbeddedCluster(authorization="ABAC")


def test_the_rules_of_a_user_are_those_of_all_bindings() -> None:
    core = Core(authorization="rbac")
    rules, missing = core.authorizer.rules_of(User("ann", groups=("system:authenticated",)), "default")
    assert [rule["resources"] for rule in rules if "resources" in rule] == [
        ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
        ["selfsubjectreviews"],
    ]
    assert not missing
    everything, _ = Core().authorizer.rules_of(ANONYMOUS, "default")
    assert {"verbs": ["*"], "nonResourceURLs": ["*"]} in everything


def test_a_token_of_an_account_is_good_for_a_time_and_for_whom_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = EmbeddedCluster(token="secret")
    cluster.start()
    try:
        http = Http(cluster.url, token="secret")
        accounts = "/api/v1/namespaces/default/serviceaccounts"
        http("POST", accounts, {"metadata": {"name": "s"}})
        token = http("POST", accounts + "/s/token", {"spec": {}}).body["status"]["token"]
        assert http("GET", MAPS, token=token).code == 200
        assert http("GET", MAPS, token=token[:-9] + "A" * 9).code == 401
        other = http("POST", accounts + "/s/token", {"spec": {"audiences": ["other"]}}).body["status"]["token"]
        assert http("GET", MAPS, token=other).code == 401
        later = time.time() + 3700
        monkeypatch.setattr("enhancement_kit.cluster.embedded.service_account_tokens.time.time", lambda: later)
        assert http("GET", MAPS, token=token).code == 401
    finally:
        cluster.stop()


def test_certificates_need_tls_on_the_command_line_too(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="certificates need TLS: add --tls"):
        serve.run(["--client-ca", str(tmp_path / "ca.pem")])


def test_a_certificate_says_who_asks(guarded: EmbeddedCluster, authority: trustme.CA) -> None:
    issued = authority.issue_cert("someone@example.test", common_name="ann", organization_name="team")
    context = ssl.create_default_context(cafile=guarded.client("x").configuration.ssl_ca_cert)
    issued.configure_cert(context)
    url = f"{guarded.url}/apis/authentication.k8s.io/v1/selfsubjectreviews"
    with urllib3.PoolManager(ssl_context=context, retries=False) as manager:
        told = manager.request("POST", url, body="{}", headers={"Content-Type": "application/json"}).json()
    user = told["status"]["userInfo"]
    assert (user["username"], user["groups"]) == ("ann", ["team", "system:authenticated"])
    assert user["extra"][CREDENTIAL][0].startswith("X509SHA256=")
