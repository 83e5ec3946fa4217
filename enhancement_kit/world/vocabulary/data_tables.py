"""Data tables of steps: which columns and words a step takes, declared where it is defined, checked before a run."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from enhancement_kit.errors import UsageError

StepFunction = TypeVar("StepFunction", bound=Callable[..., object])

Words = Collection[str] | Callable[[str], str | None]
"""The known words of a column; or a function that says what is wrong with a cell, `; ` and how to correct it."""

_ATTRIBUTE = "__kit_columns__"


@dataclass(frozen=True)
class Columns:
    """The columns of a step's table, and the words that some of them take."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    words: Mapping[str, Words] = field(default_factory=dict)
    """The words of the columns that do not take any text."""

    def problem(self, header: Sequence[str]) -> str | None:
        """Describe what is wrong with the header of a table, and how to correct it; return None for a right one."""
        allowed = (*self.required, *self.optional)
        for name in header:
            if name not in allowed:
                return f"unknown column {name!r}; {did_you_mean(name, allowed)}the step takes {', '.join(allowed)}"
        missing = [name for name in self.required if name not in header]
        if missing:
            return f"column {missing[0]!r} is missing; the step needs {', '.join(self.required)}"
        if len(set(header)) != len(header):
            return "a column is there twice; give every column once"
        return None

    def unknown_words(self, table: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
        """Yield the index of each row that has an unknown word, with what is wrong and how to correct it."""
        header = [cell.strip() for cell in table[0]]
        for index, row in enumerate(table[1:], start=1):
            for name, cell in zip(header, row, strict=True):
                problem = _word_problem(name, cell.strip(), self.words[name]) if name in self.words else None
                if problem:
                    yield index, problem


def _word_problem(column: str, word: str, words: Words) -> str | None:
    if callable(words):
        return words(word)
    if word in words:
        return None
    known = sorted(words)
    return f"unknown {column} {word!r}; {did_you_mean(word, known)}known: {', '.join(known)}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Ask whether the nearest known word was meant; return an empty text where none is near."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {near[0]!r}? " if near else ""


def columns(
    *required: str, optional: Sequence[str] = (), words: Mapping[str, Words] | None = None
) -> Callable[[StepFunction], StepFunction]:
    """Declare the columns of the table that a step takes. Goes directly above the function, below the phrase.

    `words` has the known words of a column that does not take any text: `words={"status": ("True", "False")}`.
    """

    def mark(function: StepFunction) -> StepFunction:
        setattr(function, _ATTRIBUTE, Columns(required, tuple(optional), dict(words or {})))
        return function

    return mark


def columns_of(function: Callable[..., object]) -> Columns | None:
    """Return the columns that a step function declares, or None if it takes no table."""
    found = getattr(function, _ATTRIBUTE, None)
    return found if isinstance(found, Columns) else None


def rows(table: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """Return the rows of a table as dictionaries by column, without blanks around cells."""
    header, *body = [[cell.strip() for cell in row] for row in table]
    return [dict(zip(header, row, strict=True)) for row in body]


def pairs(table: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return a table of two columns as a dictionary. Raises UsageError where a key is given twice."""
    found: dict[str, str] = {}
    for key, value in [[cell.strip() for cell in row] for row in table[1:]]:
        if key in found:
            raise UsageError(f"{key!r} is there twice in the table; give it once")
        found[key] = value
    return found
