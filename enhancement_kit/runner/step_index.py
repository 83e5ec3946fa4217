"""Which step definitions fit a step: found by step type and first word, so that cost does not grow with their number.

pytest-bdd asks every registered fixture whether it is a definition that fits, for every step that runs. The kit puts
an index in place of that search. This touches private parts of pytest-bdd and pytest: `internals_changed` says which
of them are no longer what the kit was written for.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from types import ModuleType
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import pytest_bdd.steps
from pytest_bdd import compat, parsers
from pytest_bdd import parser as bdd_parser

# `import pytest_bdd.scenario` yields the decorator of that name
bdd_scenario: Any = sys.modules["pytest_bdd.scenario"]

T = TypeVar("T")

_FIXTURE_PREFIX: str = pytest_bdd.steps.StepNamePrefix.step_def.value


def first_word(parser: parsers.StepParser) -> str | None:
    """The word, in lower case, that every step fitting `parser` begins with; None where the pattern leaves it open."""
    if isinstance(parser, parsers.string):
        words = parser.name.split(maxsplit=1)
        return words[0].lower() if words else None
    if isinstance(parser, parsers.parse):
        found = re.match(r"([^\s{}]+)(?=\s|$)", parser.name)
        return found[1].lower() if found else None
    if isinstance(parser, parsers.re):
        # a word followed by a blank, in a pattern that cannot choose another beginning
        found = re.match(r"\^?(\w+) (?![*?{])", parser.name)
        open_choice = "|" in re.sub(r"\([^()]*\)|\[[^\]]*\]|\\.", "", parser.name)
        verbose = parser.regex.flags & re.VERBOSE
        return found[1].lower() if found and not open_choice and not verbose else None
    return None


class StepIndex(Generic[T]):
    """Step definitions by type and first word, each with something of the caller's."""

    def __init__(self, entries: Iterable[tuple[Any, T]]) -> None:
        """Index pairs of a pytest-bdd StepFunctionContext and what `find` returns for it."""
        self._by_word: dict[tuple[str | None, str | None], list[tuple[int, Any, T]]] = defaultdict(list)
        self._found: dict[tuple[str, str], list[T]] = {}
        for number, (context, value) in enumerate(entries):
            self._by_word[context.type, first_word(context.parser)].append((number, context, value))

    def find(self, type_: str, name: str) -> list[T]:
        """What belongs to the definitions that fit a step of this type (`given`, `when`, `then`) and text."""
        key = (type_, name)
        if key not in self._found:
            words = name.split(maxsplit=1)
            word = words[0].lower() if words else ""
            places = ((type_, word), (type_, None), (None, word), (None, None))
            fits = [
                (number, value)
                for place in places
                for number, context, value in self._by_word.get(place, ())
                if context.parser.is_matching(name)
            ]
            self._found[key] = [value for _, value in sorted(fits, key=lambda fit: fit[0])]
        return self._found[key]


@dataclasses.dataclass(frozen=True)
class StepDefinition:
    """One step definition as findings name it."""

    type: str
    pattern: str
    file: str
    line: int
    context: Any
    """pytest-bdd's StepFunctionContext."""

    @property
    def function(self) -> Any:
        """The function behind the step."""
        return self.context.step_func

    def __str__(self) -> str:
        return f"{self.type} {self.pattern} ({self.file}:{self.line})"


def definitions_in(modules: Iterable[ModuleType]) -> list[StepDefinition]:
    """The step definitions of these modules, in the order they were defined.

    pytest-bdd's registry is global to the process; the module decides, so that definitions of another run in the same
    process are not taken for ours.
    """
    namespaces = {id(vars(module)) for module in modules}
    found = []
    for context in list(pytest_bdd.steps.step_function_context_registry.values()):
        function = inspect.unwrap(context.step_func)
        if id(getattr(function, "__globals__", None)) in namespaces:
            code = function.__code__
            found.append(
                StepDefinition(
                    context.type or "any", context.parser.name, code.co_filename, code.co_firstlineno, context
                )
            )
    return sorted(found, key=lambda definition: (definition.file, definition.line))


_indexes: WeakKeyDictionary[Any, StepIndex[str]] = WeakKeyDictionary()


def forget(fixturemanager: Any) -> None:
    """Build the index of this fixture manager anew on next use: its definitions may have changed."""
    _indexes.pop(fixturemanager, None)


