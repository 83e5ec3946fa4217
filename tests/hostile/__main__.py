"""Run scenarios where everything is against them, and compare the verdicts with those of a clean run.

First the scenarios run in the environment of this command. Then they run again, each time

  variables   with a hostile value for every variable of enhancement_kit/local/variables/, in an optimised Python, with
              umask 000
  bare        with next to no variables, without a home directory, in an ASCII locale, with umask 077, in two processes
  reader      with a reader who leaves after the first line of output
  disk        with a disk for reports that is full after a few files

and always without network, with a read-only home directory, 256 open files, a closed standard input, a folder for
temporary files with spaces and umlauts in its name (in `bare` with spaces alone), warnings as errors (not in an
optimised Python, of which pytest itself warns), and other seeds for order and hashes. Network and disks are taken away
by namespaces of Linux (`unshare`); where these are not allowed, the kit's own guard keeps the run on loopback, and a
limit on the size of files stands in for the full disk. The first line says which it was.

The scenarios are the smoke scenarios and the first one of each feature file, in `reader` and `disk` the smoke scenarios
alone; --all runs every scenario in `variables` and `bare`.

Exit code 0: every verdict is that of the clean run, and no run shows a trace of Python. 1: otherwise. 3: the clean run
fails. 4: a wrong call. 130: interrupted.

examples:
  python -m tests.hostile                                 what `make hostile` runs
  python -m tests.hostile --all                           every scenario; several minutes
  python -m tests.hostile --only variables --seed 7       one of the runs again
  python -m tests.hostile features/nlb_eip_allocations    other scenarios
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import NoReturn

from enhancement_kit.errors import HarnessError
from enhancement_kit.reporting.outputs import CONFORMANCE

from .circumstances import Circumstance, circumstances, smoke_and_one_of_each_file
from .running import ROOT, Ended, isolation, last_line, problem, pytest_command, run_clean, run_in

_SMOKE = ("features/", "-m", "smoke")
_LINES = 40


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(4, f"{self.prog}: {message}; see {self.prog} --help\n")


def _arguments() -> argparse.Namespace:
    parser = _Parser(
        prog="python -m tests.hostile", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = ", ".join(one.name for one in circumstances(0))
    parser.add_argument("scenarios", nargs="*", help="scenarios to run, as pytest takes them")
    parser.add_argument("--all", action="store_true", help="run every scenario, in all variants")
    parser.add_argument("--only", action="append", metavar="NAME", help=f"only these runs: {names}")
    parser.add_argument("--seed", type=int, help="the seed of orders and hashes (a random one)")
    parser.add_argument(
        "--reports", type=Path, default=ROOT / "reports/out/hostile", metavar="DIR", help="reports/out/hostile"
    )
    found = parser.parse_args()
    unknown = set(found.only or ()) - {one.name for one in circumstances(0)}
    if unknown:
        parser.error(f"--only {', '.join(sorted(unknown))}: there is no such run; known: {names}")
    return found


def _tell(text: str) -> None:
    print(text, flush=True)


def _show(ended: Ended) -> None:
    for line in [*ended.printed.splitlines(), *ended.complained.splitlines()][-_LINES:]:
        _tell(f"    {line}")


class Runs:
    """The clean runs, made once for each choice of scenarios, and those that are compared with them."""

    def __init__(self, everything: list[str], reports: Path, seed: int) -> None:
        """Choose the scenarios: pytest's arguments."""
        self._everything, self._reports, self._seed = everything, reports.resolve(), seed
        self._without = isolation()
        self._clean: dict[bool, Ended] = {}

    @property
    def network(self) -> str:
        """How the network is taken away."""
        return " ".join(self._without) or "not with namespaces, which are not allowed here: the kit's guard on sockets"

    def clean(self, everywhere: bool) -> Ended:
        """Return the clean run. Raises HarnessError where it fails."""
        if everywhere not in self._clean:
            ended = run_clean(pytest_command(self._chosen(everywhere), self._folder("clean", everywhere)))
            _tell(f"clean: {last_line(ended)}")
            if ended.code:
                _show(ended)
                raise HarnessError(f"the clean run ends with {ended.code}: there is nothing to compare with")
            self._clean[everywhere] = ended
        return self._clean[everywhere]

    def compare(self, one: Circumstance) -> bool:
        """Run the scenarios in hostile circumstances, and tell what came of it; return whether all is well."""
        clean, reports = self.clean(one.everywhere), self._folder(one.name, one.everywhere)
        more = ["--seed", str(self._seed), *(["-W", "error"] if one.warnings else [])]
        more += ["-n", str(one.processes)] if one.processes > 1 else []
        ended = run_in(one, pytest_command(self._chosen(one.everywhere), reports, *more), reports, self._without)
        wrong = problem(one, ended, clean, reports / CONFORMANCE, self._folder("clean", one.everywhere) / CONFORMANCE)
        _tell(f"{one.name}: {'WRONG' if wrong else one.expected} ({one.story}; {ended.seconds:.0f} s)")
        if wrong:
            _tell(wrong.rstrip())
            _show(ended)
        return not wrong

    def _chosen(self, everywhere: bool) -> list[str]:
        return self._everything if everywhere else list(_SMOKE)

    def _folder(self, name: str, everywhere: bool) -> Path:
        return self._reports / (name if everywhere else f"{name}-smoke")


def main() -> int:
    """Run everything that was asked for; return the exit code."""
    arguments = _arguments()
    seed = arguments.seed if arguments.seed is not None else random.randrange(2**31)
    everything = arguments.scenarios or smoke_and_one_of_each_file(ROOT)
    if arguments.all:
        everything = ["features/", "--variants", "all"]
    runs = Runs(everything, arguments.reports, seed)
    _tell(f"no network: {runs.network}; seed {seed}")
    chosen = [one for one in circumstances(seed) if not arguments.only or one.name in arguments.only]
    # every run is made, whatever came of those before it
    well = [runs.compare(one) for one in chosen]
    if not all(well):
        _tell(f"again with: python -m tests.hostile --seed {seed}")
    return 0 if all(well) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except HarnessError as error:
        print(f"python -m tests.hostile: {error}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        sys.exit(130)
