"""The etcd of a control plane answers its own clients alone."""

from __future__ import annotations

import re
import ssl
import stat
from pathlib import Path

import pytest
import trustme
import urllib3

from enhancement_kit import temporary
from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.envtest.etcd_certificates import EtcdCertificates
from enhancement_kit.temporary.leftovers import processes


@pytest.fixture
def urls(envtest: EnvtestCluster) -> list[str]:
    """Provide the addresses where etcd listens for clients and for peers."""
    (etcd,) = (
        one.arguments for one in processes() if re.search(rf"etcd --data-dir={temporary.mine().path}/", one.arguments)
    )
    return [re.search(rf"--listen-{who}-urls=(\S+)", etcd)[1] for who in ("client", "peer")]  # type: ignore[index]


def stranger(*, own_certificate: bool) -> ssl.SSLContext:
    """Return how another user connects: without a certificate, or with one that he has made himself."""
    made = ssl.create_default_context()
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    if own_certificate:
        trustme.CA(organization_name="etcd").issue_cert("kube-apiserver").configure_cert(made)
    return made


@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
@pytest.mark.parametrize("own_certificate", [False, True])
@pytest.mark.parametrize("port", [0, 1])
def test_nobody_else_gets_an_answer(urls: list[str], port: int, own_certificate: bool) -> None:
    tls = stranger(own_certificate=own_certificate)
    pool = urllib3.PoolManager(retries=False, timeout=10, ssl_context=tls)
    for path in ("/v3/kv/range", "/health", "/version", "/members", "/metrics"):
        # the server says no after the handshake, or ends the connection
        with pytest.raises((urllib3.exceptions.SSLError, urllib3.exceptions.ProtocolError)):
            pool.request("POST" if path.startswith("/v3") else "GET", urls[port] + path, body=b'{"key": "AA=="}')
    with pytest.raises(urllib3.exceptions.HTTPError):
        urllib3.PoolManager(retries=False, timeout=10).request("GET", urls[port].replace("https", "http") + "/health")


def test_who_has_the_certificates_gets_answers(envtest: EnvtestCluster, urls: list[str]) -> None:
    assert envtest.version
    _, parts = envtest._started()
    assert parts.storage._range("/registry/namespaces/default")
    assert parts.storage._pool.request("GET", f"{urls[0]}/version").status == 200
    (folder,) = temporary.mine().path.glob("programs-*")
    member = ssl.create_default_context(cafile=folder / "etcd-ca.pem")
    member.load_cert_chain(folder / "etcd.pem", folder / "etcd-key.pem")
    pool = urllib3.PoolManager(retries=False, timeout=10, ssl_context=member)
    assert pool.request("GET", f"{urls[1]}/version").status == 200


def test_keys_are_for_their_owner_alone(envtest: EnvtestCluster, tmp_path: Path) -> None:
    EtcdCertificates(tmp_path)
    folder = next(temporary.mine().path.glob("programs-*"))
    names = [*(tmp_path / name for name in ("etcd-key.pem", "client-key.pem"))]
    names += [folder / name for name in ("etcd-key.pem", "client-key.pem", "tokens.csv", "kubeconfig")]
    assert {stat.S_IMODE(name.stat().st_mode) for name in names} == {0o600}
