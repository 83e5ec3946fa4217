"""How this server refuses bodies that it does not read."""

from __future__ import annotations

from aiohttp import web

from enhancement_kit.local import bodies
from enhancement_kit.local.bodies import Trouble, Unread

from . import limits
from .status import ApiError


async def receive(request: web.BaseRequest) -> bytes:
    """Return the body of a request; one that is too large stands for itself, but has no content.

    Raises ApiError where it does not come whole or in time, and HTTPException for what the client should not announce.
    """
    try:
        return await bodies.receive(request, seconds=limits.BODY_SECONDS)
    except Unread as error:
        match error.trouble:
            case Trouble.LARGE:
                return bytes(limits.BODY + 1)
            case Trouble.CODING:
                raise web.HTTPNotImplemented(text="Unsupported transfer encoding") from None
            case Trouble.EXPECTATION:
                raise web.HTTPExpectationFailed(text="") from None
            case Trouble.LATE:
                late = f"Timeout: the body did not come in {limits.BODY_SECONDS} seconds"
                raise ApiError(408, "Timeout", late) from None
            case Trouble.CHUNK_LENGTH:
                raise ApiError(500, "", "invalid byte in chunk length") from None
            case Trouble.CHUNKS:
                raise ApiError(500, "", "malformed chunked encoding") from None
