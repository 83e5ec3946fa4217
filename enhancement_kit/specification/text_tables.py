"""Plain text tables for terminals: columns as wide as their widest cell, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence


def render_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: frozenset[int] = frozenset()) -> str:
    """Render the rows under their heading; the columns in `numbers` (counted from 0) are aligned to the right."""
    widths = [max(len(line[column]) for line in (head, *rows)) for column in range(len(head))]

    def shown(line: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    return "\n".join((shown(head), "  ".join("-" * width for width in widths), *(shown(row) for row in rows)))
