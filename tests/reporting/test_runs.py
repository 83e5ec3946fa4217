"""What runs of features leave behind: one result per scenario whatever happened, in every output."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
import yaml

from enhancement_kit.reporting.conformance import TIME_KEY, report_yaml
from tests.reporting.conftest import ALLURE, DEATHS, KILLER, STATES, FinishedRun, Outputs

Project = Callable[..., Outputs]
KILLING = "features/demo/killer.feature::test_it_kills_its_process"
SCHEMA = Path(__file__).parents[2] / "reports" / "conformance-report.schema.json"


def without_times(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_times(child) for key, child in value.items() if key != TIME_KEY}
    if isinstance(value, list):
        return [without_times(child) for child in value]
    return value


def check_one_result_each(outputs: Outputs, states: dict[str, str]) -> None:
    """Check that every output has each scenario exactly once, in the same state."""
    assert outputs.states == states
    assert outputs.page_states == states
    assert Counter(result["name"] for result in outputs.allure) == Counter(list(states))
    assert {result["name"]: result["status"] for result in outputs.allure} == {
        name: ALLURE[state] for name, state in states.items()
    }
    assert Counter(case.get("name", "").partition(" [")[0] for case in outputs.junit) == Counter(list(states))
    kinds = {"failed": "failure", "harness error": "error", "skipped": "skipped"}
    for case in outputs.junit:
        state = states[case.get("name", "").partition(" [")[0]]
        ends = [child.tag for child in case if child.tag != "properties"]
        assert ends == ([kinds[state]] if state in kinds else [])
    totals = outputs.report["totals"]
    assert totals == {"scenarios": len(states)} | {
        state: list(states.values()).count(state) for state in totals if state != "scenarios"
    }


def test_every_phase_of_death_leaves_exactly_one_result(deaths: FinishedRun) -> None:
    outputs = deaths.outputs
    assert deaths.code == 1
    check_one_result_each(outputs, STATES)
    jsonschema.validate(outputs.report, json.loads(SCHEMA.read_text("utf-8")))
    assert outputs.verdicts == {
        "DEM-001": "proven",
        "DEM-002": "failed",
        "DEM-003": "harness error",
        "DEM-004": "failed",
        "DEM-005": "harness error",
        "DEM-006": "skipped",
        "DEM-007": "failed",
        "DEM-008": "failed",
        "DEM-009": "no scenario",
        "DEM-010": "no scenario",
        "DEM-011": "no scenario",
        "DEM-012": "no scenario",
    }
    pytest.LineMatcher(deaths.text.splitlines()).fnmatch_lines(
        [
            "enhancement *passed *failed *not applicable *skipped *harness error *scenarios *proven *noticed*",
            "demo-enhancement * 2 * 4 * 0 * 1 * 2 * 9 * 1 of 12 * 1 * 0*",
            "reports: reports/out",
        ]
    )


def test_the_death_of_a_worker_leaves_one_result_for_its_scenario(project: Project, pytester: pytest.Pytester) -> None:
    outputs = project(deaths=DEATHS, killer=KILLER)
    pytester.runpytest_subprocess("features/", "-n", "2")
    check_one_result_each(outputs, {**STATES, "It kills its process": "harness error", "It comes after": "passed"})
    assert "crashed while running" in outputs.scenarios["It kills its process"]["reason"]
    killed = outputs.allure_by_name["It kills its process"]
    assert {"name": "epic", "value": "demo-enhancement"} in killed["labels"]
    assert "harness error: " in killed["statusDetails"]["message"]


@pytest.mark.parametrize("options", [[], ["--alluredir", "reports/out/allure-results", "--clean-alluredir"]])
def test_workers_write_whole_allure_results_and_a_replaced_one_wipes_none(
    project: Project, pytester: pytest.Pytester, options: list[str]
) -> None:
    outputs = project(deaths=DEATHS, killer=KILLER)
    pytester.runpytest_subprocess("features/", "-n", "1", *options)
    steps = outputs.allure_by_name["It passes"]["steps"]
    assert [step["name"] for step in steps] == ["Given the subnets", "When a text is given", "Then all is well"]
    for step in steps[:2]:
        assert (outputs.folder / "allure-results" / step["attachments"][0]["source"]).is_file()
    assert [step["name"] for step in outputs.allure_by_name["It comes after"]["steps"]] == ["When it acts"]
    assert len(outputs.allure) == len(STATES) + 2


def test_workers_that_cannot_be_replaced_lose_no_scenario(project: Project, pytester: pytest.Pytester) -> None:
    outputs = project(killer=KILLER)
    pytester.runpytest_subprocess("features/", "-n", "1", "--max-worker-restart", "0")
    assert set(outputs.states) == {"It kills its process", "It comes after"}
    assert outputs.states["It kills its process"] == "harness error"
    assert outputs.scenarios["It comes after"]["reason"].startswith("not run: ")
    assert len(outputs.allure) == len(outputs.junit) == 2


def test_an_interrupted_run_keeps_what_is_finished_and_says_what_is_not(
    project: Project, pytester: pytest.Pytester
) -> None:
    outputs = project(
        a="Feature: a\n  @DEM-001\n  Scenario: one\n    When it acts\n",
        b="Feature: b\n  @DEM-002\n  Scenario: two\n    When someone interrupts\n",
        c="Feature: c\n  @DEM-003\n  Scenario: three\n    When it acts\n",
    )
    pytester.runpytest_inprocess("features/", no_reraise_ctrlc=True)
    check_one_result_each(outputs, {"one": "passed", "two": "skipped", "three": "skipped"})
    assert outputs.scenarios["two"]["reason"] == "not finished: the run was interrupted"
    assert outputs.scenarios["three"]["reason"] == "not run: the run was interrupted"


def test_a_run_that_stops_at_the_first_failure_says_why_the_rest_did_not_run(
    project: Project, pytester: pytest.Pytester
) -> None:
    outputs = project(deaths=DEATHS)
    pytester.runpytest_inprocess("features/", "-x")
    assert Counter(outputs.states.values()) == {"passed": 1, "failed": 1, "skipped": 7}
    assert outputs.scenarios["It dies in set-up"]["reason"] == "not run: stopping after 1 failures"
    assert outputs.verdicts["DEM-003"] == "skipped"
    assert len(outputs.allure) == len(outputs.junit) == 9


def test_steps_labels_links_and_parameters_of_allure_results(deaths: FinishedRun) -> None:
    outputs = deaths.outputs
    passed = outputs.allure_by_name["It passes"]
    assert [(step["name"], step["status"]) for step in passed["steps"]] == [
        ("Given the subnets", "passed"),
        ("When a text is given", "passed"),
        ("Then all is well", "passed"),
    ]
    table, text = (step["attachments"][0] for step in passed["steps"][:2])
    assert (outputs.folder / "allure-results" / table["source"]).read_text("utf-8") == "subnet,zone\npub-a,a\n"
    assert (outputs.folder / "allure-results" / text["source"]).read_text("utf-8") == "Authorization: [redacted]"
    labels = Counter((label["name"], label["value"]) for label in passed["labels"])
    for label in (
        ("epic", "demo-enhancement"),
        ("feature", "Deaths"),
        ("story", "of one scenario"),
        ("severity", "critical"),
        ("tag", "DEM-001"),
        ("owner", "installer"),
    ):
        assert labels[label] == 1
    assert passed["links"] == [
        {"type": "link", "url": "https://example.org/demo.md#first-things", "name": "DEM-001: Goals / First Things"}
    ]
    row = outputs.allure_by_name["B is accepted"]
    assert row["parameters"] == [{"name": "role", "value": "B"}, {"name": "verb", "value": "accepted"}]
    other_row = outputs.allure_by_name["A is refused"]
    assert row["testCaseId"] == other_row["testCaseId"]
    assert row["historyId"] != other_row["historyId"]


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("It fails in a step", [("When it fails", "failed"), ("Then all is well", "skipped")]),
        ("It dies in set-up", []),
        ("It dies in a lazy fixture", [("When the broken fixture is asked for", "broken")]),
        ("It dies in teardown", [("When the end breaks", "passed")]),
        (
            "It is skipped half way",
            [("When it acts", "passed"), ("And it is skipped", "skipped"), ("Then all is well", "skipped")],
        ),
        ("It has an unknown step", [("When nobody defined this", "broken"), ("Then all is well", "skipped")]),
    ],
)
def test_the_step_that_ended_a_scenario_is_shown_and_those_that_never_began(
    deaths: FinishedRun, name: str, steps: list[tuple[str, str]]
) -> None:
    outputs = deaths.outputs
    assert [(step["name"], step["status"]) for step in outputs.allure_by_name[name].get("steps", [])] == steps


def test_allure_shows_no_set_up_noise(deaths: FinishedRun) -> None:
    outputs = deaths.outputs
    assert list(outputs.folder.glob("allure-results/*-container.json")) == []
    assert list(outputs.folder.rglob("*.tmp")) == []


def test_no_secret_reaches_an_output(deaths: FinishedRun) -> None:
    outputs = deaths.outputs
    written = outputs.all_bytes() + deaths.text.encode()
    assert b"the claim, with [redacted] in it" in written
    for canary in (b"AKIAABCDEFGHIJKLMNOP", b"hunter22", b"canary-canary"):
        assert canary not in written


def test_equal_runs_give_equal_bytes_but_for_the_declared_fields(project: Project, pytester: pytest.Pytester) -> None:
    outputs = project(deaths=DEATHS)
    texts = []
    for arguments in ([], ["-p", "randomly", "-p", "no:xdist", "--randomly-seed=7"]):
        pytester.runpytest_subprocess("features/", *arguments)
        text = (outputs.folder / "conformance-report.yaml").read_text("utf-8")
        assert yaml.safe_load(text)["timeFields"] == [TIME_KEY]
        stripped = without_times(yaml.safe_load(text))
        assert isinstance(stripped, dict)
        texts.append(report_yaml(stripped))
    assert texts[0] == texts[1]


def test_what_an_earlier_run_left_is_gone_and_what_others_left_stays(
    project: Project, pytester: pytest.Pytester
) -> None:
    outputs = project(deaths=DEATHS, killer=KILLER.replace("the process dies", "it acts"))
    pytester.runpytest_inprocess("features/")
    (outputs.folder / "notes.txt").write_text("mine", encoding="utf-8")
    pytester.runpytest_inprocess("features/demo/killer.feature")
    assert len(outputs.allure) == 2
    assert (outputs.folder / "notes.txt").read_text("utf-8") == "mine"
    assert outputs.report["run"]["selection"] == "features/demo/killer.feature"


def test_another_folder(project: Project, pytester: pytest.Pytester) -> None:
    default = project(killer=KILLER.replace("the process dies", "it acts"))
    pytester.runpytest_inprocess("features/", "--reports", "elsewhere/deep")
    assert Outputs(pytester.path / "elsewhere" / "deep").report["run"]["selection"] == "all"
    assert not default.folder.exists()


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_a_folder_that_cannot_be_written_ends_the_run_before_it_begins(
    project: Project, pytester: pytest.Pytester, workers: list[str]
) -> None:
    project(deaths=DEATHS)
    # a file where the folder should be: no user, not even root, can write below it
    (pytester.path / "reports").write_text("", encoding="utf-8")
    result = pytester.runpytest_subprocess("features/", *workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: reports cannot be written to *reports/out: *--reports DIR"])
    result.stdout.no_fnmatch_line("*It passes*")
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


@pytest.mark.parametrize("arguments", [["tests/"], ["features/", "--collect-only"]])
def test_runs_without_scenarios_write_nothing(
    project: Project, pytester: pytest.Pytester, arguments: list[str]
) -> None:
    outputs = project(deaths=DEATHS)
    pytester.mkdir("tests")
    (pytester.path / "tests" / "conftest.py").write_text(
        "import pytest\n@pytest.fixture(autouse=True)\ndef set_up(): pass\n", encoding="utf-8"
    )
    (pytester.path / "tests" / "test_it.py").write_text("def test_it(): pass\n", encoding="utf-8")
    result = pytester.runpytest_inprocess(*arguments)
    assert result.ret == 0
    assert not outputs.folder.exists()
    result.stdout.no_fnmatch_line("*requirements proven*")


def test_what_the_harness_says_wins_over_what_pytest_says(project: Project, pytester: pytest.Pytester) -> None:
    outputs = project(deaths=DEATHS, killer=KILLER)
    with (pytester.path / "conftest.py").open("a", encoding="utf-8") as stream:
        stream.write(
            """
