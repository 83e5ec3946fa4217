"""A small project for each test: features, a vocabulary whose steps fail in every way, and fake backends."""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

import pytest

from tests.enhancement_files import describe

CONFTEST = """
import os
import pytest
from enhancement_kit.runner import lanes

pytest_plugins = ["enhancement_kit.runner.plugin", "vocabulary"]

UNDO = [
    lanes.register_backend(lanes.Backend("cluster", "embedded", "fake", "fakes:Cluster")),
    lanes.register_backend(lanes.Backend("cloud", "simulated", "fake", "fakes:Cloud")),
    lanes.register_backend(lanes.Backend("target", "reference", "fake", "fakes:Target")),
]


def pytest_unconfigure():
    for undo in UNDO:
        undo()


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report):
    if not os.environ.get("PYTEST_XDIST_WORKER") and getattr(report, "kit_state", "passed") != "passed":
        reason = report.kit_reason.splitlines()[0] if report.kit_reason else ""
        name = report.nodeid.split("::")[1]
        print("\\nSTATE", " | ".join([name, report.when, report.kit_state, reason, report.kit_link]))


def pytest_kit_problem(message):
    print(f"\\nPROBLEM {message}")
"""

FAKES = """
import os
from pathlib import Path

LOG = Path(__file__).parent / "backends.log"


def log(line):
    with LOG.open("a") as file:
        file.write(line + "\\n")


class Fake:
    name = "fake"
    version = "0.0"
    capabilities = frozenset()

    def start(self, **options):
        log(f"start {type(self).__name__}" + (f" {options}" if options else ""))
        broken = os.environ.get("BROKEN", "")
        in_worker = broken == "in workers" and os.environ.get("PYTEST_XDIST_WORKER")
        if broken in ("everywhere", "at both ends") or in_worker:
            raise RuntimeError("no room left")

    def stop(self):
        log(f"stop {type(self).__name__}")
        if os.environ.get("BROKEN") == "at the end" and type(self).__name__ == "Cloud":
            raise RuntimeError("it clings to its port")
        if os.environ.get("BROKEN") == "at both ends":
            raise RuntimeError("namespaces are left")


class Cluster(Fake):
    name = "embedded"


class Cloud(Fake):
    name = "simulated"


class Target(Fake):
    name = "reference"
    identity = {"name": "reference", "version": "0.0"}
    capabilities = frozenset({"clock"})
    actors = frozenset()

    @property
    def components(self):
        return self
"""

VOCABULARY = """
import os
import pytest
from pytest_bdd import given, parsers, then, when
from enhancement_kit.errors import HarnessError, NotApplicable, TargetError, UsageError
from enhancement_kit.runner.backends import get_backends
from enhancement_kit.world.vocabulary.data_tables import columns

KINDS = {
    "claim": lambda: AssertionError("the subnet is not there\\nsecond line"),
    "target": lambda: TargetError("the operator is stuck"),
    "harness": lambda: HarnessError("the kit is stuck"),
    "usage": lambda: UsageError("unknown column 'subnat'"),
    "lack": lambda: NotApplicable("needs a moon"),
    "bug": lambda: KeyError("status"),
    "skip": lambda: pytest.skip.Exception("broken upstream, see https://example.com/bug/7."),
    "interrupt": lambda: KeyboardInterrupt(),
}


def die(kind):
    if kind == "worker":
        os._exit(7)
    raise KINDS[kind]()


@given(parsers.parse("a world of {n:d} subnets"), target_fixture="subnets")
def some_subnets(n):
    return list(range(n))


@given("the subnets", target_fixture="subnets")
@columns("subnet", "zone")
def table_of_subnets(datatable):
    return datatable[1:]


def colour_problem(word):
    return None if word.startswith("#") else f"{word!r} is no colour; begin it with #"


@given("the load balancers")
@columns("type", optional=("subnets", "colour"), words={"type": ("Classic", "NLB"), "colour": colour_problem})
def table_of_load_balancers(datatable):
    pass


@given("this install-config", target_fixture="text")
def text(docstring):
    return docstring


@when(parsers.parse("a {kind} error is raised"))
def raise_in_step(kind):
    die(kind)


@when(parsers.parse("a {kind} error is raised below"))
def raise_below(kind):
    helper(kind)


def helper(kind):
    die(kind)


@pytest.fixture
def fragile(request):
    for mark in request.node.iter_markers():
        if mark.name == "EXA-010":
            raise RuntimeError("the lazy fixture broke")
        if mark.name == "EXA-011":
            raise TargetError("the target did not start")


@given("a fragile world")
def fragile_world(fragile):
    pass


@pytest.fixture(autouse=True)
def set_up(request):
    names = {mark.name for mark in request.node.iter_markers()}
    if "EXA-012" in names:
        raise RuntimeError("set-up broke")
    yield
    if "EXA-013" in names:
        raise RuntimeError("teardown broke")


@then(parsers.parse("there are {n:d} subnets"))
def count(subnets, n):
    assert len(subnets) == n


@then(parsers.parse('the text is "{text_}"'))
def the_text(text, text_):
    assert text == text_
"""

