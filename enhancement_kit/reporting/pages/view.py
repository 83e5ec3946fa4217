"""The content of the page as plain objects: enhancements, requirements in document order, and what proves them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from enhancement_kit.reporting.conformance import LEFT_OUT
from enhancement_kit.reporting.pages.scenarios import (
    NOT_PART,
    Outcome,
    ScenarioView,
    scenario_views,
    told,
    worst,
)
from enhancement_kit.reporting.verdicts import NOT_AUTOMATABLE, PROVEN, VERDICTS
from enhancement_kit.specification.requirements import Catalogue, Interpretation, Requirement, Term
from enhancement_kit.specification.traceability import Trace


@dataclass(frozen=True)
class Carrier:
    """A scenario below a requirement or interpretation whose id it carries; its text is shown there if `here`."""

    scenario: ScenarioView
    outcomes: tuple[Outcome, ...]
    here: bool

    @property
    def state(self) -> str:
        """The worst of the rows that carry the id."""
        return worst(self.outcomes)

    @property
    def told(self) -> str:
        """Their outcomes in words."""
        return told(self.outcomes)


@dataclass(frozen=True)
class RequirementView:
    """One requirement, the verdict on it and the scenarios that carry it."""

    id: str
    verdict: str
    other_verdict: str
    """The verdict of the second report, where there is one."""
    level: str
    section: str
    proof: str
    entry: Requirement | None
    """Its entry in the catalogue; None where only the report has it."""
    carriers: tuple[Carrier, ...]
    interpretations: tuple[str, ...]

    @property
    def unseen(self) -> int:
        """How many scenarios that carry it were left out."""
        return sum(outcome.state == NOT_PART for carrier in self.carriers for outcome in carrier.outcomes)


@dataclass(frozen=True)
class Section:
    """Requirements that follow each other under one heading of the document."""

    anchor: str
    heading: str
    requirements: tuple[RequirementView, ...]


@dataclass(frozen=True)
class InterpretationView:
    """A decision of a catalogue and the scenarios that carry its id."""

    entry: Interpretation
    carriers: tuple[Carrier, ...]


@dataclass(frozen=True)
class EnhancementView:
    """One enhancement."""

    folder: str
    title: str
    document: str
    revision: str
    status: str
    totals: Mapping[str, int]
    """Scenarios by state."""
    verdicts: Mapping[str, int]
    """Requirements by verdict; verdicts that no requirement has are left out."""
    sections: tuple[Section, ...]
    interpretations: tuple[InterpretationView, ...]
    others: tuple[ScenarioView, ...]
    """Scenarios that carry nothing of this enhancement's catalogue."""
    left_out: tuple[Mapping[str, Any], ...]
    terms: tuple[Term, ...] = ()
    """The short names that its requirements use."""

    @property
    def executable(self) -> int:
        """How many requirements can be executed."""
        return sum(number for verdict, number in self.verdicts.items() if verdict != NOT_AUTOMATABLE)

    def proven(self, proof: str) -> int:
        """Return how many requirements of that proof are proven."""
        entries = (requirement for section in self.sections for requirement in section.requirements)
        return sum(entry.verdict == PROVEN and entry.proof == proof for entry in entries)


def enhancement_views(
    report: Mapping[str, Any], traced: Trace, other: Mapping[str, Any] | None = None
) -> list[EnhancementView]:
    """Build the enhancements of a report, with texts from the catalogues and feature files of the checkout.

    Where a second report is given, every requirement also has the verdict that it gives.
    """
    builder = _Builder(scenario_views(report, traced), _verdicts(other))
    return [builder.enhancement(entry, traced.catalogues.by_folder.get(entry["folder"])) for entry in _first(report)]


def _first(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    entries: list[Mapping[str, Any]] = report["enhancements"]
    return entries


def _verdicts(report: Mapping[str, Any] | None) -> dict[str, str]:
    if report is None:
        return {}
    return {
        requirement["id"]: requirement["verdict"]
        for enhancement in report["enhancements"]
        for requirement in enhancement["requirements"]
    }


class _Builder:
    """Builds one enhancement after the other; a scenario's text goes to the first requirement that it carries."""

    def __init__(self, scenarios: Mapping[str, Sequence[ScenarioView]], second: Mapping[str, str]) -> None:
        self._scenarios = scenarios
        self._second = second
        self._by_id: dict[str, list[ScenarioView]] = {}
        for views in scenarios.values():
            for view in views:
                for tag in view.tags:
                    self._by_id.setdefault(tag, []).append(view)

    def enhancement(self, entry: Mapping[str, Any], catalogue: Catalogue | None) -> EnhancementView:
        entries = {r.id: r for r in catalogue.requirements} if catalogue else {}
        decisions = catalogue.interpretations if catalogue else ()
        requirements = [self._requirement(one, entries.get(one["id"]), decisions) for one in entry["requirements"]]
        interpretations = tuple(InterpretationView(i, self._carriers(i.id)) for i in decisions)
        verdicts = Counter(requirement.verdict for requirement in requirements)
        return EnhancementView(
            folder=entry["folder"],
            title=entry.get("title", entry["folder"]),
            document=entry.get("document", ""),
            revision=entry.get("revision", ""),
            status=entry.get("status", ""),
            totals=entry["totals"]["scenarios"],
            verdicts={verdict: verdicts[verdict] for verdict in VERDICTS if verdicts[verdict]},
            sections=tuple(_sections(entry["folder"], requirements)),
            interpretations=interpretations,
            others=tuple(view for view in self._scenarios.get(entry["folder"], ()) if not view.home),
            left_out=tuple(entry[LEFT_OUT]),
            terms=catalogue.terms if catalogue else (),
        )

    def _requirement(
        self, entry: Mapping[str, Any], source: Requirement | None, interpretations: Iterable[Interpretation]
    ) -> RequirementView:
        return RequirementView(
            id=entry["id"],
            verdict=entry["verdict"],
            other_verdict=self._second.get(entry["id"], "not there") if self._second else "",
            level=entry["level"],
            section=entry["section"],
            proof=entry.get("proof", "none"),
            entry=source,
            carriers=self._carriers(entry["id"]),
            interpretations=tuple(
                interpretation.id for interpretation in interpretations if entry["id"] in interpretation.about
            ),
        )

    def _carriers(self, any_id: str) -> tuple[Carrier, ...]:
        found = []
        for view in self._by_id.get(any_id, ()):
            here = not view.home
            view.home = view.home or any_id
            found.append(Carrier(view, view.carrying(any_id), here))
        return tuple(found)


def _sections(folder: str, requirements: Sequence[RequirementView]) -> Iterator[Section]:
    for number, (heading, group) in enumerate(
        groupby(requirements, key=lambda requirement: requirement.section), start=1
    ):
        yield Section(f"{folder}.{number}", heading, tuple(group))
