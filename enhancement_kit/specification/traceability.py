"""Traceability both ways: which scenarios prove a requirement, what a scenario claims, and what is missing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from enhancement_kit.specification.enhancements import Enhancements
from enhancement_kit.specification.features import FeatureFile, Features, Instance, load_features
from enhancement_kit.specification.findings import Finding
from enhancement_kit.specification.requirements import (
    LEVELS,
    Catalogue,
    Catalogues,
    Interpretation,
    Requirement,
    load_catalogues,
    looks_like_id,
)
from enhancement_kit.specification.text_tables import render_table

MOST_MUTANT_IDS: Final = 3
"""How many `mutant` ids one scenario may claim; ids joined by `same_as` count once."""


@dataclass(frozen=True)
class Trace:
    """The mapping between requirements and scenarios. An outline's rows count one by one."""

    catalogues: Catalogues
    features: Features
    scenarios_of: Mapping[str, tuple[Instance, ...]]
    """The scenarios that carry an id: known ids only, requirements and interpretations."""

    def in_order(self, folders: Iterable[str]) -> list[str]:
        """Put folders in the order of their enhancements; those that are none come last."""
        known = self.catalogues.enhancements.folders
        return sorted(folders, key=lambda folder: (known.index(folder) if folder in known else len(known), folder))

    def ids_of(self, instance: Instance) -> tuple[str, ...]:
        """Return the requirement and interpretation ids that a scenario carries, in the order written."""
        return tuple(self.catalogues.entries_of(instance.tags))

    @cached_property
    def claims(self) -> frozenset[str]:
        """The ids of requirements, clauses, cases and interpretations that some scenario claims."""
        found = (self.catalogues.claimed(instance.tags) for _, instance in self.features.instances())
        return frozenset().union(*found)

    def covered(self, requirement_id: str) -> bool:
        """Check whether a scenario carries the id itself; a twin by `same_as` does not count."""
        return requirement_id in self.scenarios_of

    def uncovered(self, catalogue: Catalogue, levels: Iterable[str] = ("must", "should")) -> tuple[Requirement, ...]:
        """Return the automatable requirements of these levels that no scenario carries, in document order."""
        wanted = frozenset(levels)
        return tuple(
            r for r in catalogue.requirements if r.automatable and r.level in wanted and not self.covered(r.id)
        )


def trace(features_dir: Path) -> Trace:
    """Read catalogues and feature files and map them onto each other. Raises RequirementsError.

    A feature file that is no Gherkin does not stop it: its finding is in `features.findings`, and `check` returns it.
    """
    catalogues = load_catalogues(features_dir)
    features = in_reading_order(load_features(features_dir), catalogues.enhancements, features_dir)
    carried: defaultdict[str, list[Instance]] = defaultdict(list)
    for _, instance in features.instances():
        for tag in instance.tags:
            if tag in catalogues:
                carried[tag].append(instance)
    return Trace(catalogues, features, {tag: tuple(instances) for tag, instances in carried.items()})


def in_reading_order(features: Features, enhancements: Enhancements, features_dir: Path) -> Features:
    """Put feature files in the order in which their enhancements are to be read."""
    folders = enhancements.folders

    def place(file: FeatureFile) -> tuple[int, tuple[int, str], str]:
        enhancement = enhancements.by_folder.get(file.folder)
        if enhancement is None:
            return (len(folders), (0, ""), file.file)
        folder = features_dir.resolve() / file.folder
        name = file.path.relative_to(folder).with_suffix("").as_posix()
        return (folders.index(file.folder), enhancement.place_of(name), file.file)

    return Features(tuple(sorted(features.files, key=place)), features.findings)


def trace_to_dict(traced: Trace) -> dict[str, dict[str, Any]]:
    """Build what `ekit trace --json` prints, keyed by prefix.

    `must` and `should` count automatable requirements; `uncovered` names those of them that no scenario carries.
    `clauses` and `cases` count those of automatable requirements: an outcome that is one text is one clause, a
    situation that is one text is no case. `scenarios` counts the scenarios (each row of an outline is one) that carry
    an id of this catalogue.
    """
    return {catalogue.enhancement.prefix: _numbers(traced, catalogue) for catalogue in traced.catalogues}


