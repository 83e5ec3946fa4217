"""Allure result files: one per scenario under a name of its own, with its labels and links, redacted."""

# allure-python-commons has no annotations on its helper functions
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import html
import json
import os
import re
import textwrap
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from allure_commons import hookimpl
from allure_commons.logger import AllureFileLogger
from allure_commons.model2 import Label, Link, Parameter, Status, StatusDetails, TestResult
from allure_commons.types import LabelType, LinkType, Severity
from allure_commons.utils import host_tag, md5, now, platform_label, thread_tag
from attr import asdict

from enhancement_kit.errors import UsageError
from enhancement_kit.reporting import unwritten
from enhancement_kit.reporting.links import is_web_address
from enhancement_kit.reporting.outputs import write_whole
from enhancement_kit.reporting.redaction import redact, redact_bytes, redact_tree
from enhancement_kit.reporting.results import (
    FAILED,
    HARNESS_ERROR,
    NOT_APPLICABLE,
    PASSED,
    SKIPPED,
    Identity,
    ScenarioResult,
)
from enhancement_kit.reporting.run_info import RunInfo
from enhancement_kit.reporting.verdicts import highest_level
from enhancement_kit.specification.requirements import Catalogues

STATUS: Final = {
    PASSED: Status.PASSED,
    FAILED: Status.FAILED,
    NOT_APPLICABLE: Status.SKIPPED,
    SKIPPED: Status.SKIPPED,
    HARNESS_ERROR: Status.BROKEN,
}
_SEVERITY: Final = {
    "must": Severity.CRITICAL,
    "should": Severity.NORMAL,
    "may": Severity.MINOR,
    "info": Severity.TRIVIAL,
    None: Severity.NORMAL,
}
_NAMESPACE: Final = uuid.UUID("6d1f2a0e-9a55-5b0c-8f0b-2f6a4d3c7e10")


def result_uuid(node: str) -> str:
    """Return the uuid of a scenario's result, equal in every process, so that a scenario can't have two results."""
    return str(uuid.uuid5(_NAMESPACE, node))


def result_path(directory: Path, node: str) -> Path:
    """Return the path of a scenario's result file."""
    return directory / TestResult.file_pattern.format(prefix=result_uuid(node))


class ResultFiles(AllureFileLogger):
    """Writes what allure-pytest reports, redacted; a result's file is named by its uuid."""

    def _report_item(self, item: Any) -> None:
        data = redact_tree(asdict(item, filter=lambda _, value: value or value is False))
        prefix = item.uuid if isinstance(item, TestResult) else uuid.uuid4()
        self._write(item.file_pattern.format(prefix=prefix), json.dumps(data, ensure_ascii=False).encode())

    @hookimpl
    def report_attached_file(self, source: str, file_name: str) -> None:
        """Copy an attachment."""
        self._write(file_name, redact_bytes(Path(source).read_bytes()))

    @hookimpl
    def report_attached_data(self, body: str | bytes, file_name: str) -> None:
        """Write an attachment."""
        self._write(file_name, redact_bytes(body.encode() if isinstance(body, str) else bytes(body)))

    def _write(self, name: str, content: bytes) -> None:
        final = self._report_dir / name
        temporary = final.with_name(f"{name}.{os.getpid()}.tmp")
        # neither a step nor the end of a scenario may break because a disk is full
        with unwritten.noted(final):
            try:
                temporary.write_bytes(content)
                temporary.replace(final)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise


REQUIREMENT_LINK: Final = "{document}#{anchor}"
INTERPRETATION_LINK: Final = "{document}"


@dataclass(frozen=True)
class LinkPatterns:
    """The URLs that the ids of requirements and interpretations link to, as patterns."""

    requirement: str = REQUIREMENT_LINK
    interpretation: str = INTERPRETATION_LINK

    def __post_init__(self) -> None:
        """Raise UsageError for a pattern with an unknown placeholder."""
        for pattern in (self.requirement, self.interpretation):
            try:
                pattern.format_map(dict.fromkeys(_PLACES, ""))
            except (KeyError, ValueError, IndexError) as error:
                raise UsageError(
                    f"the link pattern {pattern!r} cannot be filled ({error}); use {{{'}, {'.join(_PLACES)}}}"
                ) from error

    def links(self, catalogues: Catalogues, identity: Identity) -> list[Any]:
        """Return the links of a scenario."""
        links = []
        for tag in identity.tags:
            if tag in catalogues.requirements:
                section = catalogues.requirements[tag].section
                url = self._filled(self.requirement, catalogues, tag, section)
                links.append(Link(LinkType.LINK, url, f"{tag}: {section}"))
            elif tag in catalogues.interpretations:
                url = self._filled(self.interpretation, catalogues, tag, "")
                links.append(Link(LinkType.LINK, url, f"{tag}: interpretation"))
        return links

    def _filled(self, pattern: str, catalogues: Catalogues, tag: str, section: str) -> str:
        enhancement = catalogues.catalogue_of(tag).enhancement
        words = (enhancement.document, enhancement.name, tag, section, _anchor(section))
        return pattern.format_map(dict(zip(_PLACES, words, strict=True)))


