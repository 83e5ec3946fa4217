"""Requests as bytes: what no client library sends."""

from __future__ import annotations

import json
import socket
import ssl
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .conftest import Http

PATIENCE = 20.0
"""Seconds until a test gives up on an answer."""


@dataclass
class Heard:
    """What came back."""

    code: int
    """0 where there was no answer."""
    text: str
    """The body."""
    closed: bool
    """Whether the server has closed the connection."""

    @property
    def message(self) -> str:
        """The message of a Status, or the text."""
        try:
            document: Any = json.loads(self.text)
        except ValueError:
            return self.text
        return str(document.get("message", "")) if isinstance(document, dict) else self.text


class Wire:
    """Connections to a server."""

    def __init__(self, http: Http) -> None:
        """Reach the server of a client."""
        place = urlsplit(http.url)
        self.host, self.port = str(place.hostname), int(place.port or 0)
        self._context = ssl.create_default_context(cafile=http.ca) if http.ca else None
        self.head = f"Host: {self.host}:{self.port}\r\n"
        """The headers that every request has."""
        if http.token:
            self.head += f"Authorization: Bearer {http.token}\r\n"

    def connect(self, receive_buffer: int = 0) -> socket.socket:
        """Open a connection."""
        made = socket.socket()
        if receive_buffer:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        made.settimeout(PATIENCE)
        made.connect((self.host, self.port))
        return self._context.wrap_socket(made, server_hostname=self.host) if self._context else made

    def ask(self, request: bytes, *, seconds: float = PATIENCE) -> Heard:
        """Send bytes and return what comes back until the server closes the connection, or the time is over."""
        with self.connect() as connection:
            connection.settimeout(seconds)
            received, closed = b"", False
            try:
                connection.sendall(request)
            except OSError:
                closed = True
            try:
                while part := connection.recv(65536):
                    received += part
                closed = True
            except TimeoutError:
                closed = False
            except OSError:
                closed = True
        return heard(received, closed=closed)


def heard(received: bytes, *, closed: bool) -> Heard:
    """Take an answer to pieces."""
    head, _, body = received.partition(b"\r\n\r\n")
    if head.startswith(b"HTTP/1.1 100 "):
        head, _, body = body.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    code = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
    return Heard(code, body.decode(errors="replace"), closed)
