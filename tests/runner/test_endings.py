"""A run that a signal or a closed terminal ends: it ends every process, removes its folders and writes its reports."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType, TracebackType

import pytest

from enhancement_kit.cluster.real.timeouts import await_that
from enhancement_kit.runner.termination import Interrupts
from tests.endings import WAYS, WITHIN, Ending, started
from tests.reporting.conftest import Outputs
from tests.runner.conftest import FAKES, Project

HANGING = """

from pytest_bdd import when


@when("it hangs")
def _():
    import pathlib, threading
    pathlib.Path("hanging-" + os.environ.get("PYTEST_XDIST_WORKER", "alone")).touch()
    threading.Event().wait(120)
"""
PROGRAMS = """

from enhancement_kit import temporary
from enhancement_kit.local.processes import Running


class Cluster(Fake):
    name = "embedded"

    def start(self):
        temporary.make("reports-")
        self.running = Running()
        # one that ends only when it is killed, and one of it that has left its session's first process
        self.running.start(["/bin/sh", "-c", "trap '' TERM HUP INT; sleep 600 & sleep 600; exit", self.running.folder])

    def stop(self):
        self.running.close()
"""
SCENARIOS = """
  @EXA-001
  Scenario Outline: It hangs <n>
    When it hangs

    Examples:
      | n |
      | 1 |
      | 2 |
"""
WORKERS = (((), ["alone"]), (("-n", "2"), ["gw0", "gw1"]))


def run_of(project: Project, *options: str) -> list[str]:
    (project.root / "fakes.py").write_text(FAKES + PROGRAMS)
    with (project.root / "vocabulary.py").open("a") as stream:
        stream.write(HANGING)
    project.feature("a", SCENARIOS)
    return [sys.executable, "-m", "pytest", "-p", "enhancement_kit.reporting.plugin", "features", *options]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("options", "workers"), WORKERS)
def test_a_run_that_is_ended_leaves_reports_and_nothing_else(
    project: Project, way: signal.Signals | str, options: tuple[str, ...], workers: list[str]
) -> None:
    with started(run_of(project, *options), project.root, way, directory=project.root) as run:
        for worker in workers:
            run.until(project.root / f"hanging-{worker}")
        assert [one for one in run.left() if "sleep 600" in one]
        assert run.end() == 130, run.said
        assert run.left() == []
        states = Outputs(project.root / "reports" / "out").states
        assert set(states.values()) == {"skipped"}
        if way in (signal.SIGTERM, signal.SIGHUP):
            assert f"the run was told to end by {signal.Signals(way).name}" in run.said
        assert "Traceback" not in run.said


@pytest.mark.parametrize(("options", "workers"), WORKERS)
def test_no_program_outlives_a_run_that_is_killed(
    project: Project, options: tuple[str, ...], workers: list[str]
) -> None:
    with started(run_of(project, *options), project.root, signal.SIGKILL, directory=project.root) as run:
        for worker in workers:
            run.until(project.root / f"hanging-{worker}")
        os.killpg(run.process.pid, signal.SIGKILL)
        run.process.wait(WITHIN)
        await_that(lambda: not left_but_files(run), WITHIN, lambda: f"these are left: {run.left()}")


def left_but_files(run: Ending) -> list[str]:
    """Return what is left but folders of a process that had no programs: they go at the next start."""
    return [one for one in run.left() if not one.startswith(str(run.folder)) or "programs-" in one]


def test_a_second_signal_does_not_interrupt_the_clean_up(project: Project) -> None:
    command = run_of(project)
    slow = """

class Cloud(Fake):
    name = "simulated"

    def stop(self):
        os.kill(os.getpid(), __import__("signal").SIGTERM)
        os.kill(os.getpid(), __import__("signal").SIGHUP)
        log("stop Cloud after two more signals")
"""
    (project.root / "fakes.py").write_text(FAKES + PROGRAMS + slow)
    with started(command, project.root, signal.SIGTERM, directory=project.root) as run:
        run.until(project.root / "hanging-alone")
        assert run.end() == 130, run.said
        assert "stop Cloud after two more signals" in (project.root / "backends.log").read_text()
        assert run.left() == []


def test_a_run_that_ignores_closed_terminals_goes_on(project: Project) -> None:
    """As `nohup pytest` does."""
    command = ["/bin/sh", "-c", f"trap '' HUP; exec {' '.join(run_of(project))}"]
    with started(command, project.root, signal.SIGTERM, directory=project.root) as run:
        run.until(project.root / "hanging-alone")
        run.process.send_signal(signal.SIGHUP)
        assert run.end() == 130
        assert "the run was told to end by SIGTERM" in run.said


def test_an_interrupt_between_two_lines_is_shown() -> None:
    number = 1

    def interrupted() -> FrameType:
        assert number
        return sys._getframe()

    frame = interrupted()
    entries = [TracebackType(None, frame, place, -1) for place in range(0, len(frame.f_code.co_code), 2)]
    between = next(entry for entry in entries if entry.tb_lineno is None)
    for first in (between, TracebackType(between, sys._getframe(), 0, 1)):
        excinfo = pytest.ExceptionInfo.from_exception(KeyboardInterrupt("ended").with_traceback(first))
        with pytest.raises(TypeError):
            excinfo.getrepr(funcargs=True)
        Interrupts().pytest_keyboard_interrupt(excinfo)
        assert "KeyboardInterrupt: ended" in str(excinfo.getrepr(funcargs=True))
