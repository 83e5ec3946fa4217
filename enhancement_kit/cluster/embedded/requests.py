"""Reading a request: media types, options, selectors, paging."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from multidict import CIMultiDictProxy, MultiMapping
from yarl import URL

from . import gojson, gonumbers, goyaml, limits, patches, prepared, protobuf, status
from .decoding import yaml_errors
from .fielderrors import joined, quote
from .labelselectors import Matcher, labels
from .objects import Manifest, compact
from .options import Options
from .resource import Resource
from .selectors import fields

_JSON = "application/json"
_YAML = "application/yaml"
READABLE = (_JSON, _YAML, protobuf.MEDIA)
_BODIES = frozenset({*READABLE, "", "*/*", "application/x-yaml"})
_MANAGER_LIMIT = 128


class Request(Protocol):
    """The parts of a request that the server reads, whether it came by socket or not."""

    @property
    def method(self) -> str:
        """The HTTP method."""
        ...

    @property
    def headers(self) -> CIMultiDictProxy[str]:
        """The headers."""
        ...

    @property
    def rel_url(self) -> URL:
        """The path and the query."""
        ...

    @property
    def query(self) -> MultiMapping[str]:
        """The query, decoded."""
        ...

    @property
    def path_qs(self) -> str:
        """The path and the query as they were sent."""
        ...


def media_of(request: Request, absent: str = _JSON) -> str:
    """Return the media type of a request's body, without parameters; `absent` where there is no such header."""
    return request.headers.get("Content-Type", absent).partition(";")[0].strip()


def reads_body(request: Request, verb: str) -> bool:
    """Return whether a request's body is read: that of a get is not, nor one of a type that is refused."""
    media = media_of(request)
    if verb == "patch":
        return media in patches.MEDIA
    return verb.startswith("delete") or (verb in ("create", "update") and media in _BODIES)


def read_json(body: bytes, resource: Resource, media: str) -> Any:
    """Parse a patch of a media type. Raises ApiError 400."""
    start = "" if media == patches.STRATEGIC else "error decoding patch: "
    place = "Go struct field jsonPatchOp.value" if media == patches.JSON else "Go value"
    try:
        return gojson.loads(body, gonumbers.UNTYPED if resource.custom else gonumbers.PATCHED)[0]
    except gojson.BadJson as e:
        raise status.bad_request(f"{start}{e}") from None
    except gonumbers.TooLarge as e:
        raise status.bad_request(f"{start}{_too_large(e, place)}") from None


def _too_large(number: gonumbers.TooLarge, place: str = "Go value") -> str:
    return f"json: cannot unmarshal number {number} into {place} of type float64"


def read_applied(body: bytes, validation: str = "Ignore") -> tuple[Any, list[str]]:
    """Parse an apply configuration; return it, and warnings about keys that it has twice.

    Raises ApiError 400, also for those keys where the validation is Strict.
    """
    try:
        document = prepared.loads_applied(body)
    except goyaml.BadYaml as e:
        raise status.bad_request(f"error decoding YAML: error converting YAML to JSON: {e}") from None
    if not document.doubled or validation == "Ignore":
        return document.value, []
    if validation == "Strict":
        why = yaml_errors(document.doubled)
        raise status.bad_request(f"error strict decoding YAML: error converting YAML to JSON: {why}")
    return document.value, document.doubled


def read_body(request: Request, body: bytes, kind: str, options: Options, resource: Resource) -> Any:
    """Parse an object in any of the formats, and note the body in the options. Raises ApiError 400 and 415."""
    media = media_of(request)
    options.source, options.size = body, len(body)
    unread = f"the object provided is unrecognized (must be of type {kind}): "
    if media in (_JSON, "", "*/*"):
        try:
            numbers = gonumbers.UNTYPED if resource.custom else gonumbers.TYPED
            content, options.doubled = gojson.loads(body, numbers)
        except gojson.BadJson as e:
            why = f"{gojson.NO_KIND}{e}"
            raise status.bad_request(f"{unread}{why} ({gojson.summary(body)})") from None
        except gonumbers.TooLarge as e:
            what = f'{kind} in version "{resource.version}" cannot be handled as a {kind}'
            raise status.bad_request(f"{what}: {_too_large(e)}") from None
        return content
    if media in (_YAML, "application/x-yaml"):
        try:
            content, options.doubled_lines = prepared.loads(body)
            if b"*" in body:
                options.size = limits.EXPANDED
        except goyaml.BadYaml as e:
            raise status.bad_request(f"{unread}{e} ({gojson.summary(body)})") from None
        return content
    if media == protobuf.MEDIA:
        return _read_protobuf(body, unread)
    raise status.unsupported_media_type(READABLE)


