"""The folder of a nightly job: reports, JUnit, a log, dumps of failures, all written while the run goes on."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.reporting import outputs, unwritten
from enhancement_kit.reporting.evidence import EXTENSIONS
from enhancement_kit.reporting.feature_runs import is_feature
from enhancement_kit.reporting.redaction import redact
from enhancement_kit.reporting.rerun_command import again, place_of
from enhancement_kit.reporting.results import NOT_APPLICABLE, PASSED, SKIPPED, outcome_of

VARIABLE: Final = "ARTIFACT_DIR"
REPORTS: Final = "reports"
"""Where reports go inside the folder."""
LOG: Final = "run.log"
DUMPS: Final = "failures"
_LONGEST: Final = 100
_CHEAP: Final = 30
"""After writing interim reports, so many times as long passes before they are written again."""


def artifacts_dir(config: pytest.Config, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder that the option names, or else the environment; None where neither does.

    With `--reports`, the environment does not count: such a run is not the one whose artifacts the job keeps.
    """
    given = config.getoption("--artifacts")
    by_default = environment.get(VARIABLE, "") if config.getoption("--reports") is None else ""
    chosen = by_default if given is None else given
    return (config.rootpath / chosen).resolve() if chosen else None


def prepare(directory: Path) -> None:
    """Create the folder and remove what an earlier run left there. Raises UsageError."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(directory / DUMPS, ignore_errors=True)
        for path in (*directory.glob("junit_*.xml"), directory / LOG):
            path.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            f"artifacts cannot be written to {directory}: {error.strerror or error}; "
            f"make the folder writable, or choose another one with --artifacts DIR"
        ) from error


def junit_name(shard: str) -> str:
    """Return the name of the JUnit file, equal every night and different for each shard."""
    return f"junit_conformance{'_' + shard.replace('/', '_of_') if shard else ''}.xml"


class Dumps:
    """Pytest plugin of every process that runs scenarios: writes the evidence of a failure when its scenario ends."""

    def __init__(self, config: pytest.Config, directory: Path) -> None:
        self._config = config
        self._directory = directory / DUMPS
        self._kept: defaultdict[str, list[tuple[int, str, str, str]]] = defaultdict(list)
        self._texts: defaultdict[str, list[str]] = defaultdict(list)

    @pytest.hookimpl(optionalhook=True)
    def pytest_kit_evidence(self, item: pytest.Item, step: int, name: str, body: str, media: str) -> None:
        """Keep evidence until the scenario's outcome is known."""
        self._kept[item.nodeid].append((step, name, body, media))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write the evidence of a failed scenario, and drop that of others."""
        if not is_feature(report.nodeid):
            return
        if report.failed:
            captured = (f"{title}\n{text}" for title, text in report.sections)
            self._texts[report.nodeid] += [report.longreprtext, *captured]
        if report.when not in ("setup", "call"):
            kept, texts = self._kept.pop(report.nodeid, []), self._texts.pop(report.nodeid, [])
            if texts:
                texts.append(f"run it again:\n{again(self._config, place_of(report))}")
                with unwritten.noted(self._directory / dump_name(report.nodeid)):
                    self._write(report.nodeid, kept, texts)

    def _write(self, node: str, kept: list[tuple[int, str, str, str]], texts: list[str]) -> None:
        folder = self._directory / dump_name(node)
        folder.mkdir(parents=True, exist_ok=True)
        whole = "\n\n".join([node, *texts])
        outputs.write_whole(folder / "failure.txt", redact(whole) + "\n")
        for step, name, body, media in kept:
            stem = re.sub(r"[^\w.-]+", "-", redact(name)).removesuffix(".log")
            extension = "log" if name.endswith(".log") else EXTENSIONS.get(media, "txt")
            outputs.write_whole(folder / f"{step + 1:02}-{stem}.{extension}", redact(body))


def dump_name(node: str) -> str:
    """Return the path of a scenario's dump below the folder of all dumps, equal in every run and unlike any other's.

    What is no plain name, such as that of a row, or too long gets a few digits of a hash of the whole.
    """
    file, _, name = redact(node).partition("::")
    path = PurePosixPath(file).with_suffix("")
    scenario = re.sub(r"[^\w.-]+", "-", name).strip("-")[:_LONGEST]
    if scenario != name:
        scenario = f"{scenario}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"{path.parent.name}/{path.name}/{scenario}"


class Log:
    """Pytest plugin of the controlling process: logs every scenario that ends, and writes interim reports."""

    def __init__(self, directory: Path, write_interim: Callable[[], None]) -> None:
        self._file = directory / LOG
        self._write_interim = write_interim
        self._worst: dict[str, tuple[str, str, float]] = {}
        self._next = 0.0

    # runs last, after the results have recorded the report
    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the report of one phase."""
        if not is_feature(report.nodeid):
            return
        outcome = outcome_of(report)
        state, reason, seconds = self._worst.get(report.nodeid, (PASSED, "", 0.0))
        if state in (PASSED, SKIPPED, NOT_APPLICABLE) and outcome.state != PASSED:
            state, reason = outcome.state, outcome.reason
        self._worst[report.nodeid] = (state, reason, seconds + getattr(report, "duration", 0.0))
        if report.when not in ("setup", "call"):
            self._end(report.nodeid)

    def _end(self, node: str) -> None:
        state, reason, seconds = self._worst.pop(node)
        first = reason.strip().split("\n", 1)[0]
        line = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {state} {seconds:.2f} s {node} {first}".rstrip()
        with unwritten.noted(self._file), self._file.open("a", encoding="utf-8") as stream:
            stream.write(redact(line) + "\n")
        begun = time.monotonic()
        if begun >= self._next:
            self._write_interim()
            ended = time.monotonic()
            self._next = ended + _CHEAP * (ended - begun)


def gather(directory: Path, reports: Path, shard: str) -> None:
    """Copy the JUnit file to where dashboards look for it; all else is in the folder already."""
    place = directory / junit_name(shard)
    with unwritten.noted(place):
        outputs.write_whole(place, (reports / outputs.JUNIT).read_text("utf-8"))
