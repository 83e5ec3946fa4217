"""`ekit kill --plain`: run plain mutants of the reference, and report what no scenario notices."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.plain import bars, drawing, equivalents, judging, running, saved
from enhancement_kit.mutation.plain.judging import EQUIVALENT, KILLED, NOT_RUN, SURVIVED, UNEXECUTED, Judgement, Verdict
from enhancement_kit.mutation.plain.reference import reference_sources
from enhancement_kit.specification.findings import FindingsError
from enhancement_kit.specification.requirements import load_catalogues

LANES = "default,shipped"
EXIT_OK, EXIT_FAILED, EXIT_HARNESS, EXIT_INTERRUPTED = 0, 1, 3, 130
_SHOWN_REQUIREMENTS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(
        "plain mutants",
        "Instead of the declared mutants, run small changes of the reference's source that nobody chose: conditions "
        "negated, statements and clauses dropped, constants changed, arguments swapped. A survivor is something that "
        "no scenario sees.",
    )
    group.add_argument(
        "--plain",
        metavar="PATTERN",
        help="components, modules or ids (shell patterns, comma-separated), or all: installer, "
        "'ingress_operator/s*', 'installer/plan.py:76:*'; @FILE: those that were not killed in a saved run",
    )
    group.add_argument("--sample", type=int, metavar="N", help="run only N of them, chosen at random")
    group.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the sample (default %(default)s)")
    group.add_argument(
        "--lanes", default=LANES, metavar="NAMES", help="lanes whose scenarios may kill a mutant (default %(default)s)"
    )
    group.add_argument(
        "--at-most",
        type=int,
        default=0,
        metavar="N",
        help="run at most N scenarios for each mutant, the sharpest ones: a quick look, since more may survive",
    )
    group.add_argument(
        "--record-only",
        action="store_true",
        help="run no mutant; list those that no scenario executes, and those that make a difference in none",
    )
    group.add_argument("--list", action="store_true", help="list the mutants, and run nothing")
    group.add_argument("--output", type=Path, metavar="FILE", help="save the result, for docs/power.md and for @FILE")


def check_arguments(arguments: argparse.Namespace) -> None:
    """Raise UsageError for options that do not go together."""
    if not arguments.plain:
        given = [
            f"--{n}"
            for n in ("sample", "list", "output", "at-most", "record-only")
            if getattr(arguments, n.replace("-", "_"))
        ]
        if given:
            raise UsageError(f"{given[0]} is about plain mutants; add --plain PATTERN, for example --plain all")
    elif arguments.only != "*":
        raise UsageError("--only names declared mutants, --plain plain ones; give one of them")
    elif arguments.sample is not None and arguments.sample < 1:
        raise UsageError("--sample: give the number of mutants, 1 or more")


def run(arguments: argparse.Namespace) -> int:
    """Run the mutants; return 0 unless a component is below its bar or a listed mutant is wrong (1).

    3 after a harness error, 130 after an interruption; both after printing what is known.
    """
    root: Path = arguments.root
    drawn = drawing.draw(reference_sources())
    wanted = _wanted(drawn, arguments.plain)
    mutants = drawing.sample(wanted, arguments.sample, arguments.seed) if arguments.sample else wanted
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant.id} in {mutant.function or drawing.MODULE}: {mutant.before} -> {mutant.after}")
        return EXIT_OK
    listed = equivalents.read_equivalents(root / equivalents.FILE, root)
    findings = equivalents.unknown(listed, drawn)
    if findings:
        raise FindingsError(findings)
    whole = _components(drawn)
    # some modules of a component may be above or below what holds for all of it
    asked = _components(wanted)
    limits = {name: bar for name, bar in bars.read_bars(root / bars.FILE).items() if asked[name] == whole[name]}
    lanes = [lane.strip() for lane in arguments.lanes.split(",") if lane.strip()]
    found = running.run(
        root,
        mutants,
        lanes,
        arguments.jobs,
        _tell,
        at_most=arguments.at_most,
        record_only=arguments.record_only,
    )
    judgement = judging.judge(mutants, found, listed, load_catalogues(root / "features").requirements)
    unfinished = "interrupted" if found.interrupted else "ended by a harness error" if found.problem else ""
    sampled = len(mutants) < len(wanted) or bool(unfinished)
    low = [] if arguments.at_most or arguments.record_only else bars.below(judgement.scores, limits, sample=sampled)
    how = _how(arguments, lanes, len(mutants), len(wanted)) + (f"; {unfinished}" if unfinished else "")
    if arguments.output and found.results:
        saved.write(arguments.output, saved.saved(how, judgement, drawn))
    if arguments.json:
        print(json.dumps(_as_json(how, judgement, low, found), indent=2, ensure_ascii=False))
    else:
        _print(how, judgement, low, found)
    if found.interrupted:
        return EXIT_INTERRUPTED
    if found.problem:
        return EXIT_HARNESS
    return EXIT_FAILED if low or judgement.findings else EXIT_OK


def _components(mutants: Sequence[drawing.Plain]) -> Counter[str]:
    return Counter(mutant.component for mutant in mutants)


def _wanted(drawn: Sequence[drawing.Plain], pattern: str) -> list[drawing.Plain]:
    if not pattern.startswith("@"):
        return drawing.chosen(drawn, pattern)
    keys = {kept.key for kept in saved.read(Path(pattern[1:])).kept}
    return [mutant for mutant in drawn if mutant.key in keys]


def _how(arguments: argparse.Namespace, lanes: Sequence[str], number: int, whole: int) -> str:
    chosen = f"{number} of {whole} mutants drawn at random with seed {arguments.seed}" if number < whole else "all"
    limit = f", at most {arguments.at_most} scenarios each" if arguments.at_most else ""
    limit += ", recorded only" if arguments.record_only else ""
    return f"--plain {arguments.plain}: {chosen}; scenarios of lane {' and '.join(lanes)}{limit}"


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _as_json(how: str, judgement: Judgement, low: Sequence[str], found: running.Run) -> dict[str, Any]:
    return {
        "how": how,
        "interrupted": found.interrupted,
        "problem": found.problem,
        "seconds": round(found.seconds, 1),
        "scores": {
            name: {**dict(sorted(score.counts.items())), "percent": round(score.percent, 1)}
            for name, score in judgement.scores.items()
        },
        "mutants": [
            {
                "id": v.mutant.id,
                "in": f"{v.mutant.source.path} {v.mutant.function or drawing.MODULE}",
                "operator": v.mutant.operator,
                "before": v.mutant.before,
                "after": v.mutant.after,
                "verdict": v.verdict,
                "by": v.by,
                "reason": v.reason,
                "scenarios": v.scenarios,
                "telling": v.telling,
                "requirements": list(v.requirements),
            }
            for v in judgement.verdicts
        ],
        "findings": [str(finding) for finding in judgement.findings],
        "below": list(low),
    }


def _print(how: str, judgement: Judgement, low: Sequence[str], found: running.Run) -> None:
    component = ""
    for verdict in sorted(judgement.of(SURVIVED, UNEXECUTED), key=lambda v: (v.mutant.component, v.verdict)):
        if verdict.mutant.component != component:
            component = verdict.mutant.component
            print(f"{component}:")
        print(f"    {_survivor(verdict)}")
    for verdict in judgement.harness_errors:
        print(f"HARNESS ERROR {verdict.mutant.id}: {verdict.by}: {verdict.reason}")
    for finding in judgement.findings:
        print(f"WRONG {finding}")
    for line in low:
        print(f"BELOW {line}")
    print(how)
    for name, score in judgement.scores.items():
        counts = score.counts
        rest = "".join(
            f", {counts[kind]} {kind}" for kind in (SURVIVED, UNEXECUTED, EQUIVALENT, NOT_RUN) if counts[kind]
        )
        # what is killed is known sooner than what survives
        share = "" if counts[NOT_RUN] else f"{score.percent:.0f} %, "
        print(f"    {name}: {share}{counts[KILLED]} of {score.drawn} killed{rest}")
    if found.interrupted:
        print("interrupted: this is what was known")
    if found.problem:
        print(f"HARNESS ERROR {found.problem}")


def _survivor(verdict: Verdict) -> str:
    word = "SURVIVED" if verdict.verdict == SURVIVED else "UNEXECUTED"
    ids = ", ".join(verdict.requirements[:_SHOWN_REQUIREMENTS])
    return f"{word} {verdict.text}" + (f" {ids}" if ids else "")
