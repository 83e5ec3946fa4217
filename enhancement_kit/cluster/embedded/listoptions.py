"""The options of lists and watches (metav1.ListOptions), and the tokens that continue a list."""

from __future__ import annotations

import base64
import posixpath
import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import gojson, gonumbers, status
from .fielderrors import FieldError, forbidden, not_supported, quote
from .objects import compact
from .requests import number

EXACT, NOT_OLDER_THAN = "Exact", "NotOlderThan"
LATEST = -1
"""The version in a token that continues with what there is now."""
_TOKEN_VERSION = "meta.k8s.io/v1"
_TOKEN_FIELDS: dict[str, tuple[str, type, Any]] = {
    "v": ("string", str, ""),
    "rv": ("int64", int, 0),
    "start": ("string", str, ""),
}
"""The fields of a token: their types in Go and in Python, and what they are without being there."""
_BASE64 = frozenset((string.ascii_letters + string.digits + "-_").encode())
_LINE_ENDS = b"\r\n"
_TOO_LARGE = {"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}
_TOO_OLD = "The resourceVersion for the provided list is too old."
_TOKEN_TOO_OLD = (
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without "
    "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. "
    "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or "
    "deleted between the time the first chunk was returned and now may show up in the list."
)


@dataclass(frozen=True)
class ListOptions:
    """What a list or a watch asks for, selectors aside."""

    version: str = ""
    match: str = ""
    limit: int = 0
    token: str = ""
    initial: bool | None = None
    """Whether a watch begins with what is there; None where the request does not say."""
    bookmarks: bool = False


_NONE = ListOptions()


def list_options(query: Mapping[str, str], *, watch: bool = False) -> ListOptions:
    """Return the options in a query. Raises ApiError 400 and 422."""
    if not query and not watch:
        return _NONE
    version, match = query.get("resourceVersion", ""), query.get("resourceVersionMatch", "")
    initial = _boolean(query["sendInitialEvents"]) if "sendInitialEvents" in query else None
    if watch and initial is None and not match and version in ("", "0"):
        initial, match = True, NOT_OLDER_THAN
    options = ListOptions(
        version,
        match,
        number(query.get("limit", "")),
        query.get("continue", ""),
        initial,
        _boolean(query.get("allowWatchBookmarks", "0")),
    )
    errors = _watch_errors(options) if watch else _list_errors(options)
    if errors:
        raise status.invalid_object("meta.k8s.io", "ListOptions", "", errors)
    return options


def _boolean(text: str) -> bool:
    """Return what Go makes of a flag in a query: everything but these is true."""
    return text != "0" and text.lower() != "false"


def _list_errors(options: ListOptions) -> list[FieldError]:
    match, errors = "resourceVersionMatch", []
    if options.match:
        if not options.version:
            errors.append(forbidden(match, f"{match} is forbidden unless resourceVersion is provided"))
        if options.token:
            errors.append(forbidden(match, f"{match} is forbidden when continue is provided"))
        if options.match not in (EXACT, NOT_OLDER_THAN):
            errors.append(not_supported(match, options.match, (EXACT, NOT_OLDER_THAN, "")))
        if options.match == EXACT and options.version == "0":
            errors.append(forbidden(match, f'{match} "exact" is forbidden for resourceVersion "0"'))
    if options.initial is not None:
        errors.append(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"))
    return errors


def _watch_errors(options: ListOptions) -> list[FieldError]:
    match, errors = "resourceVersionMatch", []
    if options.initial is not None and options.match != NOT_OLDER_THAN:
        errors.append(forbidden(match, f"sendInitialEvents requires setting {match} to {NOT_OLDER_THAN}"))
    if options.match:
        if options.initial is None:
            errors.append(forbidden(match, f"{match} is forbidden for watch unless sendInitialEvents is provided"))
        if options.match != NOT_OLDER_THAN:
            errors.append(not_supported(match, options.match, (NOT_OLDER_THAN,)))
        if options.token:
            errors.append(forbidden(match, f"{match} is forbidden when continue is provided"))
    return errors


def parsed_version(text: str) -> int:
    """Return a resource version as a number; 0 for none. Raises ValueError with the real server's words."""
    if not text:
        return 0
    try:
        return gonumbers.parse(text, signed=False)
    except ValueError as error:
        raise ValueError(f"resourceVersion: Invalid value: {quote(text)}: {error}") from None


def too_large(version: int, current: int) -> status.ApiError:
    """Return the 504 of a request for a version that does not exist yet."""
    text = f"Timeout: Too large resource version: {version}, current: {current}"
    return status.ApiError(504, "Timeout", text, {"causes": [_TOO_LARGE], "retryAfterSeconds": 1})


def too_old() -> status.ApiError:
    """Return the 410 of a list at a version that is forgotten."""
    return status.gone(_TOO_OLD)


def token_too_old(start: str) -> status.ApiError:
    """Return the 410 of a token whose version is forgotten, with one that continues with what there is now."""
    error = status.gone(_TOKEN_TOO_OLD)
    error.metadata = {"continue": encode_token(start, LATEST)}
    return error


def encode_token(start: str, version: int) -> str:
    """Return the token that continues a list of a version at a path."""
    content = compact({"v": _TOKEN_VERSION, "rv": version, "start": start})
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_token(token: str) -> tuple[str, int]:
    """Return the path at which a token continues, relative to what is listed, and its version. Raises ApiError 400."""
    try:
        return _decoded(token)
    except ValueError as error:
        why = ": ".join(filter(None, ("continue key is not valid", str(error))))
        raise status.bad_request(f"invalid continue token: {why}") from None


def _decoded(token: str) -> tuple[str, int]:
    content = gojson.loads(_bytes_of(token))[0]
    fields = _token_fields({} if content is None else content)
    if fields["v"] != _TOKEN_VERSION:
        raise ValueError(f"server does not recognize this encoded version {fields['v']}")
    if fields["rv"] == 0:
        raise ValueError(f"incorrect encoded start resourceVersion (version {_TOKEN_VERSION})")
    start = fields["start"]
    if not start:
        raise ValueError(f"encoded start key empty (version {_TOKEN_VERSION})")
    path = start if start.startswith("/") else f"/{start}"
    # a path with `..` could leave what is listed
    if path.startswith("//") or posixpath.normpath(path) != path:
        raise ValueError(start)
    return path[1:], fields["rv"]


def _token_fields(content: Any) -> dict[str, Any]:
    if not isinstance(content, dict):
        name = gojson.name_of(content)
        raise ValueError(f"json: cannot unmarshal {name} into Go value of type storage.continueToken")
    return {name: _token_field(name, content.get(name)) for name in _TOKEN_FIELDS}


def _token_field(name: str, value: Any) -> Any:
    go_type, kind, absent = _TOKEN_FIELDS[name]
    if value is None:
        return absent
    if type(value) is not kind:
        found = f"number {value}" if isinstance(value, float) else gojson.name_of(value)
        raise ValueError(f"json: cannot unmarshal {found} into Go struct field continueToken.{name} of type {go_type}")
    return value


def _bytes_of(token: str) -> bytes:
    """Decode a token as Go's base64.RawURLEncoding does. Raises ValueError with its words."""
    given = token.encode()
    wrong = next((at for at, byte in enumerate(given) if byte not in _BASE64 and byte not in _LINE_ENDS), None)
    if wrong is None:
        text = bytes(byte for byte in given if byte in _BASE64)
        if len(text) % 4 != 1:
            return base64.urlsafe_b64decode(text + b"=" * (-len(text) % 4))
        wrong = len(given) - 1
    raise ValueError(f"illegal base64 data at input byte {wrong}")
