"""Replies: JSON documents, with warnings as headers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aiohttp import web

from . import status
from .objects import Manifest, compact

JSON = "application/json"


class Answer(NamedTuple):
    """A finished reply."""

    code: int
    body: Manifest | bytes
    """A document, or the JSON of one."""
    warnings: Sequence[str] = ()


def reply(code: int, body: Manifest | bytes, warnings: Sequence[str] = (), *, media: str = JSON) -> web.Response:
    """Return a JSON document as a response."""
    sent = body if isinstance(body, bytes) else compact(body)
    response = web.Response(body=sent, status=code, headers={"Content-Type": media})
    for text in dict.fromkeys(warnings):
        response.headers.add("Warning", f"299 - {_header_quoted(text)}")
    return response


def _header_quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def found(document: Manifest | None) -> web.Response:
    """Return a document as a response. Raises NoSuchPath where there is none."""
    if document is None:
        raise status.NoSuchPath
    return reply(200, document)
