"""Bodies of YAML, and those that are read before it is their turn.

Reading a megabyte of YAML takes Python seconds. So a large body is read on a thread of its own, while the server
answers others.
"""

from __future__ import annotations

import asyncio

from . import gojson, gonumbers, goyaml, limits
from .objects import clone

APPLIED = "application/apply-patch+yaml"
MEDIA = frozenset({"application/yaml", "application/x-yaml", APPLIED})


class _Prepared(bytes):
    """A body with what it has been read as, or why it cannot be read."""

    outcome: goyaml.Document | goyaml.BadYaml


async def prepare(body: bytes, media: str) -> bytes:
    """Return a body of YAML that is read already where that takes long; others as they are."""
    if media not in MEDIA or not limits.QUICK_YAML < len(body) <= limits.BODY:
        return body
    return await asyncio.to_thread(_prepared, body, media)


def _prepared(body: bytes, media: str) -> _Prepared:
    made = _Prepared(body)
    try:
        made.outcome = _applied(body) if media == APPLIED else goyaml.loads(body)
    except goyaml.BadYaml as error:
        made.outcome = error
    return made


def loads(body: bytes) -> goyaml.Document:
    """Return the document of a body. Raises BadYaml."""
    return _known(body) or goyaml.loads(body)


def loads_applied(body: bytes) -> goyaml.Document:
    """Return the document of a server-side apply, which often is JSON. Raises BadYaml."""
    return _known(body) or _applied(body)


def _known(body: bytes) -> goyaml.Document | None:
    if not isinstance(body, _Prepared):
        return None
    if isinstance(body.outcome, goyaml.BadYaml):
        raise body.outcome
    # a request may be answered again when webhooks have been asked
    return goyaml.Document(clone(body.outcome.value), body.outcome.doubled)


def _applied(body: bytes) -> goyaml.Document:
    return _json(body) or goyaml.loads(body)


def _json(body: bytes) -> goyaml.Document | None:
    """Read JSON that means the same as YAML, in a third of the time; None where it is something else."""
    if b"\\ud" in body or b"\\uD" in body:
        # no surrogates in YAML
        return None
    try:
        body.decode()
        value, doubled = gojson.loads(body, gonumbers.APPLIED)
    except ValueError:
        return None
    return None if doubled else goyaml.Document(value, [])
