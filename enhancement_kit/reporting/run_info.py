"""What reports say about a run as a whole, and the stash keys by which the harness and reporting meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import pytest

from enhancement_kit.reporting.results import ScenarioResult
from enhancement_kit.specification.requirements import Catalogues

UNKNOWN: Final = "unknown"


WhyLeftOut = Callable[[Iterable[str], str, Catalogues], str]
"""Given tags and feature folder: why the options of a run leave such a scenario out; empty where they do not."""


@dataclass(frozen=True)
class RunInfo:
    """How this run was made. The harness fills it in; what it does not know stays `unknown`."""

    lane: str = UNKNOWN
    profile: str = UNKNOWN
    variants: str = UNKNOWN
    backends: Mapping[str, str] = field(default_factory=dict)
    """Name (and version) by kind: `cluster`, `cloud`, `target`."""
    notes: tuple[str, ...] = ()
    """Sentences a reader must know, such as that the combination is untested."""
    identities: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Name, version and what else tells a backend from others, by kind; empty where no world was made."""
    left_out: WhyLeftOut = field(default=lambda _tags, _folder, _catalogues: "", compare=False, repr=False)
    arguments: tuple[str, ...] = ()
    """The options that make the same run again."""


RUN_INFO: Final = pytest.StashKey[RunInfo]()
"""Set by the harness in the controlling process, at any time before the session ends."""

RESULTS: Final = pytest.StashKey[tuple[ScenarioResult, ...]]()
"""One result per collected scenario, set in the controlling process at the very start of `pytest_sessionfinish`."""
