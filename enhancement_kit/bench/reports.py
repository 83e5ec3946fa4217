"""Measures writing and reading all reports of 2,000 results, from five enhancements as large as the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from enhancement_kit import temporary
from enhancement_kit.reporting import outputs
from enhancement_kit.reporting.conformance import Times
from enhancement_kit.reporting.identity import identities
from enhancement_kit.reporting.results import PASSED, ScenarioResult
from enhancement_kit.reporting.run_info import RunInfo
from enhancement_kit.reporting.saved.reading import load_report
from enhancement_kit.reporting.writing import write_reports
from enhancement_kit.specification.traceability import Trace, trace

RESULTS = 2000
ENHANCEMENTS = 5
_RULES, _PLAIN, _OUTLINES = 220, 200, 100

_ENHANCEMENT = """\
title: Enhancement {prefix}
enhancement: enhancement-{prefix}
document: https://example.org/{prefix}.md
revision: "2024-01-02"
status: partial
prefix: {prefix}
reading_order: [all]
actors: [installer]
"""
_WORDS = "the load balancer of an IngressController is attached to the subnets that its specification names "
_RULE = """\
  - id: {prefix}-{number:03}
    section: "Section {section}"
    kind: behaviour
    level: must
    actor: installer
    text: >-
      {words}
    given: >-
      {words}
    then: >-
      {words}
    automatable: true
    proof: mutant
"""
_STEPS = """\
    Given a VPC in us-east-2 with the subnets
      | subnet | zone       | visibility |
      | pub-a  | us-east-2a | public     |
      | pub-b  | us-east-2b | public     |
      | priv-a | us-east-2a | private    |
    And an IngressController {name} on platform AWS that has been given the subnets pub-a and pub-b
    When the admin gives it the subnets pub-a, pub-b and priv-a in the place of those that it has had
    Then it is refused at spec.endpointPublishingStrategy.loadBalancer.providerParameters.aws because of a rule
    And nothing has changed in AWS
"""


def run() -> dict[str, float]:
    """Return CPU seconds (names end in _s) and sizes in millions of bytes (names end in _mb)."""
    with temporary.folder("reports-") as folder:
        traced, results = make_run(folder)
        out = folder / "out"
        outputs.make_writable(out)
        writing = write_all(out, traced, results)
        before = process_time()
        load_report(out / outputs.CONFORMANCE)
        reading = process_time() - before
        sizes = {file.name: file.stat().st_size / 1e6 for file in out.iterdir() if file.is_file()}
    return {
        "results": float(len(results)),
        "write_all_s": round(writing, 3),
        "read_report_s": round(reading, 3),
        "page_mb": round(sizes[outputs.PAGE], 3),
        "report_mb": round(sizes[outputs.CONFORMANCE], 3),
    }


def make_run(root: Path, enhancements: int = ENHANCEMENTS) -> tuple[Trace, list[ScenarioResult]]:
    """Write feature files below `root`, and create a result for each scenario: 2,000 for five enhancements."""
    for number in range(enhancements):
        folder = root / "features" / f"enhancement_{number}"
        folder.mkdir(parents=True)
        prefix = f"E{'ABCDE'[number]}"
        rules = (
            _RULE.format(prefix=prefix, number=rule, section=rule // 7, words=_WORDS * 2)
            for rule in range(1, _RULES + 1)
        )
        (folder / "enhancement.yaml").write_text(_ENHANCEMENT.format(prefix=prefix), encoding="utf-8")
        (folder / "requirements.yaml").write_text("requirements:\n" + "".join(rules), encoding="utf-8")
        (folder / "all.feature").write_text("".join(_feature(prefix)), encoding="utf-8")
    traced = trace(root / "features")
    return traced, [ScenarioResult(identity, PASSED, seconds=0.1) for identity in identities(traced.features)]


def _feature(prefix: str) -> Iterator[str]:
    yield "Feature: everything\n"
    for number in range(_PLAIN + _OUTLINES):
        ids = " ".join(f"@{prefix}-{(number * 2 + step) % _RULES + 1:03}" for step in range(2))
        outline = number >= _PLAIN
        what = "Scenario Outline: <zone> is" if outline else "Scenario: it is"
        yield f"\n  {ids}\n  {what} one of the things that number {number} says about subnets\n"
        yield _STEPS.format(name=f"number-{number}")
        if outline:
            yield "\n    Examples: zones\n      | zone       |\n      | us-east-2a |\n      | us-east-2b |\n"


def write_all(out: Path, traced: Trace, results: list[ScenarioResult]) -> float:
    """Write all reports as a run does at its end; return the CPU seconds that it took."""
    now = datetime.now(UTC)
    before = process_time()
    write_reports(
        out,
        traced,
        results,
        RunInfo(),
        Times(now, now),
        selection="all",
        problems=(),
        allure_dir=None,
        categories=out / "none",
    )
    return process_time() - before
