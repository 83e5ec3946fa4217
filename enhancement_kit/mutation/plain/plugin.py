"""The pytest plugin of plain mutants: records what scenarios execute, or runs the scenarios that mutants concern.

The command sets its options. The scenarios are collected once. Each mutant gets a child of this process, forked while
no backend runs, so that nothing of one mutant is left for the next: the child imports the implementation with the
mutant, makes its own backends, and runs the scenarios until the first one is red.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from enhancement_kit.errors import HarnessError
from enhancement_kit.mutation.plain import children, loading
from enhancement_kit.mutation.plain.batches import Member, Red, packed, run_batch
from enhancement_kit.mutation.plain.children import Child, Ended
from enhancement_kit.mutation.plain.coverage import Coverage, Scenario
from enhancement_kit.mutation.plain.drawing import Source
from enhancement_kit.mutation.plain.operators import make
from enhancement_kit.mutation.plain.recording import Recorder
from enhancement_kit.mutation.plain.reference import bridge, reference_sources
from enhancement_kit.mutation.verdicts import next_item, verdict_of
from enhancement_kit.runner.backends import BACKENDS, get_backends, stop_backends
from enhancement_kit.runner.collection import ScenarioItem

START = 30.0
"""Seconds of processor time for import and backends."""
LEAST = 10.0
"""The least seconds of processor time for a scenario."""
TIMES = 20.0
"""How many times longer than without a mutant a scenario may take."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that the command sets; they are not meant for people."""
    group = parser.getgroup("ekit kill --plain")
    group.addoption("--plain-record", help="file for what the scenarios execute")
    group.addoption("--plain-part", default="0/1", help="which scenarios to record: index/count")
    group.addoption("--plain-plan", help="file with the mutants to run, and their scenarios")
    group.addoption("--plain-results", help="file for the results, one line of JSON each")
    group.addoption("--plain-jobs", type=int, default=1, help="children at a time")
    group.addoption("--plain-first", type=int, default=0, help="how many scenarios each mutant faces alone; 0 for all")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Record, or run mutants, instead of running all scenarios once."""
    config = session.config
    if config.option.collectonly or session.testsfailed:
        return None
    if config.getoption("--plain-record"):
        record(session)
    else:
        run_plan(session)
    return True


def _without_backends(config: pytest.Config) -> None:
    problem = stop_backends(config)
    if BACKENDS in config.stash:
        del config.stash[BACKENDS]
    if problem:
        raise HarnessError(problem)


def record(session: pytest.Session) -> None:
    """Run each scenario once, and save what it executes."""
    config = session.config
    index, _, count = config.getoption("--plain-part").partition("/")
    items = session.items[int(index) :: int(count)]
    sources = [*reference_sources(), bridge()]
    recorder = Recorder()
    codes = {source.module: recorder.code(source) for source in sources}
    _without_backends(config)
    found = []
    at_work = ExitStack()
    at_work.enter_context(recorder.at_work())
    # the clean-up of the backends still notes, and comes before
    config.add_cleanup(at_work.close)
    with loading.replaced(sources, codes):
        recorder.start()
        with recorder.caches():
            loading.import_all(sources)
        imported = _bits(recorder.seen())
        get_backends(config)
        for position, item in enumerate(items):
            recorder.start()
            before = time.process_time()
            reports = runtestprotocol(item, nextitem=next_item(items, position + 1), log=False)
            seconds = time.process_time() - before
            if verdict_of(reports)["state"] == "passed":
                tags = tuple(sorted({mark.name for mark in item.iter_markers()}))
                found.append(Scenario(item.nodeid, seconds, _bits(recorder.seen()), tags))
        _without_backends(config)
    Coverage(recorder.names, imported, found).write(Path(config.getoption("--plain-record")))


def _bits(numbers: frozenset[int]) -> int:
    return sum(1 << number for number in numbers)


@dataclass
class _Zygote:
    """What every child is forked with."""

    config: pytest.Config
    by_path: dict[str, Source]
    codes: dict[str, CodeType]
    scenarios: list[tuple[pytest.Item, float]]
    """Each with the seconds that it takes without mutants."""
    numbers: dict[str, int]
    """The positions of the scenarios by their ids."""


def run_plan(session: pytest.Session) -> None:
    """Run every mutant of the plan in children, and write how each ended."""
    config = session.config
    plan = json.loads(Path(config.getoption("--plain-plan")).read_text(encoding="utf-8"))
    items = {item.nodeid: item for item in session.items}
    missing = [name for name, _ in plan["scenarios"] if name not in items]
    if missing:
        raise HarnessError(f"the scenarios have changed since they were recorded: there is no {missing[0]}")
    sources = reference_sources()
    zygote = _Zygote(
        config,
        {source.path: source for source in sources},
        loading.compiled(sources),
        [(items[name], seconds) for name, seconds in plan["scenarios"]],
        {name: number for number, (name, _) in enumerate(plan["scenarios"])},
    )
    members = [Member(name, path, number, plan["orders"][order]) for name, path, number, order, _ in plan["mutants"]]
    functions = {name: function for name, _, _, _, function in plan["mutants"]}
    _warm(session)
    _without_backends(config)
    children.alone()
    # rendering a failure takes longer than many scenarios, and nobody reads it
    pytest.MonkeyPatch().setattr(ScenarioItem, "repr_failure", lambda _, excinfo: str(excinfo.value))
    first, jobs = config.getoption("--plain-first"), config.getoption("--plain-jobs")
    with open(config.getoption("--plain-results"), "w", encoding="utf-8", buffering=1) as output:
        by_id, left = {member.id: member for member in members}, []
        for ended in children.run_all(_alone(zygote, members, first), jobs):
            result, member = _result(ended), by_id[ended.key]
            if result["verdict"] == "survived" and first and len(member.order) > first:
                left.append(replace(member, order=member.order[first:]))
            else:
                output.write(json.dumps(result) + "\n")
        left.sort(key=lambda member: (member.path, member.number))
        for ended in children.run_all(_together(zygote, left, functions), jobs):
            if ended.signal or ended.status:
                raise HarnessError(f"a batch of mutants ended early: signal {ended.signal}, {ended.messages[-1:]}")
            for result in ended.messages:
                output.write(json.dumps({**result, "ran": result["ran"] + first}) + "\n")


def _warm(session: pytest.Session) -> None:
    """Run one scenario of each file, so that libraries have loaded what they need before children are made."""
    first = {item.path: item for item in reversed(session.items)}
    items = list(first.values())
    for position, item in enumerate(items):
        runtestprotocol(item, nextitem=next_item(items, position + 1), log=False)


def _alone(zygote: _Zygote, members: Sequence[Member], first: int) -> Iterator[tuple[str, children.Work]]:
    """Run each mutant in its first scenarios."""
    for member in members:
        yield member.id, partial(_run, zygote, [member], member.order[: first or None])


def _together(
    zygote: _Zygote, members: Sequence[Member], functions: dict[str, str]
) -> Iterator[tuple[str, children.Work]]:
    """Run batches of mutants in the scenarios that are left."""
    for number, batch in enumerate(packed([(member, functions[member.id]) for member in members])):
        yield f"batch {number}", partial(_run_batch, zygote, batch)


def _run_batch(zygote: _Zygote, batch: Sequence[Member], child: Child) -> None:
    """Run a batch in a child, each run of scenarios in a child of that one."""

    def runs(members: Sequence[Member], order: Sequence[int]) -> Red | None:
        child.step(START + sum(LEAST + TIMES * zygote.scenarios[index][1] for index in order))
        (ended,) = children.run_all([("", partial(_run, zygote, members, order))], 1)
        result = _result(ended)
        if result["verdict"] == "survived":
            return None
        # what does not start is red in the first scenario
        by = result["by"] or zygote.scenarios[order[0]][0].nodeid
        return Red(zygote.numbers[by], result["state"], result["reason"])

    run_batch(batch, runs)
    for member in batch:
        red = member.red
        result: dict[str, Any] = {"id": member.id, "verdict": "survived", "ran": len(member.order)}
        if red is not None:
            by = zygote.scenarios[red.scenario][0].nodeid
            result |= {"verdict": "killed", "by": by, "state": red.state, "reason": red.reason}
        child.tell(result)


def _run(zygote: _Zygote, members: Sequence[Member], order: Sequence[int], child: Child) -> None:
    """Run scenarios under mutants in a child."""
    child.step(START)
    codes = dict(zygote.codes)
    for path in {member.path for member in members}:
        source = zygote.by_path[path]
        tree = make(source.tree(), path, {member.number for member in members if member.path == path})
        codes[source.module] = compile(tree, str(source.file), "exec", dont_inherit=True)
    with loading.replaced(zygote.by_path.values(), codes):
        try:
            loading.import_all([])
            get_backends(zygote.config)
        except Exception as error:
            child.tell({"red": "", "state": "failed", "reason": f"it does not start: {_first_line(error)}"})
            return
        items = [zygote.scenarios[index] for index in order]
        queue = [item for item, _ in items]
        for position, (item, seconds) in enumerate(items):
            child.step(LEAST + TIMES * seconds)
            child.tell({"runs": item.nodeid})
            verdict = verdict_of(runtestprotocol(item, nextitem=next_item(queue, position + 1), log=False))
            if verdict["state"] != "passed":
                child.tell({"red": item.nodeid, **verdict})
                return
    child.tell({"green": len(items)})


def _first_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _result(ended: Ended) -> dict[str, Any]:
    """Say how a mutant ended."""
    result: dict[str, Any] = {"id": ended.key, "ran": sum("runs" in message for message in ended.messages)}
    last = ended.messages[-1] if ended.messages else {}
    if "red" in last:
        return {**result, "verdict": "killed", "by": last["red"], "state": last["state"], "reason": last["reason"]}
    if "green" in last:
        return {**result, "verdict": "survived"}
    if "broken" in last:
        return {**result, "verdict": "killed", "by": "", "state": "harness error", "reason": last["broken"]}
    late = ended.signal in (signal.SIGKILL, signal.SIGPROF)
    reason = "no end within its time" if late else f"the process ended with signal {ended.signal}"
    return {**result, "verdict": "killed", "by": last.get("runs", ""), "state": "failed", "reason": reason}
