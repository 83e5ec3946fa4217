"""Sends random hostile requests to what the kit serves; see --help."""

from __future__ import annotations

import argparse
import random
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from .attack import KIB_OF_REQUEST, MIB_OF_CACHES, Attack, Finding, Outcome, Plan
from .subjects import SUBJECTS, Started, Subject

_DESCRIPTION = f"""\
Start `ekit serve cluster`, `ekit serve cloud` or both, each as a process of its own, and send random hostile requests.

What is a finding:
  - a status from 500 on that the real server does not document, or words of Python in an answer
  - anything on the server's stderr, or its end
  - a probe on a second connection that takes more than a second, where the request that is being answered takes as
    long when it is sent again
  - memory that has grown between the first third and the end by more than {MIB_OF_CACHES} MiB, and
    {KIB_OF_REQUEST} KiB for each request, since what requests create stays; more threads or open files

Each finding is written to a file. --repeat sends it again, to a server without the requests before it; where that
finds nothing, the same seed with --requests sends the ones before it, too.

exit codes: 0 no findings, 1 findings, 2 wrong words or a server that does not start. Ctrl-C ends it early, with what
was found until then.

examples:
  python -m tests.fuzzing --server aws --seconds 60 --seed 7
  python -m tests.fuzzing --server aws --repeat reports/out/fuzzing/aws-7-1234.http
"""
_BOTH = "both"
_FOLDER = Path("reports/out/fuzzing")
_SHOWN = 400
"""Bytes of a request and of an answer that are printed."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzzing", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--server", choices=(*SUBJECTS, _BOTH), default=_BOTH, help="what is attacked (default: both)")
    parser.add_argument("--seconds", type=_positive, default=300.0, help="in total (default: 300)")
    parser.add_argument("--seed", type=int, help="of the random requests (default: a new one, which is printed)")
    parser.add_argument("--requests", type=int, metavar="N", help="end after this many requests to each server")
    parser.add_argument(
        "--repeat", type=Path, metavar="FILE", help="send only the request in this file; needs --server"
    )
    parser.add_argument(
        "--keep", type=Path, default=_FOLDER, metavar="DIR", help=f"where findings go (default: {_FOLDER})"
    )
    return parser


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds above 0")
    return value


def main(argv: Sequence[str]) -> int:
    """Attack; return the exit code."""
    parser = _parser()
    options = parser.parse_args(list(argv))
    if options.repeat and options.server == _BOTH:
        parser.error("--repeat: name the server by --server cluster or --server aws")
    request = None
    if options.repeat:
        try:
            request = options.repeat.read_bytes()
        except OSError as error:
            parser.error(f"--repeat {options.repeat}: cannot be read: {error.strerror}")
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    chosen = list(SUBJECTS.values()) if options.server == _BOTH else [SUBJECTS[options.server]]
    plan = Plan(seed, options.seconds / len(chosen), options.requests)
    code = 0
    for subject in chosen:
        try:
            code = max(code, _attack(subject, plan, request, options.keep))
        except (ImportError, RuntimeError, OSError) as error:
            print(f"{subject.name}: cannot be attacked: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return code
    return code


def _attack(subject: Subject, plan: Plan, request: bytes | None, folder: Path) -> int:
    started = Started(subject)
    try:
        started.module.prepare(started.url)
        attack = Attack(started, plan, lambda text: print(f"{subject.name}: {text}", flush=True))
        if request is not None:
            outcome = attack.repeat(request)
            print(f"{subject.name}: statuses {dict(outcome.statuses)}")
        else:
            print(f"{subject.name}: seed {plan.seed}, {plan.seconds:.0f} s", flush=True)
            outcome = attack.run()
            _summarize(subject, outcome)
    finally:
        started.stop()
    for finding in outcome.findings:
        _report(subject, finding, plan, folder if request is None else None)
    return 1 if outcome.findings else 0


def _summarize(subject: Subject, outcome: Outcome) -> None:
    statuses = ", ".join(f"{status or 'none'}: {number}" for status, number in sorted(outcome.statuses.items()))
    print(f"{subject.name}: {outcome.sent} requests; statuses {statuses}")
    print(
        f"{subject.name}: slowest of {outcome.probes} probes {outcome.slowest_probe:.2f} s"
        + (f"; {outcome.once_slow} slow only once" if outcome.once_slow else "")
    )
    if len(outcome.sizes) > 1:
        before, after = outcome.sizes[0], outcome.sizes[-1]
        print(
            f"{subject.name}: memory {before.mib:.0f} MiB after the warm-up, {after.mib:.0f} MiB at the end; "
            f"threads {before.threads}, {after.threads}; open files {before.files}, {after.files}"
        )


def _report(subject: Subject, finding: Finding, plan: Plan, folder: Path | None) -> None:
    print(f"\n{subject.name}: FINDING: {finding.what}")
    if finding.request:
        print(f"  request {finding.number} of seed {plan.seed}: {_shown(finding.request)}")
    if finding.answer:
        print(f"  answer: {_shown(finding.answer)}")
    if finding.request and folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{subject.name}-{plan.seed}-{finding.number}.http"
        path.write_bytes(finding.request)
        print(f"  again: python -m tests.fuzzing --server {subject.name} --repeat {shlex.quote(str(path))}")
        print(f"  with all before it: --server {subject.name} --seed {plan.seed} --requests {finding.number + 1}")


def _shown(content: bytes) -> str:
    return repr(content[:_SHOWN])[2:-1] + (f"... ({len(content)} bytes)" if len(content) > _SHOWN else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
