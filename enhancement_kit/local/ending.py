"""The signals that end a program: Ctrl-C, `kill`, and a terminal that is closed. All of them end it in order.

They raise KeyboardInterrupt, so that whatever a command has started is ended by the same `with` and `finally` that end
it after an error.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_BY_DEFAULT = (signal.SIG_DFL, signal.default_int_handler)
INTERRUPTED = 130
"""The exit code of a program that one of these signals has ended."""


def install() -> Callable[[], None]:
    """Let each of these signals interrupt this process; return what undoes it.

    A signal that is ignored (`nohup`) or that something else handles stays as it is. Nothing happens outside the main
    thread, which alone can handle signals.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    before = {each: signal.getsignal(each) for each in SIGNALS}
    ours = {each: known for each, known in before.items() if known in _BY_DEFAULT}
    for each in ours:
        signal.signal(each, _interrupt)
    return lambda: _restore(ours)


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Let each of these signals interrupt the block."""
    undo = install()
    try:
        yield
    finally:
        undo()


def run(main: Callable[[], int | None]) -> int:
    """Run a program; return its exit code, or say on stderr which signal has ended it and return 130."""
    try:
        with interruptible():
            return main() or 0
    except KeyboardInterrupt as interrupt:
        print(str(interrupt) or "interrupted", file=sys.stderr)
        return INTERRUPTED


def _interrupt(number: int, _frame: FrameType | None) -> None:
    """Interrupt what runs. What cleans up from here on is interrupted by another Ctrl-C only.

    A terminal that is closed, and a job that is out of time, may send its signal several times.
    """
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    if number == signal.SIGHUP:
        leave_closed_terminal()
    raise KeyboardInterrupt(
        "" if number == signal.SIGINT else f"the run was told to end by {signal.Signals(number).name}"
    )


def leave_closed_terminal() -> None:
    """Write nowhere from now on where output goes to a terminal that is gone, so that writing is no error.

    That holds for every descriptor of it: pytest keeps some of its own.
    """
    for descriptor in [int(name) for name in os.listdir("/dev/fd")]:
        if _is_closed_terminal(descriptor):
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, descriptor, inheritable=os.get_inheritable(descriptor))
            os.close(nowhere)


def _is_closed_terminal(descriptor: int) -> bool:
    try:
        if not stat.S_ISCHR(os.fstat(descriptor).st_mode):
            return False
    except OSError:
        # that of the listing itself, which is closed already
        return False
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(state & select.POLLHUP for _, state in poll.poll(0))


def _restore(before: dict[signal.Signals, Any]) -> None:
    for each, known in before.items():
        signal.signal(each, known)
