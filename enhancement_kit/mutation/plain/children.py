"""Children of this process, several at a time: each does one job, and tells about it in lines of JSON.

A child that hangs is ended: it has a budget of processor time for each step that it announces, which does not depend on
how busy the machine is, and a longer one of real time.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import selectors
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from enhancement_kit.errors import HarnessError

MEMORY = 3 * 1024**3
"""Bytes of address space that a child may add."""
PATIENCE = 20.0
"""Real seconds for each second of processor time in a child's budget."""

Tell = Callable[[dict[str, Any]], None]
Work = Callable[["Child"], None]


class Child:
    """What the job of a child uses."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def step(self, seconds: float) -> None:
        """Begin a step that may take so many seconds of processor time."""
        signal.setitimer(signal.ITIMER_PROF, seconds)
        self.tell({"budget": seconds})

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to the parent."""
        os.write(self._pipe, json.dumps(message).encode() + b"\n")


@dataclass
class Ended:
    """How a child ended, and what it has told."""

    key: str
    messages: list[dict[str, Any]]
    signal: int
    """The signal that ended it; 0 where it ended by itself."""
    status: int


@dataclass
class _Running:
    key: str
    pid: int
    deadline: float
    text: bytes = b""
    messages: list[dict[str, Any]] = field(default_factory=list)
    late: bool = False


def alone() -> None:
    """Check that this process has one thread: a child of it has only the one that forks. Raises HarnessError."""
    others = [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]
    if others:
        raise HarnessError(f"children cannot be made while other threads run: {', '.join(others)}")


def run_all(jobs: Iterable[tuple[str, Work]], count: int) -> Iterator[Ended]:
    """Run each job, which has a key, in a child of its own, `count` at a time; yield how they ended, as they end.

    Closing the iterator ends the children that still run.
    """
    waiting = iter(jobs)
    selector = selectors.DefaultSelector()
    running: dict[int, _Running] = {}
    try:
        more = True
        while more or running:
            while more and len(running) < count:
                job = next(waiting, None)
                if job is None:
                    more = False
                    break
                pipe, pid = _fork(job[1])
                running[pipe] = _Running(job[0], pid, time.monotonic() + 60 * PATIENCE)
                selector.register(pipe, selectors.EVENT_READ)
            for key, _ in selector.select(timeout=1.0):
                child = running[key.fd]
                data = os.read(key.fd, 65536)
                if data:
                    _take(child, data)
                    continue
                selector.unregister(key.fd)
                os.close(key.fd)
                del running[key.fd]
                yield _ended(child)
            for child in running.values():
                if time.monotonic() > child.deadline and not child.late:
                    child.late = True
                    os.kill(child.pid, signal.SIGKILL)
    finally:
        for pipe, child in running.items():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)
            os.waitpid(child.pid, 0)
            os.close(pipe)
        selector.close()


def _take(child: _Running, data: bytes) -> None:
    *lines, child.text = (child.text + data).split(b"\n")
    for line in lines:
        message = json.loads(line)
        if "budget" in message:
            child.deadline = time.monotonic() + message["budget"] * PATIENCE
        else:
            child.messages.append(message)


def _ended(child: _Running) -> Ended:
    _, status = os.waitpid(child.pid, 0)
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    return Ended(child.key, child.messages, number, os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0)


def _fork(work: Work) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return reading, pid
    status = 1
    try:
        os.close(reading)
        _settle_in()
        work(Child(writing))
        status = 0
    except BaseException as error:
        with contextlib.suppress(BaseException):
            os.write(writing, json.dumps({"broken": f"{type(error).__name__}: {error}"}).encode() + b"\n")
    finally:
        # no clean-up of the parent's things: files, plugins, backends
        os._exit(status)


def _settle_in() -> None:
    """Make a child independent of what it was forked from."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPROF):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    sys.setrecursionlimit(1000)
    used = int(next(line for line in _memory() if line.startswith("VmSize")).split()[1]) * 1024 if _memory() else 0
    if used:
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.collect(0)


def _memory() -> list[str]:
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return file.readlines()
    except OSError:
        return []
