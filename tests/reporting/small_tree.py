"""A small features directory for tests: one catalogue of known content, and what is changed in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from enhancement_kit.reporting.conformance import Times, report_object
from enhancement_kit.reporting.identity import identities
from enhancement_kit.reporting.results import ScenarioResult
from enhancement_kit.reporting.run_info import RunInfo
from enhancement_kit.specification.traceability import Trace, trace
from tests.enhancement_files import describe

HEAD = "requirements:\n"

REQUIREMENT = """\
  - id: {id}
    section: "Goals / First Things"
    kind: behaviour
    level: must
    actor: installer
    text: >-
      A text.
    given: nothing.
    then: something.
    automatable: true
    proof: mutant
"""

INTERPRETATIONS = """\
interpretations:
  - id: DEM-A01
    about: [DEM-001]
    document_says: nothing.
    decision: something.
"""


FEATURE = """\
Feature: Small

  Rule: one thing

    @DEM-001 @DEM-A01
    Scenario: First
      Given a <b>thing</b> & more
        | name  | value |
        | pub-a | token |
      When a text is given
        \"\"\"
        Authorization: Bearer canary-canary-canary
        \"\"\"
      Then all is well

    @DEM-001 @DEM-002
    Scenario: Second
      Then all is well

    @DEM-003
    Scenario Outline: Row <row>
      Then the row <row> is well

      Examples: of one kind
        | row |
        | A   |
        | B   |

  @DEM-004
  Rule: another thing

    Scenario: Of another reading
      Then all is well
"""
"""Five scenarios: one for each state."""

STATES = {
    "First": "passed",
    "Second": "failed",
    "Row A": "not applicable",
    "Row B": "skipped",
    "Of another reading": "harness error",
}


def small_trace(root: Path, feature: str = FEATURE) -> Trace:
    """Build the trace of FEATURE: five requirements, the last of which no scenario carries."""
    ids = [f"DEM-{number:03}" for number in range(1, 6)]
    return trace(write_tree(root, {"demo/requirements.yaml": catalogue(*ids), "demo/small.feature": feature}))


def small_report(traced: Trace, states: Mapping[str, str], **changes: Any) -> dict[str, Any]:
    """Build the report of a run in which the titled scenarios ended in these states, and the others were not run."""
    results = [
        ScenarioResult(identity, states[identity.name], "a reason" * (states[identity.name] != "passed"), seconds=1.0)
        for identity in identities(traced.features)
        if identity.name in states
    ]
    info = RunInfo(**{"lane": "default", "profile": "document", "variants": "default", **changes.pop("run", {})})
    start = datetime(2024, 1, 2, tzinfo=UTC)
    times = Times(start, start + timedelta(seconds=len(results)), "7")
    return report_object(traced, results, info, times, **{"selection": "all", **changes})


def catalogue(*ids: str) -> str:
    """Build a catalogue with these requirements."""
    return HEAD + "".join(REQUIREMENT.format(id=requirement_id) for requirement_id in ids) + INTERPRETATIONS


def write_tree(root: Path, files: dict[str, str]) -> Path:
    """Write files below `root/features`, with an enhancement.yaml for each folder, and return that folder."""
    features = root / "features"
    features.mkdir(exist_ok=True)
    for name, text in files.items():
        path = features / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for folder in features.iterdir():
        if folder.is_dir():
            describe(folder)
    return features
