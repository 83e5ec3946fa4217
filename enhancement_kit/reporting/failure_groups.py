"""The failures of a run, grouped by what broke first: scenarios that one cause has broken are one entry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import yaml

from enhancement_kit.reporting.redaction import redact, redact_tree
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, ScenarioResult
from enhancement_kit.reporting.saved.comparing import Comparison

FILE: Final = "failures.yaml"
_SHOWN: Final = 3


@dataclass(frozen=True)
class Group:
    """Scenarios that broke at the same observation."""

    state: str
    broken: str
    results: tuple[ScenarioResult, ...]


def groups(results: Iterable[ScenarioResult]) -> list[Group]:
    """Group the red scenarios by what broke first: harness errors before failures, then the largest group first."""
    found: defaultdict[tuple[str, str], list[ScenarioResult]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.identity.order):
        if result.state in (FAILED, HARNESS_ERROR):
            broken = result.broken or result.reason.strip().split("\n", 1)[0]
            found[result.state, broken].append(result)
    made = [Group(state, broken, tuple(members)) for (state, broken), members in found.items()]
    return sorted(made, key=lambda group: (group.state != HARNESS_ERROR, -len(group.results), group.broken))


def failures_yaml(results: Iterable[ScenarioResult], problems: Sequence[str], since: Comparison | None) -> str:
    """Render everything that is red as YAML, for whoever investigates a nightly failure."""
    plain = {
        "problems": list(problems),
        "groups": [
            {
                "broken": group.broken,
                "state": group.state,
                "scenarios": [
                    {
                        "id": result.identity.node,
                        "where": result.where,
                        "reason": result.reason,
                        "reproduce": result.again,
                    }
                    for result in group.results
                ],
            }
            for group in groups(results)
        ],
        **({"since": _changes(since)} if since is not None else {}),
    }
    text: str = yaml.safe_dump(redact_tree(plain), sort_keys=False, allow_unicode=True, width=120)
    return "# What is red, grouped by what broke first.\n" + text


def terminal_lines(results: Iterable[ScenarioResult]) -> list[str]:
    """Return the groups as lines, each with its first scenarios and the command that runs the first one again."""
    lines = []
    for group in groups(results):
        lines.append(f"{len(group.results)} {group.state}: {group.broken}")
        lines += [f"    {result.identity.node}" for result in group.results[:_SHOWN]]
        if len(group.results) > _SHOWN:
            lines.append(f"    and {len(group.results) - _SHOWN} more, see {FILE}")
        lines.append(f"    {group.results[0].again}")
    return [redact(line) for line in lines]


def _changes(found: Comparison) -> dict[str, list[str]]:
    return {name.replace("_", " "): [str(change) for change in changes] for name, changes in vars(found).items()}
