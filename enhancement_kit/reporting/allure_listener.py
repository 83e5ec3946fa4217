"""Allure results of scenarios: Gherkin steps, one result for all phases of a scenario, nothing about fixtures.

Replaces allure-pytest's own listener in runs of features. It relies on private names of allure-pytest, which
`internals_changed` checks.
"""

# allure-python-commons has no annotations on its helper functions
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import allure_commons
import allure_pytest.plugin
import pytest
from allure_commons.model2 import ATTACHMENT_PATTERN, Attachment, Status, StatusDetails, TestStepResult
from allure_commons.reporter import AllureReporter
from allure_commons.types import AttachmentType
from allure_commons.utils import now
from allure_pytest.listener import AllureListener

from enhancement_kit.reporting.allure_files import LinkPatterns, ResultFiles, ResultMaker, end
from enhancement_kit.reporting.evidence import EXTENSIONS
from enhancement_kit.reporting.identity import identity_of
from enhancement_kit.reporting.matrix import observations_table
from enhancement_kit.reporting.rerun_command import with_again
from enhancement_kit.reporting.results import SKIPPED, Identity, ResultCollector, observations_of
from enhancement_kit.specification.requirements import Catalogues

_OURS: Final = (("AllureListener", AllureListener), ("AllureFileLogger", ResultFiles.__bases__[0]))
_USED: Final = ("schedule_test", "get_test", "close_test", "start_step", "stop_step", "attach_data", "get_last_item")


def internals_changed() -> list[str]:
    """List where allure-pytest's internals differ from what this module needs; empty where nothing does."""
    problems = []
    for name, expected in _OURS:
        used = getattr(allure_pytest.plugin, name, None)
        if not (isinstance(used, type) and issubclass(used, expected)):
            problems.append(f"allure_pytest.plugin no longer uses {name}")
    problems += [f"AllureReporter has no {name}" for name in _USED if not hasattr(AllureReporter, name)]
    problems += [
        f"AllureListener has no {name}"
        for name in ("pytest_fixture_setup", "pytest_runtest_protocol", "attach_data", "start_fixture")
        if not hasattr(AllureListener, name)
    ]
    return problems


