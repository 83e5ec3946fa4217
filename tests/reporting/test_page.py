"""index.html: whole, true to the report, readable by everybody and without anything else."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit import __main__ as ekit
from enhancement_kit.bench import reports
from enhancement_kit.reporting import assets, outputs
from enhancement_kit.reporting.conformance import report_yaml
from enhancement_kit.reporting.pages.page import SCRIPT, STYLE, TEMPLATE, page
from enhancement_kit.reporting.results import STATES as ALL_STATES
from enhancement_kit.specification.requirements import Catalogues, Term
from enhancement_kit.specification.traceability import Trace
from tests.reporting.pages import Element, parse, states
from tests.reporting.small_tree import FEATURE, STATES, small_report, small_trace
from tests.runner.conftest import Project
from tests.runner.conftest import project as harness_project  # noqa: F401 (a fixture)

ROOT = Path(__file__).parents[2]
ALL_PASS = dict.fromkeys(STATES, "passed")

ONE_OF_EACH = """
@EXA-001
Scenario: it holds
  Given a world of 1 subnets

@EXA-002
Scenario: it does not hold
  When a claim error is raised

@EXA-003
Scenario: it cannot be asked
  When a lack error is raised

@EXA-004
Scenario: it is known
  When a skip error is raised

@EXA-005
Scenario: the kit breaks
  When a harness error is raised

@EXA-006 @shipped
Scenario: it is of the other reading
  Given a world of 1 subnets
"""


@pytest.fixture
def traced(tmp_path: Path) -> Trace:
    return small_trace(tmp_path)


def shown(traced: Trace, states_given: dict[str, str] = STATES, **changes: Any) -> Element:
    return parse(page(small_report(traced, states_given, **changes), traced))


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_page_report_and_pytest_count_the_same(harness_project: Project, workers: list[str]) -> None:  # noqa: F811
    harness_project.feature("one", ONE_OF_EACH)
    result = harness_project.run_apart("features", "-p", "enhancement_kit.reporting.plugin", *workers)
    counted = {key.rstrip("s"): number for key, number in result.parseoutcomes().items()}
    # "1 not applicable": pytest's own reading of its summary takes one word
    assert counted == {"passed": 1, "failed": 1, "not": 1, "skipped": 1, "error": 1} | (
        {} if workers else {"deselected": 1}
    )
    out = harness_project.root / "reports" / "out"
    totals = yaml.safe_load((out / "conformance-report.yaml").read_text("utf-8"))["totals"]
    assert totals == {"scenarios": 5, **dict.fromkeys(ALL_STATES, 1), "left out": 1}
    found = parse((out / "index.html").read_text("utf-8"))
    assert Counter(states(found).values()) == Counter({**dict.fromkeys(ALL_STATES, 1), "left out": 1})
    assert states(found)["it cannot be asked"] == "not applicable"
    assert "failed" in found.all("h2")[0].text
    assert list(out.glob("*.tmp")) == []


def test_every_scenario_stands_under_its_first_requirement_with_its_text_and_what_became_of_it(traced: Trace) -> None:
    found = shown(traced)
    assert states(found) == STATES
    requirement = found.with_id("DEM-001")
    assert requirement.all("summary")[0].text == "failed DEM-001 must A text."
    assert [pre.text for pre in requirement.all("pre")] == [
        'Given a <b>thing</b> & more | name | value | | pub-a | token | When a text is given """ '
        'Authorization: [redacted] """ Then all is well',
        "Then all is well",
    ]
    [link] = found.with_id("DEM-002").all("a")
    assert (link.text, link.attributes["href"]) == ("Second", "#small.second")
    assert "No scenario carries it." in found.with_id("DEM-005").text
    assert [row.text for row in found.with_id("small.row_row").all("tr")] == [
        "rowresult",
        "Anot applicable a reason",
        "Bskipped a reason",
    ]
    assert "First" in found.with_id("DEM-A01").text


def test_an_enhancement_explains_the_terms_of_its_requirements(traced: Trace) -> None:
    [catalogue] = traced.catalogues
    assert not shown(traced).all("details", "terms")
    explained = dataclasses.replace(catalogue, terms=(Term("layout E", "two <subnets>"),))
    catalogues = Catalogues(traced.catalogues.enhancements, (explained,))
    [terms] = shown(dataclasses.replace(traced, catalogues=catalogues)).all("details", "terms")
    assert terms.all("summary")[0].text == "Terms that its requirements use"
    assert terms.all("dl")[0].text == "layout Etwo <subnets>"


