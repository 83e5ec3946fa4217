"""ekit report: what to do with the conformance reports that runs leave behind."""

from __future__ import annotations

import argparse
from pathlib import Path

from enhancement_kit.commands.trace import features_folder
from enhancement_kit.errors import UsageError
from enhancement_kit.reporting.conformance import report_yaml
from enhancement_kit.reporting.outputs import CONFORMANCE, PAGE, write_whole
from enhancement_kit.reporting.pages.page import page
from enhancement_kit.reporting.saved.comparing import compare, render_comparison
from enhancement_kit.reporting.saved.merging import merge
from enhancement_kit.reporting.saved.reading import Report, load_report
from enhancement_kit.specification.traceability import trace

DESCRIPTION = """\
Every run of features writes conformance-report.yaml: the verdict on each requirement and the state of each scenario,
in a stable order. These commands read such files and refuse anything else: another kind of file, a report of another
version of the kit, one that was cut off or edited.

  check     say what is in a report; fail where something failed or the file is no whole report
  compare   what changed from one report to another; fail (exit code 1) where something got worse
  merge     one report of the shards of a run
  html      the page of a report, as a run writes it; of two, also what they do not agree on

A regression is a requirement that was proven and no longer is, even because nothing runs it now; a scenario that
passed and no longer does; and anything that fails and did not before.

examples:
  ekit report check reports/out/conformance-report.yaml
  ekit report compare last-green.yaml reports/out/conformance-report.yaml
  ekit report compare document.yaml shipped.yaml         what the two readings do not agree on
  ekit report merge shard-1.yaml shard-2.yaml -o reports/out/conformance-report.yaml
  ekit report html reports/out/conformance-report.yaml   index.html beside it
  ekit report html document.yaml shipped.yaml -o document-and-shipped.html
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommands and their arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=type(parser))
    check = actions.add_parser("check", help="say what is in a report, and whether anything failed")
    check.add_argument("report", type=Path, metavar="FILE")
    compared = actions.add_parser("compare", help="what changed from report A to report B")
    compared.add_argument("before", type=Path, metavar="A")
    compared.add_argument("after", type=Path, metavar="B")
    merged = actions.add_parser("merge", help="one report of the shards of a run")
    merged.add_argument("reports", type=Path, nargs="+", metavar="FILE")
    merged.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="where the joined report goes")
    html = actions.add_parser("html", help="the page of a report")
    html.add_argument("report", type=Path, metavar="A")
    html.add_argument("other", type=Path, nargs="?", metavar="B", help="also show what B says otherwise")
    html.add_argument("-o", "--output", type=Path, metavar="OUT", help=f"default: {PAGE} beside A")
    html.add_argument(
        "--root", type=Path, default=Path.cwd(), metavar="DIR", help="the checkout (default: the current directory)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the chosen action; 1 where something failed or got worse. Raises UsageError for files that are no reports."""
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
    """Summarise a run in one line: which run it was, and how many scenarios ended in which state."""
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
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text)
    except OSError as error:
        raise UsageError(
            f"{target} cannot be written: {error.strerror or error}; make the folder writable, or name another file"
        ) from error
    return target
