"""Small tools on JSON objects: copies, timestamps, random names, keys."""

from __future__ import annotations

import json
import marshal
import random
import uuid
from datetime import UTC, datetime
from typing import Any

Manifest = dict[str, Any]

# Kubernetes leaves vowels and look-alikes out, so that generated names spell no words
# (k8s.io/apimachinery/pkg/util/rand).
_ALPHABET = "bcdfghjklmnpqrstvwxz2456789"
_random = random.Random()
_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def clone(value: Any) -> Any:
    """A deep copy of a JSON value."""
    if type(value) is dict or type(value) is list:
        # version 2 of the notation writes what occurs twice twice, so that nothing in the copy is shared
        return marshal.loads(marshal.dumps(value, 2))
    return value


def now() -> str:
    """The time as metav1.Time prints it: UTC, whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_uid() -> str:
    """A fresh object uid."""
    return str(uuid.UUID(int=_random.getrandbits(128), version=4))


def generated_name(base: str) -> str:
    """`metadata.name` for a `generateName`: at most 58 characters of the base and five random ones."""
    return base[:58] + "".join(_random.choices(_ALPHABET, k=5))


def compact(value: Any) -> bytes:
    """JSON as it goes over the wire."""
    return _json.encode(value).encode()


def mapping(value: Any) -> Manifest:
    """The value where it is a JSON object, else an empty one: for reading user input that may have any shape."""
    return value if isinstance(value, dict) else {}


def metadata(obj: Manifest) -> Manifest:
    """The metadata of an object, made where it is missing."""
    meta = obj.get("metadata")
    if not isinstance(meta, dict):
        meta = obj["metadata"] = {}
    return meta
