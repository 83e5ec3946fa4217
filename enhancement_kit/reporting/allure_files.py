"""Allure result files: one per scenario under a name of its own, with its labels and links, redacted."""

# allure-python-commons has no annotations on its helper functions
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from allure_commons import hookimpl
from allure_commons.logger import AllureFileLogger
from allure_commons.model2 import Label, Link, Parameter, Status, StatusDetails, TestResult
from allure_commons.types import LabelType, LinkType, Severity
from allure_commons.utils import host_tag, md5, now, platform_label, thread_tag
from attr import asdict

from enhancement_kit.reporting.outputs import write_whole
from enhancement_kit.reporting.redaction import redact, redact_tree
from enhancement_kit.reporting.requirements import Catalogues
from enhancement_kit.reporting.results import (
    FAILED,
    HARNESS_ERROR,
    NOT_APPLICABLE,
    PASSED,
    SKIPPED,
    Identity,
    ScenarioResult,
)
from enhancement_kit.reporting.run import RunInfo
from enhancement_kit.reporting.verdicts import highest_level

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
    """The uuid of a scenario's result, the same in every process, so that a scenario can't have two results."""
    return str(uuid.uuid5(_NAMESPACE, node))


def result_path(directory: Path, node: str) -> Path:
    """The file of a scenario's result."""
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
        self._write(file_name, _redacted_bytes(Path(source).read_bytes()))

    @hookimpl
    def report_attached_data(self, body: str | bytes, file_name: str) -> None:
        """Write an attachment."""
        self._write(file_name, _redacted_bytes(body.encode() if isinstance(body, str) else bytes(body)))

    def _write(self, name: str, content: bytes) -> None:
        final = self._report_dir / name
        temporary = final.with_name(f"{name}.{os.getpid()}.tmp")
        temporary.write_bytes(content)
        temporary.replace(final)


def _redacted_bytes(content: bytes) -> bytes:
    try:
        return redact(content.decode()).encode()
    except UnicodeDecodeError:
        # a picture or an archive: its bytes are no text that a pattern could match
        return content


class ResultMaker:
    """Makes the head of a scenario's Allure result: title, labels, links, parameters."""

    def __init__(self, catalogues: Callable[[], Catalogues]) -> None:
        self._catalogues = catalogues
        self._host, self._thread, self._platform = host_tag(), thread_tag(), platform_label()

    def begin(self, identity: Identity) -> TestResult:
        """The result of a scenario that begins now."""
        catalogues = self._catalogues()
        full_name = f"{identity.file}#{identity.scenario}"
        catalogue = catalogues.by_folder.get(identity.folder)
        epic = catalogue.enhancement if catalogue else identity.folder
        severity = _SEVERITY[highest_level(catalogues, identity.tags)]
        result = TestResult(name=identity.name, uuid=result_uuid(identity.node), start=now(), stop=now())
        result.fullName = full_name
        result.titlePath = [part for part in (epic, identity.feature, identity.rule) if part]
        result.testCaseId = md5(full_name)
        result.historyId = md5(full_name, *(f"{column}={value}" for column, value in identity.cells))
        result.description = f"{identity.file}:{identity.line}"
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
            *(("owner", actor) for actor in _actors(catalogues, identity)),
            ("package", ".".join(Path(identity.file).with_suffix("").parts)),
            (LabelType.HOST, self._host),
            (LabelType.THREAD, self._thread),
            (LabelType.FRAMEWORK, "pytest-bdd"),
            (LabelType.LANGUAGE, self._platform),
        ]
        result.labels = [Label(name=name, value=value) for name, value in labels if value]
        result.links = _links(catalogues, identity)
        return result

    def complete(self, outcome: ScenarioResult) -> TestResult:
        """The whole result of a scenario that left none behind: its worker died, or it never ran."""
        result = self.begin(outcome.identity)
        set_state(result, outcome.state, outcome.reason, outcome.link, outcome.details)
        return result


def set_state(result: TestResult, state: str, reason: str, link: str, details: str) -> None:
    """Write one of the kit's five states into a result; Allure has four, so the message names the state."""
    result.status = STATUS[state]
    if state == PASSED:
        return
    message = reason if state == FAILED else f"{state}: {reason}"
    result.statusDetails = StatusDetails(message=message, trace=details or None)
    if link and all(known.url != link for known in result.links):
        result.links.append(Link(LinkType.LINK, link, link))


def _actors(catalogues: Catalogues, identity: Identity) -> list[str]:
    known = (catalogues.requirements[tag].actor for tag in identity.tags if tag in catalogues.requirements)
    return list(dict.fromkeys(known))


def _links(catalogues: Catalogues, identity: Identity) -> list[Any]:
    links = []
    for tag in identity.tags:
        if tag in catalogues.requirements:
            requirement = catalogues.requirements[tag]
            url = f"{catalogues.catalogue_of(tag).document}#{_anchor(requirement.section)}"
            links.append(Link(LinkType.LINK, url, f"{tag}: {requirement.section}"))
        elif tag in catalogues.ambiguities:
            links.append(Link(LinkType.LINK, catalogues.catalogue_of(tag).document, f"{tag}: interpretation"))
    return links


def _anchor(section: str) -> str:
    """The anchor that GitHub gives a heading; of "A / B", the one of B."""
    heading = section.rpartition(" / ")[2].lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def write_environment(directory: Path, info: RunInfo) -> None:
    """What Allure's overview shows of the run. Raises OSError."""
    rows = {"lane": info.lane, "profile": info.profile, "variants": info.variants, **info.backends}
    lines = (f"{name}={redact(value)}\n".replace("\\", "\\\\") for name, value in rows.items())
    write_whole(directory / "environment.properties", "".join(lines))
