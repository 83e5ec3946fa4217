"""Creates that store no object of their own: subresources that act, and kinds that are questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .builtins.common import Builtin
from .objects import Manifest
from .options import Options
from .resource import Resource, Strategy

CREATE_ONLY = ("create",)


@dataclass
class Call:
    """One create of such a kind."""

    namespace: str
    name: str
    """The object whose subresource it is, as the path names it."""
    obj: Manifest
    options: Options


@dataclass(frozen=True)
class Action:
    """What takes an object of a kind, and answers with another."""

    kind: Resource
    act: Callable[[Call], Manifest]

    @property
    def needs_namespace(self) -> bool:
        """Whether there has to be the namespace in which it is carried out."""
        return not self.kind.kind.endswith("Review")


@dataclass
class Actions:
    """All of them, by group, plural and subresource."""

    known: dict[tuple[str, str, str], Action] = field(default_factory=dict)

    def add(self, place: tuple[str, str, str], kind: Resource, act: Callable[[Call], Manifest]) -> None:
        """Make a create at a place call a function. Where the place is a kind of its own, that kind is to be served."""
        self.known[place] = Action(kind, act)


def kind(group: str, name: str, plural: str, strategy: Strategy | None = None, *, namespaced: bool = True) -> Resource:
    """Return a kind in v1 whose objects are only created."""
    return Resource(group, "v1", name, plural, namespaced, strategy or Builtin(f"V1{name}"), verbs=CREATE_ONLY)


def success(code: int = 201) -> Manifest:
    """Return the Status of an action that was carried out."""
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "code": code}
