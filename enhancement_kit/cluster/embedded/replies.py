"""Replies: JSON documents, with warnings as headers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import yaml
from aiohttp import web

from . import limits, status
from .objects import Manifest, compact

JSON = "application/json"
YAML = "application/yaml"
_WARNINGS, _WARNING = 4 * 1024, 256
"""Characters of all warnings, and of each one where all are more (truncateAtTotalRunes, truncateItemRunes)."""
_NO_HEADER = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that no warning has: it is left out."""
_LIKE_NUMBER = re.compile(r"[-+.]?[0-9.][\w.:+-]*\Z")


class Answer(NamedTuple):
    """A finished reply."""

    code: int
    body: Manifest | bytes
    """A document, or the JSON of one."""
    warnings: Sequence[str] = ()


def reply(code: int, body: Manifest | bytes, warnings: Sequence[str] = (), *, media: str = JSON) -> web.Response:
    """Return a document as a response: as JSON, or as YAML where `media` says so."""
    sent = body if isinstance(body, bytes) else compact(body)
    made = Unwritten if media == YAML else web.Response
    response = made(body=sent, status=code, headers={"Content-Type": media})
    for text in _recorded(dict.fromkeys(warnings)):
        response.headers.add("Warning", f"299 - {_header_quoted(text)}")
    return response


class Unwritten(web.Response):
    """A reply that is still to be written as YAML, which takes long where it is large; its body is JSON so far."""

    def finish(self) -> None:
        """Write the document as YAML."""
        assert isinstance(self.body, bytes), "a reply has a document"
        self.body = _yaml(json.loads(self.body))


async def written(response: web.StreamResponse) -> web.StreamResponse:
    """Return a reply as it is sent; a large one is written while others are answered."""
    if isinstance(response, Unwritten):
        if isinstance(response.body, bytes) and len(response.body) > limits.QUICK_YAML:
            await asyncio.to_thread(response.finish)
        else:
            response.finish()
    return response


def _recorded(warnings: Iterable[str]) -> Iterator[str]:
    """Return the warnings that fit into headers (k8s.io/apiserver, endpoints/filters: warning.go)."""
    fit = [text for text in warnings if text and not _NO_HEADER.search(text)]
    longest = _WARNING if sum(map(len, fit)) > _WARNINGS else _WARNINGS
    written = 0
    for text in fit:
        if written >= _WARNINGS:
            return
        yield text[:longest]
        written += len(text[:longest])


def _header_quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _yaml(body: Manifest) -> bytes:
    text: bytes = yaml.dump(body, Dumper=_Dumper, encoding="utf-8", allow_unicode=True)
    return text


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Quotes texts that some readers of YAML take for numbers or times."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else '"' if _LIKE_NUMBER.match(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def found(document: Manifest | None, media: str = JSON, *, builtin: bool = False) -> web.Response:
    """Return a document as a response. Raises NoSuchPath where there is none, ApiError 404 in a `builtin` group."""
    if document is None:
        raise status.no_such_resource() if builtin else status.NoSuchPath
    return reply(200, document, media=media)
