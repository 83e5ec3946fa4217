"""Receiving bodies over a socket: what a client announces, how large they are, how long they take."""

from __future__ import annotations

import asyncio

from aiohttp import web

from . import limits
from .status import ApiError

_WITHOUT_BODY = frozenset({"GET", "HEAD", "OPTIONS"})
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


async def receive(request: web.BaseRequest) -> bytes:
    """Return the body of a request; one that is too large stands for itself, but has no content.

    Raises ApiError where it does not come whole or in time, and HTTPException for what the client should not announce.
    """
    headers = request.headers
    if headers.get("Transfer-Encoding", "chunked").strip().lower() != "chunked":
        raise _refusal(request, web.HTTPNotImplemented(text="Unsupported transfer encoding"))
    if not request.can_read_body or request.method in _WITHOUT_BODY:
        return b""
    expected = headers.get("Expect")
    if expected is not None:
        if expected.lower() != "100-continue":
            raise _refusal(request, web.HTTPExpectationFailed(text=""))
        await request.writer.write(_CONTINUE)
        # the answer is still to be sent
        request.writer.output_size = 0
    try:
        async with asyncio.timeout(limits.BODY_SECONDS):
            return await request.read()
    except web.HTTPRequestEntityTooLarge:
        return bytes(limits.BODY + 1)
    except TimeoutError:
        request.protocol.close()
        late = f"Timeout: the body did not come in {limits.BODY_SECONDS} seconds"
        raise ApiError(408, "Timeout", late) from None
    except web.RequestPayloadError as error:
        request.protocol.close()
        why = "invalid byte in chunk length" if "chunk size" in str(error) else "malformed chunked encoding"
        raise ApiError(500, "", why) from None


def _refusal(request: web.BaseRequest, answer: web.HTTPException) -> web.HTTPException:
    # nobody knows where the body ends
    request.protocol.close()
    return answer
