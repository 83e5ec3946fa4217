"""The verdict on a run in its controlling process: states of scenarios, further harness errors, the exit code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from enhancement_kit.runner import states
from enhancement_kit.runner.backends import stop_backends
from enhancement_kit.runner.selected_files import is_feature_run

VERDICT = pytest.StashKey["Verdict"]()
WORKER_DIED = "worker died while running"
WORKER_PROBLEM = "kit_problem"


@dataclass
class Verdict:
    """The scenarios of a run by node id, and the harness errors that belong to no scenario."""

    collected: set[str] = field(default_factory=set)
    reported: set[str] = field(default_factory=set)
    states: dict[str, set[str]] = field(default_factory=dict)
    usage: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    interrupted: bool = False
    stopped: bool = False
    """Whether the run ended early on purpose (-x, --maxfail, broken backends), so that results may be missing."""

    def collect(self, nodeids: Iterable[str]) -> None:
        """Record collected scenarios; other tests are ignored."""
        self.collected.update(nodeid for nodeid in nodeids if is_scenario(nodeid))

    def report(self, report: pytest.TestReport) -> None:
        """Record one phase, and give its report a state where it has none, as after the death of a worker."""
        if not is_scenario(report.nodeid):
            return
        if not hasattr(report, "kit_state"):
            died = report.when not in ("setup", "call", "teardown")
            report.kit_state = states.HARNESS_ERROR if died else _state_of(report)  # type: ignore[attr-defined]
            report.kit_reason = WORKER_DIED if died else report.longreprtext  # type: ignore[attr-defined]
            report.kit_link = ""  # type: ignore[attr-defined]
        self.reported.add(report.nodeid)
        self.states.setdefault(report.nodeid, set()).add(report.kit_state)
        if getattr(report, "kit_usage", False):
            self.usage.add(report.nodeid)

    def problem(self, message: str) -> bool:
        """Record a harness error that belongs to no scenario; return whether it is new (two workers may report it)."""
        new = message not in self.problems
        if new:
            self.problems.append(message)
        return new

    def lost(self) -> str:
        """Return the message about scenarios that have no result although the run did not end early; may be empty."""
        if not self.missing or self.stopped or self.problems:
            return ""
        return f"{len(self.missing)} scenarios have no result, first {min(self.missing)}"

    @property
    def missing(self) -> set[str]:
        """Collected scenarios without any result."""
        return self.collected - self.reported

    def exit_code(self, pytest_status: int) -> int:
        """Return the exit code of the run, see states.exit_code."""
        broken = [nodeid for nodeid, found in self.states.items() if states.HARNESS_ERROR in found]
        return states.exit_code(
            pytest_status=pytest_status,
            states={state for found in self.states.values() for state in found},
            harness_errors=len(broken) + len(self.problems),
            usage_errors=sum(nodeid in self.usage for nodeid in broken),
            interrupted=self.interrupted,
        )


def tell(config: pytest.Config, message: str) -> None:
    """Record a harness error that belongs to no scenario, and pass it to reports; once for each message."""
    if config.stash[VERDICT].problem(message):
        config.hook.pytest_kit_problem(config=config, message=message)


class Keeper:
    """Pytest plugin that keeps the verdict in the controlling process and ends the run with its exit code.

    In a worker it only stops the backends, and sends what went wrong to the controlling process.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._verdict = config.stash[VERDICT]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record every phase; runs first, so that reports see a state where a worker has died."""
        self._verdict.report(report)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Distinguish somebody's Ctrl-C from a run that pytest or pytest-xdist ends early."""
        self._verdict.stopped = True
        if excinfo.type is KeyboardInterrupt or "keyboard-interrupt" in str(excinfo.value):
            self._verdict.interrupted = True

    def pytest_internalerror(self) -> None:
        """Record that pytest itself broke, so that results may be missing; pytest's own exit code says so."""
        self._verdict.stopped = True

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Record a harness error that a worker could not report with any scenario."""
        problem = getattr(node, "workeroutput", {}).get(WORKER_PROBLEM)
        if problem:
            tell(self._config, problem)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Stop the backends, and decide the exit code of a run of features.

        Runs last, so that the fixtures of a scenario that Ctrl-C interrupted still have backends to clean up.
        """
        problem = stop_backends(self._config)
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            if problem:
                output[WORKER_PROBLEM] = problem
            return
        if problem:
            tell(self._config, problem)
        if is_feature_run(self._config) and not self._config.option.collectonly:
            if session.shouldfail or session.shouldstop:
                self._verdict.stopped = True
            ended_well = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
            lost = self._verdict.lost()
            if lost and ended_well:
                tell(self._config, lost)
            session.exitstatus = self._verdict.exit_code(int(exitstatus))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Show why scenarios were not applicable, and the harness errors that belong to no scenario."""
        reasons = Counter(report.kit_reason for report in terminalreporter.stats.get(states.NOT_APPLICABLE, ()))
        for reason, count in sorted(reasons.items()):
            terminalreporter.line(f"NOT APPLICABLE [{count}] {reason}")
        if self._verdict.problems:
            terminalreporter.section("harness error", sep="=", red=True)
            for problem in self._verdict.problems:
                terminalreporter.line(problem)


def is_scenario(nodeid: str) -> bool:
    """Check whether a node id is that of a scenario."""
    return nodeid.split("::", 1)[0].endswith(".feature")


def _state_of(report: pytest.TestReport) -> str:
    """Return the state of a scenario's report that another plugin made."""
    if report.outcome == "failed":
        return states.FAILED if report.when == "call" else states.HARNESS_ERROR
    return states.SKIPPED if report.outcome == "skipped" else states.PASSED
