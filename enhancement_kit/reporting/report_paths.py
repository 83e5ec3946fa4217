"""The options of reports, and the folders and files that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from enhancement_kit.reporting import artifacts, outputs
from enhancement_kit.reporting.saved.reading import Report, load_report

_LINKS: Final = {
    "kit_requirement_link": ("{document}#{anchor}", "the URL that the id of a requirement links to"),
    "kit_interpretation_link": ("{document}", "the URL that the id of an interpretation links to"),
}


def add_options(parser: pytest.Parser) -> None:
    """Add the options that set where reports go and what they are compared with."""
    group = parser.getgroup("enhancement kit")
    group.addoption(
        "--reports",
        metavar="DIR",
        default=None,
        help="the folder for the reports of a run, relative to the root. "
        f"Default: {outputs.DEFAULT_DIR}, or {artifacts.REPORTS} in the folder of --artifacts.",
    )
    group.addoption(
        "--artifacts",
        metavar="DIR",
        default=None,
        help="the folder for the artifacts of a CI job: reports, JUnit, a log, dumps of failures, written as it runs. "
        f"Default: ${artifacts.VARIABLE}, unless --reports is given; an empty DIR turns it off.",
    )
    group.addoption(
        "--since",
        metavar="REPORT",
        default="",
        help="the conformance-report.yaml of an earlier run: also show what changed since then.",
    )
    for name, (default, meaning) in _LINKS.items():
        parser.addini(name, f"{meaning}, with placeholders such as {{document}}, {{id}}, {{section}}", default=default)


@dataclass(frozen=True)
class Places:
    """Where a run writes, and what it is compared with."""

    reports: Path
    allure: Path | None
    """None where allure-pytest is not loaded."""
    to_clean: tuple[Path, ...]
    artifacts: Path | None
    since: Report | None
    links: tuple[str, ...]
    shard: str

    @property
    def shown(self) -> Path:
        """The folder that the terminal names."""
        return self.artifacts or self.reports


def prepare(config: pytest.Config) -> Places:
    """Create the folders of a run's reports. Raises UsageError where one cannot be written."""
    folder = artifacts.artifacts_dir(config)
    given = config.getoption("--reports")
    if given is None and folder is not None:
        reports = folder / artifacts.REPORTS
    else:
        reports = (config.rootpath / (given or outputs.DEFAULT_DIR)).resolve()
    if folder is not None:
        artifacts.prepare(folder)
    outputs.make_writable(reports)
    allure: Path | None = None
    clean: tuple[Path, ...] = ()
    if config.pluginmanager.hasplugin("allure_pytest"):
        named = config.option.allure_report_dir
        allure = Path(named).resolve() if named else reports / outputs.ALLURE
        clean = (allure,) if config.option.clean_alluredir or not named else ()
    since = config.getoption("--since")
    # read before anything is removed: it may be the last run's report in this same folder
    earlier = load_report(config.invocation_params.dir / since) if since else None
    links = tuple(str(config.getini(name)) for name in _LINKS)
    return Places(reports, allure, (reports, *clean), folder, earlier, links, str(getattr(config.option, "shard", "")))
