"""Draw the plain mutants of a source tree."""

from __future__ import annotations

import ast
import fnmatch
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.plain import operators

MODULE = "(module)"
"""Stands for the function of what is in none."""


@dataclass(frozen=True)
class Source:
    """One module of the implementation."""

    module: str
    """Its name for Python."""
    path: str
    """Its file, as ids name it: relative to the package."""
    file: Path
    is_package: bool
    text: str

    @property
    def component(self) -> str:
        """The folder that it is in: a component, or the root of the implementation."""
        return self.path.partition("/")[0] if "/" in self.path else "root"

    def tree(self) -> ast.Module:
        """Parse it."""
        return ast.parse(self.text)


@dataclass(frozen=True)
class Plain:
    """One plain mutant."""

    id: str
    """`path:line:column:operator`; a number follows where the operator has several changes there."""
    source: Source
    number: int
    """Which change of its module it is."""
    operator: str
    function: str
    unit: str
    deferred: bool
    before: str
    after: str
    when: tuple[str, ...] = ()
    """Outcomes of conditions without which it makes no difference, see `operators.Change`."""
    occurrence: int = 1
    """The number of this change among the equal ones of its function."""

    @property
    def component(self) -> str:
        """The folder of its module."""
        return self.source.component

    @property
    def line(self) -> int:
        """The line that it changes."""
        return int(self.id.split(":")[1])

    @property
    def key(self) -> str:
        """What identifies it however the lines around it move."""
        return key(self.source.path, self.function, self.operator, self.before, self.after, self.occurrence)

    def code(self) -> CodeType:
        """Compile the module with the change."""
        tree = operators.make(self.source.tree(), self.source.path, {self.number})
        return compile(tree, str(self.source.file), "exec", dont_inherit=True)


def key(path: str, function: str, operator: str, before: str, after: str, occurrence: int) -> str:
    """Return what identifies a mutant however the lines around it move."""
    number = f" ({occurrence})" if occurrence > 1 else ""
    return f"{path} in {function or MODULE}: {operator}: {before} -> {after}{number}"


def read_sources(folder: Path, package: str) -> list[Source]:
    """Return the modules of a package that lies in `folder`, sorted by path."""
    found = []
    for file in sorted(folder.rglob("*.py")):
        path = file.relative_to(folder).as_posix()
        is_package = file.name == "__init__.py"
        dotted = path.removesuffix(".py").removesuffix("/__init__" if "/" in path else "__init__").replace("/", ".")
        module = f"{package}.{dotted}".rstrip(".")
        found.append(Source(module, path, file, is_package, file.read_text(encoding="utf-8")))
    return found


def draw(sources: Iterable[Source]) -> list[Plain]:
    """Return all plain mutants of these modules; in the order of the source."""
    return [mutant for source in sources for mutant in _of_module(source)]


def _of_module(source: Source) -> list[Plain]:
    tree = source.tree()
    used: Counter[str] = Counter()
    equal: Counter[tuple[str, str, str, str]] = Counter()
    found = []
    for number, change in enumerate(operators.changes(tree, source.path)):
        place = change.place
        identifier = f"{source.path}:{place.line}:{place.column}:{change.operator}"
        used[identifier] += 1
        if used[identifier] > 1:
            identifier += str(used[identifier])
        content = (place.scope, change.operator, change.before, change.after)
        equal[content] += 1
        found.append(
            Plain(
                identifier,
                source,
                number,
                change.operator,
                place.scope,
                place.unit,
                place.deferred,
                change.before,
                change.after,
                change.when,
                equal[content],
            )
        )
    return found


def chosen(mutants: Sequence[Plain], pattern: str) -> list[Plain]:
    """Return the mutants of the modules or components, or with the ids, that a shell pattern names; `all` is all.

    Several patterns are separated by commas. Raises UsageError for one that names nothing.
    """
    wanted = [one.strip() for one in pattern.split(",") if one.strip()]
    if wanted == ["all"]:
        return list(mutants)
    found: set[str] = set()
    for one in wanted:
        here = {m.id for m in mutants if _is_named(m, one)}
        if not here:
            names = ", ".join(sorted({m.component for m in mutants}))
            raise UsageError(f"--plain {one}: no module of the reference is named like that; components: {names}")
        found |= here
    return [m for m in mutants if m.id in found]


def _is_named(mutant: Plain, pattern: str) -> bool:
    names = (mutant.component, mutant.source.path, mutant.id)
    return any(fnmatch.fnmatchcase(name, pattern) for name in names)


def sample(mutants: Sequence[Plain], size: int, seed: int) -> list[Plain]:
    """Return a random sample, the same for the same seed and mutants, in their order."""
    if size >= len(mutants):
        return list(mutants)
    kept = set(random.Random(seed).sample(range(len(mutants)), size))
    return [mutant for number, mutant in enumerate(mutants) if number in kept]
