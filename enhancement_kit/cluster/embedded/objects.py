"""Helpers for JSON objects: copies, timestamps, random names, keys."""

from __future__ import annotations

import codecs
import json
import marshal
import random
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

Manifest = dict[str, Any]

# Kubernetes leaves vowels and look-alikes out, so that generated names spell no words
# (k8s.io/apimachinery/pkg/util/rand).
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_random = random.Random()
# what JSON was parsed to holds nothing twice, so that nobody has to look for circles
_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "\ufffd" * (error.end - error.start), error.end


codecs.register_error("go-json", _replaced)


def clone(value: Any) -> Any:
    """Return a deep copy of a JSON value."""
    if type(value) is dict or type(value) is list:
        # version 2 of the format has no references to objects seen before, so nothing in the copy is shared
        return marshal.loads(marshal.dumps(value, 2))
    return value


def now() -> str:
    """Return the time as metav1.Time prints it: UTC, whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def later(seconds: int, since: str = "") -> str:
    """Return the time so many seconds after another one, or after now."""
    at = datetime.fromisoformat(since.replace("Z", "+00:00")) if since else datetime.now(UTC)
    return (at + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_uid() -> str:
    """Return a new random object uid."""
    return str(uuid.UUID(int=_random.getrandbits(128), version=4))


def generated_name(base: str) -> str:
    """Return a `metadata.name` for a `generateName`: at most 58 characters of the base and five random ones."""
    return base[:58] + "".join(_random.choices(_ALPHABET, k=5))


def compact(value: Any) -> bytes:
    """Encode a value as compact JSON, as it is sent over the wire: with U+FFFD for what is no character, as in Go."""
    return _json.encode(value).encode(errors="go-json")


def mapping(value: Any) -> Manifest:
    """Return the value where it is a JSON object, else an empty one: for reading user input of any shape."""
    return value if isinstance(value, dict) else {}


def metadata(obj: Manifest) -> Manifest:
    """Return the metadata of an object, creating it where it is missing."""
    meta = obj.get("metadata")
    if not isinstance(meta, dict):
        meta = obj["metadata"] = {}
    return meta
