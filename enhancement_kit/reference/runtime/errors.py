"""Errors of the Kubernetes API by kind, of a reconcile, and of a loop without end."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """The API server refused a request; the text is the server's own message."""

    def __init__(self, message: str, *, code: int, reason: str, details: dict[str, Any] | None = None) -> None:
        """Keep the content of the server's Status object."""
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.details = details or {}


class NotFound(ApiError):
    """404 NotFound."""


class Conflict(ApiError):
    """409 Conflict: the object changed since it was read."""


class AlreadyExists(ApiError):
    """409 AlreadyExists."""


class Invalid(ApiError):
    """422 Invalid: the object breaks its schema or a rule."""


class ReconcileError(Exception):
    """A reconcile could not finish; the loop tries it again by its own rules."""


class NeverSettled(Exception):
    """Reconcilers kept changing objects beyond the bound; the text names objects and writers."""


BY_REASON: dict[str, type[ApiError]] = {
    "NotFound": NotFound,
    "Conflict": Conflict,
    "AlreadyExists": AlreadyExists,
    "Invalid": Invalid,
}


def from_status(code: int, body: Any) -> ApiError:
    """Build the error for an answer with `code` and a Status object (or anything else) as its body."""
    status = body if isinstance(body, dict) else {}
    reason = str(status.get("reason", ""))
    message = str(status.get("message") or body or f"the server answered {code}")
    return BY_REASON.get(reason, ApiError)(message, code=code, reason=reason, details=status.get("details"))
