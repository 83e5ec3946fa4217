"""Connections of a server: how long a client may take, how much it may send before it is heard, how many there are."""

from __future__ import annotations

import asyncio
import resource
from dataclasses import dataclass
from typing import Any

from aiohttp import StreamReader, web
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong

_REFUSED = {
    400: "400 Bad Request",
    431: "431 Request Header Fields Too Large",
}
"""What net/http of Go says to a client whose request it does not read."""
_LINGERING = 1.0
"""Seconds in which the rest of a body is read that nobody needs, so that the client gets its answer."""
_LINES = 1_000_000
"""Lines of headers: their bytes are limited, not their number."""


@dataclass(frozen=True)
class Limits:
    """What a server bears."""

    body: int = 1024 * 1024
    """Bytes of a body."""
    head: int = 64 * 1024
    """Bytes of the first line and the headers."""
    head_seconds: float = 32
    """Seconds until a request has begun and its headers are there."""
    idle_seconds: float = 90
    """Seconds between two requests."""
    decompresses: bool = True
    """Whether bodies are read as their Content-Encoding says."""
    connections: int = 1024
    """Connections at a time; of more, the one that has waited for its client longest gives way."""


def bearable(wanted: int) -> int:
    """Return how many connections this process can have, of a number: half of its files at the most."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft // 2)


class Server(web.Server):
    """A server whose connections have limits."""

    def __init__(self, handler: Any, limits: Limits, **options: Any) -> None:
        """Answer by `handler`; the options are aiohttp's."""
        super().__init__(handler, **options)
        self.limits = limits
        self._most = bearable(limits.connections)
        self.open: dict[Connection, None] = {}
        """Open connections; what had a request last comes last."""
        self.settings: dict[str, Any] = {
            "access_log": None,
            "auto_decompress": limits.decompresses,
            "keepalive_timeout": limits.idle_seconds,
            "lingering_time": _LINGERING,
            "max_line_size": limits.head,
            "max_field_size": limits.head,
            "max_headers": _LINES,
        }

    def __call__(self) -> web.RequestHandler:
        """Return the protocol of a new connection."""
        return Connection(self)

    def admit(self, new: Connection) -> None:
        """Take a connection in, in place of one that waits for its client where there are too many."""
        if len(self.open) >= self._most:
            loser = next((connection for connection in self.open if connection.waits), new)
            self.open.pop(loser, None)
            loser.force_close()
            if loser is new:
                return
        self.open[new] = None


class Connection(web.RequestHandler):
    """One connection."""

    __slots__ = ("_deadline", "_guard", "_head", "_latest")

    def __init__(self, server: Server) -> None:
        """Wait for a client of the server."""
        super().__init__(server, loop=asyncio.get_running_loop(), **server.settings)
        self._guard = server
        self._head = 0
        """Bytes of the head that is being read."""
        self._latest: StreamReader | None = None
        """The body of the request that was read last."""
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return not self._request_in_progress and not self._messages

    @property
    def waits(self) -> bool:
        """Whether the client is to send something: a request, or the rest of a body."""
        return self.idle or (self._latest is not None and not self._latest.is_eof())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection in, and expect a request."""
        super().connection_made(transport)
        self._expect()
        self._guard.admit(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Forget the connection."""
        self._guard.open.pop(self, None)
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what a client sends; it is cut off where it sends too much before there is a request."""
        of_head = bool(data) and (self._latest is None or self._latest.is_eof())
        if of_head:
            self._head += len(data)
        before = self._request_count
        super().data_received(data)
        if self._request_count != before:
            self._begun()
        elif of_head and self._head > self._guard.limits.head:
            self._refuse(431)
        elif of_head and self._deadline is None:
            self._expect()

    def _begun(self) -> None:
        self._head = 0
        self._forget()
        if self._messages:
            self._latest = self._messages[-1][1]
        if self._guard.open.pop(self, self) is None:
            self._guard.open[self] = None

    def _expect(self) -> None:
        self._deadline = self._loop.call_later(self._guard.limits.head_seconds, self._too_slow)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        # what comes after a request that is being answered has its turn later
        if self.idle:
            self.force_close()

    def _refuse(self, code: int) -> None:
        """Answer a client whose request is not read, and end the connection."""
        text = _REFUSED[code]
        answer = f"HTTP/1.1 {text}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n{text}"
        if self.transport is not None:
            self.transport.write(answer.encode())
        self.force_close()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a request that cannot be read as Go's server does; others as aiohttp does."""
        if not isinstance(exc, HttpProcessingError):
            return super().handle_error(request, status, exc, message)
        large = isinstance(exc, LineTooLong) or "Too many headers" in (message or "")
        text = _REFUSED[431 if large else 400]
        if "Missing 'Host'" in (message or ""):
            text += ": missing required Host header"
        response = web.Response(status=431 if large else 400, text=text)
        response.force_close()
        return response


class _Request(web.BaseRequest):
    """A request whose answer does not say what the server is written in."""

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        response.headers.popall("Server", None)


def make_request(limits: Limits) -> Any:
    """Return what makes aiohttp's requests, with the limit of bodies."""

    def request(message: Any, payload: Any, protocol: Any, writer: Any, task: asyncio.Task[None]) -> web.BaseRequest:
        loop = asyncio.get_running_loop()
        return _Request(message, payload, protocol, writer, task, loop, client_max_size=limits.body)

    return request
