"""The failures of a run, grouped by cause: scenarios that one cause has broken are one entry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import yaml

from enhancement_kit.reporting.redaction import redact, redact_tree
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, ScenarioResult
from enhancement_kit.reporting.saved.comparing import Comparison
from enhancement_kit.specification.requirements import looks_like_id

FILE: Final = "failures.yaml"
_SHOWN: Final = 3


@dataclass(frozen=True)
class Group:
    """Scenarios that one cause has broken."""

    state: str
    broken: str
    """The key that they share."""
    results: tuple[ScenarioResult, ...]

    @property
    def told(self) -> str:
        """What the first of them has found, literally."""
        return self.results[0].reason.strip().split("\n", 1)[0] or self.broken


def groups(results: Iterable[ScenarioResult]) -> list[Group]:
    """Group the red scenarios by cause: harness errors before failures, then the largest group first."""
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
                "found": group.told,
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
    return "# What is red, grouped by cause.\n" + text


def group_lines(found: Sequence[Group]) -> list[str]:
    """Return each group as lines: what was found, at which step, in which scenarios, and how to run the first again."""
    lines = []
    for group in found:
        first = group.results[0]
        lines.append(f"{len(group.results)} {group.state}: {group.told}")
        lines.append(f"    at {first.where}" if first.where else "    outside of steps")
        lines += [f"    {red_line(result)}" for result in group.results[:_SHOWN]]
        if len(group.results) > _SHOWN:
            lines.append(f"    and {len(group.results) - _SHOWN} more, see {FILE}")
        lines.append(f"    {first.again}")
    return [redact(line) for line in lines]


def red_line(result: ScenarioResult) -> str:
    """Return one line about a scenario: where it is, its title, and the ids that it carries."""
    identity = result.identity
    ids = " ".join(tag for tag in identity.tags if looks_like_id(tag))
    told = all(value in identity.name for _, value in identity.cells)
    title = identity.name if told else identity.unique_name
    return redact(f"{identity.file}:{identity.line} {title}" + (f" ({ids})" if ids else ""))


def _changes(found: Comparison) -> dict[str, list[str]]:
    return {name.replace("_", " "): [str(change) for change in changes] for name, changes in vars(found).items()}
