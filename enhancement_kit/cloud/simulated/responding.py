"""What an endpoint answers over a socket: refusals of what cannot be read, its behaviour, or what AWS says."""

from __future__ import annotations

import asyncio
import logging
import socket
import string
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlsplit

from aiohttp import web

from enhancement_kit.cloud.simulated import limits
from enhancement_kit.cloud.simulated.answering import Answer, Answering, Request, origin, path_below, refusal
from enhancement_kit.cloud.simulated.partitions import signing_region
from enhancement_kit.cloud.simulated.signing import Unreadable, bad_region, likely_service
from enhancement_kit.cloud.simulated.wire import read
from enhancement_kit.cloud.simulated.zones import can_have, ensure_region
from enhancement_kit.errors import HarnessError
from enhancement_kit.local.bodies import Trouble, Unread, receive
from enhancement_kit.local.origins import OwnNames

log = logging.getLogger(__name__)

ANSWERS, REFUSES, HANGS, RESETS = "answers", "refuses", "hangs", "resets"
STATUSES = {
    "answers 403": (403, "AccessDenied"),
    "answers 404": (404, "NotFound"),
    "answers 500": (500, "InternalError"),
    "answers 503": (503, "ServiceUnavailable"),
}
BEHAVIOURS = (ANSWERS, REFUSES, HANGS, RESETS, *STATUSES)
"""What an endpoint does: answer as AWS, refuse connections, never answer, break connections, answer with a status."""
IMPATIENT = "X-Kit-Impatient"
"""A header of clients of this process: they are to give up on an answer that never comes as soon as it is not given."""

_HOP = frozenset({"content-length", "transfer-encoding", "connection", "content-encoding", "date", "server"})
_BODIES: Mapping[Trouble, tuple[int, str, str]] = {
    Trouble.LARGE: (413, "RequestEntityTooLarge", f"The request has more than {limits.BODY} bytes."),
    Trouble.LATE: (408, "RequestTimeout", f"The request did not come whole in {limits.BODY_SECONDS} seconds."),
    Trouble.CODING: (501, "NotImplemented", "A header you provided implies functionality that is not implemented."),
    Trouble.EXPECTATION: (417, "ExpectationFailed", "The only expectation that can be met is 100-continue."),
    Trouble.CHUNK_LENGTH: (400, "IncompleteBody", "A chunk of the request has no length."),
    Trouble.CHUNKS: (400, "IncompleteBody", "The chunks of the request are not complete."),
}
"""Status, code and message for bodies that are not read; guessed after those of S3, the other services' are unknown."""
_FAILED = "The simulated AWS has no answer to this call{name}: that is a fault of the simulation, not of the caller."


class Responder:
    """Answers what comes to one endpoint."""

    def __init__(self, url: str, behaviour: str, answering: Answering, names: OwnNames, secret: str | None) -> None:
        """Stand in for a URL; with a secret, answer only what is signed with it. `names` are those of the endpoint."""
        self.url, self.stands_for_all = url, False
        self._behaviour, self._answering, self._names, self._secret = behaviour, answering, names, secret

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one request."""
        try:
            return await self._respond(request)
        except ConnectionError:
            # nobody gets it
            return web.Response()
        except Exception as error:
            # a bug of this server: the caller gets an answer, the trace goes to the log
            log.error("%s %s", request.method, request.raw_path[:200], exc_info=error)
            return _response(refusal(likely_service(request.headers), "InternalFailure", _FAILED.format(name="")))

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse:
        foreign = self._names.foreign(request.headers)
        try:
            if foreign is not None:
                raise _foreign(*foreign, likely_service(request.headers))
            body = await receive(request, seconds=limits.BODY_SECONDS)
            asked = self._read(request, body)
        except Unread as error:
            status, code, message = _BODIES[error.trouble]
            said = refusal(likely_service(request.headers), code, message)
            return _response(replace(said, status=status))
        except Unreadable as error:
            if self._behaviour == RESETS:
                return _reset(request)
            return _response(refusal(error.service, error.code, error.message))
        if self._behaviour in STATUSES:
            status, code = STATUSES[self._behaviour]
            self._answering.note(asked, f"HTTP {status}", None)
            said = refusal(asked.service, code, f"This endpoint answers every request with {status}.")
            return _response(replace(said, status=status))
        if self._behaviour == HANGS:
            self._answering.note(asked, "no answer", None)
            if IMPATIENT in request.headers:
                return _reset(request)
            await asyncio.Event().wait()
        if self._behaviour == RESETS:
            self._answering.note(asked, "connection reset", None)
            return _reset(request)
        try:
            answer = self._answering.answer(asked)
        except HarnessError as error:
            log.debug("%s", error)
            name = f" of {asked.service} {asked.operation}"
            answer = refusal(asked.service, "InternalFailure", _FAILED.format(name=name))
        if answer.seconds:
            await asyncio.sleep(answer.seconds)
        return _response(answer)

    def _read(self, request: web.BaseRequest, body: bytes) -> Request:
        """Parse a request. Raises Unreadable."""
        path = path_below(f"http://aws{_path(request.raw_path)}", self.url)
        asked = read(request.method, path, request.headers, body, origin(urlsplit(self.url)), self._secret)
        if not can_have(asked.region, limits.REGIONS):
            raise bad_region(asked.service, asked.region)
        if self.stands_for_all:
            # a program that is sent here signs for its own region where it would know better at the default endpoint
            asked = replace(asked, region=signing_region(asked.service, asked.region))
        ensure_region(asked.region)
        return asked


def _path(target: str) -> str:
    """Return the path and the query of a request's target, which may be a whole URL, in ASCII."""
    path = target if target.startswith("/") else "/" + target.partition("://")[2].partition("/")[2]
    return path if path.isascii() else quote(path.encode(errors="surrogateescape"), safe=string.punctuation)


def _foreign(header: str, value: str, service_name: str) -> Unreadable:
    why = f"This endpoint is not asked as '{value[:100]}' ({header} header); --allow-host NAME accepts another name."
    return Unreadable("AccessDenied", why, service_name)


def _response(answer: Answer) -> web.Response:
    headers = {name: value for name, value in answer.headers.items() if name.lower() not in _HOP}
    return web.Response(status=answer.status, headers=headers, body=answer.body)


def _reset(request: web.BaseRequest) -> web.Response:
    """Reset a connection, as a host does that has lost its state."""
    transport: Any = request.transport
    if transport is not None:
        connected = transport.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
    return web.Response()
