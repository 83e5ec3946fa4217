"""Which scenarios execute which statements of the implementation, and which of them a mutant concerns.

A statement that runs once, at import, belongs to no scenario. It concerns the scenarios that execute a statement which
mentions what it defines, or what is defined with that.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from enhancement_kit.mutation.plain.drawing import Plain, Source
from enhancement_kit.mutation.plain.places import places


@dataclass(frozen=True)
class Scenario:
    """One scenario that passes without a mutant."""

    id: str
    seconds: float
    """Time of the processor that it takes."""
    units: int
    """The units that it executes, as bits."""
    tags: tuple[str, ...] = ()


@dataclass
class Coverage:
    """What the scenarios of one lane execute."""

    units: list[str]
    imported: int
    """What is executed at import, as bits."""
    scenarios: list[Scenario]
    _sorted: dict[str, list[Scenario]] = field(default_factory=dict)

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The number of each unit."""
        return {name: number for number, name in enumerate(self.units)}

    def write(self, file: Path) -> None:
        """Save it."""
        data = {
            "units": self.units,
            "imported": hex(self.imported),
            "scenarios": [[s.id, round(s.seconds, 4), hex(s.units), list(s.tags)] for s in self.scenarios],
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_suffix(".partial")
        partial.write_text(json.dumps(data), encoding="utf-8")
        partial.replace(file)

    @classmethod
    def read(cls, *files: Path) -> Coverage:
        """Read what was saved, in several parts with the same units."""
        units: list[str] = []
        imported = 0
        scenarios = []
        for file in files:
            data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            units, imported = data["units"], imported | int(data["imported"], 16)
            scenarios += [Scenario(i, s, int(bits, 16), tuple(tags)) for i, s, bits, tags in data["scenarios"]]
        return cls(units, imported, sorted(scenarios, key=lambda s: s.id))

    def executing(self, units: Iterable[str], module: str) -> list[Scenario]:
        """Return the scenarios that execute one of these units, those to run first in front.

        In front are the sharp ones: the larger the part of `module` in all that a scenario executes, the more it is
        about it. Of the rows of an outline, which are alike, one is run before the others.
        """
        wanted = 0
        for unit in units:
            if unit in self.number_of:
                wanted |= 1 << self.number_of[unit]
        rows: defaultdict[str, int] = defaultdict(int)
        ranked = []
        for position, scenario in enumerate(self._sharp_first(module)):
            if scenario.units & wanted:
                outline = scenario.id.partition("[")[0]
                ranked.append((rows[outline], position, scenario))
                rows[outline] += 1
        return [scenario for _, _, scenario in sorted(ranked, key=lambda one: one[:2])]

    def _sharp_first(self, module: str) -> list[Scenario]:
        if module not in self._sorted:
            inside = sum(1 << number for name, number in self.number_of.items() if name.startswith(f"{module}@"))
            self._sorted[module] = sorted(
                self.scenarios,
                key=lambda s: (-(s.units & inside).bit_count() / max(1, s.units.bit_count()), s.id),
            )
        return self._sorted[module]

    def runs_at_import(self, unit: str) -> bool:
        """Check whether a unit is executed at import."""
        return unit in self.number_of and bool(self.imported >> self.number_of[unit] & 1)


@dataclass
class Mentions:
    """Which units mention a name, and which names the statements at module level define."""

    deferred: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    at_import: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    defined: dict[str, frozenset[str]] = field(default_factory=dict)
    aliases: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    units: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The units of each module that run later than at import."""

    @classmethod
    def of(cls, sources: Sequence[Source]) -> Mentions:
        """Read modules."""
        found = cls()
        for source in sources:
            found._read(source)
        return found

    def _read(self, source: Source) -> None:
        tree = source.tree()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.asname:
                        self.aliases[alias.name].add(alias.asname)
        for place in places(tree):
            unit = f"{source.path}@{place.unit}"
            if place.deferred:
                self.units[source.path].add(unit)
            mentioned = _mentioned(place.node)
            if mentioned:
                (self.deferred if place.deferred else self.at_import)[mentioned].add(unit)
            if not place.deferred and isinstance(place.node, ast.stmt):
                self.defined[unit] = frozenset(_defined(place.node, place.scope))

    def touched(self, unit: str, module: str) -> set[str]:
        """Return the units that mention what a statement at module level defines, over any number of steps."""
        names = set(self.defined.get(unit, ()))
        return self.mentioning(names) if names else set(self.units[module])

    def mentioning(self, names: Iterable[str]) -> set[str]:
        """Return the units that mention one of these names, or what is defined with it."""
        waiting, known, found = set(names), set(), set()
        while waiting:
            name = waiting.pop()
            known.add(name)
            found |= self.deferred[name]
            further = set(self.aliases[name])
            for other in self.at_import[name]:
                further |= self.defined.get(other, frozenset())
            waiting |= further - known
        return found


def _mentioned(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
        case ast.keyword(arg=str(name)):
            return name
    return ""


def _defined(node: ast.stmt, scope: str) -> set[str]:
    names = set()
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            names.add(name)
        case ast.Assign(targets=targets):
            names |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            names |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    if scope:
        names.add(scope.rpartition(".")[2])
    return names - {""}


def executing(mutant: Plain, coverage: Coverage, mentions: Mentions) -> list[Scenario]:
    """Return the scenarios that execute a mutant's place, those to run first in front."""
    unit = f"{mutant.source.path}@{mutant.unit}"
    path = mutant.source.path
    if not mutant.deferred:
        return coverage.executing(mentions.touched(unit, path), path)
    units = {unit}
    if coverage.runs_at_import(unit):
        units |= mentions.mentioning(mutant.function.split("."))
    return coverage.executing(units, path)


def concerned(mutant: Plain, coverage: Coverage, mentions: Mentions) -> list[Scenario]:
    """Return the scenarios in which a mutant can make a difference, those to run first in front.

    A condition that is always true, for example, cannot tell whether it is there.
    """
    path = mutant.source.path
    if mutant.deferred and mutant.when and not coverage.runs_at_import(f"{path}@{mutant.unit}"):
        return coverage.executing((f"{path}@{fact}" for fact in mutant.when), path)
    return executing(mutant, coverage, mentions)
