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


@dataclass(frozen=True)
class Asking:
    """A call as its client made it, whether from this process or over HTTP."""

    service: str
    """As botocore names it: `elbv2`."""
    operation: str
    region: str
    parameters: Mapping[str, Any]
    """By the names of the service's model."""
    sent: Mapping[str, str] | bytes | None = None
    """The form or the document of a call over HTTP; None for a client whose parameters were checked when it called."""


class Refusal(Exception):
    """AWS refuses a call before it looks at any resource."""

    def __init__(self, code: str, message: str) -> None:
        """Store the code and message of the error."""
        super().__init__(f"{code}: {message}")
        self.code, self.message = code, message


@dataclass(frozen=True)
class OnCall:
    """Looks at every call before moto reads it, and may refuse it by raising Refusal."""

    check: Callable[[Asking], None]


Correction = Before | Around | Read | OnCall


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
_on_call: list[tuple[str, OnCall]] = []
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
                elif isinstance(correction, OnCall):
                    _on_call.append((rule.id, correction))
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
        _on_call.clear()


def check(call: Asking) -> None:
    """Let the installed rules look at a call, in their order. Raises Refusal where AWS refuses it."""
    for rule_id, correction in _on_call:
        if not _is_off(rule_id):
            correction.check(call)


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
    names = tuple(signature.parameters)
    plain = all(one.kind is one.POSITIONAL_OR_KEYWORD for one in signature.parameters.values())

    def bind(args: tuple[Any, ...], kwargs: dict[str, Any]) -> inspect.BoundArguments:
        if plain and not kwargs and len(args) == len(names):
            return inspect.BoundArguments(signature, dict(zip(names, args, strict=True)))
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound

    def moto(call: Invocation) -> Any:
        return original(*call._bound.args, **call._bound.kwargs)

    whole = [*(one.apply for _, one in corrections), moto]

    def corrected(*args: Any, **kwargs: Any) -> Any:
        chain = whole
        if _off:
            chain = [*(one.apply for rule_id, one in corrections if not _is_off(rule_id)), moto]
        return Invocation(bind(args, kwargs), chain).proceed()

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
