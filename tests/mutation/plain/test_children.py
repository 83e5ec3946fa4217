"""Children: what they tell, how many at a time, and that none lasts longer than it may."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from enhancement_kit.mutation.plain import children
from enhancement_kit.mutation.plain.children import Child, run_all

SCRIPT = """
import sys
from enhancement_kit.mutation.plain.children import run_all
from tests.mutation.plain import test_children as jobs

for ended in run_all([(name, getattr(jobs, name)) for name in sys.argv[1:]], 2):
    print(ended.key, ended.messages, ended.signal, ended.status, flush=True)
"""


def answers(child: Child) -> None:
    child.step(5)
    child.tell({"answer": 1})


def loops(child: Child) -> None:
    child.step(0.1)
    child.tell({"begun": True})
    while True:
        pass


def breaks(child: Child) -> None:
    raise ValueError("broken")


def dies(child: Child) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def prints(child: Child) -> None:
    print("not seen", flush=True)


def run(pytester: pytest.Pytester, *jobs: str) -> dict[str, str]:
    """Run jobs in children of another process: this one has threads."""
    pytester.syspathinsert(Path(__file__).parents[3])
    script = pytester.makepyfile(SCRIPT)
    result = pytester.run(sys.executable, script, *jobs)
    assert result.ret == 0, result.stderr.str()
    return {line.partition(" ")[0]: line.partition(" ")[2] for line in result.outlines}


def test_children_end_each_in_its_way(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    assert run(pytester, "answers", "loops", "breaks", "dies", "prints") == {
        "answers": "[{'answer': 1}] 0 0",
        "loops": f"[{{'begun': True}}] {signal.SIGPROF:d} 0",
        "breaks": "[{'broken': 'ValueError: broken'}] 0 1",
        "dies": f"[] {signal.SIGSEGV:d} 0",
        "prints": "[] 0 0",
    }


def test_closing_ends_the_children_that_still_run(monkeypatch: pytest.MonkeyPatch) -> None:
    forked = []

    def fork(work: children.Work) -> tuple[int, int]:
        forked.append(made := true_fork(work))
        return made

    true_fork = children._fork
    monkeypatch.setattr(children, "_fork", fork)
    running = run_all([("answers", answers), ("waits", lambda _: signal.pause())], 2)
    assert next(running).key == "answers"
    running.close()  # type: ignore[attr-defined]
    assert len(forked) == 2
    for _, pid in forked:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
