"""The names that scenarios give to what AWS hands out, resolved both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from enhancement_kit.errors import UsageError

NOTHING = "nothing"
EMPTY_LIST = "an empty list"
"""A list that is there, without elements."""


class Aliases:
    """Aliases of one sort of resource (`subnet`, `Elastic IP`) and the ids behind them."""

    def __init__(self, sort: str, literal: tuple[str, ...]) -> None:
        self._sort = sort
        self._literal = literal
        self._ids: dict[str, str] = {}

    def add(self, ids: Mapping[str, str]) -> None:
        """Remember ids by alias."""
        self._ids.update(ids)

    @property
    def known(self) -> Mapping[str, str]:
        """Ids by alias."""
        return dict(self._ids)

    def __contains__(self, alias: str) -> bool:
        return alias in self._ids

    def id_of(self, word: str) -> str:
        """Return the id of an alias. A literal value in a feature stands for itself.

        Raises UsageError for any other word, so that a misspelt alias is never taken for a value.
        """
        if word in self._ids:
            return self._ids[word]
        if word.startswith(self._literal):
            return word
        known = ", ".join(sorted(self._ids)) or "none yet"
        raise UsageError(
            f"{word!r} is no {self._sort} of this scenario (known: {known}); name it in a Given before, or write a "
            f"literal value, which begins with {' or '.join(self._literal)}"
        )

    def alias_of(self, identifier: str) -> str:
        """Return the alias of an id, or the id itself if it has none."""
        return next((alias for alias, known in self._ids.items() if known == identifier), identifier)

    def ids_of(self, words: str) -> list[str]:
        """Return the ids of a comma-separated list of aliases."""
        return [self.id_of(word) for word in split(words)]

    def aliases_of(self, identifiers: Iterable[str]) -> list[str]:
        """Return the aliases of ids, in their order."""
        return [self.alias_of(identifier) for identifier in identifiers]


def split(words: str) -> list[str]:
    """Split a comma-separated list into its words; `nothing` is the empty list."""
    if words.strip() == NOTHING:
        return []
    return [word.strip() for word in words.split(",")]


def with_ids(value: Any, id_of: Callable[[str], str]) -> Any:
    """Replace aliases by ids in all texts of a document; `id_of` returns a text that is no alias unchanged."""
    if isinstance(value, dict):
        return {key: with_ids(inner, id_of) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_ids(inner, id_of) for inner in value]
    return id_of(value) if isinstance(value, str) else value
