"""Strictness rules and how moto is patched with them: each a set of corrections that its id can switch off."""

from __future__ import annotations

import importlib
import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from enhancement_kit.errors import UsageError


class Invocation:
    """A call of a backend method as the rules see it: its arguments by name, and how to continue it."""

    __slots__ = ("_bound", "_rest", "arguments", "backend")

    def __init__(self, bound: inspect.BoundArguments, rest: Sequence[Callable[[Invocation], Any]]) -> None:
        self._bound, self._rest = bound, rest
        self.arguments = bound.arguments
        self.backend: Any = next(iter(bound.arguments.values()))

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    def proceed(self) -> Any:
        """Pass the call on to the later rules and moto, and return their result."""
        return self._rest[0](Invocation(self._bound, self._rest[1:]))


@dataclass(frozen=True)
class Before:
    """Looks at a call of a backend method first and may refuse it by raising."""

    owner: str
    """`module:Class`"""
    method: str
    check: Callable[[Invocation], None]

    def apply(self, call: Invocation) -> Any:
        """Check the call, then pass it on."""
        self.check(call)
        return call.proceed()


@dataclass(frozen=True)
class Around:
    """Wraps a backend method: may change arguments or result, or answer itself."""

    owner: str
    method: str
    correct: Callable[[Invocation], Any]

    def apply(self, call: Invocation) -> Any:
        """Leave the call to the correction."""
        return self.correct(call)


@dataclass(frozen=True)
class Read:
    """Gives a model an attribute that moto lacks, or corrects a computed one.

    `read` gets the model and what moto would answer (a function that raises AttributeError where moto has nothing).
    """

    owner: str
    attribute: str
    read: Callable[[Any, Callable[[], Any]], Any]


Correction = Before | Around | Read


@dataclass(frozen=True)
class Rule:
    """One correction of moto toward AWS."""

    id: str
    calls: tuple[str, ...]
    """`service Operation`, the calls that it concerns."""
    moto: str
    """What moto does."""
    aws: str
    """What AWS does."""
    source: str
    """Where that is known from."""
    corrections: tuple[Correction, ...]
    code: str | None = None
    """The error code of AWS, where it refuses."""
    message: str | None = None
    """The error message of AWS, with placeholders in angle brackets."""
    verified: bool = True
    """Whether code and message were found in a source; else they are an informed guess that no feature may quote."""


_lock = threading.RLock()
_off: dict[str, int] = {}
_patches: pytest.MonkeyPatch | None = None
"""What restores moto; None where no rules are installed."""


def install(rules: Sequence[Rule]) -> None:
    """Install the rules in moto; earlier rules see a call first. Does nothing where rules are installed."""
    global _patches
    with _lock:
        if _patches is not None:
            return
        _patches = pytest.MonkeyPatch()
        methods: dict[tuple[str, str], list[tuple[str, Before | Around]]] = {}
        reads: list[tuple[str, Read]] = []
        for rule in rules:
            for correction in rule.corrections:
                if isinstance(correction, Read):
                    reads.append((rule.id, correction))
                else:
                    methods.setdefault((correction.owner, correction.method), []).append((rule.id, correction))
        for (owner, name), corrections in methods.items():
            _wrap_method(_patches, resolve(owner), name, corrections)
        for rule_id, read in reads:
            _wrap_attribute(_patches, resolve(read.owner), rule_id, read)


def uninstall() -> None:
    """Restore moto's own behaviour."""
    global _patches
    with _lock:
        if _patches is not None:
            _patches.undo()
        _patches = None


def switch(rule_ids: Sequence[str], known: Mapping[str, Rule], step: int) -> None:
    """Count rules off (1) or on again (-1). Raises UsageError for an id that no rule has."""
    for rule_id in rule_ids:
        if rule_id not in known:
            raise UsageError(f"No strictness rule has the id {rule_id!r}; there are {', '.join(sorted(known))}.")
    with _lock:
        for rule_id in rule_ids:
            _off[rule_id] = _off.get(rule_id, 0) + step


def resolve(owner: str) -> Any:
    """Import the class that `module:Class` names."""
    module, _, name = owner.partition(":")
    return getattr(importlib.import_module(module), name)


def _is_off(rule_id: str) -> bool:
    return _off.get(rule_id, 0) > 0


def _wrap_method(
    patches: pytest.MonkeyPatch, owner: Any, name: str, corrections: Sequence[tuple[str, Before | Around]]
) -> None:
    original = getattr(owner, name, _lacking)
    signature = inspect.signature(original)

    def moto(call: Invocation) -> Any:
        return original(*call._bound.args, **call._bound.kwargs)

    def corrected(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        chain = [correction.apply for rule_id, correction in corrections if not _is_off(rule_id)]
        return Invocation(bound, [*chain, moto]).proceed()

    patches.setattr(owner, name, corrected, raising=False)


def _lacking(_model: Any) -> Any:
    """Raise NotImplementedError for an action that moto does not have."""
    raise NotImplementedError("moto does not have this action")


def _wrap_attribute(patches: pytest.MonkeyPatch, owner: Any, rule_id: str, correction: Read) -> None:
    name = correction.attribute
    inherited = getattr(owner, name, None)

    def read(model: Any) -> Any:
        def moto() -> Any:
            if isinstance(inherited, property) and inherited.fget:
                return inherited.fget(model)
            raise AttributeError(f"moto's {owner.__name__} has no {name}")

        return moto() if _is_off(rule_id) else correction.read(model, moto)

    patches.setattr(owner, name, property(read), raising=False)
