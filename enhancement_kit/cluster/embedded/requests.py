"""Reading a request: media types, options, selectors, paging."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

import yaml
from multidict import CIMultiDictProxy, MultiMapping
from yarl import URL

from . import gojson, protobuf, status
from .fielderrors import joined, quote
from .labelselectors import Matcher, labels
from .objects import Manifest, compact
from .options import Options
from .resource import Resource
from .selectors import both, fields

_JSON = "application/json"
_YAML = "application/yaml"
READABLE = (_JSON, _YAML, protobuf.MEDIA)
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlLoader(_Loader):  # type: ignore[misc]
    """Reads `y` and `n` as truth values, as the server's library does."""

    bool_values: ClassVar[dict[str, bool]] = {**_Loader.bool_values, "y": True, "n": False}


YamlLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"[yYnN]\Z"), list("yYnN"))
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


def read_json(body: bytes) -> Any:
    """Parse a JSON patch of some kind. Raises ApiError 400."""
    try:
        return gojson.loads(body)[0]
    except gojson.BadJson as e:
        raise status.bad_request(f"error decoding patch: {e}") from None


def read_yaml(body: bytes) -> Any:
    """Parse an apply configuration. Raises ApiError 400."""
    try:
        return json.loads(body)
    except ValueError:
        # not JSON, so YAML; JSON is tried first because YAML 1.1 does not read 1e-05 as a number
        pass
    try:
        return yaml.load(body, Loader=YamlLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as e:
        raise status.bad_request(f"error decoding YAML: error converting YAML to JSON: {yaml_text(e)}") from None


def yaml_text(error: Exception) -> str:
    """Return what is wrong with a YAML document, as the server's library says it."""
    mark = getattr(error, "problem_mark", None)
    where = f"line {mark.line}: " if mark is not None and mark.line else ""
    return f"yaml: {where}{getattr(error, 'problem', None) or error}"


def read_body(request: Request, body: bytes, kind: str, options: Options) -> Any:
    """Parse an object in any of the formats, and note the body in the options. Raises ApiError 400 and 415."""
    media = request.headers.get("Content-Type", _JSON).partition(";")[0].strip()
    options.source = body
    unread = f"the object provided is unrecognized (must be of type {kind}): "
    if media in (_JSON, "", "*/*"):
        try:
            content, options.doubled = gojson.loads(body)
        except gojson.BadJson as e:
            why = f"couldn't get version/kind; json parse error: {e}"
            raise status.bad_request(f"{unread}{why} ({gojson.summary(body)})") from None
        return content
    if media in (_YAML, "application/x-yaml"):
        try:
            return yaml.load(body, Loader=YamlLoader)
        except (yaml.YAMLError, ValueError, RecursionError) as e:
            raise status.bad_request(f"{unread}{yaml_text(e)} ({gojson.summary(body)})") from None
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
    manager = query.get("fieldManager") or request.headers.get("User-Agent", "").partition("/")[0] or "unknown"
    force = query.get("force") in ("1", "true", "True")
    return Options(manager[:128], dry, validation, force, subresource)


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


def selector_of(request: Request, resource: Resource) -> Matcher | None:
    """Return the test of a request's selectors. Raises ApiError 400."""
    by_label = labels(request.query.get("labelSelector", ""))
    wanted = request.query.get("fieldSelector", "")
    kind = f"{resource.group}/{resource.kind}" if resource.place else resource.kind
    return both(by_label, fields(wanted, kind, resource.selectable, custom=resource.custom))


def number(text: str) -> int:
    """Return a number in a query; 0 for none. Raises ApiError 400."""
    if text and not text.removeprefix("-").isdigit():
        raise status.bad_request(f"strconv.ParseInt: parsing {quote(text)}: invalid syntax")
    return max(int(text), 0) if text else 0


def check_list_version(request: Request, current: int) -> None:
    """Raise ApiError where a list asks for a version that does not exist. Lists always show the present."""
    version, match = request.query.get("resourceVersion", ""), request.query.get("resourceVersionMatch", "")
    if match and not version:
        text = "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided"
        raise option_error("resourceVersionMatch", "FieldValueForbidden", text, "ListOptions")
    if version and not version.isdigit():
        why = f"Invalid value: {quote(version)}: strconv.ParseUint: parsing {quote(version)}: invalid syntax"
        raise status.bad_request(f"invalid resource version: resourceVersion: {why}")
    if version and int(version) > current:
        text = f"Timeout: Too large resource version: {version}, current: {current}"
        cause = {"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}
        raise status.ApiError(504, "Timeout", text, {"causes": [cause], "retryAfterSeconds": 1})


def place_of(obj: Manifest) -> list[str]:
    """Return the sort key of an object in a list."""
    meta = obj["metadata"]
    return [meta.get("namespace", ""), meta["name"]]


def encode_continue(last: Manifest, version: int) -> str:
    """Return the token that continues a list after an object."""
    content = compact({"v": "meta.k8s.io/v1", "rv": version, "start": place_of(last)})
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_continue(token: str) -> list[str]:
    """Return the place after which a token continues. Raises ApiError 400."""
    unread = "invalid continue token: continue key is not valid"
    try:
        content = gojson.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))[0]
        return [str(part) for part in content["start"]]
    except gojson.BadJson as e:
        raise status.bad_request(f"{unread}: {e}") from None
    except (ValueError, KeyError, TypeError):
        raise status.bad_request(f"{unread}: illegal base64 data") from None
