"""Endpoints that listen on loopback: those that answer as AWS does, and those that show what can go wrong.

A listener stands in for one URL. Clients of this process reach it under that URL, although its name does not resolve;
foreign programs reach it at `address`. The record says which endpoint received which call.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from enhancement_kit.cloud.simulated import limits, transport
from enhancement_kit.cloud.simulated.answering import Answering
from enhancement_kit.cloud.simulated.certificates import KINDS, Authority
from enhancement_kit.cloud.simulated.responding import ANSWERS, BEHAVIOURS, HANGS, IMPATIENT, REFUSES, Responder
from enhancement_kit.cloud.simulated.services import is_endpoint
from enhancement_kit.errors import UsageError
from enhancement_kit.local.addresses import HOST
from enhancement_kit.local.loopback import Loopback, Port
from enhancement_kit.local.origins import OwnNames

_PATIENT = {"connect": 5.0, "read": 60.0}
_PORTS = {"http": 80, "https": 443}


class Listener:
    """One endpoint. Made by `Listeners.add`."""

    def __init__(
        self,
        url: str,
        behaviour: str,
        certificate: str,
        answering: Answering,
        authority: Authority,
        names: OwnNames | None = None,
        secret: str | None = None,
    ) -> None:
        """Store the settings of an endpoint; it does not listen yet. Raises UsageError for a bad behaviour or URL.

        `names` are those under which it is asked, by default that of the URL. With a secret key, every request has to
        be signed with it.
        """
        parts = urlsplit(url)
        if behaviour not in BEHAVIOURS:
            raise UsageError(f"an endpoint cannot {behaviour!r}; it {', '.join(BEHAVIOURS)}")
        if parts.scheme not in _PORTS or not parts.hostname:
            raise UsageError(f"{url!r} is no endpoint: use http:// or https:// and a host")
        self.url, self.behaviour, self.certificate = url, behaviour, certificate
        self._authority = authority
        self._host, self._scheme = parts.hostname, parts.scheme
        self._responder = Responder(url, behaviour, answering, names or OwnNames([self._host]), secret)
        self._port: Port | None = None
        self._closed: socket.socket | None = None
        self._session: Any = None

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
        self._port = loopback.open(
            self._responder, port=port, tls=tls, limits=limits.CONNECTIONS, who="the simulated AWS cannot"
        )

    def at_own_address(self) -> None:
        """Replace the URL by the listener's own address, for a server that stands in for every default endpoint."""
        self.url = self._responder.url = self.address
        self._responder.stands_for_all = True

    def send(self, request: Any) -> Any:
        """Send a prepared botocore request over a real connection and return the answer; errors are botocore's."""
        from botocore.exceptions import ConnectionClosedError, ReadTimeoutError

        if self._session is None:
            self._session = transport.session(self._number, self._authority.bundle, **_PATIENT)
        if self.behaviour == HANGS:
            request.headers[IMPATIENT] = "1"
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


@dataclass(frozen=True)
class Served:
    """Where the simulated AWS answers on loopback."""

    url: str
    bundle: str | None = None
    """The file of certificates to verify it with, where it speaks TLS."""
    secret: str = "simulated"
    """The secret access key to sign with."""

    def environment(self, component: str, region: str) -> dict[str, str]:
        """Return the environment variables with which an outside program calls it under that component's name."""
        variables = {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": component,
            "AWS_SECRET_ACCESS_KEY": self.secret,
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

    def serve(self, port: int, *, tls: bool, secret: str | None = None, hosts: Sequence[str] = ()) -> Listener:
        """Open a listener at its own address on loopback; see `SimulatedCloud.serve`. Raises HarnessError."""
        url = f"{'https' if tls else 'http'}://{HOST}"
        names = OwnNames(hosts, is_endpoint)
        listener = Listener(url, ANSWERS, KINDS[0], self._answering, self.authority(), names, secret)
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
