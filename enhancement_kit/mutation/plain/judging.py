"""Judge plain mutants: which were killed, which survived, which no scenario executes, which cannot be noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from enhancement_kit.mutation.plain.coverage import Scenario
from enhancement_kit.mutation.plain.drawing import MODULE, Plain
from enhancement_kit.mutation.plain.equivalents import Equivalent
from enhancement_kit.mutation.plain.running import Run
from enhancement_kit.specification.findings import Finding

KILLED = "killed"
SURVIVED = "survived"
UNEXECUTED = "executed by no scenario"
EQUIVALENT = "equivalent"
NOT_RUN = "not run"


def executed_by(number: int, telling: int) -> str:
    """Say how many scenarios execute a place, and in how many of them a mutant can make a difference."""
    differs = "" if telling == number else f", makes a difference in {telling or 'none'} of them"
    return f"executed by {number} scenario{'s' if number != 1 else ''}{differs}"


@dataclass(frozen=True)
class Verdict:
    """What became of one mutant."""

    mutant: Plain
    verdict: str
    by: str = ""
    """The scenario that killed it, or the reason why it is equivalent."""
    state: str = ""
    """The state of that scenario."""
    reason: str = ""
    ran: int = 0
    scenarios: int = 0
    """How many scenarios execute its place."""
    telling: int = 0
    """In how many of them it can make a difference."""
    requirements: tuple[str, ...] = ()
    """The requirements whose scenarios execute its place, those that few other places serve in front."""

    @property
    def text(self) -> str:
        """Describe it on one line."""
        mutant = self.mutant
        place = f"{mutant.id} in {mutant.function or MODULE}"
        how = UNEXECUTED if self.verdict == UNEXECUTED else executed_by(self.scenarios, self.telling)
        if self.verdict == EQUIVALENT:
            how = f"equivalent: {self.by}"
        return f"{place}: {mutant.before} -> {mutant.after}  ({how})"


@dataclass
class Score:
    """The mutants of one component in numbers."""

    counts: Counter[str] = field(default_factory=Counter)

    @property
    def drawn(self) -> int:
        """How many there are."""
        return self.counts.total()

    @property
    def judged(self) -> int:
        """How many count: those that were run, or that no scenario executes."""
        return self.counts[KILLED] + self.counts[SURVIVED] + self.counts[UNEXECUTED]

    @property
    def percent(self) -> float:
        """How many of those that count were killed, in percent; 100 where none counts."""
        return 100 * self.counts[KILLED] / self.judged if self.judged else 100.0


@dataclass
class Judgement:
    """The verdicts on all mutants of a run."""

    verdicts: list[Verdict]
    findings: list[Finding]
    """What is wrong with the list of equivalent mutants."""

    def of(self, *kinds: str) -> list[Verdict]:
        """Return the mutants with one of these verdicts."""
        return [verdict for verdict in self.verdicts if verdict.verdict in kinds]

    @property
    def scores(self) -> dict[str, Score]:
        """The numbers of each component."""
        found: dict[str, Score] = {}
        for verdict in self.verdicts:
            found.setdefault(verdict.mutant.component, Score()).counts[verdict.verdict] += 1
        return dict(sorted(found.items()))

    @property
    def harness_errors(self) -> list[Verdict]:
        """Mutants under which the kit itself broke: noticed, but not by a claim."""
        return [verdict for verdict in self.verdicts if verdict.state == "harness error"]


def judge(
    mutants: Sequence[Plain], run: Run, equivalents: Iterable[Equivalent], requirements: Collection[str]
) -> Judgement:
    """Judge a run. `requirements`: the ids that count as such among the tags of scenarios."""
    listed = {entry.key: entry for entry in equivalents}
    weight = _weights(run.executed, requirements)
    verdicts, findings = [], []
    for mutant in mutants:
        result = run.results.get(mutant.id, {})
        scenarios = run.executed.get(mutant.id)
        entry = listed.get(mutant.key)
        killed = result.get("verdict") == KILLED
        if killed and entry is not None:
            findings.append(
                entry.problem(
                    f"the mutant is listed as equivalent, but {result['by'] or 'its start'} notices it",
                    "remove the entry",
                )
            )
        telling = run.concerned.get(mutant.id) or scenarios
        verdict = _verdict(mutant, result, scenarios, None if killed else entry, _ids(telling or (), weight))
        verdicts.append(replace(verdict, telling=len(run.concerned.get(mutant.id, ()))))
    return Judgement(verdicts, findings)


def _verdict(
    mutant: Plain,
    result: Mapping[str, Any],
    scenarios: Sequence[Scenario] | None,
    entry: Equivalent | None,
    requirements: tuple[str, ...],
) -> Verdict:
    number = len(scenarios or ())
    if entry is not None:
        return Verdict(mutant, EQUIVALENT, by=entry.reason, scenarios=number)
    if scenarios is not None and not scenarios:
        return Verdict(mutant, UNEXECUTED)
    if not result:
        return Verdict(mutant, NOT_RUN, scenarios=number)
    return Verdict(
        mutant,
        result["verdict"],
        by=result.get("by", ""),
        state=result.get("state", ""),
        reason=result.get("reason", ""),
        ran=result.get("ran", 0),
        scenarios=number,
        requirements=requirements,
    )


def _ids(scenarios: Iterable[Scenario], weight: Mapping[str, int]) -> tuple[str, ...]:
    tags = {tag for scenario in scenarios for tag in scenario.tags if tag in weight}
    return tuple(sorted(tags, key=lambda tag: (weight[tag], tag)))


def _weights(executed: Mapping[str, Sequence[Scenario]], requirements: Collection[str]) -> dict[str, int]:
    """Return by tag how many mutants its scenarios execute: the less, the more it is about one of them."""
    found: Counter[str] = Counter()
    for scenarios in executed.values():
        # a tag of a clause or a case, LSS-037.2, names its requirement first
        found.update({tag for s in scenarios for tag in s.tags if tag.partition(".")[0] in requirements})
    return dict(found)
