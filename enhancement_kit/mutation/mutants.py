"""Mutants: named, deliberate violations of an implementation, a CRD or AWS, and how they are put in force."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.mutation import edited
from enhancement_kit.targets.interface import Manifest, Release

PACKAGE = "mutants"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CrdChange = Callable[[list[Manifest]], None]


class Patcher:
    """What a mutant may do; everything is undone when it ends."""

    def __init__(self, target: Any, stack: ExitStack) -> None:
        self._target = target
        self._stack = stack
        self._monkeypatch = stack.enter_context(pytest.MonkeyPatch.context())

    def replace(self, place: str, new: Any) -> Any:
        """Put `new` where `module:attribute` (dots allowed in the attribute) points; returns what was there.

        Raises HarnessError where the place does not exist: a mutant that changes nothing proves nothing.
        """
        owner, name = _found(place)
        old = getattr(owner, name)
        self._monkeypatch.setattr(owner, name, new)
        return old

    def wrap(self, place: str, make: Callable[[Any], Any]) -> None:
        """Replace a function by what `make` makes of it."""
        self.replace(place, make(getattr(*_found(place))))

    def edit(self, place: str, before: str, after: str) -> None:
        """Replace `before` by `after` in the source of the function or method at `module:attribute`.

        Whoever imported the function gets the changed one, too. Raises HarnessError where the place is no function of
        Python source, `before` is not there exactly once, or the result does not compile.
        """
        function = getattr(*_found(place))
        self._monkeypatch.setattr(
            edited.plain_function(function, place), "__code__", edited.code(function, place, before, after)
        )

    def crds_of(self, release: Release) -> Sequence[Manifest]:
        """Return the CRDs that the target hands over for a release. Treat them as immutable."""
        handed_over: Sequence[Manifest] = self._target.crds(release)
        return handed_over

    def crds(self, change: CrdChange) -> None:
        """Change the CRDs that the target hands over."""
        owner = type(self._target)
        original = owner.crds

        def changed(target: Any, release: Release) -> list[Manifest]:
            crds = copy.deepcopy(list(original(target, release)))
            change(crds)
            return crds

        self._monkeypatch.setattr(owner, "crds", changed)

    def enter(self, context: AbstractContextManager[Any]) -> None:
        """Keep a context manager open as long as the mutant lasts."""
        self._stack.enter_context(context)


def _found(place: str) -> tuple[Any, str]:
    """Return the object that has the attribute at `module:attribute`, and the attribute's name. Raises HarnessError."""
    module, _, path = place.partition(":")
    owner: Any = importlib.import_module(module)
    *way, last = path.split(".")
    for step in way:
        owner = getattr(owner, step)
    if not hasattr(owner, last):
        raise HarnessError(f"there is no {place}; correct the mutant that replaces it")
    return owner, last


@dataclass(frozen=True)
class Mutant:
    """One violation."""

    name: str
    violates: tuple[str, ...]
    """Requirement ids that an implementation like this breaks."""
    story: str
    """What it does wrong, in one sentence."""
    apply: Callable[[Patcher], None]

    @contextmanager
    def active(self, target: Any) -> Iterator[None]:
        """Keep the violation in force."""
        with ExitStack() as stack:
            self.apply(Patcher(target, stack))
            yield


def violated_ids(mutants: Iterable[Mutant]) -> frozenset[str]:
    """Return the ids that some of these mutants violate."""
    return frozenset(identifier for mutant in mutants for identifier in mutant.violates)


def python_mutants(folder: Path) -> list[Mutant]:
    """Return the mutants of a folder of Python modules: every module's list `MUTANTS`.

    Raises UsageError where a name is there twice or no name, or a mutant violates nothing.
    """
    found: dict[str, Mutant] = {}
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    for info in sorted(pkgutil.iter_modules([str(folder)]), key=lambda i: i.name):
        module = importlib.import_module(f"{PACKAGE}.{info.name}")
        for mutant in getattr(module, "MUTANTS", ()):
            if mutant.name in found:
                raise UsageError(f"two mutants are named {mutant.name}; rename one in {folder}")
            if not NAME.fullmatch(mutant.name):
                raise UsageError(f"{mutant.name!r} in {info.name}.py is no name; use a-z, 0-9 and hyphens")
            if not mutant.violates:
                raise UsageError(f"mutant {mutant.name} violates no requirement; name the ids in {info.name}.py")
            found[mutant.name] = mutant
    return list(found.values())
