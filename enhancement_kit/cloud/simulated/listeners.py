"""Endpoints that listen on loopback: those that answer as AWS does, and those that show what can go wrong.

A listener stands in for one URL. Clients of this process reach it under that URL, although its name does not resolve;
foreign programs reach it at `address`. The record says which endpoint received which call.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import struct
import threading
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from enhancement_kit.cloud.simulated import transport
from enhancement_kit.cloud.simulated.answering import Answer, Answering, origin, path_below, refusal
from enhancement_kit.cloud.simulated.certificates import KINDS, Authority
from enhancement_kit.cloud.simulated.partitions import signing_region
from enhancement_kit.cloud.simulated.wire import Unreadable, read
from enhancement_kit.cloud.simulated.zones import ensure_region
from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.local.addresses import HOST
from enhancement_kit.local.loopback import Loopback, Port

ANSWERS, REFUSES, HANGS, RESETS = "answers", "refuses", "hangs", "resets"
STATUSES = {
    "answers 403": (403, "AccessDenied"),
    "answers 404": (404, "NotFound"),
    "answers 500": (500, "InternalError"),
    "answers 503": (503, "ServiceUnavailable"),
}
BEHAVIOURS = (ANSWERS, REFUSES, HANGS, RESETS, *STATUSES)
"""What a listener does: answer as AWS, refuse connections, never answer, break connections, answer with a status."""

_PATIENT = {"connect": 5.0, "read": 60.0}
_IMPATIENT = "X-Kit-Impatient"
"""A header of clients of this process: they are to give up on an answer that never comes as soon as it is not given."""

_HOP = frozenset({"content-length", "transfer-encoding", "connection", "content-encoding", "date", "server"})
_PORTS = {"http": 80, "https": 443}


class Listener:
    """One endpoint. Made by `Listeners.add`."""

    def __init__(self, url: str, behaviour: str, certificate: str, answering: Answering, authority: Authority) -> None:
        """Store the settings of an endpoint; it does not listen yet. Raises UsageError for a bad behaviour or URL."""
        parts = urlsplit(url)
        if behaviour not in BEHAVIOURS:
            raise UsageError(f"an endpoint cannot {behaviour!r}; it {', '.join(BEHAVIOURS)}")
        if parts.scheme not in _PORTS or not parts.hostname:
            raise UsageError(f"{url!r} is no endpoint: use http:// or https:// and a host")
        self.url, self.behaviour, self.certificate = url, behaviour, certificate
        self._answering, self._authority = answering, authority
        self._host, self._scheme = parts.hostname, parts.scheme
        self._port: Port | None = None
        self._closed: socket.socket | None = None
        self._session: Any = None
        self._stands_for_all = False

    @property
    def address(self) -> str:
        """Where it listens, for programs that cannot reach it by its name."""
        return f"{self._scheme}://{HOST}:{self._number}"

    @property
    def _number(self) -> int:
        if self._port is not None:
            return self._port.number
        return int(self._closed.getsockname()[1]) if self._closed is not None else 0

    def open(self, loopback: Loopback, port: int = 0) -> None:
        """Open the port, or reserve one that refuses connections. Raises HarnessError where the port is taken."""
        if self.behaviour == REFUSES:
            self._closed = socket.socket()
            self._closed.bind((HOST, port))
            return
        tls = self._authority.context(self.certificate, self._host) if self._scheme == "https" else None
        self._port = loopback.open(self._answer, port=port, tls=tls)

    def at_own_address(self) -> None:
        """Replace the URL by the listener's own address, for a server that stands in for every default endpoint."""
        self.url, self._stands_for_all = self.address, True

    def send(self, request: Any) -> Any:
        """Send a prepared botocore request over a real connection and return the answer; errors are botocore's."""
        from botocore.exceptions import ConnectionClosedError, ReadTimeoutError

        if self._session is None:
            self._session = transport.session(self._number, self._authority.bundle, **_PATIENT)
        if self.behaviour == HANGS:
            request.headers[_IMPATIENT] = "1"
        try:
            return self._session.send(request)
        except ConnectionClosedError:
            if self.behaviour == HANGS:
                raise ReadTimeoutError(endpoint_url=request.url) from None
            raise

    def trouble(self) -> str:
        """Explain why a client that trusts the authority gets no answer here; empty where it gets one.

        What an HTTP answer says does not count: an endpoint that answers is reached.
        """
        try:
            with socket.create_connection((HOST, self._number), timeout=_PATIENT["connect"]) as plain:
                if self._scheme != "https":
                    return self._silence(plain)
                trust = ssl.create_default_context(cafile=self._authority.bundle)
                with trust.wrap_socket(plain, server_hostname=self._host) as secured:
                    return self._silence(secured)
        except ssl.SSLCertVerificationError as error:
            return f"certificate verify failed: {error.verify_message}"
        except OSError as error:
            return (error.strerror or str(error)).lower()

    def _silence(self, connection: socket.socket) -> str:
        """Explain why a connection gives no answer, without waiting for a server that hangs; empty where it does."""
        if self.behaviour == HANGS:
            return "timed out while waiting for an answer"
        connection.sendall(f"HEAD / HTTP/1.1\r\nHost: {self._host}\r\nConnection: close\r\n\r\n".encode())
        return "" if connection.recv(1) else "connection closed without an answer"

    def close(self) -> None:
        """Stop listening; safe to call twice."""
        if self._session is not None:
            self._session.close()
            self._session = None
        if self._port is not None:
            self._port.close()
            self._port = None
        if self._closed is not None:
            self._closed.close()
            self._closed = None

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        body = await request.read()
        try:
            asked = read(
                request.method,
                path_below(request.raw_path, self.url),
                request.headers,
                body,
                origin(urlsplit(self.url)),
            )
        except Unreadable as error:
            if self.behaviour == RESETS:
                _reset(request)
                return web.Response()
            return _response(refusal(error.service, error.code, error.message))
        if self._stands_for_all:
            # a program that is sent here signs for its own region where it would know better at the default endpoint
            asked = replace(asked, region=signing_region(asked.service, asked.region))
        if self.behaviour in STATUSES:
            status, code = STATUSES[self.behaviour]
            self._answering.note(asked, f"HTTP {status}", None)
            said = refusal(asked.service, code, f"This endpoint answers every request with {status}.")
            return _response(replace(said, status=status))
        if self.behaviour == HANGS:
            self._answering.note(asked, "no answer", None)
            if _IMPATIENT in request.headers:
                _reset(request)
                return web.Response()
            await asyncio.Event().wait()
        if self.behaviour == RESETS:
            self._answering.note(asked, "connection reset", None)
            _reset(request)
            return web.Response()
        try:
            ensure_region(asked.region)
            answer = self._answering.answer(asked)
        except HarnessError as error:
            answer = refusal(asked.service, "InternalFailure", str(error))
        if answer.seconds:
            await asyncio.sleep(answer.seconds)
        return _response(answer)


