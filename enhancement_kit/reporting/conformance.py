"""`conformance-report.yaml`: what a run proved, by requirement and by scenario, as one API-like object."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import yaml

import enhancement_kit
from enhancement_kit.reporting.identity import identities
from enhancement_kit.reporting.matrix import matrix
from enhancement_kit.reporting.redaction import redact_tree
from enhancement_kit.reporting.results import STATES, ScenarioResult
from enhancement_kit.reporting.run_info import RunInfo
from enhancement_kit.reporting.verdicts import VERDICTS, RequirementVerdict, verdicts
from enhancement_kit.specification.requirements import Catalogue, Requirement
from enhancement_kit.specification.traceability import Trace

API_VERSION: Final = "enhancement-conformance-kit/v1alpha2"
KIND: Final = "ConformanceReport"

LEFT_OUT: Final = "leftOut"
NOT_SELECTED: Final = "is not part of the selection"

TIME_KEY: Final = "time"
"""The key, at any depth, whose values may differ between equal runs; no other value does."""


@dataclass(frozen=True)
class Times:
    """The facts that differ between equal runs: start, end and seed."""

    started: datetime
    finished: datetime
    seed: str = "none"
    """The seed of the order in which scenarios ran."""


def report_object(
    traced: Trace,
    results: Iterable[ScenarioResult],
    info: RunInfo,
    times: Times,
    *,
    selection: str,
    problems: Iterable[str] = (),
) -> dict[str, Any]:
    """Build the report as plain data, redacted, in a stable order.

    `selection` is `all`, or what narrowed the run down; `problems` are harness errors that belong to no scenario.
    """
    ordered = sorted(results, key=lambda result: result.identity.order)
    report = {
        "apiVersion": API_VERSION,
        "kind": KIND,
        "timeFields": [TIME_KEY],
        TIME_KEY: {
            "started": times.started.isoformat(timespec="milliseconds"),
            "finished": times.finished.isoformat(timespec="milliseconds"),
            "seconds": round((times.finished - times.started).total_seconds(), 3),
            "seed": times.seed,
        },
        "kit": {"name": "enhancement-conformance-kit", "version": enhancement_kit.__version__},
        "run": {
            "lane": info.lane,
            "profile": info.profile,
            "variants": info.variants,
            "backends": {
                kind: {"name": name, **info.identities.get(kind, {})} for kind, name in sorted(info.backends.items())
            },
            "selection": selection,
            "notes": list(info.notes),
        },
        "totals": {},
        "problems": sorted(problems),
        "matrix": matrix(ordered),
        "enhancements": [_enhancement(traced, folder, ordered, info) for folder in _folders(traced, ordered)],
    }
    count(report)
    plain: dict[str, Any] = redact_tree(report)
    return plain


def _folders(traced: Trace, results: list[ScenarioResult]) -> list[str]:
    return traced.in_order({*traced.catalogues.by_folder, *(result.identity.folder for result in results)})


def _enhancement(traced: Trace, folder: str, results: list[ScenarioResult], info: RunInfo) -> dict[str, Any]:
    entry: dict[str, Any] = {"folder": folder}
    catalogue = traced.catalogues.by_folder.get(folder)
    if catalogue is not None:
        enhancement = catalogue.enhancement
        entry |= {
            "title": enhancement.name,
            "document": enhancement.document,
            "revision": enhancement.revision,
            "prefix": enhancement.prefix,
            "status": enhancement.status,
        }
    return {
        **entry,
        "totals": {},
        "requirements": [] if catalogue is None else _requirements(traced, catalogue, results),
        "scenarios": [_scenario(result) for result in results if result.identity.folder == folder],
        LEFT_OUT: _left_out(traced, folder, {result.identity.node for result in results}, info),
    }


def _requirements(traced: Trace, catalogue: Catalogue, results: list[ScenarioResult]) -> list[dict[str, Any]]:
    found = verdicts(traced, catalogue, results)
    return [_requirement(*pair) for pair in zip(catalogue.requirements, found, strict=True)]


def _requirement(requirement: Requirement, verdict: RequirementVerdict) -> dict[str, Any]:
    entry = {
        "id": verdict.id,
        "section": requirement.section,
        "level": verdict.level,
        "proof": requirement.proof,
        "verdict": verdict.verdict,
        "scenarios": [result.identity.node for result in verdict.results],
    }
    return {key: value for key, value in entry.items() if value not in (None, [])}


def _left_out(traced: Trace, folder: str, ran: Set[str], info: RunInfo) -> list[dict[str, Any]]:
    """Return the scenarios that exist but were no part of this run, by reason."""
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for identity in identities(traced.features):
        if identity.folder == folder and identity.node not in ran:
            reason = info.left_out(identity.tags, folder, traced.catalogues)
            by_reason[reason or NOT_SELECTED].append(identity.node)
    return [{"reason": reason, "scenarios": nodes} for reason, nodes in sorted(by_reason.items())]


def count(report: dict[str, Any]) -> None:
    """Compute all totals of a report from its entries."""
    enhancements = report["enhancements"]
    for enhancement in enhancements:
        requirements = enhancement["requirements"]
        counts = Counter(requirement["verdict"] for requirement in requirements)
        enhancement["totals"] = {
            "scenarios": _scenario_totals([enhancement]),
            "requirements": {"requirements": len(requirements), **{verdict: counts[verdict] for verdict in VERDICTS}},
        }
    report["totals"] = _scenario_totals(enhancements)


def _scenario_totals(enhancements: list[dict[str, Any]]) -> dict[str, int]:
    states = Counter(scenario["state"] for enhancement in enhancements for scenario in enhancement["scenarios"])
    return {
        "scenarios": states.total(),
        **{state: states[state] for state in STATES},
        "left out": sum(len(group["scenarios"]) for enhancement in enhancements for group in enhancement[LEFT_OUT]),
    }


def _scenario(result: ScenarioResult) -> dict[str, Any]:
    identity = result.identity
    entry: dict[str, Any] = {
        "id": identity.node,
        "file": identity.file,
        "line": identity.line,
        "feature": identity.feature,
        "rule": identity.rule,
        "name": identity.name,
        "row": dict(identity.cells),
        "tags": list(identity.tags),
        "state": result.state,
        "reason": result.reason,
        "link": result.link,
        TIME_KEY: {"seconds": round(result.seconds, 3)},
    }
    return {key: value for key, value in entry.items() if value not in ("", {}, [])}


_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

_HEAD: Final = f"""\
# What a run of the conformance kit proved. Equal runs give equal files but for what stands under the keys that
# timeFields names, at any depth.
# Schema: reports/conformance-report.schema.json ({API_VERSION}).
"""


def report_yaml(report: dict[str, Any]) -> str:
    """Render the report as YAML text."""
    body: str = yaml.dump(report, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=120)
    return _HEAD + body
