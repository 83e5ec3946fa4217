"""The parts of a requirement: its clauses (LSS-037.1) and its cases (LSS-037.a), and what tags claim of them."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

PART: Final = re.compile(r"(?P<owner>[A-Z]{2,5}-\d{3})\.(?P<part>\d{1,2}|[a-z])")
"""The id of a clause or case: the id of its requirement, a full stop, and a number or letter."""

MOST_CASES: Final = len(string.ascii_lowercase)


class Divided(Protocol):
    """A requirement as far as its parts are concerned."""

    @property
    def clauses(self) -> Mapping[str, str]:
        """The clauses by id; empty where the outcome is one text."""

    @property
    def cases(self) -> Mapping[str, str]:
        """The cases by id; empty where the situation is one text."""


def owner_of(tag: str) -> str:
    """Return the requirement that a tag names a part of; any other tag as it is."""
    found = PART.fullmatch(tag)
    return found["owner"] if found else tag


def is_case(tag: str) -> bool:
    """Check whether a tag names a case of a requirement."""
    found = PART.fullmatch(tag)
    return found is not None and found["part"].isalpha()


def with_owners(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the tags, each part of a requirement after the requirement itself, each tag once."""
    return tuple(dict.fromkeys(each for tag in tags for each in (owner_of(tag), tag)))


def clauses(identifier: str, then: Sequence[str]) -> dict[str, str]:
    """Return the clauses of an outcome by their ids; none where the outcome is one text."""
    return {f"{identifier}.{number}": text for number, text in enumerate(then, start=1)} if len(then) > 1 else {}


def cases(identifier: str, given: Sequence[str]) -> dict[str, str]:
    """Return the cases of a situation by their ids; none where there is one situation."""
    letters = string.ascii_lowercase
    return (
        {f"{identifier}.{letter}": text for letter, text in zip(letters, given, strict=False)} if len(given) > 1 else {}
    )


def claimed(tags: Iterable[str], requirements: Mapping[str, Divided]) -> frozenset[str]:
    """Return the ids of requirements, clauses and cases that a scenario with these tags claims.

    A requirement's id claims all its clauses, unless the tags name some of them: then only these. It claims no case:
    a scenario runs the cases that its tags name.
    """
    carried = frozenset(with_owners(tags))
    found = set()
    for identifier in carried & requirements.keys():
        requirement = requirements[identifier]
        named = carried & requirement.clauses.keys()
        found |= {identifier, *(named or requirement.clauses), *(carried & requirement.cases.keys())}
    return frozenset(found)