@dataclass(frozen=True)
class Served:
    """Where the simulated AWS answers on loopback."""

    url: str
    bundle: str | None = None
    """The file of certificates to verify it with, where it speaks TLS."""

    def environment(self, component: str, region: str) -> dict[str, str]:
        """Return the environment variables with which an outside program calls it under that component's name."""
        variables = {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": component,
            "AWS_SECRET_ACCESS_KEY": "simulated",
            "AWS_REGION": region,
            "AWS_DEFAULT_REGION": region,
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        }
        return {**variables, "AWS_CA_BUNDLE": self.bundle} if self.bundle else variables


class Listeners:
    """The listeners of one simulated AWS, by the endpoints that they stand in for."""

    def __init__(self, answering: Answering) -> None:
        """Prepare an empty set of listeners; the certificate authority is created when it is first needed."""
        self._answering = answering
        self._loopback = Loopback("simulated-aws")
        self._lock = threading.Lock()
        self._authority: Authority | None = None
        self._listeners: dict[str, Listener] = {}

    def authority(self) -> Authority:
        """Return the private certificate authority."""
        with self._lock:
            if self._authority is None:
                self._authority = Authority()
            return self._authority

    def add(self, url: str, *, behaviour: str = ANSWERS, certificate: str = KINDS[0]) -> Listener:
        """Add a listener for an endpoint, replacing an earlier one. Raises UsageError."""
        listener = Listener(url, behaviour, certificate, self._answering, self.authority())
        before = self._listeners.pop(_place(url), None)
        if before is not None:
            before.close()
        listener.open(self._loopback)
        self._listeners[_place(url)] = listener
        return listener

    def serve(self, port: int, *, tls: bool) -> Listener:
        """Open a listener at its own address on loopback. Raises HarnessError where the port is taken."""
        url = f"{'https' if tls else 'http'}://{HOST}"
        listener = Listener(url, ANSWERS, KINDS[0], self._answering, self.authority())
        listener.open(self._loopback, port)
        listener.at_own_address()
        self._listeners[_place(listener.url)] = listener
        return listener

    def at(self, url: str) -> Listener | None:
        """Return the listener for an endpoint, if there is one."""
        return self._listeners.get(_place(url)) if self._listeners else None

    def remove(self, listener: Listener) -> None:
        """Close a listener; safe to call twice."""
        listener.close()
        self._listeners = {url: one for url, one in self._listeners.items() if one is not listener}

    def clear(self, *, but: frozenset[Listener] = frozenset()) -> None:
        """Close all listeners except these."""
        for listener in [one for one in self._listeners.values() if one not in but]:
            self.remove(listener)

    def stop(self) -> None:
        """Close everything and end the thread; safe to call twice."""
        self.clear()
        self._loopback.stop()
        if self._authority is not None:
            self._authority.remove()
            self._authority = None


def _place(url: str) -> str:
    """Return the scheme, host and port of a URL, so that `https://a` and `https://a:443/` are equal."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"


def _response(answer: Answer) -> web.Response:
    headers = {name: value for name, value in answer.headers.items() if name.lower() not in _HOP}
    return web.Response(status=answer.status, headers=headers, body=answer.body)


def _reset(request: web.BaseRequest) -> None:
    """Reset a connection, as a host does that has lost its state."""
    if request.transport is not None:
        connected = request.transport.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()
