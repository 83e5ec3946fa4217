"""What became of scenarios since an earlier run, whose conformance report says how they fared then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.reporting.conformance import API_VERSION, KIND, TIME_KEY
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR, ScenarioResult

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RED: Final = (FAILED, HARNESS_ERROR)


@dataclass(frozen=True)
class Earlier:
    """How scenarios fared in an earlier run."""

    file: str
    started: str
    selection: str
    states: dict[str, str]
    """State by node id."""
    seconds: dict[str, float]
    """Duration by node id."""

    @property
    def red(self) -> list[str]:
        """The scenarios that were red then."""
        return sorted(node for node, state in self.states.items() if state in _RED)


def load_report(path: Path, option: str) -> Earlier:
    """An earlier run's conformance report. Raises UsageError that names the option and what is wrong with the file."""

    def wrong(what: str) -> UsageError:
        return UsageError(f"{option} {path}: {what}; give the conformance-report.yaml of an earlier run")

    try:
        report = yaml.load(path.read_text("utf-8"), Loader=_LOADER)
    except OSError as error:
        raise wrong(f"it cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise wrong("it is no YAML") from error
    if not isinstance(report, dict) or report.get("kind") != KIND:
        raise wrong("it is no conformance report")
    if report.get("apiVersion") != API_VERSION:
        raise wrong(f"it is of version {report.get('apiVersion')}, this kit reads {API_VERSION}")
    try:
        scenarios = [entry for folder in report["enhancements"] for entry in folder["scenarios"]]
        states = {str(entry["id"]): str(entry["state"]) for entry in scenarios}
        seconds = {str(entry["id"]): float(entry[TIME_KEY]["seconds"]) for entry in scenarios}
        return Earlier(str(path), str(report[TIME_KEY]["started"]), str(report["run"]["selection"]), states, seconds)
    except (KeyError, TypeError, ValueError) as error:
        raise wrong(f"it is cut short or was edited: {type(error).__name__} {error}") from error


@dataclass(frozen=True)
class Changes:
    """Node ids, each list in order."""

    since: Earlier
    broken: tuple[str, ...]
    """Red now and not then."""
    still_red: tuple[str, ...]
    repaired: tuple[str, ...]
    new: tuple[str, ...]
    """Not there then."""
    gone: tuple[str, ...]
    """Not there now; empty where one of the runs was only a part."""

    def as_plain(self) -> dict[str, Any]:
        """As the file of failures has it."""
        lists = {
            "broken": self.broken,
            "still red": self.still_red,
            "repaired": self.repaired,
            "new": self.new,
            "gone": self.gone,
        }
        return {"report": self.since.file, "started": self.since.started, **{k: list(v) for k, v in lists.items()}}

    def lines(self) -> list[str]:
        """For a terminal: numbers, and what broke."""
        counts = ", ".join(
            f"{len(nodes)} {word}"
            for word, nodes in (
                ("broke", self.broken),
                ("still red", self.still_red),
                ("repaired", self.repaired),
                ("new", self.new),
                ("gone", self.gone),
            )
        )
        head = f"since {self.since.started} ({self.since.file}): {counts}"
        return [head, *(f"  broke: {node}" for node in self.broken)]


def changes(earlier: Earlier, results: Iterable[ScenarioResult], selection: str) -> Changes:
    """What changed from an earlier run to these results."""
    now = {result.identity.node: result.state for result in results}
    red = [node for node, state in now.items() if state in _RED]
    whole = selection == earlier.selection == "all"
    return Changes(
        earlier,
        broken=tuple(node for node in red if earlier.states.get(node) not in _RED),
        still_red=tuple(node for node in red if earlier.states.get(node) in _RED),
        repaired=tuple(node for node in earlier.red if node in now and now[node] not in _RED),
        new=tuple(node for node in now if node not in earlier.states),
        gone=tuple(sorted(node for node in earlier.states if node not in now)) if whole else (),
    )