CATALOGUE = "requirements:\n"

REQUIREMENT = """  - id: EXA-{number:03}
    section: "A"
    kind: behaviour
    level: must
    actor: installer
    text: t
    given: g
    then: t
    automatable: true
    proof: mutant
"""

MUTANT = """
mutants:
  - name: one
    violates: [{violates}]
    story: does it wrong
    crd: {{name: widgets.example.com, patch: [{{op: remove, path: /spec}}]}}
"""

INI = """
[pytest]
addopts = --strict-markers -ra -p no:randomly -p no:hypothesispytest -p no:allure_pytest
testpaths = features
"""


class Project:
    """A small checkout with a vocabulary and fake backends."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.root: Path = pytester.path
        self.features = self.root / "features"
        self._more: dict[str, str] = {}
        for name, text in (
            ("conftest.py", CONFTEST),
            ("fakes.py", FAKES),
            ("vocabulary.py", VOCABULARY),
            ("pytest.ini", INI),
        ):
            (self.root / name).write_text(text)
        self.catalogue("example", CATALOGUE + "".join(REQUIREMENT.format(number=n) for n in range(1, 21)))

    def catalogue(self, folder: str, text: str) -> None:
        (self.features / folder).mkdir(parents=True, exist_ok=True)
        (self.features / folder / "requirements.yaml").write_text(text)
        self.describe(folder)

    def describe(self, folder: str, more: str = "") -> None:
        """Write the folder's enhancement.yaml; `more` is added at its end, now and later."""
        self._more[folder] = more or self._more.get(folder, "")
        describe(self.features / folder, more=self._more[folder])

    def mutants(self, *, violates: str, folder: str = "example") -> None:
        """Write the folder's mutants.yaml, with one mutant that violates these ids."""
        text = MUTANT.format(violates=violates)
        (self.features / folder / "mutants.yaml").write_text(text)

    def feature(self, name: str, text: str, *, folder: str = "example") -> Path:
        """Write `features/<folder>/<name>.feature`; the first line of `text` is line 2 of the file, after Feature."""
        (self.features / folder).mkdir(parents=True, exist_ok=True)
        path = self.features / folder / f"{name}.feature"
        path.write_text(f"Feature: {name}\n" + textwrap.dedent(text).lstrip("\n"))
        self.describe(folder)
        return path

    def run(self, *args: str) -> pytest.RunResult:
        """Run pytest on the project, in this process."""
        return self.pytester.runpytest_inprocess(*(args or ("features",)))

    def run_apart(self, *args: str) -> pytest.RunResult:
        """Run pytest on the project, in another process."""
        return self.pytester.runpytest_subprocess(*args)

    def log(self) -> list[str]:
        """Return the calls that the fake backends have logged."""
        path = self.root / "backends.log"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    # where these tests run in a worker, the runs that they start must not take themselves for workers
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"):
        monkeypatch.delenv(name, raising=False)
    return Project(pytester)


@pytest.fixture
def step_package(project: Project, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an empty package `steps` in the project, which hides the kit's own until the test ends."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "steps"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(project.root)
    package = project.root / "steps"
    package.mkdir()
    (package / "__init__.py").touch()
    return package


def states(result: pytest.RunResult) -> dict[str, list[str]]:
    """Return the reported states other than `passed`, as `phase | state | reason | link` by scenario.

    Places in reasons are without their lines.
    """
    found: dict[str, list[str]] = {}
    for line in result.outlines:
        if line.startswith("STATE "):
            name, _, rest = re.sub(r"(\.py):\d+, ", r"\1, ", line).removeprefix("STATE ").partition(" | ")
            found.setdefault(name, []).append(rest.removesuffix(" | "))
    return found
