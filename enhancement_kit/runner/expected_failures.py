"""The file of expected failures: scenarios that an implementation is known to fail, with reason, link and last day.

A scenario with an entry runs like any other. Where it fails, it counts as skipped, with the entry's reason and link.
Where it passes, it counts as failed, since the entry is out of date. After the last day, a failure is a failure again.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.runner.lanes import PROFILES
from enhancement_kit.runner.states import FAILED, PASSED, SKIPPED, Outcome
from enhancement_kit.specification.features import FeatureFile, load_feature
from enhancement_kit.specification.findings import Finding, FindingsError, choices_remedy, shown_path
from enhancement_kit.specification.rendering import named_instances
from enhancement_kit.specification.yaml_reader import Field, YamlReader, line_of

PREFIX = "expected failure: "
_HEAD: Mapping[str, Field] = {"expectedFailures": Field("mappings", required=True)}
_ENTRY: Mapping[str, Field] = {
    "id": Field(required=True),
    "reason": Field(required=True),
    "link": Field(required=True, pattern=re.compile(r"https?://\S+"), example="https://example.com/issue/1"),
    "expires": Field(required=True, pattern=re.compile(r"\d{4}-\d\d-\d\d"), example='"2027-06-30"'),
    "profiles": Field("texts", values=frozenset(PROFILES)),
}


@dataclass(frozen=True)
class Entry:
    """One scenario that is known to fail."""

    id: str
    """The scenario's id in the conformance report, which is its node id in pytest."""
    reason: str
    link: str
    expires: datetime.date
    """The last day on which the failure is excused."""
    profiles: tuple[str, ...]
    """The profiles in which it fails; all where none is named."""
    place: str
    """File and line of the entry."""


def load(path: Path, root: Path) -> tuple[Entry, ...]:
    """Load the entries of a file. Raises FindingsError with every finding, UsageError where it cannot be read.

    `root` is the folder that holds `features/`: an id that none of its scenarios has is a finding.
    """
    try:
        raw = read_bytes(path)
    except Unreadable as error:
        raise UsageError(
            f"{path}: the expected failures cannot be read ({error.reason}); name an existing file with "
            "--expected-failures"
        ) from error
    findings: list[Finding] = []
    reader = YamlReader(shown_path(path, root), findings)
    node = reader.compose(raw)
    head = reader.mapping(node, _HEAD, "the file of expected failures") if node is not None else {}
    entries = [_entry(reader, child) for child in head.get("expectedFailures", ())]
    found = [entry for entry in entries if entry is not None]
    findings.extend(_check_ids(found, root))
    if findings:
        raise FindingsError(findings)
    return tuple(found)


def _entry(reader: YamlReader, node: Any) -> Entry | None:
    before = len(reader.findings)
    values = reader.mapping(node, _ENTRY, "an expected failure")
    line = line_of(node)
    if "expires" in values:
        try:
            values["expires"] = datetime.date.fromisoformat(values["expires"])
        except ValueError:
            reader.add(line, f"expires is {values['expires']}, which is no day", "write a day of the calendar")
    if len(reader.findings) > before:
        return None
    return Entry(**{"profiles": (), **values}, place=f"{reader.file}:{line}")


def _check_ids(entries: list[Entry], root: Path) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        file, line = entry.place.rsplit(":", 1)
        known = _ids(root, entry.id)
        if entry.id not in known:
            yield Finding(file, int(line), f"no scenario has the id {entry.id}", choices_remedy(entry.id, known, "ids"))
        for profile in entry.profiles or PROFILES:
            if (entry.id, profile) in seen:
                message = f"{entry.id} has another entry for profile {profile}"
                yield Finding(file, int(line), message, "keep one of them")
            seen.add((entry.id, profile))


def _ids(root: Path, node: str) -> list[str]:
    """Return the ids of all scenarios in the file that an id names; none where there is no such file."""
    path = root / node.partition("::")[0]
    feature = load_feature(path, root / "features") if path.suffix == ".feature" and path.is_file() else None
    if not isinstance(feature, FeatureFile):
        return []
    return [f"{node.partition('::')[0]}::{name}" for name, _ in named_instances(feature)]


def judge(entry: Entry, outcome: Outcome, today: datetime.date) -> Outcome:
    """Return the outcome that counts for a scenario with an entry."""
    if outcome.state == PASSED:
        return Outcome(FAILED, f"it passes, although {entry.place} expects it to fail: remove the entry")
    if outcome.state != FAILED:
        return outcome
    if today > entry.expires:
        expired = f"the expected failure at {entry.place} expired on {entry.expires}: renew or remove the entry"
        return Outcome(FAILED, f"{outcome.reason}\n{expired}", outcome.link)
    return Outcome(SKIPPED, f"{PREFIX}{entry.reason}", entry.link)