_PLACES: Final = ("document", "enhancement", "id", "section", "anchor")
"""The placeholders of a pattern."""


class ResultMaker:
    """Creates Allure results with the facts that are known before a scenario runs: title, labels, links, parameters."""

    def __init__(self, catalogues: Callable[[], Catalogues], links: LinkPatterns | None = None) -> None:
        self._catalogues = catalogues
        self._patterns = links or LinkPatterns()
        self._host, self._thread, self._platform = host_tag(), thread_tag(), platform_label()

    def begin(self, identity: Identity) -> TestResult:
        """Create the result of a scenario that begins now."""
        catalogues = self._catalogues()
        full_name = f"{identity.file}#{identity.scenario}"
        catalogue = catalogues.by_folder.get(identity.folder)
        epic = catalogue.enhancement.name if catalogue else identity.folder
        severity = _SEVERITY[highest_level(catalogues, identity.tags)]
        result = TestResult(name=identity.name, uuid=result_uuid(identity.node), start=now(), stop=now())
        result.fullName = full_name
        result.titlePath = [part for part in (epic, identity.feature, identity.rule) if part]
        result.testCaseId = md5(full_name)
        result.historyId = md5(full_name, *(f"{column}={value}" for column, value in identity.cells))
        # descriptions are Markdown, in which HTML counts as such
        result.description = html.escape(f"{identity.file}:{identity.line}", quote=False)
        result.parameters = [Parameter(name=column, value=value) for column, value in identity.cells]
        labels = [
            (LabelType.EPIC, epic),
            (LabelType.FEATURE, identity.feature),
            (LabelType.STORY, identity.rule),
            (LabelType.SEVERITY, severity.value),
            (LabelType.PARENT_SUITE, epic),
            (LabelType.SUITE, identity.feature),
            (LabelType.SUB_SUITE, identity.rule),
            *((LabelType.TAG, tag) for tag in identity.tags),
            *_requirement_labels(catalogues, identity),
            *(("owner", actor) for actor in _actors(catalogues, identity)),
            ("package", ".".join(Path(identity.file).with_suffix("").parts)),
            (LabelType.HOST, self._host),
            (LabelType.THREAD, self._thread),
            (LabelType.FRAMEWORK, "pytest-bdd"),
            (LabelType.LANGUAGE, self._platform),
        ]
        result.labels = [Label(name=name, value=value) for name, value in labels if value]
        result.links = self._patterns.links(catalogues, identity)
        return result

    def complete(self, outcome: ScenarioResult) -> TestResult:
        """Create the complete result of a scenario that has none, since its worker died or it never ran."""
        result = self.begin(outcome.identity)
        end(result, outcome)
        return result


def end(result: TestResult, outcome: ScenarioResult) -> None:
    """Write one of the kit's five states into a result; Allure has four, so the message names the state."""
    result.status = STATUS[outcome.state]
    if outcome.state == PASSED:
        return
    message = outcome.reason if outcome.state == FAILED else f"{outcome.state}: {outcome.reason}"
    result.statusDetails = StatusDetails(message=message, trace=outcome.details or None)
    link = outcome.link
    if is_web_address(link) and all(known.url != link for known in result.links):
        result.links.append(Link(LinkType.LINK, link, link))
    result.statusDetails.flaky = outcome.flaky or None
    if outcome.again:
        result.description = f"{result.description}\n\nRun it again:\n\n{textwrap.indent(outcome.again, '    ')}"


def _actors(catalogues: Catalogues, identity: Identity) -> list[str]:
    known = (catalogues.requirements[tag].actor for tag in identity.tags if tag in catalogues.requirements)
    return list(dict.fromkeys(known))


def _requirement_labels(catalogues: Catalogues, identity: Identity) -> list[tuple[str, str]]:
    known = [catalogues.requirements[tag] for tag in identity.tags if tag in catalogues.requirements]
    sections = dict.fromkeys(requirement.section for requirement in known)
    return [*(("requirement", one.id) for one in known), *(("section", section) for section in sections)]


def _anchor(section: str) -> str:
    """Return the anchor that GitHub gives a heading; of "A / B", the one of B."""
    heading = section.rpartition(" / ")[2].lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def write_environment(directory: Path, info: RunInfo) -> None:
    """Write what Allure's overview shows of the run. Raises OSError."""
    rows = {"lane": info.lane, "profile": info.profile, "variants": info.variants, **info.backends}
    lines = (f"{name}={redact(value)}\n".replace("\\", "\\\\") for name, value in rows.items())
    write_whole(directory / "environment.properties", "".join(lines))