from enhancement_kit.reporting.run_info import RESULTS, RUN_INFO, RunInfo


def pytest_configure(config):
    config.stash[RUN_INFO] = RunInfo(
        "default",
        "document",
        "all",
        {"cluster": "embedded 1"},
        ("a note",),
        {"cluster": {"version": "Kubernetes 1.2.3"}},
        lambda tags, folder, catalogues: "is of another day" if "DEM-010" in tags and "DEM-010" in catalogues else "",
    )


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.kit_state, report.kit_reason, report.kit_link = "passed", "", ""
    if call.when == "call" and "skipped" in item.name:
        report.kit_state, report.kit_reason = "not applicable", "the target has no clock"
    if call.when == "call" and "fails" in item.name:
        report.kit_state, report.kit_reason, report.kit_link = "skipped", "known", "https://example.org/2"
    return report


def pytest_unconfigure(config):
    print("stashed", len(config.stash[RESULTS]))
"""
        )
    result = pytester.runpytest_inprocess("features/demo/deaths.feature")
    result.stdout.fnmatch_lines(["stashed 9"])
    assert Counter(outputs.states.values()) == {"passed": 7, "not applicable": 1, "skipped": 1}
    assert outputs.scenarios["It fails in a step"]["link"] == "https://example.org/2"
    assert outputs.verdicts["DEM-006"] == "not applicable"
    allure = outputs.allure_by_name["It is skipped half way"]
    assert allure["statusDetails"]["message"] == "not applicable: the target has no clock"
    assert outputs.allure_by_name["It fails in a step"]["links"][-1]["url"] == "https://example.org/2"
    run = outputs.report["run"]
    assert (run["lane"], run["variants"], run["notes"]) == ("default", "all", ["a note"])
    assert run["backends"] == {"cluster": {"name": "embedded 1", "version": "Kubernetes 1.2.3"}}
    (enhancement,) = outputs.report["enhancements"]
    assert enhancement["leftOut"] == [
        {"reason": "is not part of the selection", "scenarios": [KILLING]},
        {"reason": "is of another day", "scenarios": ["features/demo/killer.feature::test_it_comes_after"]},
    ]
    assert enhancement["totals"]["scenarios"]["left out"] == outputs.report["totals"]["left out"] == 2
    assert outputs.verdicts["DEM-010"] == "not run"
    environment = (outputs.folder / "allure-results" / "environment.properties").read_text("utf-8")
    assert "cluster=embedded 1\n" in environment


def test_a_world_that_cannot_be_made_is_one_harness_error_and_every_scenario_says_so(
    project: Project, pytester: pytest.Pytester
) -> None:
    outputs = project(deaths=DEATHS)
    with (pytester.path / "conftest.py").open("a", encoding="utf-8") as stream:
        stream.write(
            """
