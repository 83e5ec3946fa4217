"""Lanes and options: what can be chosen, and the errors for what cannot."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.runner import lanes
from enhancement_kit.runner.capabilities import CAPABILITIES
from enhancement_kit.runner.options import Choice, header_lines, resolve, run_info
from tests.runner.conftest import Project

KUBECONFIG = """
clusters: [{name: here, cluster: {server: "https://127.0.0.1:6443"}}]
users: [{name: me, user: {token: t}}]
contexts: [{name: local, context: {cluster: here, user: me}}]
"""
NO_CELLS: dict[str, str | None] = dict.fromkeys(lanes.KINDS)


def choice(lane: str = "default", profile: str | None = None, variants: str = "default", **cells: str) -> Choice:
    return resolve(lane=lane, cells={**NO_CELLS, **cells}, profile=profile, variants=variants)


def test_the_default_lane_needs_nothing() -> None:
    chosen = choice()
    assert chosen.describe() == (
        "lane default, cluster embedded, cloud simulated, target reference, profile document, variants default"
    )
    assert chosen.offline
    assert header_lines(chosen) == [chosen.describe()]


def test_the_shipped_lane_brings_its_profile() -> None:
    assert choice("shipped").profile == "shipped"
    assert choice("shipped").overridden == ()


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"lane": "defualt"}, ["--lane defualt", "did you mean default?", "Known: default, shipped, real-api"]),
        ({"lane": "qqq"}, ["--lane qqq", "Known: default"]),
        ({"cluster": "embeded"}, ["--cluster embeded", "did you mean embedded?", "Known: embedded, envtest, kind"]),
        ({"cloud": "aws"}, ["--cloud aws", "Known: simulated"]),
        ({"target": "referense"}, ["--target referense", "did you mean reference?"]),
        ({"profile": "ship"}, ["--profile ship", "Known: document, shipped"]),
        ({"variants": "most"}, ["--variants most", "Known: default, all"]),
    ],
)
def test_what_cannot_be_chosen_is_explained(cells: dict[str, str], words: list[str]) -> None:
    with pytest.raises(UsageError) as raised:
        choice(**cells)
    for word in words:
        assert word in str(raised.value)


def test_a_departure_from_the_lane_is_said_to_be_untested() -> None:
    chosen = choice(target="none", profile="shipped")
    assert chosen.overridden == ("--target none", "--profile shipped")
    assert header_lines(chosen)[1] == (
        "--target none, --profile shipped departs from lane default: this combination is untested"
    )
    assert run_info(chosen).notes == (header_lines(chosen)[1],)
    assert run_info(chosen).backends == {"cluster": "embedded", "cloud": "simulated", "target": "none"}
    assert choice(cluster="embedded", profile="document").overridden == ()


def test_tables_are_whole() -> None:
    for lane in lanes.lanes():
        assert lane.profile in lanes.PROFILES
        assert lane.description
        for kind in lanes.KINDS:
            assert lanes.find_backend(kind, getattr(lane, kind)).path
    names = [lane.name for lane in lanes.lanes()]
    assert names == ["default", "shipped", "real-api", "real-ccm", "real-ccm-document", "kind", "live"]


def test_a_cloud_says_what_it_costs_before_a_run(project: Project) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    account = ["--cloud", "account", "--aws-account", "123456789012"]
    result = project.run("features", *account)
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*--aws-account 123456789012: this account is not allowed (none); add its id to *"])
    result = project.run("features", "--collect-only", *account, "-o", "kit_aws_accounts=123456789012")
    result.stdout.fnmatch_lines(["cloud account: 123456789012, at most $* an hour and *"])


def test_an_existing_cluster_has_to_be_named(project: Project) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    (project.root / "config").write_text(KUBECONFIG)
    existing = ["features", "--collect-only", "--cluster", "kubeconfig", "--kubeconfig", "config"]
    result = project.run(*existing)
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*cluster kubeconfig needs --context NAME; in config there are: local"])
    result = project.run(*existing, "--context", "local")
    result.stdout.fnmatch_lines(["cluster kubeconfig: here at https://127.0.0.1:6443, context local of config; what *"])
    result = project.run(*existing, "--context", "local", "-n", "2")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*run without -n 2"])


def test_a_cloud_is_told_where_aws_is(project: Project) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    result = project.run("features", "--cloud", "endpoint")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*cloud endpoint needs --aws-endpoint-url *"])
    result = project.run("features", "--collect-only", "--cloud", "endpoint", "--aws-endpoint-url", "http://x.invalid")
    result.stdout.fnmatch_lines(["cloud endpoint: AWS is what answers at http://x.invalid"])


def test_registration_can_be_undone() -> None:
    before = lanes.backends("cloud")
    undo = lanes.register_backend(lanes.Backend("cloud", "paper", "drawn by hand", "json:JSONDecoder"))
    assert type(lanes.find_backend("cloud", "paper").make()).__name__ == "JSONDecoder"
    replaced = lanes.register_backend(lanes.Backend("cloud", "simulated", "another", "json:JSONEncoder"))
    replaced()
    undo()
    assert lanes.backends("cloud") == before


def test_a_backend_that_cannot_be_made_names_its_class() -> None:
    with pytest.raises(HarnessError, match=r"cloud x cannot be made from no_such_module:X: ModuleNotFoundError"):
        lanes.Backend("cloud", "x", "", "no_such_module:X").make()


@pytest.mark.parametrize("backend", [b for kind in lanes.KINDS for b in lanes.backends(kind)], ids=lambda b: b.name)
def test_backends_exist_and_have_known_capabilities(backend: lanes.Backend, tmp_path: Path) -> None:
    module, _, name = backend.path.partition(":")
    assert callable(getattr(importlib.import_module(module), name))
    components = tmp_path / "components.yaml"
    components.write_text("others: nobody\ncomponents: [{name: ingress-operator, running: true}]\n")
    declared = frozenset(backend.make({"components": str(components)}).capabilities)
    assert declared <= CAPABILITIES.keys(), "a word is missing in runner/capabilities.py, or misspelt here"


def test_a_run_says_what_it_is_made_of(project: Project) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    result = project.run("features", "--lane", "shipped", "--variants", "all")
    result.stdout.fnmatch_lines(
        ["lane shipped, cluster embedded, cloud simulated, target reference, profile shipped, variants all"]
    )
    result = project.run("features", "--profile", "shipped")
    result.stdout.fnmatch_lines(["--profile shipped departs from lane default: this combination is untested"])


@pytest.mark.parametrize("arguments", [("--lane", "defualt"), ("--profile", "ship"), ("--variants", "some")])
def test_a_wrong_option_is_a_usage_error(project: Project, arguments: tuple[str, str]) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    result = project.run("features", *arguments)
    assert result.ret == 4
    assert result.errlines[0].startswith(f"ERROR: {' '.join(arguments)}")
    assert project.log() == []
