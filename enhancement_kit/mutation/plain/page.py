"""docs/power.md: what a saved run of plain mutants says about the scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from enhancement_kit.mutation.plain import saved
from enhancement_kit.mutation.plain.drawing import Plain
from enhancement_kit.mutation.plain.equivalents import Equivalent
from enhancement_kit.mutation.plain.judging import EQUIVALENT, KILLED, SURVIVED, UNEXECUTED, executed_by
from enhancement_kit.mutation.plain.saved import Kept, Saved
from enhancement_kit.reporting.pages.markdown import GENERATED

_HEAD = f"""\
# Power: what the scenarios notice

{GENERATED.format(source=saved.FILE.as_posix())}

A *plain mutant* is a small change of the reference's source that nobody chose: a condition negated, a statement, a
clause or an element dropped, a constant changed, arguments swapped. A mutant is *killed* if a scenario fails under it.
A *survivor* is something that another implementation could do wrong unnoticed, or that makes no difference. A mutant is
*equivalent* if it makes no difference that anybody could observe; `tests/mutants/equivalent.yaml` says why.

`ekit kill --help` explains how to run plain mutants. This page shows one saved run:
"""


def power_page(content: Saved, drawn: Sequence[Plain], listed: Sequence[Equivalent]) -> str:
    """Render docs/power.md."""
    return "\n".join([_HEAD, *_how(content, drawn), "", *_table(content), "", *_survivors(content), *_reasons(listed)])


def _how(content: Saved, drawn: Sequence[Plain]) -> Iterator[str]:
    yield f"    ekit kill {content.how}"
    others = saved.changed(content, drawn)
    if others:
        names = ", ".join(f"`{path}`" for path in others)
        yield f"\nThe mutants of {len(others)} modules are others by now: {names}."


def _table(content: Saved) -> Iterator[str]:
    yield "## Score by component\n"
    yield "| component | mutants run | killed | survived | executed by no scenario | equivalent | score |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for component, counts in sorted(content.counts.items()):
        numbers = [counts.get(kind, 0) for kind in (KILLED, SURVIVED, UNEXECUTED, EQUIVALENT)]
        yield _row(f"`{component}`", numbers)
    total = [
        sum(c.get(kind, 0) for c in content.counts.values()) for kind in (KILLED, SURVIVED, UNEXECUTED, EQUIVALENT)
    ]
    yield _row("all", total)
    yield "\nThe score is the share of killed mutants among those that are not equivalent."


def _row(name: str, numbers: Sequence[int]) -> str:
    counted = sum(numbers[:3])
    score = f"{100 * numbers[0] / counted:.1f} %" if counted else "-"
    return f"| {name} | {' | '.join(str(number) for number in (sum(numbers), *numbers))} | {score} |"


def _survivors(content: Saved) -> Iterator[str]:
    for verdict, title in ((SURVIVED, "Survivors"), (UNEXECUTED, "Executed by no scenario")):
        kept = sorted((k for k in content.kept if k.verdict == verdict), key=lambda k: (k.component, k.key))
        yield f"## {title}\n"
        for component, group in groupby(kept, key=lambda k: k.component):
            yield f"### {component}\n"
            yield from (_survivor(one) for one in group)
            yield ""
        if not kept:
            yield "None.\n"


def _survivor(one: Kept) -> str:
    ids = f"; near {', '.join(one.requirements[:3])}" if one.requirements else ""
    how = f" ({executed_by(one.scenarios, one.telling)}{ids})" if one.scenarios else ""
    path, _, rest = one.key.partition(" in ")
    return f"- `{path}` {_code(rest)}{how}"


def _code(text: str) -> str:
    """Return a text as inline code, whatever backquotes it has."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _reasons(listed: Sequence[Equivalent]) -> Iterator[str]:
    yield "## Equivalent mutants\n"
    if not listed:
        yield "None is listed.\n"
    for entry in sorted(listed, key=lambda e: e.key):
        yield f"- {_code(entry.key)}: {entry.reason}"
    if listed:
        yield ""
