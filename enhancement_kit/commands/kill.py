"""ekit kill: proves that scenarios fail where an implementation violates a requirement in their tags."""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.local.processes import ENDING, Running
from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.mutation.mutants import Mutant, violated_ids
from enhancement_kit.mutation.plain import command as plain
from enhancement_kit.mutation.plugin import NEIGHBOURS
from enhancement_kit.specification.parts import is_case, owner_of
from enhancement_kit.specification.requirements import Requirement, load_catalogues

MUTANTS = Path("tests", "mutants")
"""Where mutants written in Python stand in a checkout."""

DESCRIPTION = """\
Run scenarios against mutants. A mutant (tests/mutants/, features/*/mutants.yaml) is a named, deliberate fault in the
reference implementation, a CRD or the simulated AWS that violates requirements. The requirement tag of a scenario is a
promise: the scenario fails if the requirement is violated, each clause of its outcome (LSS-037.1) in each case of its
situation (LSS-037.a). The command fails if a promise is not kept:

  - a scenario that claims a requirement, clause or case passes under all mutants that violate it,
  - a scenario claims a clause or case of a requirement of proof `mutant`, but no mutant violates it,
  - a mutant that violates one case of a requirement fails a scenario that runs only other cases of it.

A mutant whose CRD the API server refuses proves nothing: that is a harness error, and the mutant needs another change.

examples:
  ekit kill                                     everything, in one process
  ekit kill --jobs 2                            in two processes
  ekit kill --only 'operator-*' --neighbours all   some mutants, and every scenario that fails under them

With --plain, it runs mutants that nobody declared: every small change of the reference's source. The command records
once which scenarios execute which statement, and runs for each mutant those that execute its place, until one is red.
It lists the mutants that no scenario notices, by component, with the requirements nearest to them. It fails if a
component is below its bar (tests/mutants/bars.yaml), or a mutant listed as equivalent (tests/mutants/equivalent.yaml)
is killed or gone.

  ekit kill --plain all --sample 300 --jobs 2   a sample; the same one for the same --seed
  ekit kill --plain 'ingress_operator/s*'       all plain mutants of some modules
  ekit kill --plain 'installer/plan.py:76:*'    those of one line, to see whether a new scenario kills them
  ekit kill --plain installer --record-only     what no scenario executes or can tell, without running mutants
  ekit kill --plain all --output FILE           save the result; --plain @FILE runs again what was not killed
"""


