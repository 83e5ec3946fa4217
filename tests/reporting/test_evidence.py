"""What a run with one scenario of each state leaves: equal counts, evidence of the failure, no secret."""

from __future__ import annotations

import base64
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.runner.evidence.nearest_miss import nearest_misses, texts_in
from tests.reporting.conftest import FinishedRun, Outputs
from tests.reporting.encodings import AWKWARD, BINARY, ESCAPES, left
from tests.reporting.real_project import SMALL, STATES, run, write_real_project

SECRET = "canary-of-environment"
ALLURE = {"passed": "passed", "failed": "failed", "harness error": "broken"}
CANARIES = ("step", "a-table", "a-row", "a-doc-string", "an-exception", "a-log", "an-attachment")


@pytest.fixture(scope="module")
def each(tmp_path_factory: pytest.TempPathFactory) -> FinishedRun:
    """Run a scenario in each state once."""
    root = tmp_path_factory.mktemp("each")
    outputs = write_real_project(root, states=STATES)
    done = run(root, "--seed=7", KIT_PASSWORD=SECRET, AWKWARD_TOKEN=AWKWARD)
    return FinishedRun(outputs, done.returncode, done.stdout + done.stderr)


def failed_step(outputs: Outputs) -> dict[str, Any]:
    steps = outputs.allure_by_name["It fails for test"]["steps"]
    return next(step for step in steps if step["status"] == "failed")


def attached(outputs: Outputs, step: dict[str, Any]) -> dict[str, str]:
    folder = outputs.folder / "allure-results"
    return {a["name"]: (folder / a["source"]).read_text("utf-8") for a in step["attachments"]}


def test_all_outputs_have_the_counts_of_pytest(each: FinishedRun) -> None:
    last = each.text.strip().splitlines()[-1]
    own = {name: int(number) for number, name in re.findall(r"(\d+) ([a-z ]+?)(?:,| in )", last)}
    own["harness error"] = own.pop("error")
    assert own == {"failed": 2, "passed": 1, "skipped": 1, "not applicable": 1, "harness error": 1}
    assert each.outputs.report["totals"] == {"scenarios": 6, **own, "left out": 0}
    assert Counter(each.outputs.states.values()) == own
    statuses = Counter(ALLURE.get(state, "skipped") for state in each.outputs.states.values())
    assert Counter(result["status"] for result in each.outputs.allure) == statuses
    ends = Counter(child.tag for case in each.outputs.junit for child in case if child.tag != "properties")
    assert ends == {"failure": 2, "error": 1, "skipped": 2}
    assert len(each.outputs.junit) == 6
    assert each.code == 3


def test_where_nobody_looks_at_a_terminal_there_are_plain_lines(each: FinishedRun) -> None:
    assert not set("\x1b\r\b") & set(each.text)
    assert re.search(r"^features/nlb_eip_allocations/states\.feature \S+ +\[100%\]$", each.text, re.M)


def test_a_failed_step_shows_all_that_explains_it(each: FinishedRun) -> None:
    found = attached(each.outputs, failed_step(each.outputs))
    assert set(found) >= {"claim", "objects that the step read", "conditions", "events", "AWS calls", "topology"}
    claim = found["claim"]
    assert "EIP-025 (must, API Extensions)\nThe scope rule" in claim
    assert "nearest:    OperandsProgressing\n" in claim
    assert "at:         IngressController test: status.conditions[" in claim
    assert "IngressController test,Progressing,True,IngressControllerProgressing," in found["conditions"]
    assert "CreateLoadBalancer" in found["AWS calls"]
    assert found["topology"].startswith("<svg")
    assert "EnsuredLoadBalancer" in found["events"]
    assert "kind: Service" in found["all objects"]


def test_the_step_that_acts_shows_what_it_changed(each: FinishedRun) -> None:
    steps = {step["name"]: step for step in each.outputs.allure_by_name["It fails for test"]["steps"]}
    network = attached(each.outputs, steps["Given a VPC in us-east-1 with the subnets"])["topology"]
    assert network.startswith("<svg")
    assert "pub-a (public)" in network
    made = attached(each.outputs, steps["And the IngressController test with"])
    assert "+++ Service/router-test after" in made["changes"]
    changed = attached(each.outputs, steps["When the admin sets the scope of test to Internal"])["changes"]
    assert "-      scope: External\n" in changed
    assert "+      scope: Internal\n" in changed