def find_fixturedefs_for_step(step: Any, fixturemanager: Any, node: Any) -> Iterator[Any]:
    """What pytest-bdd's function of this name finds, without asking every registered fixture."""
    index = _indexes.get(fixturemanager)
    if index is None:
        index = _indexes[fixturemanager] = StepIndex(_contexts(fixturemanager))
    registry = pytest_bdd.steps.step_function_context_registry
    for name in dict.fromkeys(index.find(step.type, step.name)):
        # one name may stand for several definitions; pytest decides which of them this node sees
        for fixturedef in compat.getfixturedefs(fixturemanager, name, node) or ():
            context = registry.get(fixturedef.func)
            if context is not None and context.type in (None, step.type) and context.parser.is_matching(step.name):
                yield fixturedef


def _contexts(fixturemanager: Any) -> Iterator[tuple[Any, str]]:
    registry = pytest_bdd.steps.step_function_context_registry
    for name in compat.get_fixture_names(fixturemanager=fixturemanager):
        if name.startswith(_FIXTURE_PREFIX):
            for fixturedef in _registered(fixturemanager, name):
                context = registry.get(fixturedef.func)
                if context is not None:
                    yield context, name


def _registered(fixturemanager: Any, name: str) -> Iterator[Any]:
    """Every definition under a fixture name, whoever sees it: by node from pytest 9.2 on, a plain list before."""
    by_node = getattr(fixturemanager, "_arg2node2fixturedefs", None)
    if by_node is None:
        yield from fixturemanager._arg2fixturedefs.get(name, ())
        return
    for fixturedefs in by_node.get(name, {}).values():
        yield from fixturedefs


# What the kit uses of pytest-bdd beyond its documented interface: the object, and the parameters it must have.
_USED: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("pytest_bdd.scenario", "find_fixturedefs_for_step", ("step", "fixturemanager", "node")),
    ("pytest_bdd.scenario", "_execute_scenario", ("feature", "scenario", "request")),
    ("pytest_bdd.scenario", "make_python_name", ("string",)),
    ("pytest_bdd.compat", "getfixturedefs", ("fixturemanager", "fixturename", "node")),
    ("pytest_bdd.compat", "get_fixture_names", ("fixturemanager",)),
    ("pytest_bdd.steps", "step_function_context_registry", ()),
)
_FIELDS: tuple[tuple[Any, frozenset[str]], ...] = (
    (pytest_bdd.steps.StepFunctionContext, frozenset({"type", "step_func", "parser"})),
    (
        bdd_parser.Scenario,
        frozenset({"feature", "keyword", "name", "line_number", "steps", "tags", "description", "rule"}),
    ),
    (bdd_parser.Rule, frozenset({"keyword", "name", "description", "tags"})),
)


def internals_changed(fixturemanager: Any = None) -> list[str]:
    """Which private parts of pytest-bdd and pytest are no longer as the kit uses them; empty when all are."""
    problems = []
    for module, name, parameters in _USED:
        thing = getattr(sys.modules.get(module), name, None)
        original = _original if name == "find_fixturedefs_for_step" else thing
        if original is None:
            problems.append(f"{module}.{name} is gone")
        elif parameters and tuple(inspect.signature(original).parameters) != parameters:
            problems.append(f"{module}.{name} takes {inspect.signature(original)} instead of {parameters}")
    for cls, names in _FIELDS:
        lost = names - {field.name for field in dataclasses.fields(cls)}
        if lost:
            problems.append(f"{cls.__module__}.{cls.__name__} has no {', '.join(sorted(lost))}")
    registries = ("_arg2node2fixturedefs", "_arg2fixturedefs")
    if fixturemanager is not None and not any(hasattr(fixturemanager, name) for name in registries):
        problems.append(f"pytest's fixture manager has neither {' nor '.join(registries)}")
    return problems


def changed_message(problems: Iterable[str]) -> str:
    """The message for `internals_changed`, with the versions found and the remedy."""
    return (
        f"pytest-bdd {version('pytest-bdd')} with pytest {version('pytest')} is not what the kit was written for: "
        f"{'; '.join(problems)}. Install the versions of constraints.txt, "
        "or adapt enhancement_kit/runner/step_index.py"
    )


_original: Any = getattr(bdd_scenario, "find_fixturedefs_for_step", None)


def install() -> None:
    """Put the indexed search in place of pytest-bdd's; safe to call twice."""
    bdd_scenario.find_fixturedefs_for_step = find_fixturedefs_for_step
