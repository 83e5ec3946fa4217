"""Reports that runs left behind: read with care, compared, merged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from enhancement_kit import __main__ as ekit
from enhancement_kit.errors import UsageError
from enhancement_kit.reporting.conformance import report_yaml
from enhancement_kit.reporting.saved.comparing import compare
from enhancement_kit.reporting.saved.merging import merge
from enhancement_kit.reporting.saved.reading import load_report
from enhancement_kit.specification.traceability import Trace
from tests.reporting.small_tree import STATES, small_report, small_trace

ALL_PASS = dict.fromkeys(STATES, "passed")


@pytest.fixture
def traced(tmp_path: Path) -> Trace:
    return small_trace(tmp_path)


def written(path: Path, report: dict[str, Any]) -> str:
    path.write_text(report_yaml(report), encoding="utf-8")
    return str(path)


def test_what_a_run_writes_is_read_again(traced: Trace, tmp_path: Path) -> None:
    report = small_report(traced, STATES)
    assert load_report(Path(written(tmp_path / "r.yaml", report))) == report


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("/v1alpha2\nkind", "/v1alpha1\nkind", "r.yaml:1: the report is of version v1alpha1, this kit reads v1alpha2"),
        ("kind: ConformanceReport", "kind: Pod", "r.yaml:1: this is no conformance report but Pod of enhancement-conf"),
        ("apiVersion: ", "version: ", "r.yaml:1: this is no conformance report, it has no apiVersion and kind"),
        ("state: failed", "state: lost", "scenarios[1].state: 'lost' is not one of ['passed', "),
        ("  passed: 1\n", "  passed: 2\n", "the totals are not those of what is listed; the file is truncated or"),
        ("problems: []", "problems: [", "this is no whole conformance report: write it again with a run of"),
        (
            "name: First",
            "name: !!python/name:os.system x",
            "the tag !!python/name:os.system does not fit here; this is",
        ),
        ("- id: features/demo/small.feature::test_second", "- id: other", "DEM-001 names features/demo/small.feature"),
    ],
)
def test_what_is_no_report_of_this_kit_gets_one_clear_sentence(
    traced: Trace, tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = Path(written(tmp_path / "r.yaml", small_report(traced, STATES)))
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(UsageError) as raised:
        load_report(path)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_report_that_is_cut_off_anywhere_is_refused(traced: Trace, tmp_path: Path) -> None:
    path = Path(written(tmp_path / "r.yaml", small_report(traced, STATES)))
    raw = path.read_bytes()
    for end in range(0, len(raw) - 20, 97):
        path.write_bytes(raw[:end])
        with pytest.raises(UsageError, match=r"r\.yaml:\d+: .*; "):
            load_report(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"r\.yaml:1: the file is not UTF-8 text; "):
        load_report(path)


def changes(before: dict[str, Any], after: dict[str, Any], kind: str) -> dict[str, tuple[str, str]]:
    found = getattr(compare(before, after), kind)
    return {change.id.rpartition("::")[2]: (change.before, change.after) for change in found}


def test_a_requirement_and_a_scenario_that_no_longer_hold_are_regressions(traced: Trace) -> None:
    good, bad = small_report(traced, ALL_PASS), small_report(traced, {**ALL_PASS, "Second": "failed"})
    failed = {
        "DEM-001": ("proven", "failed"),
        "DEM-002": ("proven", "failed"),
        "test_second": ("passed", "failed"),
    }
    assert changes(good, bad, "regressions") == failed
    assert changes(bad, good, "improvements") == {name: (b, a) for name, (a, b) in failed.items()}
    assert changes(bad, good, "regressions") == changes(bad, bad, "regressions") == {}


def test_a_requirement_that_nothing_runs_any_more_is_a_regression_unless_the_run_was_told_to_leave_it_out(
    traced: Trace,
) -> None:
    whole = small_report(traced, ALL_PASS)
    rest = {name: state for name, state in ALL_PASS.items() if name != "Second"}
    lost = small_report(traced, rest)
    narrow = small_report(traced, rest, selection="-k First")
    assert changes(whole, lost, "regressions") == {"DEM-002": ("proven", "not run")}
    assert changes(whole, narrow, "regressions") == {}
    assert changes(whole, narrow, "left_out") == {"DEM-002": ("proven", "not run"), "test_second": ("passed", "")}
    assert compare(whole, narrow).settings == ["selection all, then -k First"]


def test_what_fails_the_first_time_it_is_run_is_a_regression(traced: Trace) -> None:
    rest = {name: state for name, state in ALL_PASS.items() if name != "Second"}
    before = small_report(traced, rest)
    assert changes(before, small_report(traced, ALL_PASS), "new") == {"test_second": ("", "passed")}
    failing = small_report(traced, {**ALL_PASS, "Second": "failed"}, problems=["no world"])
    assert changes(before, failing, "regressions") == {
        "the run": ("", "harness error"),
        "DEM-001": ("proven", "failed"),
        "DEM-002": ("not run", "failed"),
        "test_second": ("", "failed"),
    }


def test_merged_shards_are_what_one_run_says(traced: Trace) -> None:
    whole = small_report(traced, STATES)
    names = list(STATES)
    shards = [
        small_report(traced, {name: STATES[name] for name in part}, selection=f"--shard {number}/2")
        for number, part in enumerate((names[::2], names[1::2]), start=1)
    ]
    merged = merge([("one", shards[0]), ("two", shards[1])])
    assert report_yaml({**merged, "time": None}) == report_yaml({**whole, "time": None})
    assert merged["time"]["seconds"] == 5.0
    again = merge([("one", shards[0]), ("one", shards[0])])
    assert again["run"]["selection"] == "--shard 1/2"
    assert again["totals"] == shards[0]["totals"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"run": {"lane": "real-api"}}, "one and two cannot be merged: they are of lane default and real-api; merge"),
        ({"run": {"profile": "shipped"}}, "they are of profile document and shipped"),
        ({"states": {"First": "failed"}}, "do not agree about features/demo/small.feature::test_first: passed and fai"),
    ],
)
def test_what_is_not_of_one_run_is_not_merged(traced: Trace, options: dict[str, Any], message: str) -> None:
    other = small_report(traced, options.pop("states", {}), **options)
    with pytest.raises(UsageError) as raised:
        merge([("one", small_report(traced, ALL_PASS)), ("two", other)])
    assert message in str(raised.value)


def test_reports_of_other_requirements_or_another_kit_are_not_merged(traced: Trace) -> None:
    one, other = small_report(traced, ALL_PASS), small_report(traced, ALL_PASS)
    other["enhancements"][0]["requirements"][2]["level"] = "may"
    with pytest.raises(
        UsageError, match="catalogues of demo differ, for example in DEM-003: 5 requirements and 5 requirements"
    ):
        merge([("one", one), ("two", other)])
    other["kit"] = {**other["kit"], "version": "9"}
    with pytest.raises(UsageError, match=r"they are of kit .* and 9; merge"):
        merge([("one", one), ("two", other)])


def test_the_commands(traced: Trace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path / "good.yaml", small_report(traced, ALL_PASS))
    bad = written(tmp_path / "bad.yaml", small_report(traced, STATES))
    assert ekit.main(["report", "check", good]) == 0
    assert ekit.main(["report", "check", bad]) == 1
    assert capsys.readouterr().out.endswith(
        "5 scenarios (1 passed, 1 failed, 1 not applicable, 1 skipped, 1 harness error), 0 of 5 requirements proven\n"
    )
    assert ekit.main(["report", "compare", bad, good]) == 0
    assert "no regressions" in capsys.readouterr().out
    assert ekit.main(["report", "compare", good, bad]) == 1
    printed = capsys.readouterr().out
    assert "  DEM-002: proven, now failed (Goals / First Things)\n" in printed
    assert "  features/demo/small.feature::test_second: passed, now failed (a reason)\n" in printed
    assert ekit.main(["report", "merge", good, good, "-o", str(tmp_path)]) == 0
    assert load_report(tmp_path / "conformance-report.yaml")["totals"]["passed"] == 5
    assert ekit.main(["report", "merge", good, "-o", f"{good}/below"]) == 4
    assert "cannot be written: " in capsys.readouterr().err
    assert ekit.main(["report", "check", str(tmp_path / "none.yaml")]) == 4
    assert "none.yaml: the report cannot be read: No such file or directory; name " in capsys.readouterr().err


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ekit.main(["report", "--help"])
    printed = capsys.readouterr().out
    for words in ("ekit report compare last-green.yaml", "ekit report merge shard-1.yaml", "A regression is"):
        assert words in printed
