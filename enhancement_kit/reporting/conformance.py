"""`conformance-report.yaml`: what a run proved, rule by rule and scenario by scenario, as one API-like object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import yaml

import enhancement_kit
from enhancement_kit.reporting.matrix import matrix
from enhancement_kit.reporting.redaction import redact_tree
from enhancement_kit.reporting.results import ScenarioResult, count_states
from enhancement_kit.reporting.run import RunInfo
from enhancement_kit.reporting.trace import Trace
from enhancement_kit.reporting.verdicts import VERDICTS, verdicts

API_VERSION: Final = "enhancement-conformance-kit/v1alpha1"
KIND: Final = "ConformanceReport"

TIME_KEY: Final = "time"
"""The key, at any depth, under which everything stands that differs between runs that are otherwise equal."""


@dataclass(frozen=True)
class Times:
    """What differs between runs that are otherwise equal."""

    started: datetime
    finished: datetime
    seed: str = "none"
    """Of the order in which scenarios ran."""


def report_object(
    traced: Trace,
    results: Iterable[ScenarioResult],
    info: RunInfo,
    times: Times,
    *,
    selection: str,
    problems: Iterable[str] = (),
) -> dict[str, Any]:
    """The report as plain data, redacted, in a stable order.

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
            "backends": dict(sorted(info.backends.items())),
            "selection": selection,
            "notes": list(info.notes),
        },
        "totals": {"scenarios": len(ordered), **count_states(ordered)},
        "problems": sorted(problems),
        "matrix": matrix(ordered),
        "enhancements": [_enhancement(traced, folder, ordered) for folder in _folders(traced, ordered)],
    }
    plain: dict[str, Any] = redact_tree(report)
    return plain


def _folders(traced: Trace, results: list[ScenarioResult]) -> list[str]:
    return sorted({*traced.catalogues.by_folder, *(result.identity.folder for result in results)})


def _enhancement(traced: Trace, folder: str, results: list[ScenarioResult]) -> dict[str, Any]:
    own = [result for result in results if result.identity.folder == folder]
    head: dict[str, Any] = {"folder": folder}
    requirements: list[dict[str, Any]] = []
    counts = Counter(dict.fromkeys(VERDICTS, 0))
    catalogue = traced.catalogues.by_folder.get(folder)
    if catalogue is not None:
        head |= {
            "title": catalogue.enhancement,
            "document": catalogue.document,
            "revision": catalogue.revision,
            "prefix": catalogue.prefix,
            "status": catalogue.status,
        }
        for verdict in verdicts(traced, catalogue, results):
            counts[verdict.verdict] += 1
            entry: dict[str, Any] = {"id": verdict.id, "level": verdict.level, "verdict": verdict.verdict}
            if verdict.results:
                entry["scenarios"] = [result.identity.node for result in verdict.results]
            requirements.append(entry)
    head["totals"] = {
        "scenarios": {"scenarios": len(own), **count_states(own)},
        "requirements": {"requirements": len(requirements), **counts},
    }
    return {**head, "requirements": requirements, "scenarios": [_scenario(result) for result in own]}


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
    """The report as text."""
    body: str = yaml.dump(report, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=120)
    return _HEAD + body
