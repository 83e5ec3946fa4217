"""Receiving bodies over a socket: what a client announces, how large they are, how long they take."""

from __future__ import annotations

import asyncio
from enum import Enum

from aiohttp import web

WITHOUT_BODY = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods whose bodies nobody reads."""
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Trouble(Enum):
    """Why a body is not read."""

    CODING = "a transfer encoding other than chunked"
    EXPECTATION = "an expectation other than 100-continue"
    LARGE = "more bytes than the limit"
    LATE = "not whole in time"
    CHUNK_LENGTH = "a chunk whose length is no number"
    CHUNKS = "chunks that are not as they should be"


class Unread(Exception):
    """A body that was not read. Where nobody knows where it ends, the connection ends with the answer."""

    def __init__(self, trouble: Trouble) -> None:
        """Store the reason."""
        super().__init__(trouble.value)
        self.trouble = trouble


async def receive(request: web.BaseRequest, *, seconds: float) -> bytes:
    """Return the body of a request, empty for a method without one. Raises Unread, ConnectionError."""
    headers = request.headers
    if headers.get("Transfer-Encoding", "chunked").strip().lower() != "chunked":
        raise _unread(request, Trouble.CODING)
    if not request.can_read_body or request.method in WITHOUT_BODY:
        return b""
    expected = headers.get("Expect")
    if expected is not None:
        if expected.lower() != "100-continue":
            raise _unread(request, Trouble.EXPECTATION)
        await request.writer.write(_CONTINUE)
        # the answer is still to be sent
        request.writer.output_size = 0
    try:
        async with asyncio.timeout(seconds):
            return await request.read()
    except web.HTTPRequestEntityTooLarge:
        # the connection stays: what is left of the body is thrown away
        raise Unread(Trouble.LARGE) from None
    except TimeoutError:
        raise _unread(request, Trouble.LATE) from None
    except web.RequestPayloadError as error:
        no_number = "chunk size" in str(error)
        raise _unread(request, Trouble.CHUNK_LENGTH if no_number else Trouble.CHUNKS) from None


def _unread(request: web.BaseRequest, trouble: Trouble) -> Unread:
    request.protocol.close()
    return Unread(trouble)
