"""Traceability both ways: which scenarios prove a requirement, what a scenario claims, and what is missing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from enhancement_kit.specification.features import FeatureFile, Features, Instance, load_features
from enhancement_kit.specification.findings import Finding
from enhancement_kit.specification.requirements import Catalogue, Catalogues, Requirement, load_catalogues
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

    def ids_of(self, instance: Instance) -> tuple[str, ...]:
        """Return the requirement and interpretation ids that a scenario carries, in the order written."""
        return tuple(tag for tag in instance.tags if tag in self.catalogues)

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
    features = load_features(features_dir)
    carried: defaultdict[str, list[Instance]] = defaultdict(list)
    for _, instance in features.instances():
        for tag in instance.tags:
            if tag in catalogues:
                carried[tag].append(instance)
    return Trace(catalogues, features, {tag: tuple(instances) for tag, instances in carried.items()})


def trace_to_dict(traced: Trace) -> dict[str, dict[str, Any]]:
    """Build what `ekit trace --json` prints, keyed by prefix.

    `must` and `should` count automatable requirements; `uncovered` names those of them that no scenario carries;
    `scenarios` counts the scenarios (each row of an outline is one) that carry an id of this catalogue.
    """
    return {catalogue.prefix: _numbers(traced, catalogue) for catalogue in traced.catalogues}


def trace_to_json(traced: Trace) -> str:
    """Return `trace_to_dict` as JSON text with a newline at its end."""
    return json.dumps(trace_to_dict(traced), indent=2) + "\n"


def _numbers(traced: Trace, catalogue: Catalogue) -> dict[str, Any]:
    automatable = [r for r in catalogue.requirements if r.automatable]
    numbers: dict[str, Any] = {
        "status": catalogue.status,
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
    numbers["uncovered"] = [r.id for r in traced.uncovered(catalogue)]
    return numbers


def render_text(traced: Trace) -> str:
    """Render what `ekit trace` prints: a row per enhancement, then the uncovered ids, then scenarios by id."""
    rows = []
    for catalogue in traced.catalogues:
        n = _numbers(traced, catalogue)
        rows.append(
            (
                catalogue.prefix,
                catalogue.enhancement,
                n["status"],
                str(n["total"]),
                str(n["automatable"]),
                f"{n['must_covered']} of {n['must']}",
                f"{n['should_covered']} of {n['should']}",
                str(n["scenarios"]),
            )
        )
    head = ("id", "enhancement", "status", "rules", "automatable", "must covered", "should covered", "scenarios")
    parts = [render_table(head, rows, numbers=frozenset({3, 4, 5, 6, 7}))]
    for catalogue in traced.catalogues:
        proven = [r for r in catalogue.requirements if traced.covered(r.id)]
        if proven:
            lines = [f"{catalogue.enhancement}: requirements and the scenarios that carry them"]
            for requirement in proven:
                lines.append(f"  {requirement.id} ({requirement.level}, {requirement.section})")
                lines += [f"    {i.scenario.file}:{i.line}  {i.title}" for i in traced.scenarios_of[requirement.id]]
            parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def check(traced: Trace) -> list[Finding]:
    """Return the findings of `ekit trace --check`, in order of file and line; empty where all is well.

    - a feature file that is no Gherkin;
    - an automatable `must` of a `complete` catalogue that no scenario carries (a `should` is listed in the JSON and is
      no finding: a document's "should" may be left out, and the catalogue says nothing else);
    - a scenario that names no requirement and no interpretation, or an id that no catalogue has;
    - a scenario that claims more than three `mutant` ids, unless it is a walkthrough: one that also carries an id
      whose proof is `walkthrough`.
    """
    findings = list(traced.features.findings)
    for catalogue in traced.catalogues:
        if catalogue.status == "complete":
            findings += [
                Finding(
                    catalogue.file,
                    requirement.line,
                    f"{requirement.id} is a must that can be executed, and no scenario carries it",
                    f"write a scenario tagged @{requirement.id}, or set status: partial",
                )
                for requirement in traced.uncovered(catalogue, ("must",))
            ]
    for file, instance in traced.features.instances():
        findings += _check_instance(traced.catalogues, file, instance)
    # rows of one table share their tags: a finding about the tags is one finding, not one for each row
    return sorted(set(findings))


def _check_instance(catalogues: Catalogues, file: FeatureFile, instance: Instance) -> list[Finding]:
    line = instance.tagged_at
    name = f"scenario {instance.scenario.name!r}"
    ids = [tag for tag in instance.tags if tag in catalogues]
    unknown = [tag for tag in instance.tags if tag not in catalogues and catalogues.looks_like_id(tag)]
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