def test_nothing_bad_is_in_the_small_print(traced: Trace) -> None:
    told = shown(traced, problems=["no world"], run={"notes": ("this combination is untested",)}).all("header")[0]
    assert told.all("h2")[0].text == "1 scenario failed, 2 harness errors"
    assert [line.text for line in told.all("ul", "trouble")[0].all("li")] == [
        "Second failed a reason",
        "Of another reading harness error a reason",
    ]
    assert [line.text for line in told.all("ul", "loud")[0].all("li")] == [
        "Harness error: no world",
        "1 scenario ended in a harness error: the kit or its world is broken there, and nothing is said about the "
        "implementation.",
        "Not proven: 5 of 5 requirements that can be executed; 2 failed, 1 ended in a harness error, "
        "1 were proven in part only, 1 have no scenario yet.",
        "Not finished: the scenarios of demo-enhancement do not cover their document yet.",
        "This combination is untested.",
    ]


def test_a_green_run_of_a_part_is_not_taken_for_the_whole(traced: Trace) -> None:
    told = shown(traced, {"First": "passed"}, selection="-k First").all("header")[0]
    assert told.all("section", "open")
    assert told.all("h2")[0].text == "Nothing failed, but 4 of 5 requirements that can be executed are not proven"
    lines = [line.text for line in told.all("li")]
    assert lines[0].startswith("Only a part was run (-k First): ")
    assert lines[2] == "Left out: 4 scenarios, because each is not part of the selection."
    assert "1 of its scenarios was left out" in shown(traced, {"First": "passed"}).with_id("DEM-001").text


def test_only_a_whole_and_finished_catalogue_that_is_proven_is_good(tmp_path: Path) -> None:
    traced = small_trace(tmp_path, FEATURE.replace("@DEM-004", "@DEM-004 @DEM-005"))
    report = small_report(traced, ALL_PASS)
    assert parse(page(report, traced)).all("section", "open")
    report["enhancements"][0]["status"] = "complete"
    [statement] = parse(page(report, traced)).all("section", "good")
    assert statement.all("h2")[0].text == "Proven: 5 requirements that can be executed"
    assert statement.all("li") == []


def test_two_reports_side_by_side(traced: Trace) -> None:
    one = small_report(traced, ALL_PASS)
    other = small_report(traced, STATES, run={"lane": "shipped", "profile": "shipped"})
    found = parse(page(one, traced, other))
    section = found.with_id("versus")
    assert section.all("h2")[0].text == "document against shipped"
    assert section.all("b")[0].text == "shipped: 1 scenario failed, 1 harness error."
    assert any(line.text.startswith("Not proven: 5 of 5 ") for line in section.all("li"))
    assert [[cell.text for cell in row.all("th") + row.all("td")] for row in section.all("tr")] == [
        ["Requirement", "document", "shipped", "Section"],
        ["DEM-001", "proven", "failed", "Goals / First Things"],
        ["DEM-002", "proven", "failed", "Goals / First Things"],
        ["DEM-003", "proven", "not proven", "Goals / First Things"],
        ["DEM-004", "proven", "harness error", "Goals / First Things"],
    ]
    assert "shipped: failed" in found.with_id("DEM-001").all("summary")[0].text


def test_what_the_checkout_no_longer_has_is_shown_as_far_as_it_is_known(tmp_path: Path) -> None:
    report = small_report(small_trace(tmp_path), STATES)
    changed = small_trace(tmp_path, FEATURE.replace("Scenario: Second", "Scenario: Renamed"))
    found = parse(page(report, changed))
    assert "This scenario is not in the feature files of this checkout." in found.with_id("DEM-001").text
    assert states(found)["Renamed"] == "left out"


def test_the_page_needs_nothing_else(traced: Trace) -> None:
    html = page(small_report(traced, STATES), traced)
    found = parse(html)
    assert not [e for e in found.walk() if {"src", "srcset", "action", "onclick"} & e.attributes.keys()]
    assert not found.all("link")
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest", html)
    # readable without its script, which shows what works only with it
    assert "hidden" in found.with_id("filter").attributes
    assert [e.tag for e in found.walk() if "hidden" in e.attributes] == ["form"]


