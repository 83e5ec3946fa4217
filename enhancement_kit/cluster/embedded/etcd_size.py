"""Whether etcd would take an object: it refuses what is larger than it expects, and so does its client."""

from __future__ import annotations

import marshal

from . import limits, protobuf
from .fielderrors import go_json
from .objects import Manifest
from .options import Options
from .protobuf import sizes
from .resource import Resource
from .status import ApiError
from .store import Key
from .writes import storage_key

_SMALL_BODY = 128 * 1024
"""Bytes of a body that becomes no object that is too large, with defaults and managers of fields."""
_SMALL = limits.ETCD_REQUEST // 6
"""Bytes of an object that is not too large in JSON, where a character may take six bytes."""
_NEW, _CHANGED = 39, 45
"""Bytes of the transaction that creates or changes a key, apart from its keys and its value."""
_ENVELOPE = 14
"""Bytes that etcd adds to a transaction before it looks at its size."""
_JSON_STORED = "apiextensions.k8s.io"


def check(resource: Resource, key: Key, obj: Manifest, options: Options, *, new: bool) -> None:
    """Raise ApiError 500 where etcd would not take a write of this object.

    An object that is too large loses the managers of its fields, unless it is applied, as on kube-apiserver.
    """
    # nothing but a large body makes a large object, if the request does not add to what is there
    if options.size < _SMALL_BODY and not (options.patched or options.applied or options.subresource):
        return
    if len(marshal.dumps(obj, 2)) < _SMALL:
        return
    why = _refusal(resource, key, obj, new=new)
    if why and not options.applied and obj["metadata"].pop("managedFields", None):
        why = _refusal(resource, key, obj, new=new)
    if why:
        raise ApiError(500, "", why)


def _refusal(resource: Resource, key: Key, obj: Manifest, *, new: bool) -> str:
    name = len(storage_key(resource, *key).encode())
    size = _stored(resource, obj) + (2 * name + _NEW if new else 3 * name + _CHANGED)
    if size - _ENVELOPE > limits.ETCD_MESSAGE:
        sent = f"({size - _ENVELOPE} vs. {limits.ETCD_MESSAGE})"
        return f"rpc error: code = ResourceExhausted desc = trying to send message larger than max {sent}"
    return "etcdserver: request is too large" if size > limits.ETCD_REQUEST else ""


def _stored(resource: Resource, obj: Manifest) -> int:
    """Return the bytes of an object as it is stored: built-in kinds in protobuf, others in JSON and a line break."""
    meta = {k: v for k, v in obj["metadata"].items() if k != "resourceVersion"}
    stored = {"apiVersion": resource.api_version, "kind": resource.kind, **obj, "metadata": meta}
    message = protobuf.message_of(resource.api_version, resource.kind)
    if resource.custom or resource.group == _JSON_STORED or message is None:
        return len(go_json(stored).encode(errors="go-json")) + 1
    return sizes.stored(message, stored)
