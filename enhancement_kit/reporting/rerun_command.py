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


def again(config: pytest.Config, node: str) -> str:
    """Return the command that runs a scenario again, quoted for a shell."""
    info = config.stash.get(RUN_INFO, RunInfo())
    seed = seed_of(config)
    seeded = [] if seed == NO_SEED else [f"--seed={seed}"]
    count = int(getattr(config.option, "repeat", 1))
    repeated = [f"--repeat={count}"] if count > 1 else []
    return redact(shlex.join(["pytest", node, *info.arguments, *seeded, *repeated]))


def with_again(config: pytest.Config, result: ScenarioResult) -> ScenarioResult:
    """Return the result, with the command that runs it again where it failed."""
    if result.state not in (FAILED, HARNESS_ERROR):
        return result
    return replace(result, again=again(config, result.identity.node))
