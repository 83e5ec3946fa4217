"""ekit report: checks, compares, merges and renders the conformance reports of runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from enhancement_kit.commands.trace import features_folder
from enhancement_kit.errors import UsageError
from enhancement_kit.files.writing import write_together
from enhancement_kit.reporting.conformance import report_yaml
from enhancement_kit.reporting.outputs import CONFORMANCE, PAGE
from enhancement_kit.reporting.pages.page import page
from enhancement_kit.reporting.saved.comparing import compare, render_comparison
from enhancement_kit.reporting.saved.merging import merge
from enhancement_kit.reporting.saved.reading import Report, load_report
from enhancement_kit.specification.traceability import trace

DESCRIPTION = """\
Every run of features writes conformance-report.yaml: the verdict on each requirement and the state of each scenario,
in a stable order. These commands read such reports. They refuse reports that are truncated, were edited, or come from
an incompatible version of the kit.

  check     summarise a report; fail if something failed or the report is not complete
  compare   show what changed from report A to report B; fail (exit code 1) if there are regressions
  merge     merge the reports of a run's shards into one
  html      write the HTML page of a report, as a run does; for two reports, also show where they differ

A regression is a requirement that is no longer proven (for example, because none of its scenarios ran), a scenario that
no longer passes, or a new failure.

examples:
  ekit report check reports/out/conformance-report.yaml
  ekit report compare last-green.yaml reports/out/conformance-report.yaml
  ekit report compare document.yaml shipped.yaml         where the two profiles differ
  ekit report merge shard-1.yaml shard-2.yaml -o reports/out/conformance-report.yaml
  ekit report html reports/out/conformance-report.yaml   index.html beside it
  ekit report html document.yaml shipped.yaml -o document-and-shipped.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=type(parser))
    check = actions.add_parser("check", help="summarise a report, and fail if something failed")
    check.add_argument("report", type=Path, metavar="FILE", help="a conformance-report.yaml")
    compared = actions.add_parser("compare", help="show what changed from report A to report B")
    compared.add_argument("before", type=Path, metavar="A", help="the earlier report")
    compared.add_argument("after", type=Path, metavar="B", help="the later report")
    merged = actions.add_parser("merge", help="merge the reports of a run's shards into one")
    merged.add_argument("reports", type=Path, nargs="+", metavar="FILE", help="the report of one shard")
    merged.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="the file to write")
    html = actions.add_parser("html", help="write the HTML page of a report")
    html.add_argument("report", type=Path, metavar="A", help="a conformance-report.yaml")
    html.add_argument("other", type=Path, nargs="?", metavar="B", help="a second report: show where they differ")
    html.add_argument("-o", "--output", type=Path, metavar="OUT", help=f"the file to write (default: {PAGE} beside A)")
    html.add_argument(
        "--root", type=Path, default=Path.cwd(), metavar="DIR", help="the checkout (default: the current directory)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen action; return 1 where something failed or got worse. Raises UsageError for an invalid report."""
    if arguments.action == "check":
        return _check(arguments.report)
    if arguments.action == "compare":
        return _compare(arguments.before, arguments.after)
    if arguments.action == "html":
        return _html(arguments.report, arguments.other, arguments.output, arguments.root)
    return _merge(arguments.reports, arguments.output)


def _check(path: Path) -> int:
    report = load_report(path)
    print(summary(path, report))
    totals = report["totals"]
    return 1 if totals["failed"] or totals["harness error"] or report["problems"] else 0


def summary(path: Path, report: Report) -> str:
    """Summarise a run: its settings, the number of scenarios in each state, and its harness errors."""
    run_of, totals = report["run"], report["totals"]
    states = ", ".join(f"{number} {state}" for state, number in totals.items() if state != "scenarios" and number)
    requirements = [
        requirement["verdict"] for enhancement in report["enhancements"] for requirement in enhancement["requirements"]
    ]
    problems = "".join(f"\n  harness error: {problem}" for problem in report["problems"])
    return (
        f"{path}: lane {run_of['lane']}, profile {run_of['profile']}, variants {run_of['variants']}, "
        f"selection {run_of['selection']}: {totals['scenarios']} scenarios ({states}), "
        f"{requirements.count('proven')} of {len(requirements)} requirements proven{problems}"
    )


def _compare(before: Path, after: Path) -> int:
    one, other = load_report(before), load_report(after)
    found = compare(one, other)
    print(f"{summary(before, one)}\n{summary(after, other)}")
    print(render_comparison(found), end="")
    return 1 if found.regressions else 0


def _merge(paths: list[Path], output: Path) -> int:
    merged = merge([(str(path), load_report(path)) for path in paths])
    target = _written(output / CONFORMANCE if output.is_dir() else output, report_yaml(merged))
    print(summary(target, merged))
    return 0


def _html(path: Path, other: Path | None, output: Path | None, root: Path) -> int:
    features = features_folder(root)
    report = load_report(path)
    text = page(report, trace(features), None if other is None else load_report(other))
    target = output or path.parent
    print(f"written: {_written(target / PAGE if target.is_dir() else target, text)}")
    return 0


def _written(target: Path, text: str) -> Path:
    try:
        write_together({target: text}, mode=0o644)
    except OSError as error:
        raise UsageError(
            f"{target} cannot be written: {error.strerror or error}; make the folder writable, or name another file"
        ) from error
    return target