def trace_to_json(traced: Trace) -> str:
    """Return `trace_to_dict` as JSON text with a newline at its end."""
    return json.dumps(trace_to_dict(traced), indent=2) + "\n"


def _numbers(traced: Trace, catalogue: Catalogue) -> dict[str, Any]:
    automatable = [r for r in catalogue.requirements if r.automatable]
    numbers: dict[str, Any] = {
        "status": catalogue.enhancement.status,
        "total": len(catalogue.requirements),
        "automatable": len(automatable),
    }
    for level in ("must", "should"):
        ids = [r.id for r in automatable if r.level == level]
        numbers[level] = len(ids)
        numbers[f"{level}_covered"] = sum(traced.covered(requirement_id) for requirement_id in ids)
    own = [r.id for r in catalogue.requirements] + [a.id for a in catalogue.interpretations]
    carriers = {instance.key for entry_id in own for instance in traced.scenarios_of.get(entry_id, ())}
    numbers["scenarios"] = len(carriers)
    clauses = [clause for r in automatable for clause in (r.clauses or (r.id,))]
    cases = [case for r in automatable for case in r.cases]
    numbers |= {
        "clauses": len(clauses),
        "clauses_covered": sum(clause in traced.claims for clause in clauses),
        "cases": len(cases),
        "cases_covered": sum(case in traced.claims for case in cases),
    }
    numbers["uncovered"] = [r.id for r in traced.uncovered(catalogue)]
    return numbers


def render_text(traced: Trace) -> str:
    """Render what `ekit trace` prints: a row per enhancement, then scenarios by id."""
    rows = []
    for catalogue in traced.catalogues:
        n = _numbers(traced, catalogue)
        rows.append(
            (
                catalogue.enhancement.prefix,
                catalogue.enhancement.name,
                n["status"],
                str(n["total"]),
                str(n["automatable"]),
                f"{n['must_covered']} of {n['must']}",
                f"{n['should_covered']} of {n['should']}",
                f"{n['clauses_covered']} of {n['clauses']}",
                f"{n['cases_covered']} of {n['cases']}",
                str(n["scenarios"]),
            )
        )
    counted = ("requirements", "automatable", "must covered", "should covered", "clauses", "cases", "scenarios")
    head = ("id", "enhancement", "status", *counted)
    parts = [render_table(head, rows, numbers=frozenset(range(3, len(head))))]
    for catalogue in traced.catalogues:
        proven = [r for r in catalogue.requirements if traced.covered(r.id)]
        if proven:
            lines = [f"{catalogue.enhancement.name}: requirements and the scenarios that carry them"]
            for requirement in proven:
                lines.append(f"  {requirement.id} ({requirement.level}, {requirement.section})")
                lines += [f"    {i.scenario.file}:{i.line}  {i.title}" for i in traced.scenarios_of[requirement.id]]
            parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def check(traced: Trace) -> list[Finding]:
    """Return the findings of `ekit trace --check`, in order of file and line; empty where all is well.

    - a feature file that is no Gherkin;
    - in a `complete` catalogue, an automatable requirement of any level that no scenario carries, a clause or case of
      one that no scenario claims, and an interpretation that nothing shows (see `unshown`);
    - a scenario that names no requirement and no interpretation, or an id that no catalogue has;
    - a scenario that claims more than three `mutant` ids, unless it is a walkthrough: one that also carries an id
      whose proof is `walkthrough`.
    """
    findings = list(traced.features.findings)
    for catalogue in traced.catalogues:
        if catalogue.enhancement.status == "complete":
            findings += [_uncarried(catalogue, r) for r in traced.uncovered(catalogue, LEVELS)]
            findings += [_unclaimed(catalogue, r, part) for r, part in unclaimed(traced, catalogue)]
            findings += [_unshown(catalogue, i) for i in unshown(traced, catalogue)]
    for file, instance in traced.features.instances():
        findings += _check_instance(traced.catalogues, file, instance)
    # rows of one table share their tags: a finding about the tags is one finding, not one for each row
    return sorted(set(findings))


