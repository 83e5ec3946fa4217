"""Run plain mutants: record what scenarios execute, plan which of them each mutant has to face, run the plan."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from enhancement_kit.errors import HarnessError
from enhancement_kit.local.processes import ENDING, Running
from enhancement_kit.mutation.plain.coverage import Coverage, Mentions, Scenario, concerned, executing
from enhancement_kit.mutation.plain.drawing import Plain
from enhancement_kit.mutation.plain.reference import bridge, reference_sources

CACHE = Path(".cache", "plain-mutants")
"""Where the record of a tree is kept, in a checkout."""
LOOK = 0.2
"""Seconds between two looks at the results of a run."""
KEPT = 6
"""How many records are kept."""
ALONE = 16
"""How many scenarios a mutant faces alone, before it goes into a batch."""
_CONTENT = ("enhancement_kit", "features", "steps", "fixtures", "conftest.py", "pyproject.toml")
_WITHOUT = ("__pycache__", "mutation", "commands", "bench", "playground", "reporting")
"""Folders in there that scenarios do not execute."""
_PYTEST = ("features", "-q", "--variants", "all", "-p", "no:randomly", "-p", "no:allure_pytest", "--artifacts", "")

Progress = Callable[[str], None]


@dataclass
class Run:
    """What became of mutants, also of a run that was interrupted."""

    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id: `verdict` (killed or survived) and details."""
    concerned: dict[str, list[Scenario]] = field(default_factory=dict)
    """The scenarios of all lanes in which a mutant can make a difference, by id."""
    executed: dict[str, list[Scenario]] = field(default_factory=dict)
    """The scenarios of all lanes that execute a mutant's place, by id."""
    interrupted: bool = False
    problem: str = ""
    """The harness error that ended it early."""
    seconds: float = 0.0


def digest(root: Path) -> str:
    """Return a digest of all that decides what scenarios execute."""
    found = hashlib.sha256(sys.version.encode())
    for name in _CONTENT:
        place = root / name
        files = [place] if place.is_file() else sorted(f for f in place.rglob("*") if f.is_file())
        for file in files:
            if not set(file.relative_to(root).parts) & set(_WITHOUT):
                found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def record(root: Path, lane: str, jobs: int, progress: Progress) -> Coverage:
    """Return what the scenarios of a lane execute, recorded now or for the same tree before."""
    name = f"{lane}-{digest(root)}"
    whole = root / CACHE / f"{name}.json"
    if whole.is_file():
        return Coverage.read(whole)
    progress(f"recording what the scenarios of lane {lane} execute")
    with Running(grace=ENDING) as running:
        parts = [running.folder / f"part-{index}.json" for index in range(jobs)]
        started = []
        for index, part in enumerate(parts):
            options = ("--plain-record", str(part), "--plain-part", f"{index}/{jobs}")
            command = _pytest(lane, running.folder, str(index), *options)
            started.append(running.start(command, name=f"part-{index}", directory=root))
        for one in started:
            running.wait(one)
        for part, one in zip(parts, started, strict=True):
            if not part.exists():
                raise HarnessError(f"recording lane {lane} ended early:\n{_end_of(running, one)}")
        coverage = Coverage.read(*parts)
    if not coverage.scenarios:
        raise HarnessError(f"no scenario of lane {lane} passes without a mutant; run pytest features/ --lane {lane}")
    _forget_old(root / CACHE)
    coverage.write(whole)
    return coverage


def _forget_old(folder: Path) -> None:
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - KEPT + 1)]:
        file.unlink(missing_ok=True)


def _pytest(lane: str, folder: Path, name: str, *options: str) -> list[str]:
    reports = str(folder / f"reports-{lane}-{name}")
    plugin = ("-p", "enhancement_kit.mutation.plain.plugin")
    return [sys.executable, "-m", "pytest", *_PYTEST, "--lane", lane, *plugin, "--reports", reports, *options]


def _end_of(running: Running, name: str) -> str:
    return "\n".join(running.lines(name))[-4000:]


