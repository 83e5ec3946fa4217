"""Texts in reports are texts: no field of a report becomes markup, a script or a link to one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.reporting.allure_files import ResultMaker
from enhancement_kit.reporting.assets import SCHEMA, asset_folder
from enhancement_kit.reporting.conformance import report_yaml
from enhancement_kit.reporting.identity import identities
from enhancement_kit.reporting.junit import junit_xml
from enhancement_kit.reporting.links import is_web_address
from enhancement_kit.reporting.pages.page import page
from enhancement_kit.reporting.results import ScenarioResult
from enhancement_kit.reporting.saved.reading import load_report
from enhancement_kit.specification.traceability import Trace
from tests.hostile_yaml import places, put
from tests.reporting.pages import Element, parse
from tests.reporting.small_tree import FEATURE, STATES, small_report, small_trace

MARKUP = "</script></style></title>\"'><img src=x onerror=alert(1)><svg onload=alert(1)>{{ 7 * 7 }}{% raw %}<!--"
SCRIPTS = ("javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x")
OTHERS = (
    " https://a.example",
    "https://a.example\njavascript:x",
    "java\tscript:alert(1)",
    "//a.example",
    "file:///etc",
)


@pytest.fixture
def traced(tmp_path: Path) -> Trace:
    return small_trace(tmp_path)


@pytest.fixture
def full(traced: Trace) -> dict[str, Any]:
    """Build a report that has every field of the schema."""
    report = small_report(traced, STATES, problems=["a problem"], run={"notes": ["a note"]})
    report["matrix"] = [
        {
            "component": "dns",
            "platform": "None",
            "observable": "objects",
            "seen": [{"values": ["Secret x"], "scenarios": [report["enhancements"][0]["scenarios"][0]["id"]]}],
        }
    ]
    report["enhancements"][0]["scenarios"][1]["link"] = "https://a.example/1"
    # one that this checkout does not have, which is shown from the report alone
    scenario = {**report["enhancements"][0]["scenarios"][1], "id": "features/demo/gone.feature::gone"}
    report["enhancements"][0]["scenarios"].append({**scenario, "file": "features/demo/gone.feature"})
    return report


def markup(found: Element) -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of a page with the names of their attributes."""
    return [(one.tag, tuple(one.attributes)) for one in found.walk()]


def links(found: Element) -> Iterator[str]:
    for one in found.walk():
        yield from (value for name, value in one.attributes.items() if name in ("href", "src", "action", "srcdoc"))


def schema() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((asset_folder() / SCHEMA).read_text("utf-8")))


def texts(value: Any) -> list[tuple[str | int, ...]]:
    """Return the places of all texts in a report."""
    found = []
    for path in places(value):
        inner = value
        for step in path:
            inner = inner[step]
        if isinstance(inner, str):
            found.append(path)
    return found


def test_no_text_of_a_report_becomes_markup(full: dict[str, Any], traced: Trace) -> None:
    valid = schema()
    assert valid.is_valid(full)
    usual = set(markup(parse(page(full, traced, full))))
    hostile, free = full, 0
    for path in texts(full):
        changed = put(hostile, path, f"{free}{MARKUP}")
        if valid.is_valid(changed):
            hostile, free = changed, free + 1
    assert free > 30
    found = parse(page(hostile, traced, hostile))
    assert set(markup(found)) <= usual
    assert [tag for tag, _ in markup(found)].count("script") == 1
    assert all(link.startswith(("#", "https://")) for link in links(found))
    shown = found.text + "".join(value for one in found.walk() for value in one.attributes.values())
    assert sum(f"{number}{MARKUP}" in shown for number in range(free)) > 20


def test_keys_of_a_report_are_texts_as_well(full: dict[str, Any], traced: Trace) -> None:
    scenario = full["enhancements"][0]["scenarios"][-1]
    scenario["row"] = {MARKUP: MARKUP}
    full["run"]["backends"] = {MARKUP: {"name": MARKUP, MARKUP: MARKUP}}
    assert schema().is_valid(full)
    tags = [tag for tag, _ in markup(parse(page(full, traced)))]
    assert not {"img", "svg"} & set(tags)


@pytest.mark.parametrize("link", [*SCRIPTS, *OTHERS])
def test_a_script_is_no_link(link: str, full: dict[str, Any], traced: Trace, tmp_path: Path) -> None:
    assert not is_web_address(link)
    for place in (("enhancements", 0, "document"), ("enhancements", 0, "scenarios", 1, "link")):
        hostile = put(full, place, link)
        (tmp_path / "r.yaml").write_text(report_yaml(hostile), encoding="utf-8")
        with pytest.raises(UsageError, match=r"r\.yaml:\d+: enhancements\[0\].*(link|document): .* does not match"):
            load_report(tmp_path / "r.yaml")
        # a page that a run writes is not read first
        found = parse(page(hostile, traced))
        assert all(one.startswith(("#", "https://")) for one in links(found))
        assert " ".join(link.split()) in found.text


@pytest.mark.parametrize("link", [*SCRIPTS, *OTHERS])
def test_allure_gets_no_such_link(link: str, traced: Trace) -> None:
    identity = next(iter(identities(traced.features)))
    maker = ResultMaker(lambda: traced.catalogues)
    shown = [
        {one.url for one in maker.complete(ScenarioResult(identity, "failed", "x", link=given)).links}
        for given in (link, "https://a.example")
    ]
    assert link not in shown[0]
    assert "https://a.example" in shown[1]


def test_descriptions_in_allure_hold_no_html(tmp_path: Path) -> None:
    traced = small_trace(tmp_path, FEATURE)
    identity = next(iter(identities(traced.features)))
    hostile = type(identity)(**{**vars(identity), "file": "features/<img src=x>/a.feature"})
    again = "pytest 'a\n\n<img src=x>'"
    result = ResultMaker(lambda: traced.catalogues).complete(ScenarioResult(hostile, "failed", "x", again=again))
    outside = [line for line in result.description.splitlines() if not line.startswith("    ")]
    assert "<" not in "".join(outside)
    assert "    <img src=x>'" in result.description.splitlines()


def test_junit_is_xml_whatever_a_reason_holds(traced: Trace) -> None:
    reason = f"{MARKUP}\x00\x1b[31m\ufffe"
    results = [ScenarioResult(one, "failed", reason, details="]]>\x07") for one in identities(traced.features)]
    text = junit_xml(results, datetime(2024, 1, 2, tzinfo=UTC), [MARKUP + "\x00"])
    failures = list(ElementTree.fromstring(text).iter("failure"))
    assert len(failures) == len(results)
    assert all("onerror=alert(1)" in failure.attrib["message"] for failure in failures)