@dataclass
class Outcome:
    """The result of running scenarios against mutants."""

    killed: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    """The mutants under which a scenario failed, by requirement id and scenario."""
    survivors: list[str] = field(default_factory=list)
    collateral: dict[str, list[str]] = field(default_factory=dict)
    """Scenarios that failed although they carry no id of the mutant, by mutant."""
    errors: list[str] = field(default_factory=list)
    runs: int = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--only", metavar="PATTERN", default="*", help="only mutants with such names (shell pattern)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to use (default 1)")
    parser.add_argument(
        "--neighbours",
        choices=NEIGHBOURS,
        default="file",
        help="which other scenarios to run, to see what else fails: those of the same file (default), folder, or all",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    plain.add_arguments(parser)
    parser.add_argument("--root", type=Path, default=Path.cwd(), help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Run the mutants; return 0 where every promise is backed, 1 where one is not, 3 after a harness error."""
    if arguments.jobs < 1:
        raise UsageError("--jobs: give the number of processes, 1 or more")
    plain.check_arguments(arguments)
    if arguments.plain:
        return plain.run(arguments)
    root: Path = arguments.root
    mutants = load_mutants(root / MUTANTS, root / "features")
    known = load_catalogues(root / "features").requirements
    chosen = [d for d in mutants if fnmatch.fnmatch(d.name, arguments.only)]
    if not chosen:
        raise UsageError(f"no mutant is named like {arguments.only!r}; there are {', '.join(d.name for d in mutants)}")
    findings, claims = _run_shards(root, chosen, arguments.jobs, arguments.neighbours)
    outcome = judge(chosen, findings, claims)
    if arguments.only == "*":
        for identifier in _unbacked(mutants, claims, known):
            outcome.survivors.append(f"{identifier}: claimed by a scenario, but no mutant breaks it")
    if arguments.json:
        print(json.dumps(_as_json(outcome), indent=2, sort_keys=True))
    else:
        _print(outcome, chosen, known)
    return 3 if outcome.errors else 1 if outcome.survivors else 0


def _run_shards(
    root: Path, mutants: list[Mutant], jobs: int, neighbours: str
) -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    names = ",".join(d.name for d in mutants)
    with Running(grace=ENDING) as running:
        folder = running.folder
        outputs = [folder / f"{index}.json" for index in range(jobs)]
        started = []
        for index, output in enumerate(outputs):
            command = [
                *(sys.executable, "-m", "pytest", "features", "-q", "--variants", "all"),
                *("-p", "no:randomly", "-p", "no:allure_pytest", "--artifacts", ""),
                *("-p", "enhancement_kit.mutation.plugin", "--reports", str(folder / f"reports-{index}")),
                *("--kill-folder", str(root / MUTANTS), "--kill-only", names),
                *("--kill-shard", f"{index}/{jobs}", "--kill-neighbours", neighbours, "--kill-output", str(output)),
            ]
            started.append(running.start(command, name=str(index), directory=root))
        for name in started:
            running.wait(name)
        findings: list[dict[str, Any]] = []
        claims: dict[str, list[str]] = {}
        for name, output in zip(started, outputs, strict=True):
            if not output.exists():
                raise HarnessError("a run under mutants ended early:\n" + "\n".join(running.lines(name))[-4000:])
            data = json.loads(output.read_text(encoding="utf-8"))
            findings += data["findings"]
            claims.update(data["claims"])
    return findings, claims


def judge(mutants: list[Mutant], findings: list[dict[str, Any]], claims: dict[str, list[str]]) -> Outcome:
    """Judge the runs: which promises a mutant backs, which none does, and what else failed."""
    outcome = Outcome()
    violates = {d.name: set(d.violates) for d in mutants}
    violators: defaultdict[str, list[str]] = defaultdict(list)
    for mutant in mutants:
        for identifier in mutant.violates:
            violators[identifier].append(mutant.name)
    promises = {
        (identifier, scenario): violators[identifier]
        for scenario, ids in claims.items()
        for identifier in ids
        if identifier in violators
    }
    red: dict[str, set[str]] = {}
    for finding in findings:
        name = finding["mutant"]
        outcome.runs += len(finding["states"])
        if not finding["states"]:
            outcome.survivors.append(f"{name}: no scenario claims {', '.join(sorted(violates[name]))}")
        for scenario, verdict in finding["states"].items():
            if verdict["state"] == "harness error":
                outcome.errors.append(f"{name}: {scenario}: {verdict['reason']}")
            elif verdict["state"] == "failed":
                red.setdefault(name, set()).add(scenario)
        owners = {owner_of(identifier) for identifier in violates[name]}
        aside = sorted(s for s in red.get(name, ()) if not set(claims[s]) & owners)
        if aside:
            outcome.collateral[name] = aside
        outcome.survivors += _too_broad(name, violates[name], {s: claims[s] for s in red.get(name, ())})
    for (identifier, scenario), names in sorted(promises.items()):
        killers = [n for n in names if scenario in red.get(n, ())]
        if killers:
            outcome.killed[identifier, scenario] = killers
        else:
            outcome.survivors.append(f"{identifier}: {scenario} stays green under {', '.join(names)}")
    return outcome


def _too_broad(name: str, violated: Set[str], red: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Find scenarios that a mutant of one case has failed although they run only other cases of the requirement."""
    for owner in sorted({owner_of(identifier) for identifier in violated if is_case(identifier)} - violated):
        for scenario, ids in sorted(red.items()):
            run = {identifier for identifier in ids if is_case(identifier) and owner_of(identifier) == owner}
            whole = {identifier for identifier in ids if owner_of(identifier) == owner} - run
            if run and not run & violated and not whole & violated:
                yield f"{name} is not only about its cases of {owner}: {scenario} runs {', '.join(sorted(run))}"


def _unbacked(
    mutants: list[Mutant], claims: Mapping[str, Collection[str]], known: Mapping[str, Requirement]
) -> list[str]:
    backed = violated_ids(mutants)
    claimed = {identifier for ids in claims.values() for identifier in ids}
    return sorted(
        part
        for requirement in known.values()
        if requirement.automatable and requirement.proof == "mutant"
        for part in requirement.provable
        if part in claimed - backed
    )


def _as_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "killed": {f"{i} {s}": names for (i, s), names in outcome.killed.items()},
        "survivors": outcome.survivors,
        "collateral": outcome.collateral,
        "errors": outcome.errors,
        "runs": outcome.runs,
    }


def _print(outcome: Outcome, mutants: list[Mutant], known: Mapping[str, Requirement]) -> None:
    for name, scenarios in sorted(outcome.collateral.items()):
        story = next(d.story for d in mutants if d.name == name)
        print(f"{name} ({story}) also turned red:")
        for scenario in scenarios:
            print(f"    {scenario}")
    for line in outcome.errors:
        print(f"HARNESS ERROR {line}")
    for line in sorted(outcome.survivors):
        print(f"SURVIVED {line}")
    backed = {identifier for identifier, _ in outcome.killed}
    parts = backed & {part for requirement in known.values() for part in requirement.provable}
    cases = sum(is_case(part) for part in parts)
    print(
        f"{len(mutants)} mutants, {outcome.runs} runs: {len(outcome.killed)} promises about "
        f"{len({owner_of(identifier) for identifier in backed})} requirements ({len(parts) - cases} clauses, "
        f"{cases} cases) are backed, {len(outcome.survivors)} are empty, {len(outcome.errors)} harness errors"
    )