def run(
    root: Path,
    mutants: Sequence[Plain],
    lanes: Sequence[str],
    jobs: int,
    progress: Progress,
    *,
    at_most: int = 0,
    record_only: bool = False,
) -> Run:
    """Run mutants in one lane after the other; what a lane has killed is not run in the next one.

    `at_most`: the number of scenarios that a mutant faces in a lane, 0 for all that it concerns. `record_only`: find
    out only which mutants no scenario can notice, from what was recorded.
    """
    begun = time.monotonic()
    found = Run()
    try:
        mentions = Mentions.of([*reference_sources(), bridge()])
        coverages = {lane: record(root, lane, jobs, progress) for lane in lanes}
        scenarios = {
            lane: {m.id: concerned(m, coverage, mentions) for m in mutants} for lane, coverage in coverages.items()
        }
        for mutant in mutants:
            found.concerned[mutant.id] = _once(scenarios[lane][mutant.id] for lane in lanes)
            found.executed[mutant.id] = _once(executing(mutant, one, mentions) for one in coverages.values())
            if found.executed[mutant.id] and not found.concerned[mutant.id]:
                found.results[mutant.id] = {"id": mutant.id, "verdict": "survived", "ran": 0}
        for lane in () if record_only else lanes:
            waiting = [m for m in mutants if found.results.get(m.id, {}).get("verdict") != "killed"]
            faced = {m.id: scenarios[lane][m.id][: at_most or None] for m in waiting if scenarios[lane][m.id]}
            _run_lane(root, lane, [m for m in waiting if m.id in faced], faced, jobs, progress, found)
    except KeyboardInterrupt:
        found.interrupted = True
    except HarnessError as error:
        if not found.results:
            raise
        found.problem = str(error)
    found.seconds = time.monotonic() - begun
    return found


def _once(lanes: Iterable[Sequence[Scenario]]) -> list[Scenario]:
    """Return the scenarios of several lanes; one that is in two of them counts once."""
    return list({scenario.id: scenario for scenarios in lanes for scenario in scenarios}.values())


def _run_lane(
    root: Path,
    lane: str,
    mutants: Sequence[Plain],
    faced: dict[str, list[Scenario]],
    jobs: int,
    progress: Progress,
    found: Run,
) -> None:
    if not mutants:
        return
    with Running(grace=ENDING) as running:
        folder = running.folder
        plan, results = folder / "plan.json", folder / "results.jsonl"
        plan.write_text(json.dumps(_plan(mutants, faced)), encoding="utf-8")
        command = _pytest(
            lane,
            folder,
            "run",
            *("--plain-plan", str(plan), "--plain-results", str(results)),
            *("--plain-jobs", str(jobs), "--plain-first", str(ALONE)),
        )
        before, count = dict(found.results), 0
        begun = told = time.monotonic()
        name = running.start(command, name="run", directory=root)
        position = 0
        while True:
            over = running.wait(name, LOOK) is not None
            lines, position = _new_lines(results, position)
            for line in lines:
                result = json.loads(line)
                earlier = before.get(result["id"], {})
                result["ran"] += earlier.get("ran", 0)
                found.results[result["id"]] = {**result, "lane": lane}
                count += 1
            if over:
                break
            now = time.monotonic()
            if now - told >= 10 and count:
                told = now
                progress(_state(lane, found, count, len(mutants), now - begun))
        if count < len(mutants):
            raise HarnessError(f"the run of plain mutants in lane {lane} ended early:\n{_end_of(running, name)}")


def _state(lane: str, found: Run, count: int, whole: int, seconds: float) -> str:
    verdicts = [result["verdict"] for result in found.results.values()]
    rate = count / seconds * 60
    left = (whole - count) / rate if rate else 0
    return (
        f"lane {lane}: {count} of {whole} mutants, {verdicts.count('killed')} killed, "
        f"{verdicts.count('survived')} survived, {rate:.0f} a minute, about {left:.0f} min left"
    )


def _new_lines(file: Path, position: int) -> tuple[list[str], int]:
    if not file.exists():
        return [], position
    with file.open(encoding="utf-8") as stream:
        stream.seek(position)
        text = stream.read()
    whole = text[: text.rfind("\n") + 1]
    return whole.splitlines(), position + len(whole.encode())


def _plan(mutants: Sequence[Plain], faced: dict[str, list[Scenario]]) -> dict[str, Any]:
    """Write down what a process needs to know: equal lists of scenarios once."""
    scenarios: dict[str, int] = {}
    seconds: dict[str, float] = {}
    orders: dict[tuple[int, ...], int] = {}
    rows = []
    for mutant in mutants:
        order = []
        for scenario in faced[mutant.id]:
            order.append(scenarios.setdefault(scenario.id, len(scenarios)))
            seconds[scenario.id] = scenario.seconds
        number = orders.setdefault(tuple(order), len(orders))
        rows.append([mutant.id, mutant.source.path, mutant.number, number, mutant.function])
    return {
        "scenarios": [[name, seconds[name]] for name in scenarios],
        "orders": [list(order) for order in orders],
        "mutants": rows,
    }