def unclaimed(traced: Trace, catalogue: Catalogue) -> list[tuple[Requirement, str]]:
    """Return the clauses and cases that no scenario claims, of automatable requirements that a scenario carries."""
    return [
        (requirement, part)
        for requirement in catalogue.requirements
        if requirement.automatable and traced.covered(requirement.id)
        for part in requirement.provable
        if part not in traced.claims
    ]


def unshown(traced: Trace, catalogue: Catalogue) -> tuple[Interpretation, ...]:
    """Return the interpretations that decide something for scenarios, and that no scenario follows.

    A scenario follows an interpretation that it carries, or one about a requirement that it carries. An interpretation
    about nothing automatable decides nothing for scenarios: why its requirements cannot be executed, they say.
    """
    known = traced.catalogues.requirements
    return tuple(
        interpretation
        for interpretation in catalogue.interpretations
        if not traced.covered(interpretation.id)
        and any(known[about].automatable for about in interpretation.about)
        and not any(known[about].automatable and traced.covered(about) for about in interpretation.about)
    )


def check_mutants(traced: Trace, violated: Set[str]) -> list[Finding]:
    """Return what a scenario claims of requirements of proof `mutant` and no mutant violates.

    Each clause and each case needs a mutant that violates it; a mutant that violates the whole requirement is none.
    `violated`: the ids that some mutant violates. Nothing is run, so that it is not known whether a scenario notices.
    """
    findings = []
    for catalogue in traced.catalogues:
        for requirement in catalogue.requirements:
            promised = requirement.provable if requirement.proof == "mutant" else ()
            for part in promised:
                if part in traced.claims and part not in violated:
                    message = f"a scenario claims {part}, whose proof is mutant, but no mutant violates it"
                    remedy = f"add a mutant that violates {part} to mutants.yaml beside it or to tests/mutants/"
                    findings.append(Finding(catalogue.file, requirement.line, message, remedy))
    return sorted(findings)


def _uncarried(catalogue: Catalogue, requirement: Requirement) -> Finding:
    return Finding(
        catalogue.file,
        requirement.line,
        f"{requirement.id} (level {requirement.level}) is automatable, and no scenario carries it",
        f"write a scenario tagged @{requirement.id}, set automatable: false with a note that says why, or set "
        "status: partial",
    )


def _unclaimed(catalogue: Catalogue, requirement: Requirement, part: str) -> Finding:
    what = "case" if part in requirement.cases else "clause"
    text = {**requirement.clauses, **requirement.cases}[part]
    return Finding(
        catalogue.file,
        requirement.line,
        f"no scenario claims {what} {part} ({text.strip().rstrip('.')})",
        f"tag the scenario or the Examples table that shows it with @{part}",
    )


def _unshown(catalogue: Catalogue, interpretation: Interpretation) -> Finding:
    return Finding(
        catalogue.file,
        interpretation.line,
        f"no scenario carries {interpretation.id} or an automatable requirement that it is about "
        f"({', '.join(interpretation.about)})",
        f"tag the scenario that follows it with @{interpretation.id}, or correct what it is about",
    )


def _check_instance(catalogues: Catalogues, file: FeatureFile, instance: Instance) -> list[Finding]:
    line = instance.tagged_at
    name = f"scenario {instance.scenario.name!r}"
    ids = catalogues.entries_of(instance.tags)
    unknown = [tag for tag in instance.tags if tag not in catalogues and looks_like_id(tag)]
    findings = [
        Finding(file.file, line, f"{name} carries {tag}, which no catalogue has", "correct the id or remove the tag")
        for tag in unknown
    ]
    if not ids and not unknown:
        remedy = "tag it with the id of what it proves"
        findings.append(Finding(file.file, line, f"{name} names no requirement and no interpretation", remedy))
    requirements = [catalogues.requirements[tag] for tag in ids if tag in catalogues.requirements]
    mutant = [r.id for r in requirements if r.proof == "mutant"]
    groups = {catalogues.twins(requirement_id) for requirement_id in mutant}
    if len(groups) > MOST_MUTANT_IDS and not any(r.proof == "walkthrough" for r in requirements):
        message = f"{name} claims {len(groups)} mutant requirements ({', '.join(mutant)}), more than {MOST_MUTANT_IDS}"
        findings.append(Finding(file.file, line, message, "split it, so that each claim can fail on its own"))
    return findings
