"""Mutants: loaded with clear errors, put in force, undone; and how a run of them is weighed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from enhancement_kit.commands.kill import judge
from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.mutation.mutants import Mutant, Patcher, violated_ids
from enhancement_kit.mutation.plugin import shard
from enhancement_kit.mutation.verdicts import declared_verdict_of
from enhancement_kit.world import default_objects

NOTHING = SimpleNamespace()
FEATURES = Path(__file__).parents[2] / "features"


def mutant(name: str, *ids: str) -> Mutant:
    return Mutant(name, ids, "does wrong", lambda patcher: None)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    known = {name: module for name, module in sys.modules.items() if name.startswith("mutants")}
    for name in known:
        del sys.modules[name]
    monkeypatch.syspath_prepend(str(tmp_path))
    made = tmp_path / "mutants"
    made.mkdir()
    (made / "__init__.py").write_text("")
    yield made
    for name in [n for n in sys.modules if n.startswith("mutants")]:
        del sys.modules[name]
    sys.modules.update(known)


def module(folder: Path, *mutants: str) -> None:
    lines = ["from enhancement_kit.mutation.mutants import Mutant", "MUTANTS = ["]
    lines += [f"    Mutant({d}, 'does wrong', lambda patcher: None)," for d in mutants]
    (folder / "some.py").write_text("\n".join([*lines, "]"]))


@pytest.mark.parametrize(
    ("mutants", "complaint"),
    [
        (["'a', ('LSS-001',)", "'a', ('LSS-002',)"], "two mutants are named a"),
        (["'Two Words', ('LSS-001',)"], "'Two Words' in some.py is no name"),
        (["'a', ()"], "mutant a violates no requirement"),
        (["'a', ('LSS-999',)"], "mutant a violates LSS-999, which no catalogue knows"),
    ],
)
def test_wrong_mutants_are_refused(folder: Path, mutants: list[str], complaint: str) -> None:
    module(folder, *mutants)
    with pytest.raises(UsageError, match=complaint):
        load_mutants(folder, FEATURES)


def test_mutants_are_found_in_every_module(folder: Path) -> None:
    module(folder, "'a', ('LSS-001',)", "'b-2', ('LSS-002', 'EIP-001')")
    mutants = load_mutants(folder, FEATURES)
    # after them come those of features/*/mutants.yaml
    assert [d.name for d in mutants][:2] == ["a", "b-2"]
    assert violated_ids(mutants) >= {"LSS-001", "LSS-002", "EIP-001"}


def test_a_missing_folder_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="run from the kit's repository"):
        load_mutants(tmp_path / "nowhere", tmp_path / "features")
    (tmp_path / "features").mkdir()
    assert load_mutants(tmp_path / "nowhere", tmp_path / "features", needed=False) == []


def test_a_replacement_ends_with_the_mutant() -> None:
    place = "enhancement_kit.world.default_objects:CLUSTER_ID"
    before = default_objects.CLUSTER_ID
    changed = Mutant("other", ("LSS-001",), "", lambda patcher: patcher.replace(place, "other-cluster"))
    with changed.active(NOTHING):
        assert default_objects.CLUSTER_ID == "other-cluster"
    assert before == default_objects.CLUSTER_ID


def test_a_wrapped_function_is_the_old_one_again() -> None:
    place = "enhancement_kit.world.default_objects:namespaces"
    before = default_objects.namespaces
    wrapped = Mutant("none", ("LSS-001",), "", lambda p: p.wrap(place, lambda old: lambda: old()[:1]))
    with wrapped.active(NOTHING):
        assert len(default_objects.namespaces()) == 1
    assert default_objects.namespaces is before


def test_what_does_not_exist_cannot_be_replaced() -> None:
    with ExitStack() as stack, pytest.raises(HarnessError, match="correct the mutant that replaces it"):
        Patcher(NOTHING, stack).replace("enhancement_kit.world.default_objects:NO_SUCH_THING", 1)


def test_changed_crds_are_those_of_the_target_again() -> None:
    class Target:
        stored = ({"metadata": {"name": "a"}},)

        def crds(self, release: Any) -> Any:
            return self.stored

    target = Target()
    emptied = Mutant("none", ("LSS-001",), "", lambda patcher: patcher.crds(lambda crds: crds.clear()))
    with emptied.active(target):
        assert target.crds(None) == []
    assert target.crds(None) == Target.stored


def test_shards_share_out_every_mutant_once() -> None:
    mutants = [mutant(name, "LSS-001") for name in "abcde"]
    parts = [shard(mutants, "", f"{index}/2") for index in range(2)]
    assert sorted(d.name for part in parts for d in part) == list("abcde")
    assert [d.name for d in shard(mutants, "b,d", "0/1")] == ["b", "d"]


PASSED, FAILED = {"state": "passed", "reason": ""}, {"state": "failed", "reason": "no"}
BROKEN = {"state": "harness error", "reason": "no port"}


def test_a_promise_is_backed_by_one_mutant_that_turns_it_red() -> None:
    found = judge(
        [mutant("a", "LSS-001"), mutant("b", "LSS-001")],
        [{"mutant": "a", "states": {"one": PASSED}}, {"mutant": "b", "states": {"one": FAILED}}],
        {"one": ["LSS-001"]},
    )
    assert found.killed == {("LSS-001", "one"): ["b"]}
    assert found.survivors == []


def test_a_scenario_that_stays_green_survives() -> None:
    found = judge(
        [mutant("a", "LSS-001")],
        [{"mutant": "a", "states": {"one": PASSED, "two": FAILED}}],
        {"one": ["LSS-001"], "two": ["LSS-001"]},
    )
    assert found.survivors == ["LSS-001: one stays green under a"]


def test_a_mutant_of_one_case_leaves_the_other_cases_green() -> None:
    claims = {"day": ["LSS-001", "LSS-001.a"], "night": ["LSS-001", "LSS-001.b"]}
    broad = judge([mutant("m", "LSS-001.a")], [{"mutant": "m", "states": {"day": FAILED, "night": FAILED}}], claims)
    assert broad.survivors == ["m is not only about its cases of LSS-001: night runs LSS-001.b"]
    exact = judge([mutant("m", "LSS-001.a")], [{"mutant": "m", "states": {"day": FAILED, "night": PASSED}}], claims)
    assert exact.survivors == []
    both = judge(
        [mutant("m", "LSS-001.a", "LSS-001.b")], [{"mutant": "m", "states": {"day": FAILED, "night": FAILED}}], claims
    )
    assert both.survivors == []


def test_what_else_went_red_is_listed() -> None:
    found = judge(
        [mutant("a", "LSS-001")],
        [{"mutant": "a", "states": {"one": FAILED, "neighbour": FAILED}}],
        {"one": ["LSS-001"], "neighbour": ["LSS-002"]},
    )
    assert found.collateral == {"a": ["neighbour"]}


def test_a_mutant_that_no_scenario_claims_survives() -> None:
    found = judge([mutant("a", "LSS-001")], [{"mutant": "a", "states": {}}], {"one": ["LSS-002"]})
    assert found.survivors == ["a: no scenario claims LSS-001"]


def test_a_harness_error_backs_nothing() -> None:
    found = judge([mutant("a", "LSS-001")], [{"mutant": "a", "states": {"one": BROKEN}}], {"one": ["LSS-001"]})
    assert found.errors == ["a: one: no port"]
    assert found.survivors == ["LSS-001: one stays green under a"]


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        ("the API refuses what the target hands over: it costs too much", "harness error"),
        ("the API refuses the Service", "failed"),
    ],
)
def test_a_mutant_whose_crd_is_refused_is_wrong(reason: str, state: str) -> None:
    report = SimpleNamespace(nodeid="a", kit_state="failed", kit_reason=reason)
    assert declared_verdict_of([report])["state"] == state  # type: ignore[list-item]


def test_the_kits_mutants_need_no_package_around_theirs() -> None:
    # the program `ekit` has no working directory on its path, so that `tests` is not there to be imported
    for module in sorted((Path(__file__).parents[1] / "mutants").glob("*.py")):
        assert "from tests" not in module.read_text("utf-8"), module.name


DURATIONS = "enhancement_kit.reference.ingress_operator.durations:not_negative"


def test_an_edited_function_is_changed_for_everyone_who_imported_it() -> None:
    from enhancement_kit.reference.ingress_operator.durations import not_negative

    edited = Mutant("other", ("LSS-001",), "", lambda patcher: patcher.edit(DURATIONS, '"0s"', '"1s"'))
    with edited.active(NOTHING):
        assert not_negative("-5s") == "1s"
    assert not_negative("-5s") == "0s"


@pytest.mark.parametrize(
    ("place", "before", "after", "complaint"),
    [
        (DURATIONS, "no such text", "", "contains 'no such text' 0 times"),
        (DURATIONS, '"0s"', "(", "does not compile"),
        ("enhancement_kit.reference.ingress_operator.dns:RETRY", "6", "7", "is no function; use replace"),
    ],
)
def test_a_wrong_edit_is_refused(place: str, before: str, after: str, complaint: str) -> None:
    with ExitStack() as stack, pytest.raises(HarnessError, match=complaint):
        Patcher(NOTHING, stack).edit(place, before, after)
