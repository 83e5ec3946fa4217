"""The network guard lets loopback pass and nothing else."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from enhancement_kit.runner import guard


@pytest.fixture(autouse=True)
def _unguarded() -> Iterator[None]:
    """Start without the guard, even where the whole run is guarded."""
    whole_run = guard.installed()
    guard.uninstall()
    yield
    guard.uninstall()
    if whole_run:
        guard.install()


@pytest.fixture
def guarded() -> Iterator[None]:
    guard.install()
    yield
    guard.uninstall()


@pytest.mark.usefixtures("guarded")
class TestGuarded:
    @pytest.mark.parametrize(("host", "family"), [("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6)])
    def test_no_connection_leaves(self, host: str, family: socket.AddressFamily) -> None:
        with socket.socket(family) as sock, pytest.raises(guard.NetworkRefused, match=rf"{host} port 443"):
            sock.connect((host, 443))
        with socket.socket(family) as sock, pytest.raises(guard.NetworkRefused):
            sock.connect_ex((host, 443))
        with socket.socket(family, socket.SOCK_DGRAM) as sock, pytest.raises(guard.NetworkRefused):
            sock.sendto(b"x", (host, 53))
        with socket.socket(family, socket.SOCK_DGRAM) as sock, pytest.raises(guard.NetworkRefused):
            sock.sendmsg([b"x"], [], 0, (host, 53))
        with pytest.raises(guard.NetworkRefused, match=f"look up {host}"):
            socket.getnameinfo((host, 443), 0)

    def test_messages_on_loopback_arrive(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("127.0.0.1", 0))
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.sendmsg([b"a", b"b"], [], 0, receiver.getsockname())
                assert receiver.recv(2) == b"ab"
                sender.connect(receiver.getsockname())
                sender.sendmsg([b"c"])
                assert receiver.recv(1) == b"c"

    @pytest.mark.parametrize("lookup", ["getaddrinfo", "gethostbyname", "gethostbyname_ex"])
    def test_no_name_is_looked_up(self, lookup: str) -> None:
        args = ("ec2.us-east-1.amazonaws.com", 443) if lookup == "getaddrinfo" else ("ec2.us-east-1.amazonaws.com",)
        with pytest.raises(guard.NetworkRefused, match=r"look up ec2\.us-east-1\.amazonaws\.com"):
            getattr(socket, lookup)(*args)

    def test_http_clients_are_covered(self) -> None:
        import urllib3

        with pytest.raises(guard.NetworkRefused, match=r"example\.com port 80"):
            urllib3.PoolManager(retries=False).request("GET", "http://example.com/")

    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
    def test_loopback_servers_work(self, host: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            client = socket.create_connection((host, server.getsockname()[1]))
            connection, _ = server.accept()
            client.sendall(b"hello")
            assert connection.recv(5) == b"hello"
            client.close()
            connection.close()

    def test_the_machines_own_name_is_no_lookup(self) -> None:
        assert socket.gethostbyname(socket.gethostname()) == "127.0.0.1"
        assert socket.getfqdn()

    def test_unix_sockets_pass(self, tmp_path: Path) -> None:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(tmp_path / "s"))
            server.listen()
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(str(tmp_path / "s"))

    def test_installing_twice_is_once(self) -> None:
        guard.install()
        with pytest.raises(guard.NetworkRefused):
            socket.getaddrinfo("example.com", 80)


def test_everything_is_given_back() -> None:
    lookup, connect = socket.getaddrinfo, socket.socket.connect
    guard.install()
    assert socket.getaddrinfo is not lookup
    guard.uninstall()
    guard.uninstall()
    assert socket.getaddrinfo is lookup
    assert socket.socket.connect is connect
    assert "connect" not in vars(socket.socket)
    assert not guard.installed()


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("LOCALHOST", True),
        (b"localhost", True),
        ("", True),
        (None, True),
        ("0.0.0.0", True),
        ("169.254.169.254", False),
        ("10.0.0.1", False),
        ("fe80::1%eth0", False),
        ("::1%lo", True),
        ("127.0.0.1%evil.example", False),
        ("::ffff:10.0.0.1", False),
        ("2130706433", False),
        ("0x7f.1", False),
        ("0177.0.0.1", False),
        ("127.0.0.1\\@evil.example", False),
        ("localhost.example.com", False),
        ("127.0.0.1.example.com", False),
        ("aws.kit.invalid", False),
    ],
)
def test_what_is_local(host: str | bytes | None, local: bool) -> None:
    assert guard.is_local(host) is local
