"""The network guard: a guarded process cannot reach other machines.

It patches the `socket` module, so that it covers every library in this process that uses Python's sockets; pipes (which
the workers of pytest-xdist use), Unix sockets and loopback stay usable. Child processes do not inherit it; they inherit
the environment that local/environment.py has cleaned of proxies and credentials.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest

from enhancement_kit.errors import HarnessError
from enhancement_kit.local.hosts import is_local


class NetworkRefused(HarnessError):
    """An attempt to reach another machine; the message names host and port."""


_patches: pytest.MonkeyPatch | None = None
"""What undoes the guard; None where this process is not guarded."""


def install() -> None:
    """Guard this process, unless it is guarded already."""
    global _patches
    if _patches is not None:
        return
    _patches = pytest.MonkeyPatch()
    for method in ("connect", "connect_ex"):
        _patches.setattr(socket.socket, method, _guarded_socket_method(getattr(socket.socket, method)))
    _patches.setattr(socket.socket, "sendto", _guarded_sendto(socket.socket.sendto))
    if hasattr(socket.socket, "sendmsg"):
        _patches.setattr(socket.socket, "sendmsg", _guarded_sendmsg(socket.socket.sendmsg))
    _patches.setattr(socket, "getnameinfo", _guarded_reverse_lookup(socket.getnameinfo))
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr"):
        _patches.setattr(socket, name, _guarded_lookup(getattr(socket, name)))


def uninstall() -> None:
    """Restore the sockets of this process, if it is guarded."""
    global _patches
    if _patches is not None:
        _patches.undo()
    _patches = None


def installed() -> bool:
    """Check whether this process is guarded."""
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


def _guarded_sendmsg(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, buffers: Any, ancdata: Any = (), flags: int = 0, address: Any = None) -> Any:
        if address is None:
            return original(self, buffers, ancdata, flags)
        _check_address(self, address)
        return original(self, buffers, ancdata, flags, address)

    return guarded


def _guarded_reverse_lookup(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(address: Any, flags: int) -> Any:
        if not is_local(address[0]):
            raise _refusal("look up", address[0], address[1])
        return original(address, flags)

    return guarded


def _guarded_lookup(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(host: Any, *args: Any, **kwargs: Any) -> Any:
        # servers of the standard library look up the machine's own name, which must not reach a resolver
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
        "Use a lane that is meant to reach other machines, or give the client an endpoint of the kit."
    )