def _read_protobuf(body: bytes, unread: str) -> Manifest:
    try:
        return protobuf.read(body)
    except protobuf.UnknownKind:
        raise status.unsupported_media_type((_JSON, _YAML)) from None
    except protobuf.Unreadable as e:
        raise status.bad_request(f"{unread}{e}") from None


def options_of(request: Request, subresource: str, kind: str = "CreateOptions") -> Options:
    """Return the options of a write; `kind` is their kind in Kubernetes. Raises ApiError 422."""
    query = request.query
    dry = dry_run(query.getall("dryRun", []), kind)
    validation = query.get("fieldValidation", "") or "Warn"
    if validation not in ("Ignore", "Warn", "Strict"):
        raise bad_option("fieldValidation", quote(validation), '"", "Ignore", "Strict", "Warn"', kind)
    _check_manager(query.get("fieldManager", ""), kind)
    manager = query.get("fieldManager") or _agent(request.headers.get("User-Agent", "")) or "unknown"
    force = query.get("force") in ("1", "true", "True")
    return Options(manager, dry, validation, force, subresource)


def _agent(text: str) -> str:
    """Return the manager that a User-Agent names (k8s.io/apiserver, prefixFromUserAgent)."""
    name = text.partition("/")[0]
    if not name.isascii():
        # what is not UTF-8 is a character of its own in Go
        name = name.encode(errors="surrogateescape").decode(errors="replace")
    printable = "".join(filter(str.isprintable, name))
    return printable.encode()[:_MANAGER_LIMIT].decode(errors="ignore")


def _check_manager(name: str, kind: str) -> None:
    """Raise ApiError 422 for a manager's name that is too long, or has characters that cannot be printed."""
    if len(name.encode()) > _MANAGER_LIMIT:
        text = f"Too long: may not be more than {_MANAGER_LIMIT} bytes"
        raise option_error("fieldManager", "FieldValueTooLong", text, kind)
    if not name.isprintable():
        at, odd = next((i, c) for i, c in enumerate(name) if not c.isprintable())
        place = len(name[:at].encode())
        text = f"Invalid value: {quote(name)}: invalid character U+{ord(odd):04X} (at position {place})"
        raise option_error("fieldManager", "FieldValueInvalid", text, kind)


def dry_run(given: list[Any], kind: str) -> bool:
    """Return whether nothing is to be stored. Raises ApiError 422."""
    if any(value not in ("", "All") for value in given):
        raise bad_option("dryRun", compact(given).decode(), '"All"', kind)
    return "All" in given


def bad_option(name: str, value: str, allowed: str, kind: str) -> status.ApiError:
    """Return the 422 of an option with an invalid value."""
    return option_error(
        name, "FieldValueNotSupported", f"Unsupported value: {value}: supported values: {allowed}", kind
    )


def option_error(name: str, reason: str, body: str, kind: str) -> status.ApiError:
    """Return the 422 of an option."""
    return option_errors([(name, reason, body)], kind)


def option_errors(wrong: Sequence[tuple[str, str, str]], kind: str) -> status.ApiError:
    """Return the 422 of options: the name of each, the reason and what is wrong."""
    causes = [{"reason": reason, "message": body, "field": name} for name, reason, body in wrong]
    text = f'{kind}.meta.k8s.io "" is invalid: {joined(f"{name}: {body}" for name, _, body in wrong)}'
    return status.ApiError(422, "Invalid", text, {"group": "meta.k8s.io", "kind": kind, "causes": causes})


def selectors_of(request: Request, resource: Resource) -> tuple[Matcher | None, Matcher | None]:
    """Return the tests of labels and of fields that a request's selectors are. Raises ApiError 400."""
    query = request.query
    if not query:
        return None, None
    by_label = labels(query.get("labelSelector", ""))
    wanted = query.get("fieldSelector", "")
    kind = f"{resource.group}/{resource.kind}" if resource.place else resource.kind
    return by_label, fields(wanted, kind, resource.selectable, custom=resource.custom)


def number(text: str) -> int:
    """Return a number in a query; 0 for none. Raises ApiError 400."""
    if not text:
        return 0
    try:
        return max(gonumbers.parse(text, signed=True), 0)
    except ValueError as e:
        raise status.bad_request(str(e)) from None
