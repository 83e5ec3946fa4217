"""ekit trace: shows which scenarios prove which requirements, and what is missing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from enhancement_kit.commands.kill import MUTANTS
from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.mutation.mutants import violated_ids
from enhancement_kit.playground.scenes import check_aliases
from enhancement_kit.runner.checks import known_names
from enhancement_kit.runner.step_check import unused_steps
from enhancement_kit.specification.enhancement_checks import check_enhancements
from enhancement_kit.specification.findings import Finding
from enhancement_kit.specification.traceability import Trace, check, check_mutants, render_text, trace, trace_to_json

DESCRIPTION = """\
Map the requirements of features/*/requirements.yaml to the scenarios that carry their ids, and back.

With --check, the command runs no scenarios and fails (exit code 1) if something is missing:

  - an automatable requirement of a complete catalogue, of any level, has no scenario,
  - neither an interpretation of a complete catalogue nor any automatable requirement that it is about has a scenario,
  - a scenario names no requirement, or more requirements than it can prove,
  - no mutant violates a requirement of proof `mutant` that a scenario claims (ekit kill runs the mutants),
  - an enhancement.yaml names a feature file, actor, component, gate or alias that does not exist, or omits one,
  - a step definition is used by no scenario.

examples:
  ekit trace                 a table of all enhancements, and the scenarios of every requirement
  ekit trace --check         only what is missing, one finding a line
  ekit trace --json          numbers and uncovered ids by prefix, for other programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--check", action="store_true", help="fail where something is missing")
    parser.add_argument("--json", action="store_true", help="print one JSON object, keyed by prefix")
    parser.add_argument(
        "--root", type=Path, default=Path.cwd(), metavar="DIR", help="the checkout (default: the current directory)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the mapping, or with --check what is missing; return 1 where --check finds something, else 0.

    Raises UsageError where there are no features or a catalogue is invalid, HarnessError where a step module cannot be
    imported.
    """
    root: Path = arguments.root.resolve()
    traced = trace(features_folder(root))
    findings = sorted(_findings(root, traced)) if arguments.check else []
    if arguments.json:
        print(trace_to_json(traced), end="")
    elif not arguments.check:
        print(render_text(traced), end="")
    for finding in findings:
        print(finding, file=sys.stderr if arguments.json else sys.stdout)
    if arguments.check and not arguments.json and not findings:
        print("nothing is missing")
    return 1 if findings else 0


def _findings(root: Path, traced: Trace) -> Iterator[Finding]:
    features = root / "features"
    yield from check(traced)
    yield from check_enhancements(traced.catalogues, features, known_names())
    yield from check_aliases(traced.catalogues.enhancements)
    yield from check_mutants(traced, violated_ids(load_mutants(root / MUTANTS, features, needed=False)))
    yield from _unused(root)


def features_folder(root: Path) -> Path:
    """Return the features folder of a checkout. Raises UsageError where it has none."""
    features = root.resolve() / "features"
    if not features.is_dir():
        raise UsageError(
            f"there is no folder features/ in {root.resolve()}; run ekit in the checkout, or name it with --root"
        )
    return features


def _unused(root: Path) -> list[Finding]:
    return [
        Finding(
            definition.file,
            definition.line,
            f"the {definition.type} step {definition.pattern!r} is used by no scenario",
            "use it or remove it",
        )
        for definition in unused_steps(root)
    ]
