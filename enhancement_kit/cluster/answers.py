"""The answers of a Kubernetes API server, and its refusals as values and as an error."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

JSON = "application/json"
MEDIA_TYPES = {
    "merge": "application/merge-patch+json",
    "json": "application/json-patch+json",
    "apply": "application/apply-patch+yaml",
}
"""The media types of patches."""

_UNSERVED = "the server could not find the requested resource"


@dataclass(frozen=True)
class Cause:
    """One field error of the API server: field path and message."""

    field: str
    message: str


@dataclass(frozen=True)
class Refusal:
    """The answer of the API server to a request that it refused."""

    code: int
    reason: str
    message: str
    causes: tuple[Cause, ...] = ()

    def __str__(self) -> str:
        return f"{self.code} {self.reason}: {self.message}"

    @property
    def unserved(self) -> bool:
        """Whether the server does not know the path, as opposed to the object."""
        # outside of the core group, the answer to an unknown path is plain text
        return self.code == 404 and (self.reason == "Unknown" or self.message == _UNSERVED)

    @classmethod
    def of_unserved_kind(cls) -> Refusal:
        """Return what a server says to a request for a kind that it does not serve."""
        return cls(404, "NotFound", _UNSERVED)


class ApiError(Exception):
    """The API server refused a request."""

    def __init__(self, what: str, refusal: Refusal) -> None:
        """Say in `what` which request it was."""
        super().__init__(f"{what}: {refusal}")
        self.refusal = refusal


@dataclass(frozen=True)
class Answer:
    """An answer of the server."""

    code: int
    body: Any
    warnings: tuple[str, ...] = ()

    @classmethod
    def read(cls, code: int, data: bytes, warnings: Iterable[str] = ()) -> Answer:
        """Decode an answer: JSON, or text where it is none. `warnings` are its headers of that name."""
        # a header is `299 - "text"`
        texts = tuple(json.loads(value.split(" ", 2)[2]) for value in warnings)
        try:
            return cls(code, json.loads(data), texts)
        except ValueError:
            return cls(code, data.decode(errors="replace"), texts)

    @property
    def ok(self) -> bool:
        """Whether the request succeeded."""
        return 200 <= self.code < 300

    @property
    def message(self) -> str:
        """The error message of a refusal."""
        return str(self.body.get("message") or "") if isinstance(self.body, dict) else str(self.body)

    @property
    def refusal(self) -> Refusal:
        """The refusal that this answer is."""
        body = self.body if isinstance(self.body, dict) else {}
        causes = (body.get("details") or {}).get("causes") or []
        return Refusal(
            self.code,
            str(body.get("reason") or "Unknown"),
            self.message,
            tuple(Cause(str(c.get("field", "")), str(c.get("message", ""))) for c in causes),
        )
