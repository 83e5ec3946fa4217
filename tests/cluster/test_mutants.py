"""Plain mutants of the embedded API are drawn, run in children, and noticed by the recorded behaviours."""

from __future__ import annotations

import subprocess
import sys

from enhancement_kit.mutation.plain import drawing
from enhancement_kit.mutation.plain.children import Ended
from enhancement_kit.mutation.plain.judging import KILLED, SURVIVED

from . import mutants


def test_all_modules_that_are_named_have_mutants() -> None:
    drawn = mutants.wanted(drawing.draw(mutants.sources()), "all")
    found = {mutant.source.path for mutant in drawn}
    assert {name for name in mutants.MODULES if "*" not in name} <= found


def test_what_a_child_tells_becomes_a_verdict() -> None:
    green = Ended("m", [{"runs": "a"}, {"runs": "b"}, {"green": 2}], 0, 0)
    assert mutants.result(green) == {"verdict": SURVIVED, "ran": 2}
    red = mutants.result(Ended("m", [{"runs": "a"}, {"red": "a", "reason": "another answer"}], 0, 0))
    assert (red["verdict"], red["by"], red["reason"], red["ran"]) == (KILLED, "a", "another answer", 1)
    late = mutants.result(Ended("m", [{"runs": "a"}], 9, 0))
    assert (late["verdict"], late["by"], late["reason"]) == (KILLED, "a", "no end in its time")


def test_a_mutant_is_run_against_the_rows_that_execute_it() -> None:
    """Run one module's mutants in a process of its own, since children are forked from one without threads."""
    command = [sys.executable, "-m", "tests.cluster.mutants", "schema/checksums.py", "--sample", "3"]
    done = subprocess.run(command, cwd=mutants.ROOT, capture_output=True, text=True, check=False)
    assert "of a sample: " in done.stdout, done.stdout + done.stderr
    assert " executed by no row" in done.stdout
