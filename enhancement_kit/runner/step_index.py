"""An index of step definitions by type and first word: a search takes no longer where there are more of them.

For every step that runs, pytest-bdd asks every registered fixture whether it is a definition that fits. The kit
replaces that search by an index. This uses private parts of pytest-bdd and pytest: `internals_changed` lists those that
are no longer what the kit was written for.
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

# `import pytest_bdd.scenario` would give the decorator of that name
bdd_scenario: Any = sys.modules["pytest_bdd.scenario"]

T = TypeVar("T")

_FIXTURE_PREFIX: str = pytest_bdd.steps.StepNamePrefix.step_def.value


def first_word(parser: parsers.StepParser) -> str | None:
    """Return the lower-case first word of every step that fits `parser`; None where the pattern leaves it open."""
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
    """Step definitions by type and first word, each with a value that the caller chooses."""

    def __init__(self, entries: Iterable[tuple[Any, T]]) -> None:
        """Index pairs of a pytest-bdd StepFunctionContext and the value that `find` returns for it."""
        self._by_word: dict[tuple[str | None, str | None], list[tuple[int, Any, T]]] = defaultdict(list)
        self._found: dict[tuple[str, str], list[T]] = {}
        for number, (context, value) in enumerate(entries):
            self._by_word[context.type, first_word(context.parser)].append((number, context, value))

    def find(self, type_: str, name: str) -> list[T]:
        """Return the values of the definitions that fit a step of this type (`given`, `when`, `then`) and text."""
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
    """Return the step definitions of these modules, sorted by file and line.

    pytest-bdd's registry is global to the process, so that it may also hold the definitions of another run.
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
    """Drop the index of this fixture manager, whose definitions may have changed; the next search builds a new one."""
    _indexes.pop(fixturemanager, None)


def find_fixturedefs_for_step(step: Any, fixturemanager: Any, node: Any) -> Iterator[Any]:
    """Yield what pytest-bdd's function of this name yields, without asking every registered fixture."""
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
    """Yield all fixtures of a name, for whatever node; pytest keeps them by node from 9.2 on, in a list before."""
    by_node = getattr(fixturemanager, "_arg2node2fixturedefs", None)
    if by_node is None:
        yield from fixturemanager._arg2fixturedefs.get(name, ())
        return
    for fixturedefs in by_node.get(name, {}).values():
        yield from fixturedefs


# The private parts of pytest-bdd that the kit uses, and the parameters that they must have.
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
    """List the private parts of pytest-bdd and pytest that are not as the kit uses them; empty where all are."""
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
    """Return the message about changed internals, with the installed versions and the remedy."""
    return (
        f"pytest-bdd {version('pytest-bdd')} with pytest {version('pytest')} is not what the kit was written for: "
        f"{'; '.join(problems)}. Install the versions of constraints.txt, "
        "or adapt enhancement_kit/runner/step_index.py"
    )


_original: Any = getattr(bdd_scenario, "find_fixturedefs_for_step", None)


def install() -> None:
    """Replace pytest-bdd's search by the indexed one; safe to call twice."""
    bdd_scenario.find_fixturedefs_for_step = find_fixturedefs_for_step
