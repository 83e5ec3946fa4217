"""JSON patch as kube-apiserver's library applies it (evanphx/json-patch), which is laxer than RFC 6902 in places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import limits
from .gojson import depth_of, name_of
from .gonumbers import parse
from .objects import Manifest, clone, compact
from .schema.validation import same

_SHALLOW = 32
"""Parts of a path that make nothing nested too deeply, whatever is put there."""
_MOVING = frozenset({"add", "move", "remove"})
_FEW = 100
"""Operations that do not move too much, however long a list is."""
_NESTING = frozenset({"copy", "move"})
_TEXTS = ("op", "path", "from")


class NotApplicable(ValueError):
    """An operation that cannot be applied."""


def undecodable(operations: Any) -> str:
    """Return why a document is no JSON patch, in Go's words; empty where it is one."""
    if not isinstance(operations, list):
        return f"json: cannot unmarshal {name_of(operations)} into Go value of type []handlers.jsonPatchOp"
    for operation in operations:
        if not isinstance(operation, dict | None):
            return f"json: cannot unmarshal {name_of(operation)} into Go value of type handlers.jsonPatchOp"
        for key in _TEXTS:
            value = (operation or {}).get(key)
            if not isinstance(value, str | None):
                field = f"Go struct field jsonPatchOp.{key}"
                return f"json: cannot unmarshal {name_of(value)} into {field} of type string"
    return ""


def apply(document: Any, operations: list[Any]) -> Any:
    """Apply operations to a document that may be changed. Raises NotApplicable."""
    copied = moved = 0
    nests = False
    for operation in operations:
        step: Manifest = operation or {}
        name = step.get("op") or ""
        do = _OPERATIONS.get(name)
        if do is None:
            raise NotApplicable("unknown operation")
        if name == "copy":
            copied += len(compact(_from(document, step)))
            if copied > limits.PATCH_COPIES:
                raise NotApplicable("copies too much")
        if name in _MOVING and len(operations) > _FEW and step.get("path"):
            holder, _ = _container(document, step["path"])
            moved += len(holder) if isinstance(holder, list) else 0
            if moved > limits.PATCH_MOVES:
                raise NotApplicable("moves too much")
        nests = nests or name in _NESTING or (step.get("path") or "").count("/") > _SHALLOW
        document = do(document, step)
    if nests and depth_of(document) > limits.DEPTH:
        raise NotApplicable("is nested too deeply")
    return document


def _split(path: str) -> list[str]:
    # what is before the first slash does not count
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def _container(document: Any, path: str) -> tuple[Any, str]:
    """Return what holds the place of a path, and the place's name or index."""
    parts = _split(path)
    if not parts:
        raise NotApplicable("no container")
    for part in parts[:-1]:
        document = _get(document, part)
    if not isinstance(document, dict | list):
        raise NotApplicable("no container")
    return document, parts[-1]


def _index(name: str, size: int) -> int:
    """Return an index below `size`; a negative one counts from the end."""
    try:
        index = parse(name, signed=True)
    except ValueError as error:
        raise NotApplicable(str(error)) from None
    index += size if index < 0 else 0
    if not 0 <= index < size:
        raise NotApplicable("no such index")
    return index


def _get(holder: Any, name: str) -> Any:
    """Return the value at a place: null where a map has none."""
    if isinstance(holder, dict):
        return holder.get(name)
    if isinstance(holder, list):
        return holder[_index(name, len(holder))]
    raise NotApplicable("no container")


def _put(document: Any, path: str, value: Any) -> Any:
    holder, name = _container(document, path)
    if isinstance(holder, dict):
        holder[name] = value
    elif name == "-":
        holder.append(value)
    else:
        holder.insert(_index(name, len(holder) + 1), value)
    return document


def _add(document: Any, operation: Manifest) -> Any:
    return _put(document, operation.get("path") or "", operation.get("value"))


def _drop(document: Any, path: str) -> Any:
    holder, name = _container(document, path)
    if isinstance(holder, dict):
        if name not in holder:
            raise NotApplicable("no such key")
        del holder[name]
    else:
        del holder[_index(name, len(holder))]
    return document


def _remove(document: Any, operation: Manifest) -> Any:
    return _drop(document, operation.get("path") or "")


def _replace(document: Any, operation: Manifest) -> Any:
    path, value = operation.get("path"), operation.get("value")
    if path == "":
        if not isinstance(value, dict | list):
            raise NotApplicable("no document")
        return value
    holder, name = _container(document, path or "")
    holder[name if isinstance(holder, dict) else _index(name, len(holder))] = value
    return document


def _from(document: Any, operation: Manifest) -> Any:
    return _get(*_container(document, operation.get("from") or ""))


def _copy(document: Any, operation: Manifest) -> Any:
    return _put(document, operation.get("path") or "", clone(_from(document, operation)))


def _move(document: Any, operation: Manifest) -> Any:
    value = _from(document, operation)
    return _put(_drop(document, operation["from"]), operation.get("path") or "", value)


def _test(document: Any, operation: Manifest) -> Any:
    path = operation.get("path")
    found = document if path == "" else _get(*_container(document, path or ""))
    if not same(found, operation.get("value")):
        raise NotApplicable("test failed")
    return document


_OPERATIONS: dict[str, Callable[[Any, Manifest], Any]] = {
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "move": _move,
    "copy": _copy,
    "test": _test,
}