def test_a_failure_prints_the_one_command_that_runs_it_again(each: FinishedRun) -> None:
    line = each.outputs.scenarios["It fails for test"]["line"]
    command = f"pytest features/nlb_eip_allocations/states.feature:{line} --lane=default --seed=7"
    assert command in each.text
    assert command in each.outputs.allure_by_name["It fails for test"]["description"]
    [case] = [case for case in each.outputs.junit if case.get("name", "").startswith("It fails")]
    assert command in str(getattr(case.find("failure"), "text", ""))
    assert [p.get("value") for p in case.iter("property") if p.get("name") == "reproduce"] == [command]


def test_no_canary_leaves_the_run(each: FinishedRun) -> None:
    written = each.outputs.all_bytes() + each.text.encode()
    assert b"[redacted]" in written
    encoded = base64.b64encode(SECRET.encode()).decode()
    for canary in (SECRET, encoded, "canary-on-a-stream", *(f"canary-in-{place}" for place in CANARIES)):
        assert canary.encode() not in written, canary


@pytest.mark.parametrize("binary", [None, *BINARY])
def test_no_encoding_hides_a_secret_in_any_file_or_on_the_terminal(each: FinishedRun, binary: str | None) -> None:
    written = each.outputs.all_bytes().decode(errors="replace") + each.text
    for escape in ESCAPES:
        for escapes in ([escape], [escape, "JSON"], [escape, "HTML"]):
            assert not left(AWKWARD, binary, escapes, written), escapes


def test_no_secret_is_in_the_folder_of_a_nightly_job(tmp_path: Path) -> None:
    write_real_project(tmp_path, states=STATES)
    done = run(tmp_path, "-k", "carries", "-n", "1", "--artifacts", "night", KIT_PASSWORD=SECRET, AWKWARD_TOKEN=AWKWARD)
    written = Outputs(tmp_path / "night").all_bytes().decode(errors="replace") + done.stdout + done.stderr
    names = "\n".join(str(path.relative_to(tmp_path)) for path in (tmp_path / "night").rglob("*"))
    assert "failure.txt" in names
    for canary in (SECRET, *(f"canary-in-{place}" for place in CANARIES)):
        assert canary not in written + names, canary
    for binary in (None, *BINARY):
        for escape in ESCAPES:
            assert not left(AWKWARD, binary, [escape], written), (binary, escape)


def test_the_requirement_and_its_section_are_labels_and_links(each: FinishedRun) -> None:
    result = each.outputs.allure_by_name["It fails for test"]
    labels = {(label["name"], label["value"]) for label in result["labels"]}
    assert {("requirement", "EIP-025"), ("section", "API Extensions")} <= labels
    assert [link["url"].rpartition("#")[2] for link in result["links"]] == ["api-extensions"]


def test_a_link_pattern_with_an_unknown_place_ends_the_run_before_it_begins(tmp_path: Path) -> None:
    write_real_project(tmp_path, states=STATES)
    done = run(tmp_path, "-o", "kit_requirement_link=https://example.org/{rule}")
    assert done.returncode == 4
    assert "cannot be filled ('rule'); use {document}, {enhancement}, {id}, {section}, {anchor}" in done.stderr


def test_the_nearest_miss_is_the_text_most_alike() -> None:
    seen = list(
        texts_in({"a": ["the subnet is not there", "subnets are"], "b": {"c": "the subnet is not here"}}, "spec")
    )
    [miss] = nearest_misses(["the subnet is  not theirs", "subnets", "no"], seen)
    assert (miss.found, miss.place) == ("the subnet is not there", "spec.a[0]")
    assert str(miss).endswith("they part:  'irs' was looked for, 're' is there")
    assert nearest_misses(["something else entirely"], seen) == []


def test_each_attachment_has_a_file_of_its_own(each: FinishedRun) -> None:
    """Allure 3 shows a file in one place only, and calls it missing in every other."""
    shown = Counter(
        a["source"] for r in each.outputs.allure for s in r.get("steps", ()) for a in s.get("attachments", ())
    )
    assert shown
    assert set(shown.values()) == {1}


WORLDS = """
import gc
import weakref

from enhancement_kit.world import World

made = []
begin = World.__init__


def noted(world, *arguments, **options):
    begin(world, *arguments, **options)
    made.append(weakref.ref(world))


World.__init__ = noted


def pytest_unconfigure():
    gc.collect()
    print(f"worlds: {len(made)}, left: {sum(world() is not None for world in made)}")
"""


def test_no_world_outlives_its_scenario(tmp_path: Path) -> None:
    write_real_project(tmp_path, small=SMALL)
    (tmp_path / "worlds.py").write_text(WORLDS, encoding="utf-8")
    done = run(tmp_path, "-p", "worlds")
    assert done.returncode == 0, done.stdout
    assert "worlds: 3, left: 0" in done.stdout