def pytest_addhooks(pluginmanager):
    from enhancement_kit.runner import hooks

    pluginmanager.add_hookspecs(hooks)


def pytest_runtestloop(session):
    session.config.hook.pytest_kit_problem(config=session.config, message="no world; token: abcdefghijkl")
    return True
"""
        )
    pytester.runpytest_inprocess("features/")
    assert outputs.report["problems"] == ["no world; token: [redacted]"]
    assert set(outputs.states.values()) == {"skipped"}
    assert outputs.scenarios["It passes"]["reason"] == "not run: no world; token: [redacted]"
    errors = [case for case in outputs.junit if case.find("error") is not None]
    assert [case.get("classname") for case in errors] == ["harness"]
    assert len(outputs.allure) == len(STATES)


def test_reports_that_cannot_be_written_at_the_end_are_named(project: Project, pytester: pytest.Pytester) -> None:
    project(killer=KILLER.replace("the process dies", "it acts"))
    with (pytester.path / "conftest.py").open("a", encoding="utf-8") as stream:
        # a folder where the file should be: no user, not even root, can write over it
        stream.write(
            "\ndef pytest_runtestloop(session):\n    (session.config.rootpath / 'reports/out/junit.xml').mkdir()\n"
        )
    result = pytester.runpytest_inprocess("features/")
    # some scenarios fail, and the exit code says so as it would with reports
    assert result.ret == 3
    result.stdout.fnmatch_lines(["*reports/out/junit.xml could not be written: Is a directory"])
    result.stdout.no_fnmatch_line("reports: *")
    assert (pytester.path / "reports/out/index.html").is_file()
