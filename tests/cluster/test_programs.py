"""The programs that controller-runtime's envtest starts, run as it runs them."""

from __future__ import annotations

import json
import os
import signal
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme

from enhancement_kit.cluster.programs.folder import NAMES, write_programs
from enhancement_kit.errors import UsageError
from enhancement_kit.local.addresses import HOST
from enhancement_kit.local.processes import free_ports


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Write the programs."""
    folder = tmp_path / "assets"
    assert [path.name for path in write_programs(folder)] == list(NAMES)
    return folder


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the block ends; yield it when it says that it serves."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert "of the conformance kit" in process.stdout.readline()
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def test_etcd_says_that_it_is_healthy(programs: Path) -> None:
    (port,) = free_ports(1)
    url = f"http://{HOST}:{port}"
    with (
        running(str(programs / "etcd"), f"--listen-client-urls={url}", "--data-dir=x") as etcd,
        urllib.request.urlopen(f"{url}/health", timeout=10) as answer,
    ):
        assert json.load(answer)["health"] == "true"
    assert etcd.returncode == 0
    assert etcd.stderr is not None
    assert etcd.stderr.read() == "etcd of the conformance kit: no effect has --data-dir\n"


def test_the_api_server_answers_with_the_certificate_it_is_given(programs: Path, tmp_path: Path) -> None:
    authority, (port,) = trustme.CA(), free_ports(1)
    issued = authority.issue_cert(HOST)
    issued.cert_chain_pems[0].write_to_path(str(tmp_path / "apiserver.crt"))
    issued.private_key_pem.write_to_path(str(tmp_path / "apiserver.key"))
    trusting = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())
    arguments = [f"--cert-dir={tmp_path}", f"--secure-port={port}", f"--bind-address={HOST}", "--allow-privileged=true"]
    arguments.append("--authorization-mode=RBAC")
    with (
        running(str(programs / "kube-apiserver"), *arguments) as server,
        urllib.request.urlopen(f"https://{HOST}:{port}/healthz", timeout=10, context=trusting) as answer,
    ):
        assert answer.read() == b"ok"
        with pytest.raises(urllib.error.HTTPError, match="Forbidden"):
            urllib.request.urlopen(f"https://{HOST}:{port}/api/v1/namespaces", timeout=10, context=trusting)
    assert server.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bind-address=0.0.0.0"], "--bind-address 0.0.0.0: only 127.0.0.1 is served"),
        (["--secure-port=70000"], "choose a port from 0"),
        (["--cert-dir=nowhere"], "--tls-cert-file nowhere/apiserver.crt: there is no such file"),
    ],
)
def test_the_api_server_refuses_flags_that_it_cannot_follow(programs: Path, arguments: list[str], said: str) -> None:
    ended = subprocess.run([programs / "kube-apiserver", *arguments], capture_output=True, text=True, timeout=20)
    assert ended.returncode == 1
    assert said in ended.stderr


def test_help_lists_flags_one_a_line_as_envtest_reads_them(programs: Path) -> None:
    for name, flag in (("kube-apiserver", "--secure-port"), ("etcd", "--listen-client-urls")):
        ended = subprocess.run([programs / name, "--help"], capture_output=True, text=True, timeout=20)
        assert any(line.strip().startswith(flag) for line in ended.stdout.splitlines())


def test_no_program_of_others_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "etcd").write_text("real", encoding="utf-8")
    with pytest.raises(UsageError, match="is another program"):
        write_programs(tmp_path)
    assert os.listdir(tmp_path) == ["etcd"]
    write_programs(tmp_path / "own")
    write_programs(tmp_path / "own")