class ScenarioListener(AllureListener):  # type: ignore[misc]
    """Turns scenarios into Allure results; ignores the other tests of a run."""

    # pytest-bdd makes a fixture of every step and step definition: allure-pytest would write a container for each
    pytest_fixture_setup = None
    pytest_fixture_post_finalizer = None
    pytest_runtest_setup = None
    pytest_runtest_call = None
    pytest_runtest_teardown = None
    pytest_runtest_makereport = None
    pytest_runtest_logfinish = None

    features_dir: Path
    maker: ResultMaker

    def __init__(self, config: pytest.Config) -> None:
        super().__init__(config)
        self._current: str | None = None
        self._states: ResultCollector = ResultCollector()
        self._identity: Identity | None = None
        self._step: str | None = None
        self._begun = 0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Write one result per scenario, begun before its set-up and written after its teardown."""
        identity = identity_of(item, self.features_dir)
        if identity is None:
            return (yield)
        result = self.maker.begin(identity)
        if getattr(self.config.option, "repeat", 1) > 1:
            # rounds of a scenario share a history: Allure shows them as tries of one test
            result.uuid = str(uuid4())
        uuid = result.uuid
        self.allure_logger.schedule_test(uuid, result)
        self._current, self._identity, self._states, self._begun = uuid, identity, ResultCollector(), 0
        self._states.collected([identity])
        try:
            return (yield)
        finally:
            [outcome] = self._states.results(SKIPPED, "the run was interrupted")
            end(result, with_again(self.config, outcome))
            result.stop = now()
            self._current = self._identity = self._step = None
            self.allure_logger.close_test(uuid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record each phase's outcome and the output captured meanwhile."""
        if self._identity is None or report.nodeid != self._identity.node:
            return
        self._states.add(report)
        if report.when == "teardown":
            seen = observations_of(report)
            if seen:
                self.attach_data(observations_table(seen), "observations", AttachmentType.CSV, None)
        if report.when == "teardown" and self.config.option.attach_capture:
            for name, text in (("log", report.caplog), ("stdout", report.capstdout), ("stderr", report.capstderr)):
                if text:
                    self.attach_data(text, name, AttachmentType.TEXT, None)

    def pytest_bdd_before_step(self, step: Any) -> None:
        """Begin a step, with its table and doc string attached."""
        if self._current is None:
            return
        self._begin(step)

    @pytest.hookimpl(optionalhook=True)
    def pytest_kit_evidence(self, step: int, name: str, body: str, media: str) -> None:
        """Attach evidence from the runner to the step that it belongs to."""
        if self._current is None:
            return
        steps = self.allure_logger.get_test(self._current).steps
        owner = steps[step] if step < len(steps) else self.allure_logger.get_test(self._current)
        file_name = ATTACHMENT_PATTERN.format(prefix=uuid4(), ext=EXTENSIONS.get(media, "txt"))
        owner.attachments.append(Attachment(name=name, source=file_name, type=media))
        allure_commons.plugin_manager.hook.report_attached_data(body=body, file_name=file_name)

    def pytest_bdd_after_step(self) -> None:
        """End a step that passed."""
        self._end(Status.PASSED)

    def pytest_bdd_step_error(self, exception: BaseException) -> None:
        """End a step that failed."""
        self._end(Status.FAILED if isinstance(exception, AssertionError) else Status.BROKEN, exception)

    def pytest_bdd_step_func_lookup_error(self, step: Any, exception: BaseException) -> None:
        """Show a step that nothing defines."""
        if self._current is not None:
            self._begin(step)
            self._end(Status.BROKEN, exception)

    def pytest_bdd_after_scenario(self, scenario: Any) -> None:
        """End the step that a skip left open (pytest-bdd reports no error for it), and show the steps not reached."""
        self._end(Status.SKIPPED)
        if self._current is None:
            return
        result = self.allure_logger.get_test(self._current)
        for step in scenario.steps[self._begun :]:
            stamp = now()
            result.steps.append(TestStepResult(name=_title(step), status=Status.SKIPPED, start=stamp, stop=stamp))

    def _begin(self, step: Any) -> None:
        self._begun += 1
        self._step = f"{self._current}-{self._begun}"
        self.allure_logger.start_step(None, self._step, TestStepResult(name=_title(step), start=now()))
        if step.datatable is not None:
            stream = io.StringIO()
            csv.writer(stream, lineterminator="\n").writerows(step.datatable.raw())
            self.attach_data(stream.getvalue(), "table", AttachmentType.CSV, None)
        if step.docstring is not None:
            self.attach_data(step.docstring, "text", AttachmentType.TEXT, None)

    def _end(self, status: str, exception: BaseException | None = None) -> None:
        if self._step is None:
            return
        details = None
        if exception is not None:
            details = StatusDetails(message=str(exception) or type(exception).__name__)
        self.allure_logger.stop_step(self._step, stop=now(), status=status, statusDetails=details)
        self._step = None

    @allure_commons.hookimpl
    def start_fixture(self, parent_uuid: str, uuid: str, name: str) -> None:
        """Ignore finalizers of fixtures, which are no part of a scenario's story."""

    @allure_commons.hookimpl
    def stop_fixture(self, parent_uuid: str, uuid: str, name: str, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        """Ignore the end of a finalizer, as `start_fixture` does its start."""

    @allure_commons.hookimpl
    def attach_data(self, body: Any, name: str, attachment_type: Any, extension: str | None) -> None:
        """Attach data to the running step; between scenarios there is none, and the data is dropped."""
        if self._current is not None:
            super().attach_data(body, name, attachment_type, extension)

    @allure_commons.hookimpl
    def attach_file(self, source: str, name: str, attachment_type: Any, extension: str | None) -> None:
        """Attach a file to the running step, as `attach_data` does."""
        if self._current is not None:
            super().attach_file(source, name, attachment_type, extension)


def _title(step: Any) -> str:
    return f"{step.keyword.strip()} {step.name}"


def install(features_dir: Path, catalogues: Callable[[], Catalogues], links: LinkPatterns) -> Callable[[], None]:
    """Make allure-pytest use this listener and these files when configured; the returned function undoes it."""

    class Listener(ScenarioListener):
        """The listener of this run."""

        maker = ResultMaker(catalogues, links)

    Listener.features_dir = features_dir
    patches = pytest.MonkeyPatch()
    patches.setattr(allure_pytest.plugin, "AllureListener", Listener)
    patches.setattr(allure_pytest.plugin, "AllureFileLogger", ResultFiles)
    return patches.undo
