"""Mutants: named, deliberate violations of an implementation, a CRD or AWS, and how they are put in force."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.errors import HarnessError, UsageError

PACKAGE = "mutants"
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CrdChange = Callable[[list[dict[str, Any]]], None]


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
        module, _, path = place.partition(":")
        owner: Any = importlib.import_module(module)
        *way, last = path.split(".")
        for step in way:
            owner = getattr(owner, step)
        if not hasattr(owner, last):
            raise HarnessError(f"there is no {place}; correct the mutant that replaces it")
        old = getattr(owner, last)
        self._monkeypatch.setattr(owner, last, new)
        return old

    def wrap(self, place: str, make: Callable[[Any], Any]) -> None:
        """Replace a function by what `make` makes of it."""
        old = self.replace(place, None)
        self.replace(place, make(old))

    def crds(self, change: CrdChange) -> None:
        """Change the CRDs that the target hands over. Raises HarnessError where that changes nothing."""
        owner = type(self._target)
        original = owner.crds

        def changed(target: Any, release: Any) -> list[dict[str, Any]]:
            plain = original(target, release)
            crds = copy.deepcopy(list(plain))
            change(crds)
            return crds

        self._monkeypatch.setattr(owner, "crds", changed)

    def enter(self, context: AbstractContextManager[Any]) -> None:
        """Keep a context manager open as long as the mutant lasts."""
        self._stack.enter_context(context)


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


def load_mutants(folder: Path) -> list[Mutant]:
    """All mutants of a folder: every module's list `MUTANTS`.

    Raises UsageError where the folder is missing, a name is there twice or a mutant violates nothing.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder} with mutants; run from the kit's repository")
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
