"""Renders index.html: one file that needs nothing else, no script of another host, no font, no network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from enhancement_kit.reporting.assets import asset_folder
from enhancement_kit.reporting.conformance import TIME_KEY
from enhancement_kit.reporting.links import is_web_address
from enhancement_kit.reporting.pages.headline import headline
from enhancement_kit.reporting.pages.platforms import platforms_view
from enhancement_kit.reporting.pages.scenarios import Outcome, ScenarioView
from enhancement_kit.reporting.pages.view import EnhancementView, InterpretationView, RequirementView, enhancement_views
from enhancement_kit.reporting.redaction import redact
from enhancement_kit.reporting.results import FAILED, HARNESS_ERROR
from enhancement_kit.reporting.saved.comparing import shown_setting
from enhancement_kit.reporting.verdicts import VERDICTS
from enhancement_kit.specification.requirements import LEVELS
from enhancement_kit.specification.traceability import Trace

TEMPLATE: Final = "index.html.jinja"
STYLE: Final = "index.css"
SCRIPT: Final = "index.js"


@dataclass(frozen=True)
class Versus:
    """The differences between two reports."""

    names: tuple[str, str]
    requirements: tuple[tuple[EnhancementView, RequirementView], ...]
    agreed: int


def page(report: Mapping[str, Any], traced: Trace, other: Mapping[str, Any] | None = None) -> str:
    """Render the page of a report; where a second one is given, also where the two differ.

    Texts of requirements and scenarios come from the checkout, verdicts and states from the report.
    """
    enhancements = enhancement_views(report, traced, other)
    template = _environment().get_template(TEMPLATE)
    return template.render(
        report=report,
        run=report["run"],
        time=report[TIME_KEY],
        setting=shown_setting,
        headline=headline(report),
        trouble=[pair for entry in enhancements for pair in _trouble(entry)],
        enhancements=enhancements,
        platforms=platforms_view(report["matrix"]),
        versus=None if other is None else _versus(report, other, enhancements),
        other=other,
        other_headline=None if other is None else headline(other),
        verdicts=VERDICTS,
        levels=LEVELS,
        proofs=("mutant", "walkthrough", "none"),
        style=Markup(_text(STYLE)),
        script=Markup(_text(SCRIPT)),
    )


def _text(name: str) -> str:
    # a file of the kit, so that nothing in it needs escaping
    return (asset_folder() / name).read_text("utf-8")


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(asset_folder()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_redacted,
    )
    made.tests["web_address"] = is_web_address
    return made


def _redacted(value: Any) -> Any:
    """Redact a text that goes into the page; markup was redacted before."""
    return redact(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _trouble(enhancement: EnhancementView) -> Iterator[tuple[ScenarioView, Outcome]]:
    """Yield what failed or ended in a harness error, in the order of the page."""
    requirements = (one for section in enhancement.sections for one in section.requirements)
    places: tuple[RequirementView | InterpretationView, ...] = (*requirements, *enhancement.interpretations)
    here = (carrier.scenario for place in places for carrier in place.carriers if carrier.here)
    for view in (*here, *enhancement.others):
        for outcome in view.outcomes:
            if outcome.state in (FAILED, HARNESS_ERROR):
                yield view, outcome


def _versus(report: Mapping[str, Any], other: Mapping[str, Any], enhancements: Sequence[EnhancementView]) -> Versus:
    pairs = [(entry, one) for entry in enhancements for section in entry.sections for one in section.requirements]
    different = tuple(pair for pair in pairs if pair[1].verdict != pair[1].other_verdict)
    return Versus(_names(report["run"], other["run"]), different, len(pairs) - len(different))


def _names(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, str]:
    """Return one word for each of two runs that tells them apart."""
    for key in ("profile", "lane", "variants"):
        if one[key] != other[key]:
            return one[key], other[key]
    return "this report", "the other report"