def test_the_page_can_be_read_aloud_and_walked_by_keyboard(traced: Trace) -> None:
    cell = {"component": "mao", "observable": "objects", "seen": [{"values": ["x"], "scenarios": []}]}
    report = small_report(traced, STATES)
    report["matrix"] = [{**cell, "platform": platform} for platform in ("AWS", "None")]
    found = parse(page(report, traced, small_report(traced, ALL_PASS)))
    assert found.all("html")[0].attributes["lang"] == "en"
    assert [len(found.all(tag)) for tag in ("h1", "header", "nav", "main", "footer")] == [1, 1, 1, 1, 1]
    levels = [int(e.tag[1]) for e in found.walk() if re.fullmatch(r"h\d", e.tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = Counter(e.attributes["id"] for e in found.walk() if "id" in e.attributes)
    assert max(ids.values()) == 1
    assert not [name for name in ids if re.search(r"\s", name)]
    targets = [e.attributes["href"][1:] for e in found.all("a") if e.attributes["href"].startswith("#")]
    named = [e.attributes["aria-labelledby"] for e in found.walk() if "aria-labelledby" in e.attributes]
    assert not [target for target in targets + named if target not in ids]
    controls = {id(e) for e in found.walk() if e.tag in ("select", "input")}
    labelled = {id(e) for label in found.all("label") for e in label.walk() if e.tag in ("select", "input")}
    assert controls == labelled
    assert all(e.attributes.get("tabindex") == "0" for e in (*found.all("pre"), *found.all("div", "wide")))
    assert all(e.attributes.get("scope") for e in found.all("th"))
    assert all(badge.text for badge in found.all("span", "badge"))


def test_colours_stand_out_in_light_and_dark() -> None:
    style = (assets.asset_folder() / STYLE).read_text("utf-8")
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6})", part)) for part in style.split("prefers-color-scheme: dark", 1)[:2]
    )
    for colours in (light, dark):
        for text in ("text", "soft", "link", "good", "bad", "open", "none"):
            for back in ("back", "box", *([f"{text}-back"] if f"{text}-back" in colours else [])):
                assert contrast(colours[text], colours[back]) >= 4.5, (text, back)


def contrast(one: str, other: str) -> float:
    """Compute the contrast ratio of WCAG 2.2."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_mark_tells_good_from_bad_without_colour() -> None:
    style = (assets.asset_folder() / STYLE).read_text("utf-8")
    marks = {word: mark for line in re.findall(r"(.*::before) \{ content: \"(.)", style) for word, mark in words(*line)}
    assert marks["proven"] == marks["passed"] == "✓"
    others = {word: mark for word, mark in marks.items() if mark != "✓"}
    assert len(set(others.values())) == len(others) - 1  # what is not applicable and what cannot be executed share one


def words(selector: str, mark: str) -> list[tuple[str, str]]:
    return [(word, mark) for word in re.findall(r"\.badge\.([\w-]+)", selector)]


def test_two_thousand_results_are_a_small_page_and_cost_as_much_each_as_few(tmp_path: Path) -> None:
    each = []
    for enhancements in (1, reports.ENHANCEMENTS):
        out = tmp_path / str(enhancements) / "out"
        traced, results = reports.make_run(out.parent, enhancements)
        outputs.make_writable(out)
        # the best of two: the first one also reads templates
        each.append(min(reports.write_all(out, traced, results) for _ in range(2)) / len(results))
    assert len(results) == reports.RESULTS == 2000
    assert each[1] / each[0] < 2
    assert (out / outputs.PAGE).stat().st_size < 3_000_000


def test_the_command(traced: Trace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.yaml"
    report.write_text(report_yaml(small_report(traced, STATES)), encoding="utf-8")
    command = ["report", "html", str(report), "--root", str(tmp_path)]
    assert ekit.main(command) == 0
    assert states(parse((tmp_path / "index.html").read_text("utf-8"))) == STATES
    assert ekit.main([*command[:3], str(report), *command[3:], "-o", str(tmp_path / "both.html")]) == 0
    assert "They differ in 0." in parse((tmp_path / "both.html").read_text("utf-8")).with_id("versus").text
    assert capsys.readouterr().out.endswith(f"written: {tmp_path / 'both.html'}\n")
    assert ekit.main([*command[:4], str(tmp_path / "elsewhere")]) == 4
    assert "there is no folder features/ in" in capsys.readouterr().err


def test_an_installed_kit_brings_what_reports_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["data-files"]
    [(folder, patterns)] = settings.items()
    brought = {path for pattern in patterns for path in ROOT.glob(pattern)}
    assert {ROOT / "reports" / name for name in (TEMPLATE, STYLE, SCRIPT, assets.SCHEMA)} <= brought
    # as pip lays out a wheel: the code in site-packages, data-files below the prefix, both in RECORD
    site = tmp_path / "lib" / "site-packages"
    info = site / "enhancement_conformance_kit-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {assets.DISTRIBUTION}\nVersion: 0.1.0\n")
    (info / "RECORD").write_text(f"../../{folder}/{assets.SCHEMA},,\n")
    monkeypatch.setattr(assets, "_BESIDE", site)
    assert assets.asset_folder.__wrapped__() == tmp_path / folder
