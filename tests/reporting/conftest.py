"""A small project whose features die in every phase, run by pytest inside the tests."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from tests.enhancement_files import describe
from tests.reporting import pages
from tests.reporting.small_tree import catalogue

IDS = [f"DEM-{number:03}" for number in range(1, 13)]

CONFTEST = '''
import os
import pytest
from pytest_bdd import given, parsers, then, when
from enhancement_kit.runner.collection import FeatureFile

pytest_plugins = ["enhancement_kit.reporting.plugin"]


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".feature":
        return FeatureFile.from_parent(parent, path=file_path)


@pytest.fixture(autouse=True)
def set_up(request):
    if "dies in set-up" in request.node.kit_instance.title:
        raise RuntimeError("no set-up today")


@pytest.fixture
def broken():
    raise RuntimeError("no fixture today")


@pytest.fixture
def breaks_at_the_end():
    yield
    raise RuntimeError("no teardown today")


@given(parsers.parse("the subnets {names}"))
@given("the subnets")
@when("it acts")
@when("a text is given")
@then("all is well")
def _():
    """Nothing to do."""


@when("it fails")
def _():
    print("password: hunter22hunter22")
    assert 1 + 1 == 3, "the claim, with AKIAABCDEFGHIJKLMNOP in it"


@when("it breaks")
def _():
    raise ValueError("not an assertion")


@when("the broken fixture is asked for")
def _(broken):
    """Never called."""


@when("the end breaks")
def _(breaks_at_the_end):
    """Well so far."""


@when("it is skipped")
def _():
    pytest.skip("not today, see https://example.org/1")


@when("the process dies")
def _():
    os._exit(9)


@when("someone interrupts")
def _():
    raise KeyboardInterrupt


@then(parsers.parse("the role {role} is {verb}"))
def _(role, verb):
    assert verb == "refused"
'''

DEATHS = '''\
Feature: Deaths
  Every way to end.

  Rule: of one scenario

    @DEM-001
    Scenario: It passes
      Given the subnets
        | subnet | zone |
        | pub-a  | a    |
      When a text is given
        """
        some text
        """
      Then all is well

    @DEM-002
    Scenario: It fails in a step
      When it fails
      Then all is well

    @DEM-003
    Scenario: It dies in set-up
      When it acts

    @DEM-004
    Scenario: It dies in a lazy fixture
      When the broken fixture is asked for

    @DEM-005
    Scenario: It dies in teardown
      When the end breaks

    @DEM-006
    Scenario: It is skipped half way
      When it acts
      And it is skipped
      Then all is well

    @DEM-007
    Scenario: It has an unknown step
      When nobody defined this
      Then all is well

    @DEM-008 @DEM-A01
    Scenario Outline: <role> is <verb>
      Then the role <role> is <verb>

      Examples: both
        | role | verb     |
        | A    | refused  |
        | B    | accepted |
'''

KILLER = """\
Feature: Killer

  @DEM-009
  Scenario: It kills its process
    When the process dies

  @DEM-010
  Scenario: It comes after
    When it acts
"""

STATES = {
    "It passes": "passed",
    "It fails in a step": "failed",
    "It dies in set-up": "harness error",
    "It dies in a lazy fixture": "failed",
    "It dies in teardown": "harness error",
    "It is skipped half way": "skipped",
    "It has an unknown step": "failed",
    "A is refused": "passed",
    "B is accepted": "failed",
}
"""What becomes of DEATHS without the runner, which would tell who is to blame more exactly."""

ALLURE = {"passed": "passed", "failed": "failed", "harness error": "broken", "skipped": "skipped"}


@dataclass
class Outputs:
    """What a run left in its reports folder."""

    folder: Path

    @property
    def report(self) -> dict[str, Any]:
        loaded: dict[str, Any] = yaml.safe_load((self.folder / "conformance-report.yaml").read_text("utf-8"))
        return loaded

    @property
    def scenarios(self) -> dict[str, dict[str, Any]]:
        return {s["name"]: s for e in self.report["enhancements"] for s in e["scenarios"]}

    @property
    def states(self) -> dict[str, str]:
        return {name: scenario["state"] for name, scenario in self.scenarios.items()}

    @property
    def page_states(self) -> dict[str, str]:
        return pages.states(pages.parse((self.folder / "index.html").read_text("utf-8")))

    @property
    def verdicts(self) -> dict[str, str]:
        return {r["id"]: r["verdict"] for e in self.report["enhancements"] for r in e["requirements"]}

    @property
    def allure(self) -> list[dict[str, Any]]:
        return [json.loads(file.read_text("utf-8")) for file in self.folder.glob("allure-results/*-result.json")]

    @property
    def allure_by_name(self) -> dict[str, dict[str, Any]]:
        return {result["name"]: result for result in self.allure}

    @property
    def junit(self) -> list[ElementTree.Element]:
        return list(ElementTree.parse(self.folder / "junit.xml").iter("testcase"))

    def all_bytes(self) -> bytes:
        return b"".join(file.read_bytes() for file in sorted(self.folder.rglob("*")) if file.is_file())


def write_project(root: Path, **features: str) -> Outputs:
    """Write the project with these feature files."""
    (root / "pytest.ini").write_text(
        "[pytest]\naddopts = -p no:cacheprovider -p no:randomly -p no:hypothesispytest\n", encoding="utf-8"
    )
    (root / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    folder = root / "features" / "demo"
    folder.mkdir(parents=True)
    (folder / "requirements.yaml").write_text(catalogue(*IDS), encoding="utf-8")
    for name, text in features.items():
        (folder / f"{name}.feature").write_text(text, encoding="utf-8")
    describe(folder)
    return Outputs(root / "reports" / "out")


@pytest.fixture
def project(pytester: pytest.Pytester) -> Callable[..., Outputs]:
    """Return a function that writes the project where pytester runs."""
    return functools.partial(write_project, pytester.path)


@dataclass
class FinishedRun:
    """A run that several tests look at."""

    outputs: Outputs
    code: int
    text: str


@pytest.fixture(scope="session")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> FinishedRun:
    """Run DEATHS once, with a secret in its doc string."""
    root = tmp_path_factory.mktemp("deaths")
    secret = DEATHS.replace("some text", "Authorization: Bearer canary-canary-canary")
    outputs = write_project(root, deaths=secret)
    command = [sys.executable, "-m", "pytest", "features/", "-rA"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=120)
    return FinishedRun(outputs, done.returncode, done.stdout + done.stderr)
