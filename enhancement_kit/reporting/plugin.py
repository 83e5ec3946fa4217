"""The pytest plugin of reports: Allure results, JUnit, conformance report and the table at the end of feature runs.

Loaded by the root conftest.py. Only a run of features writes reports, and only its controlling process writes those
about the whole run.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from enhancement_kit import temporary
from enhancement_kit.errors import KitError, UsageError
from enhancement_kit.reporting import artifacts, outputs, red_terminal, redaction, report_paths, unwritten
from enhancement_kit.reporting.conformance import Times
from enhancement_kit.reporting.failure_groups import groups
from enhancement_kit.reporting.feature_runs import asks_for_features, is_feature, selection
from enhancement_kit.reporting.identity import identity_of
from enhancement_kit.reporting.rerun_command import again, place_of, seed_of, with_again
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, SKIPPED, Identity, ResultCollector, ScenarioResult
from enhancement_kit.reporting.run_info import RESULTS, RUN_INFO, RunInfo
from enhancement_kit.reporting.saved.comparing import Comparison, render_comparison
from enhancement_kit.reporting.terminal import outlive_reader, redact_terminal
from enhancement_kit.reporting.verdicts import summary_table
from enhancement_kit.reporting.writing import write_reports
from enhancement_kit.specification.findings import shown_path
from enhancement_kit.specification.requirements import load_catalogues
from enhancement_kit.specification.traceability import Trace, trace

EXIT_HARNESS: Final = 3
UNENDED: Final = "the run had not ended when this was written"
_COLLECTED_DIR: Final = "kit_collected_dir"
_ALLURE_DIR: Final = "kit_allure_dir"
_LINK_INI: Final = "kit_links"
_LITERALS: Final = "kit_literals"
_ARTIFACTS: Final = "kit_artifacts"
_UNWRITTEN: Final = "kit_unwritten"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of reporting."""
    report_paths.add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Prepare the folder of reports and the writers, before anything runs. An unwritable folder ends the run."""
    redaction.register_environment(os.environ)
    unwritten.take()
    worker_input: dict[str, Any] | None = getattr(config, "workerinput", None)
    if worker_input is not None:
        if _COLLECTED_DIR in worker_input:
            for secret in worker_input[_LITERALS]:
                redaction.register(os.fsdecode(secret))
            _write_allure_to(config, os.fsdecode(worker_input[_ALLURE_DIR]), worker_input[_LINK_INI])
            config.pluginmanager.register(WorkerReporting(config, worker_input), "enhancement kit reporting")
            if worker_input[_ARTIFACTS]:
                dumps = artifacts.Dumps(config, Path(os.fsdecode(worker_input[_ARTIFACTS])))
                config.pluginmanager.register(dumps, "enhancement kit dumps")
        return
    if not asks_for_features(config):
        return
    try:
        where = report_paths.prepare(config)
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    _write_allure_to(config, str(where.allure), where.links)
    reporting = Reporting(config, where)
    config.pluginmanager.register(reporting, "enhancement kit reporting")
    if where.artifacts is not None:
        log = artifacts.Log(where.artifacts, reporting.write_interim)
        config.pluginmanager.register(log, "enhancement kit log")
        config.pluginmanager.register(artifacts.Dumps(config, where.artifacts), "enhancement kit dumps")


def _write_allure_to(config: pytest.Config, directory: str, links: Sequence[str]) -> None:
    """Set allure-pytest's options before it reads them, and replace its listener by the kit's."""
    if not config.pluginmanager.hasplugin("allure_pytest"):
        return
    from enhancement_kit.reporting.allure_files import LinkPatterns
    from enhancement_kit.reporting.allure_listener import install, internals_changed

    changed = internals_changed()
    if changed:
        raise pytest.UsageError(
            f"allure-pytest is not as the kit needs it ({'; '.join(changed)}); install the version that "
            "constraints.txt names, or leave Allure results out with -p no:allure_pytest"
        )
    config.option.allure_report_dir = directory
    # The folder is cleaned once, at the start: a worker that replaces a dead one would delete the results of others.
    config.option.clean_alluredir = False
    features_dir = config.rootpath / "features"
    try:
        undo = install(features_dir, lambda: load_catalogues(features_dir), LinkPatterns(*links))
    except UsageError as error:
        raise pytest.UsageError(str(error)) from None
    config.add_cleanup(undo)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Redact the report before any other plugin reads it, in every process."""
    redaction.redact_report(report)


