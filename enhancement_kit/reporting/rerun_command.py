"""The one command that runs a scenario again as it ran: same lane, profile, variants and seed."""

from __future__ import annotations

import shlex
from dataclasses import replace

import pytest

from enhancement_kit.reporting.redaction import redact
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, ScenarioResult
from enhancement_kit.reporting.run_info import RUN_INFO, RunInfo

NO_SEED = "none"


def seed_of(config: pytest.Config) -> str:
    """Return the seed of the order in which scenarios run, or `none`."""
    return str(getattr(config.option, "randomly_seed", NO_SEED))


def place_of(report: pytest.TestReport) -> str:
    """Return feature file and line of what a report is about; its node id where a dead worker left no line."""
    line = report.location[1]
    return report.nodeid if line is None else _place(report.nodeid, line + 1)


def again(config: pytest.Config, place: str) -> str:
    """Return the command that runs the scenario or row at a place again, quoted for a shell."""
    info = config.stash.get(RUN_INFO, RunInfo())
    seed = seed_of(config)
    seeded = [] if seed == NO_SEED else [f"--seed={seed}"]
    count = int(getattr(config.option, "repeat", 1))
    repeated = [f"--repeat={count}"] if count > 1 else []
    return redact(shlex.join(["pytest", place, *info.arguments, *seeded, *repeated]))


def with_again(config: pytest.Config, result: ScenarioResult) -> ScenarioResult:
    """Return the result, with the command that runs it again where it failed."""
    if result.state not in (FAILED, HARNESS_ERROR):
        return result
    return replace(result, again=again(config, _place(result.identity.node, result.identity.line)))


def _place(node: str, line: int) -> str:
    return f"{node.partition('::')[0]}:{line}"
