"""The network guard: in a guarded process no socket leaves the machine and no credential of the user can be found.

`install()` before anything imports boto3: variables, profiles and proxies of the environment are gone from then on. It
works on the `socket` module, so it covers every library in this process that uses Python's sockets; pipes (as xdist's
workers use), Unix sockets and loopback pass. Child processes inherit the cleaned environment, not the socket guard.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from typing import Any

import pytest

from enhancement_kit.errors import HarnessError
from enhancement_kit.local.hosts import is_local


class NetworkRefused(HarnessError):
    """Something tried to leave the machine; the message names host and port."""


# Everything that could lend the process someone's identity or send its traffic elsewhere.
_PREFIXES = ("AWS_",)
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "BOTO_CONFIG")
_SET = {
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    "AWS_EC2_METADATA_DISABLED": "true",
    "NO_PROXY": "*",
    "no_proxy": "*",
}

_patches: pytest.MonkeyPatch | None = None
"""What undoes the guard; None where this process is not guarded."""


def install() -> None:
    """Guard this process; does nothing where it is guarded."""
    global _patches
    if _patches is not None:
        return
    _patches = pytest.MonkeyPatch()
    for name in list(os.environ):
        if name.startswith(_PREFIXES) or name.upper() in _PROXIES:
            _patches.delenv(name)
    for name, value in _SET.items():
        _patches.setenv(name, value)
    for method in ("connect", "connect_ex"):
        _patches.setattr(socket.socket, method, _guarded_socket_method(getattr(socket.socket, method)))
    _patches.setattr(socket.socket, "sendto", _guarded_sendto(socket.socket.sendto))
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr"):
        _patches.setattr(socket, name, _guarded_lookup(getattr(socket, name)))


def uninstall() -> None:
    """Give the process its sockets and its environment back; does nothing where it is not guarded."""
    global _patches
    if _patches is not None:
        _patches.undo()
    _patches = None


def installed() -> bool:
    """Whether this process is guarded."""
    return _patches is not None


def _check_address(sock: socket.socket, address: Any) -> None:
    if sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    host, port = (address[0], address[1]) if isinstance(address, tuple) and len(address) >= 2 else (str(address), "?")
    if not is_local(host):
        raise _refusal("connect to", host, port)


def _guarded_socket_method(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, address: Any) -> Any:
        _check_address(self, address)
        return original(self, address)

    return guarded


def _guarded_sendto(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, data: Any, *args: Any) -> Any:
        if args:
            _check_address(self, args[-1])
        return original(self, data, *args)

    return guarded


def _guarded_lookup(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(host: Any, *args: Any, **kwargs: Any) -> Any:
        # servers of the standard library ask for the machine's own name; a resolver might be asked for that
        if host == socket.gethostname():
            host = "127.0.0.1"
        if not is_local(host):
            raise _refusal("look up", host, args[0] if args else kwargs.get("port", "?"))
        return original(host, *args, **kwargs)

    return guarded


def _refusal(what: str, host: Any, port: Any) -> NetworkRefused:
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    return NetworkRefused(
        f"The network guard refused to {what} {name} port {port}: a default run stays on loopback. "
        "Use a lane that is meant to reach other machines, or hand the client an endpoint of the kit."
    )
