"""Writes the reports that are about a whole run."""

# allure-python-commons has no annotations on its loggers
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from enhancement_kit.reporting import failure_groups, outputs, unwritten
from enhancement_kit.reporting.allure_files import (
    LinkPatterns,
    ResultFiles,
    ResultMaker,
    result_path,
    write_environment,
)
from enhancement_kit.reporting.conformance import Times, report_object, report_yaml
from enhancement_kit.reporting.junit import junit_xml
from enhancement_kit.reporting.pages.page import page
from enhancement_kit.reporting.results import ScenarioResult
from enhancement_kit.reporting.run_info import RunInfo
from enhancement_kit.reporting.saved.comparing import Comparison, compare
from enhancement_kit.reporting.saved.reading import Report
from enhancement_kit.specification.traceability import Trace


def write_reports(
    directory: Path,
    traced: Trace,
    results: Sequence[ScenarioResult],
    info: RunInfo,
    times: Times,
    *,
    selection: str,
    problems: Sequence[str],
    allure_dir: Path | None,
    categories: Path,
    links: Sequence[str] = (),
    since: Report | None = None,
) -> Comparison | None:
    """Write JUnit, the conformance report, its page and the failures; complete Allure's results.

    Each of them is tried, and what cannot be written is noted (`unwritten`). A scenario whose process died, or that
    never ran, has left no Allure result: it gets one here. Returns what changed since the earlier report, where one is
    given.
    """
    report = report_object(traced, results, info, times, selection=selection, problems=problems)
    changed = compare(since, report) if since is not None else None
    failures = failure_groups.failures_yaml(results, problems, changed)
    write(directory / outputs.CONFORMANCE, report_yaml(report))
    write(directory / outputs.JUNIT, junit_xml(results, times.started, problems))
    write(directory / failure_groups.FILE, failures)
    write(directory / outputs.PAGE, page(report, traced))
    if allure_dir is not None:
        _complete_allure(allure_dir, traced, results, links)
        with unwritten.noted(allure_dir):
            write_environment(allure_dir, info)
        if categories.is_file():
            write(allure_dir / "categories.json", categories.read_text("utf-8"))
    return changed


def write(path: Path, text: str) -> None:
    """Write a file atomically, or note that it cannot be written."""
    with unwritten.noted(path):
        outputs.write_whole(path, text)


def _complete_allure(directory: Path, traced: Trace, results: Sequence[ScenarioResult], links: Sequence[str]) -> None:
    maker = ResultMaker(lambda: traced.catalogues, LinkPatterns(*links))
    files = ResultFiles(directory)
    for result in results:
        # after several rounds, only a flaky scenario needs a further result: the verdict on all its rounds
        written = bool(result.rounds) or result_path(directory, result.identity.node).exists()
        if not written or result.flaky:
            files.report_result(maker.complete(result))
