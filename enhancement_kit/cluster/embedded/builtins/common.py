"""What built-in kinds share: decoding by Go type, defaults as data, simple checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..fielderrors import FieldError, invalid, required
from ..objects import Manifest, clone
from ..resource import Decoded, Strategy
from ..schema.structural import Schema
from . import go_schemas, go_types, models


class Builtin(Strategy):
    """A built-in kind: fields by its Go type, no validation but that of its metadata."""

    status_keeps: frozenset[str] | None = frozenset()
    stored_as_null: tuple[str, ...] = ()
    """Lists that are written even if they are empty, and stored as null then; who sends an empty one manages it."""

    def __init__(self, model: str, *, status: bool = False, generation: bool = False) -> None:
        self.model = model
        self.has_status = status
        self.has_generation = generation

    def merging(self, obj: Manifest) -> Schema:
        """Return how the lists and maps of the Go type merge."""
        return go_schemas.schema_of(go_types.root_of(obj["apiVersion"], obj["kind"]))

    def unset(self, obj: Manifest) -> Manifest:
        """Return what Go writes of an object in which nothing is set."""
        return {**go_types.unset(go_types.root_of(obj["apiVersion"], obj["kind"])), "metadata": {}}

    def decode(self, obj: Manifest) -> Decoded:
        """Drop fields that the type does not have, then default."""
        out, unknown = models.decode(obj, self.model)
        self.default(out)
        return Decoded(out, unknown)

    def default(self, obj: Manifest) -> None:
        """Fill in defaults."""

    def prepare_create(self, obj: Manifest) -> None:
        """Empty the status: only the subresource writes it."""
        super().prepare_create(obj)
        root = go_types.root_of(obj["apiVersion"], obj["kind"]) if self.has_status else ""
        if root and (status := go_types.empty_status(root)) is not None:
            obj["status"] = clone(status)
        self._empty(obj)

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Keep the status."""
        super().prepare_update(new, old)
        self._empty(new)

    def _empty(self, obj: Manifest) -> None:
        for name in self.stored_as_null:
            obj[name] = obj.get(name) or None


def fill(target: Manifest, defaults: Mapping[str, Any]) -> None:
    """Set what is missing; a nested mapping fills its field where that is present, and makes it where it is absent."""
    for key, value in defaults.items():
        if isinstance(value, Mapping) and isinstance(target.get(key), dict):
            fill(target[key], value)
        elif target.get(key) is None:
            target[key] = clone(dict(value)) if isinstance(value, Mapping) else value


def port_range(path: str, value: Any) -> list[FieldError]:
    """Return the errors of a port number."""
    if isinstance(value, int) and 1 <= value <= 65535:
        return []
    return [invalid(path, value if value is not None else 0, "must be between 1 and 65535, inclusive")]


def immutable(path: str, new: Any, old: Any) -> list[FieldError]:
    """Return an error if an immutable field has changed."""
    return [] if new == old else [invalid(path, new, "field is immutable")]


def needed(path: str, value: Any) -> list[FieldError]:
    """Return an error if a required field is not set."""
    return [] if value else [required(path)]