class WorkerReporting:
    """Pytest plugin of a worker: tells the controlling process which scenarios its node ids stand for."""

    def __init__(self, config: pytest.Config, worker_input: dict[str, Any]) -> None:
        self._features_dir = config.rootpath / "features"
        self._file = Path(os.fsdecode(worker_input[_COLLECTED_DIR])) / f"{worker_input['workerid']}.json"
        self._output: dict[str, Any] = config.workeroutput  # type: ignore[attr-defined]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Write the scenarios to a file before pytest-xdist sends the bare ids, since a worker may die later."""
        plain = [identity.to_plain() for identity in _identities(session.items, self._features_dir)]
        outputs.write_whole(self._file, json.dumps(plain))

    def pytest_sessionfinish(self) -> None:
        """Send what this worker could not write, which only the controlling process can say."""
        self._output[_UNWRITTEN] = [(os.fsencode(path), why, number) for path, why, number in unwritten.take()]


def _cause(error: Exception) -> str:
    """Return the system's words for an error, without its number, and the file that it is about."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    return f"{error.strerror}: {error.filename}" if error.filename else error.strerror


def _identities(items: Iterable[pytest.Item], features_dir: Path) -> list[Identity]:
    found = (identity_of(item, features_dir) for item in items)
    return [identity for identity in found if identity is not None]


class Reporting:
    """Pytest plugin of the controlling process: collects results, and writes all reports at the end."""

    def __init__(self, config: pytest.Config, where: report_paths.Places) -> None:
        self._config = config
        self._where = where
        self._features_dir = config.rootpath / "features"
        self._collector = ResultCollector()
        self._results: tuple[ScenarioResult, ...] = ()
        self._problems: list[str] = []
        self._ended_early = ""
        self._broken = ""
        self._changes: Comparison | None = None
        self._write_error = ""
        self._unwritten: list[tuple[str, str, int]] = []
        self._incomplete = False
        self._traced: Trace | None = None
        self._started = datetime.now(UTC)
        self._collected_dir: Path | None = None
        self._shows_red = False

    def pytest_sessionstart(self) -> None:
        """Remove what an earlier run left, once this run is sure to start and before any worker does."""
        self._started = datetime.now(UTC)
        redact_terminal(self._config)
        outlive_reader(self._config)
        self._shows_red = red_terminal.take_over(self._config)
        try:
            for place in self._where.to_clean:
                outputs.clean(place)
        except UsageError as error:
            raise pytest.UsageError(str(error)) from None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Pass a worker the folder where it writes the names of its scenarios."""
        if self._collected_dir is None:
            self._collected_dir = folder = temporary.make("collected-")
            self._config.add_cleanup(lambda: temporary.remove(folder))
        # as bytes: execnet refuses text that an ASCII locale cannot express, such as umlauts in the name of a folder
        node.workerinput[_COLLECTED_DIR] = os.fsencode(self._collected_dir)
        node.workerinput[_ALLURE_DIR] = os.fsencode(str(self._where.allure))
        node.workerinput[_LINK_INI] = list(self._where.links)
        node.workerinput[_ARTIFACTS] = os.fsencode(str(self._where.artifacts or ""))
        node.workerinput[_LITERALS] = [os.fsencode(secret) for secret in redaction.registered()]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Record what is collected in this process."""
        self._collector.collected(_identities(session.items, self._features_dir))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Note what a worker could not write."""
        for path, why, number in getattr(node, "workeroutput", {}).get(_UNWRITTEN, ()):
            unwritten.add(os.fsdecode(path), why, number)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any) -> None:
        """Record what a worker collected."""
        if self._collected_dir is not None:
            file = self._collected_dir / f"{node.gateway.id}.json"
            self._collector.collected(Identity.from_plain(plain) for plain in json.loads(file.read_text("utf-8")))

    # not first: the runner gives the report of a dead worker its state before this reads it
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the report of one phase, and add to a failure how to reproduce it."""
        self._collector.add(report)
        if report.failed and is_feature(report.nodeid):
            report.sections.append(("run it again", again(self._config, place_of(report))))

    @pytest.hookimpl(optionalhook=True)
    def pytest_kit_problem(self, message: str) -> None:
        """Record a harness error that belongs to no scenario."""
        self._problems.append(message)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Record who ended the run."""
        self._ended_early = str(excinfo.value) or "the run was interrupted"

    def pytest_internalerror(self, excrepr: Any) -> None:
        """Record that pytest itself broke."""
        self._broken = f"pytest broke: {str(excrepr).strip().splitlines()[-1]}"

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Generator[None, object, object]:
        """Give every scenario its result, let the runner finish, and write the reports before they are shown."""
        results = self._collector.results(*self._why_unfinished(session))
        self._results = tuple(with_again(self._config, result) for result in results)
        self._config.stash[RESULTS] = self._results
        finished = datetime.now(UTC)
        returned = yield
        if session.exitstatus == pytest.ExitCode.OK and any(result.state == FAILED for result in self._results):
            # flaky: no round failed, but they did not all end in the same state
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if self._results or self._problems:
            before = unwritten.count()
            try:
                self._write(self._results, self._problems, finished, self._where.allure)
            except (OSError, KitError) as error:
                self._write_error = f"the reports could not be written to {self._where.reports}: {_cause(error)}"
            self._incomplete = bool(self._write_error) or unwritten.count() > before
            if self._where.artifacts is not None:
                artifacts.gather(self._where.artifacts, self._where.reports, self._where.shard)
            if self._incomplete and session.exitstatus == pytest.ExitCode.OK:
                # whoever reads only the exit code must not take it for a run with reports
                session.exitstatus = EXIT_HARNESS
        self._unwritten = unwritten.take()
        return returned

    def write_interim(self) -> None:
        """Write interim reports, which stay where the run is killed. What cannot be written is tried again later."""
        results = self._collector.results(SKIPPED, UNENDED)
        done = sum(not result.reason.endswith(UNENDED) for result in results)
        problem = f"{UNENDED}: {done} of {len(results)} scenarios have a result"
        with unwritten.forgotten():
            self._write(results, [problem, *self._problems], datetime.now(UTC), None)
            if self._where.artifacts is not None:
                artifacts.gather(self._where.artifacts, self._where.reports, self._where.shard)

    def _write(
        self, results: tuple[ScenarioResult, ...], problems: list[str], finished: datetime, allure: Path | None
    ) -> None:
        self._traced = trace(self._features_dir)
        self._changes = write_reports(
            self._where.reports,
            self._traced,
            results,
            self._config.stash.get(RUN_INFO, RunInfo()),
            Times(self._started, finished, seed_of(self._config)),
            selection=selection(self._config),
            problems=problems,
            allure_dir=allure,
            categories=self._config.rootpath / outputs.CATEGORIES,
            links=self._where.links,
            since=self._where.since,
        )

    def _why_unfinished(self, session: pytest.Session) -> tuple[str, str]:
        """Return the state and the reason of scenarios that have no full result.

        Where the run ended for a known reason, which is reported once, they are skipped. Otherwise each is a harness
        error: a lost result must never look harmless.
        """
        if self._problems:
            return SKIPPED, self._problems[0]
        if self._broken:
            return HARNESS_ERROR, self._broken
        ended = self._ended_early or session.shouldfail or session.shouldstop
        if ended:
            return SKIPPED, str(ended)
        return HARNESS_ERROR, "no result came back from the process that ran it"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """Print failures, the table, where the reports are and, last of all, the causes of failures."""
        yield
        self._summarize(terminalreporter)

    def _summarize(self, terminalreporter: Any) -> None:
        said = [*unwritten.lines(self._unwritten), *filter(None, [self._write_error])]
        if said:
            terminalreporter.section("not written", sep="=", red=True)
            for line in said:
                terminalreporter.line(redaction.redact(line))
            terminalreporter.line("make room there, or choose another folder with --reports DIR or --artifacts DIR")
        if not self._results:
            return
        red = groups(self._results)
        if red and self._shows_red:
            red_terminal.show_failures(terminalreporter, red)
        terminalreporter.section("conformance", sep="=")
        if self._traced is not None:
            terminalreporter.line(redaction.redact(summary_table(self._traced, self._results)))
        if self._changes is not None:
            terminalreporter.section("since then", sep="=")
            terminalreporter.line(redaction.redact(render_comparison(self._changes).rstrip()))
        if not self._incomplete:
            terminalreporter.line(f"reports: {shown_path(self._where.shown, self._config.invocation_params.dir)}")
        if red:
            red_terminal.show_groups(terminalreporter, red)
