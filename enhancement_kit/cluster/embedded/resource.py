"""What the server knows of a kind: its names, its verbs, and the strategy that decodes, defaults and validates it."""

# The base strategy accepts everything: its arguments are there for its subclasses.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from .fielderrors import FieldError, invalid
from .names import is_subdomain
from .objects import Manifest, mapping
from .schema.structural import Schema
from .users import User

ALL_VERBS = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")


@dataclass
class Decoded:
    """A body as the server understands it: unknown fields gone, defaults filled in."""

    obj: Manifest
    unknown: list[str] = field(default_factory=list)
    """Paths of fields that the kind does not have."""


class Strategy:
    """How one kind is decoded, defaulted and validated. Kinds without rules of their own use this base class."""

    has_status = False
    has_generation = False
    unconditional_update = True
    """Whether an update without a resourceVersion is accepted (not so for custom resources)."""
    typed = True
    """Whether lists leave apiVersion and kind out of their items, as they do for Go types."""
    creates_on_update = False
    """Whether an update stores the object where there is none."""
    returns_deleted = False
    """Whether a delete answers with the object instead of a Status."""
    orphans = False
    """Whether dependents of a deleted object stay where the client does not say what becomes of them."""
    delete_warning = ""
    """What a client is told that deletes objects without saying what becomes of their dependents."""
    schema: Schema | None = None
    """The structural schema of a custom resource; None for Go types."""
    name_rule: Callable[[str], list[str]] = staticmethod(is_subdomain)
    write_only: frozenset[str] = frozenset()
    """Fields that become others when an object is stored; who applies them owns them as they were sent."""
    status_keeps: frozenset[str] | None = None
    """The metadata that an update of the status cannot change; None where it can change none."""
    parts: frozenset[str] = frozenset()
    """Subresources other than the status that write a part of the object."""

    def merging(self, obj: Manifest) -> Schema:
        """Return how the lists and maps of an object merge, for managers of its fields."""
        raise NotImplementedError

    def unset(self, obj: Manifest) -> Manifest:
        """Return an object of the kind in which nothing is set, to compare a new one with."""
        return {"metadata": {}}

    def decode(self, obj: Manifest) -> Decoded:
        """Prune and default a body (a fresh copy that may be changed)."""
        return Decoded(obj)

    def decode_applied(self, obj: Manifest) -> Decoded:
        """Decode as `decode` does, for the result of a server-side apply."""
        return self.decode(obj)

    def view(self, obj: Manifest) -> Manifest:
        """Return a stored object as this strategy reads it; a new object where that differs from what was stored."""
        return obj

    def reads_as_stored(self) -> bool:
        """Return whether `view` returns each object as it was stored."""
        return type(self).view is Strategy.view

    def grace(self, obj: Manifest, wanted: int | None) -> int | None:
        """Return the seconds that a deleted object gets; None where it goes without. `wanted` is what is asked for."""
        return None

    asks = False
    """Whether reading an object may ask a webhook."""

    def views(self, objects: Sequence[Manifest]) -> Sequence[Manifest]:
        """Return stored objects as `view` does."""
        return [self.view(obj) for obj in objects]

    def glimpse(self, obj: Manifest) -> Manifest:
        """Return a stored object as far as it is seen without asking anybody."""
        return self.view(obj)

    def view_now(self, obj: Manifest) -> Manifest:
        """Return a stored object outside of a request, where a webhook may be asked at once. Raises ApiError."""
        return self.view(obj)

    def stored(self, obj: Manifest) -> Manifest:
        """Return an object in the form in which it is stored."""
        return obj

    def answered(self, obj: Manifest) -> Manifest:
        """Return an object, in the form in which it is stored, as the answer to its write."""
        return self.view(obj)

    def is_outdated(self, obj: Manifest) -> bool:
        """Return whether a stored object has an older form than a write would give it."""
        return False

    def deleted(self, obj: Manifest) -> Manifest:
        """Return the object that a delete answers with."""
        return obj

    def prepare_create(self, obj: Manifest) -> None:
        """Set what the server sets on create: drop status where only the subresource writes it, allocate fields."""
        if self.has_status:
            obj.pop("status", None)

    def prepare_update(self, new: Manifest, old: Manifest) -> None:
        """Carry over what an update of the main resource cannot change."""
        if self.has_status:
            carry(new, old, "status")

    def prepare_status(self, new: Manifest, old: Manifest) -> None:
        """Carry over what an update of the status cannot change: all but the status and most of the metadata."""
        for key in [k for k in new if k not in ("status", "metadata", "apiVersion", "kind")]:
            del new[key]
        for key, value in old.items():
            if key not in ("status", "metadata", "apiVersion", "kind"):
                new[key] = value
        if self.status_keeps is None:
            keep_metadata(new, old)
        else:
            for key in self.status_keeps:
                carry(mapping(new.get("metadata")), mapping(old.get("metadata")), key)

    def waits(self, obj: Manifest) -> bool:
        """Return whether a deleted object has to stay for somebody to finish with it."""
        return bool(obj["metadata"].get("finalizers"))

    def claim(self, obj: Manifest, user: User) -> None:
        """Note in a new object who creates it."""

    def prepare_part(self, part: str, new: Manifest, old: Manifest) -> None:
        """Carry over what an update of a subresource in `parts` cannot change."""

    def generation_changes(self, new: Manifest, old: Manifest) -> bool:
        """Return whether the update raises the generation."""
        return new.get("spec") != old.get("spec")

    def validate_create(self, obj: Manifest) -> Sequence[FieldError]:
        """Return the errors of a new object, metadata aside."""
        return ()

    def warnings(self, obj: Manifest) -> Sequence[str]:
        """Return what a client is told about an object that it writes."""
        return ()

    def update_warnings(self, obj: Manifest) -> Sequence[str]:
        """Return what a client is told about an object that it changes."""
        return self.warnings(obj)

    def validate_update(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Return the errors of a changed object, metadata aside."""
        return ()

    def validate_status(self, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Return the errors of a changed status."""
        return ()

    def told(self) -> Sequence[str]:
        """Return the warnings of the validation that came last, once."""
        return ()

    def validate_part(self, part: str, new: Manifest, old: Manifest) -> Sequence[FieldError]:
        """Return the errors of an update of a subresource in `parts`."""
        return ()


def keep_metadata(new: Manifest, old: Manifest) -> None:
    """Give the new object the metadata of the old one, but for its version and its managers."""
    meta = mapping(new.get("metadata"))
    told = {key: meta[key] for key in ("managedFields", "resourceVersion") if key in meta}
    new["metadata"] = mapping(old.get("metadata")) | told


def carry(new: Manifest, old: Manifest, key: str) -> None:
    """Copy a field of the old object to the new one; remove it where the old one lacks it."""
    if key in old:
        new[key] = old[key]
    else:
        new.pop(key, None)


@dataclass
class Column:
    """A column of the Table that `kubectl get` prints."""

    name: str
    path: str
    type: str = "string"
    format: str = ""
    description: str = ""
    priority: int = 0
    cell: Callable[[Manifest], Any] | None = None
    """What the column shows, where that is no path."""


@dataclass
class Resource:
    """One kind in one version, as discovery shows it."""

    group: str
    version: str
    kind: str
    plural: str
    namespaced: bool
    strategy: Strategy = field(default_factory=Strategy)
    singular: str = ""
    list_kind: str = ""
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    subresources: frozenset[str] = frozenset()
    columns: Sequence[Column] = ()
    selectable: tuple[str, ...] = ()
    """Fields of the kind's own that a field selector may name."""
    custom: bool = False
    warning: str = ""
    """What users of a deprecated version are told."""
    scale: tuple[str, str] = (".spec.replicas", ".status.replicas")
    """Where the scale subresource reads the wanted and the present number."""
    scale_selector: str = ""
    """Where the scale subresource of a custom resource finds its selector."""
    place: tuple[str, str] | None = None
    """Where objects are kept if not under the kind's own group and name: with another kind that shows the same."""
    verbs: tuple[str, ...] = ALL_VERBS

    def __post_init__(self) -> None:
        self.singular = self.singular or self.kind.lower()
        self.list_kind = self.list_kind or self.kind + "List"

    @property
    def api_version(self) -> str:
        """`group/version`, or the version alone in the core group."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def storage(self) -> tuple[str, str]:
        """The place where objects of the kind are stored, whatever their version."""
        return self.place or (self.group, self.plural)


def validate_name(resource: Resource, name: str, path: str = "metadata.name") -> list[FieldError]:
    """Return the errors of an object's name."""
    return [invalid(path, name, why) for why in resource.strategy.name_rule(name)]


def validate_base(resource: Resource, base: str) -> list[FieldError]:
    """Return the errors of a generateName, which may end in a dash because a suffix follows it."""
    whole = base[:-1] + "a" if base.endswith("-") else base
    return [invalid("metadata.generateName", base, why) for why in resource.strategy.name_rule(whole)]
