"""The matrix of components and platforms as the page shows it: first what differs from None, then everything seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

REFERENCE: Final = "None"
"""The platform type that all others are compared with: no provider at all."""

Seen = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Component:
    """One component on all platforms."""

    name: str
    verdicts: tuple[str, ...]
    """One per platform: `as on None`, or the observables in which it differs."""
    rows: tuple[tuple[str, tuple[Seen, ...]], ...]
    """One per observable: its name, and what was seen on each platform."""


@dataclass(frozen=True)
class Platforms:
    """All components on all platforms."""

    platforms: tuple[str, ...]
    components: tuple[Component, ...]


def platforms_view(cells: Sequence[Mapping[str, Any]]) -> Platforms:
    """Return the matrix of a report; None and External come first."""
    names = {cell["platform"] for cell in cells}
    first = [name for name in (REFERENCE, "External") if name in names]
    platforms = (*first, *sorted(names - set(first)))
    observables = sorted({cell["observable"] for cell in cells})
    seen: dict[tuple[str, str, str], Seen] = {
        (cell["component"], cell["platform"], cell["observable"]): tuple(tuple(e["values"]) for e in cell["seen"])
        for cell in cells
    }
    components = []
    for name in sorted({cell["component"] for cell in cells}):
        rows = tuple((o, tuple(seen.get((name, platform, o), ()) for platform in platforms)) for o in observables)
        verdicts = tuple(_verdict(index, platforms, rows) for index in range(len(platforms)))
        components.append(Component(name, verdicts, rows))
    return Platforms(platforms, tuple(components))


def _verdict(index: int, platforms: Sequence[str], rows: Sequence[tuple[str, tuple[Seen, ...]]]) -> str:
    if REFERENCE not in platforms or not any(cells[index] for _, cells in rows):
        return "not seen"
    base = platforms.index(REFERENCE)
    if index == base:
        quiet = all(
            value in ("0", "") for _, cells in rows for seen in cells[base] for values in seen for value in values
        )
        return "leaves nothing" if quiet else "acts"
    different = [name for name, cells in rows if cells[index] != cells[base]]
    return f"differs: {', '.join(different)}" if different else f"as on {REFERENCE}"
