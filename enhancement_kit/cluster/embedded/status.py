"""The refusals of an API server: `Status` objects with code, reason, details and causes as kube-apiserver's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .fielderrors import NEW_STYLE, FieldError, aggregate, quote
from .objects import Manifest


class ApiError(Exception):
    """A failure `Status` as the answer (metav1.Status)."""

    def __init__(self, code: int, reason: str, message: str, details: Manifest | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.details = details
        self.metadata: Manifest = {}
        """That of the Status, which is about a list where the failure is."""

    def body(self) -> Manifest:
        """Return the Status object."""
        out: Manifest = {
            "kind": "Status",
            "apiVersion": "v1",
            "metadata": self.metadata,
            "status": "Failure",
            "message": self.message,
        }
        if self.reason:
            out["reason"] = self.reason
        if self.details is not None:
            out["details"] = self.details
        out["code"] = self.code
        return out


class NoSuchPath(Exception):
    """A path that no API serves: answered by the plain text page of Go's HTTP server."""


def qualified(name: str, group: str) -> str:
    """Return `plural.group`, or the plural alone in the core group."""
    return f"{name}.{group}" if group else name


def _details(name: str, group: str, kind: str, **more: Any) -> Manifest:
    out: Manifest = {}
    if name:
        out["name"] = name
    if group:
        out["group"] = group
    if kind:
        out["kind"] = kind
    return {**out, **more}


def not_found(group: str, plural: str, name: str) -> ApiError:
    """Return the 404 of an object that does not exist."""
    message = f"{qualified(plural, group)} {quote(name)} not found"
    return ApiError(404, "NotFound", message, _details(name, group, plural))


def already_exists(group: str, plural: str, name: str, *, going: bool = False) -> ApiError:
    """Return the 409 of a create with a name in use, even by an object that is being deleted."""
    start = "object is being deleted: " if going else ""
    message = f"{start}{qualified(plural, group)} {quote(name)} already exists"
    return ApiError(409, "AlreadyExists", message, _details(name, group, plural))


def conflict(group: str, plural: str, name: str, why: str = "") -> ApiError:
    """Return the 409 of a write based on an older version, or of a failed precondition."""
    why = why or "the object has been modified; please apply your changes to the latest version and try again"
    message = f"Operation cannot be fulfilled on {qualified(plural, group)} {quote(name)}: {why}"
    return ApiError(409, "Conflict", message, _details(name, group, plural))


def invalid_object(group: str, kind: str, name: str, errors: Sequence[FieldError], style: str = NEW_STYLE) -> ApiError:
    """Return the 422 of an invalid object."""
    causes = [{"reason": e.reason, "message": e.body(style), "field": e.path or "<nil>"} for e in errors]
    message = f"{qualified(kind, group)} {quote(name)} is invalid: {aggregate(errors, style)}"
    return ApiError(422, "Invalid", message, _details(name, group, kind, causes=causes))


def internal_error(why: str, details: Manifest | None = None) -> ApiError:
    """Return the 500 of a request that the server could not handle, for whatever reason."""
    return ApiError(500, "InternalError", f"Internal error occurred: {why}", details)


def bad_request(message: str) -> ApiError:
    """Return the 400 of a request that cannot be understood."""
    return ApiError(400, "BadRequest", message)


def forbidden(group: str, plural: str, name: str, why: str) -> ApiError:
    """Return the 403 of a request that is understood and refused."""
    message = f"{qualified(plural, group)} {quote(name)} is forbidden: {why}"
    return ApiError(403, "Forbidden", message, _details(name, group, plural))


def method_not_allowed() -> ApiError:
    """Return the 405 of a verb that a resource does not have."""
    message = "the server does not allow this method on the requested resource"
    return ApiError(405, "MethodNotAllowed", message, {})


def no_such_resource() -> ApiError:
    """Return the 404 of a path below a built-in group that nothing serves."""
    return ApiError(404, "NotFound", "the server could not find the requested resource", {})


def unsupported_media_type(supported: Sequence[str]) -> ApiError:
    """Return the 415 of a body in an unsupported format."""
    message = "the body of the request was in an unknown format - accepted media types include: " + ", ".join(supported)
    return ApiError(415, "UnsupportedMediaType", message)


def not_acceptable(supported: Sequence[str], *, custom: bool, stream: bool) -> ApiError:
    """Return the 406 of a request for an unsupported format."""
    if custom:
        return ApiError(406, "NotAcceptable", "only the following media types are accepted: " + ", ".join(supported))
    offered = [*supported, *(f"{m};stream=watch" for m in supported if "yaml" not in m)] if stream else list(supported)
    message = "406: Not Acceptable\n\nAvailable representations: " + ", ".join(offered)
    return ApiError(406, "NotAcceptable", message, {})


def too_large(why: str) -> ApiError:
    """Return the 413 of a body that is too large."""
    return ApiError(413, "RequestEntityTooLarge", f"Request entity too large: {why}")


def gone(message: str) -> ApiError:
    """Return the 410 of a resource version that is no longer in the history."""
    return ApiError(410, "Expired", message)


def success(name: str, group: str, plural: str, uid: str) -> Manifest:
    """Return the Status of a delete that is complete."""
    return {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Success",
        "details": _details(name, group, plural, uid=uid),
    }
