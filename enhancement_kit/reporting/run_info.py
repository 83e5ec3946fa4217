"""What reports say about a whole run, and the stash keys through which the runner and reporting exchange it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import pytest

from enhancement_kit.reporting.results import ScenarioResult
from enhancement_kit.specification.requirements import Catalogues

UNKNOWN: Final = "unknown"


WhyLeftOut = Callable[[Iterable[str], str, Catalogues], str]
"""Takes the tags and the folder of a scenario, and returns why the run's options leave it out, or an empty string."""


@dataclass(frozen=True)
class RunInfo:
    """The settings of a run. The runner fills them in; what it does not know stays `unknown`."""

    lane: str = UNKNOWN
    profile: str = UNKNOWN
    variants: str = UNKNOWN
    backends: Mapping[str, str] = field(default_factory=dict)
    """Name (and version) by kind: `cluster`, `cloud`, `target`."""
    notes: tuple[str, ...] = ()
    """Sentences a reader must know, such as that the combination is untested."""
    identities: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Name, version and other identifying facts of a backend, by kind; empty where no backends were made."""
    left_out: WhyLeftOut = field(default=lambda _tags, _folder, _catalogues: "", compare=False, repr=False)
    arguments: tuple[str, ...] = ()
    """The options that make the same run again."""


RUN_INFO: Final = pytest.StashKey[RunInfo]()
"""Set by the runner in the controlling process, at any time before the session ends."""

RESULTS: Final = pytest.StashKey[tuple[ScenarioResult, ...]]()
"""One result per collected scenario, set in the controlling process at the very start of `pytest_sessionfinish`."""
