"""Judging plain mutants: verdicts, equivalents, bars, and the saved result with its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.plain import bars, equivalents, page, saved
from enhancement_kit.mutation.plain.coverage import Scenario
from enhancement_kit.mutation.plain.judging import EQUIVALENT, KILLED, NOT_RUN, SURVIVED, UNEXECUTED, Score, judge
from enhancement_kit.mutation.plain.running import Run
from enhancement_kit.specification.findings import FindingsError
from tests.mutation.plain.small_source import mutants

MUTANTS = [m for m in mutants("def f():\n    return [10, 20, 30, 40, 50]") if m.operator == "const"]
KILLED_ONE, SURVIVOR, LONELY, EQUAL, LATE = MUTANTS
FEW = [Scenario("a", 1.0, 1, ("LSS-001", "LSS-002", "smoke"))]
LISTED = """\
equivalent:
  - in: part/module.py f
    operator: const
    before: '{before}'
    after: '{after}'
    reason: the number is printed nowhere
"""


def result() -> Run:
    killed = {"verdict": "killed", "by": "a", "state": "failed", "reason": "no", "ran": 1}
    survived = {"verdict": "survived", "ran": 1}
    executed = {
        m.id: [] if m is LONELY else [*FEW, Scenario("b", 1.0, 1, ("LSS-002",))] if m is EQUAL else FEW for m in MUTANTS
    }
    return Run(
        {KILLED_ONE.id: killed, SURVIVOR.id: survived, EQUAL.id: survived},
        executed,
        executed,
    )


def listed(folder: Path, before: str = "40", after: str = "41") -> list[equivalents.Equivalent]:
    file = folder / "equivalent.yaml"
    file.write_text(LISTED.format(before=before, after=after))
    return equivalents.read_equivalents(file, folder)


def test_each_mutant_has_a_verdict(tmp_path: Path) -> None:
    judgement = judge(MUTANTS, result(), listed(tmp_path), {"LSS-001", "LSS-002"})
    assert [v.verdict for v in judgement.verdicts] == [KILLED, SURVIVED, UNEXECUTED, EQUIVALENT, NOT_RUN]
    assert judgement.findings == []
    survivor = judgement.of(SURVIVED)[0]
    assert survivor.requirements == ("LSS-001", "LSS-002"), "the rarer one in front"
    assert survivor.text == "part/module.py:2:17:const in f: 20 -> 21  (executed by 1 scenario)"
    score = judgement.scores["part"]
    assert (score.drawn, score.judged, round(score.percent)) == (5, 3, 33)


def test_a_mutant_that_cannot_make_a_difference_survives(tmp_path: Path) -> None:
    found = result()
    found.concerned = {**found.concerned, SURVIVOR.id: []}
    (survivor,) = judge(MUTANTS, found, [], set()).of(SURVIVED)[:1]
    assert survivor.text.endswith("(executed by 1 scenario, makes a difference in none of them)")


def test_a_listed_mutant_that_is_killed_is_an_error(tmp_path: Path) -> None:
    judgement = judge(MUTANTS, result(), listed(tmp_path, "10", "11"), set())
    assert [str(f) for f in judgement.findings] == [
        "equivalent.yaml:2: the mutant is listed as equivalent, but a notices it; remove the entry"
    ]
    assert judgement.verdicts[0].verdict == KILLED


def test_a_listed_mutant_that_is_gone_is_an_error(tmp_path: Path) -> None:
    entries = listed(tmp_path, "60", "61")
    (finding,) = equivalents.unknown(entries, MUTANTS)
    assert str(finding).startswith("equivalent.yaml:2: no mutant is part/module.py in f: const: 60 -> 61; remove")
    assert equivalents.unknown(listed(tmp_path), MUTANTS) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("equivalent:\n  - in: part/module.py f\n", "an entry has no 'operator'"),
        (LISTED.replace("part/module.py f", "f"), "write it like ingress_operator/service.py owned"),
        (LISTED + LISTED.partition("\n")[2], "the entry is there twice, also in line 2"),
    ],
)
def test_a_wrong_list_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "equivalent.yaml").write_text(text)
    with pytest.raises(FindingsError, match=complaint):
        equivalents.read_equivalents(tmp_path / "equivalent.yaml", tmp_path)


def score(killed: int, survived: int) -> Score:
    made = Score()
    made.counts.update({KILLED: killed, SURVIVED: survived})
    return made


def test_a_whole_run_is_held_to_its_bar() -> None:
    assert bars.below({"part": score(95, 5)}, {"part": 95.0}, sample=False) == []
    assert bars.below({"part": score(94, 6), "free": score(0, 5)}, {"part": 95.0, "absent": 95.0}, sample=False) == [
        "part: 94.0 % of 100 mutants are killed; the bar is 95 %"
    ]


def test_a_sample_is_held_to_its_bar_as_far_as_its_size_allows() -> None:
    assert bars.below({"part": score(9, 1)}, {"part": 95.0}, sample=True) == []
    assert len(bars.below({"part": score(80, 20)}, {"part": 95.0}, sample=True)) == 1


def test_bars_are_numbers(tmp_path: Path) -> None:
    file = tmp_path / "bars.yaml"
    assert bars.read_bars(file) == {}
    file.write_text("bars: {part: 95}")
    assert bars.read_bars(file) == {"part": 95.0}
    file.write_text("bars: {part: high}")
    with pytest.raises(UsageError, match="a number from 0 to 100"):
        bars.read_bars(file)


def test_a_result_is_saved_and_shown(tmp_path: Path) -> None:
    entries = listed(tmp_path)
    judgement = judge(MUTANTS, result(), entries, {"LSS-001", "LSS-002"})
    saved.write(tmp_path / "result.json", saved.saved("--plain all: all", judgement, MUTANTS))
    content = saved.read(tmp_path / "result.json")
    assert [kept.id for kept in content.kept] == [SURVIVOR.id, LONELY.id]
    text = page.power_page(content, MUTANTS, entries)
    assert "| `part` | 4 | 1 | 1 | 1 | 1 | 33.3 % |" in text
    assert "- `part/module.py` `f: const: 20 -> 21` (executed by 1 scenario; near LSS-001, LSS-002)" in text
    assert "- `part/module.py in f: const: 40 -> 41`: the number is printed nowhere" in text
    assert "others by now" not in text
    assert saved.gone(content, MUTANTS) == []


def test_a_saved_result_of_other_mutants_is_noticed(tmp_path: Path) -> None:
    judgement = judge(MUTANTS, result(), [], set())
    content = saved.saved("--plain all: all", judgement, MUTANTS)
    others = [m for m in mutants("def f():\n    return [10, 30, 40, 50]") if m.operator == "const"]
    assert [kept.id for kept in saved.gone(content, others)] == [SURVIVOR.id]
    assert "The mutants of 1 modules are others by now: `part/module.py`." in page.power_page(content, others, [])


@pytest.mark.parametrize("content", [None, "[]", "{}", '{"kept": []}'])
def test_what_is_no_saved_result_is_refused(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "result.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(UsageError, match="ekit kill --plain"):
        saved.read(file)
