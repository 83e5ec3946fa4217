"""Helpers for commands that serve something on loopback until they are stopped."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from enhancement_kit.errors import UsageError

from . import ending


def add_port(parser: argparse.ArgumentParser) -> None:
    """Add the option --port."""
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")


def check_port(port: int) -> None:
    """Raise UsageError for a number that is not a valid port."""
    if not 0 <= port <= 65535:
        raise UsageError(f"--port {port}: choose a port from 0 (a free one) to 65535")


@contextmanager
def stop_asked() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C, SIGTERM and a closed terminal set.

    Enter before a port opens, so that a signal in between is noticed too.
    """
    asked = threading.Event()

    def stop(number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGHUP:
            ending.leave_closed_terminal()
        asked.set()

    # nohup ignores a closed terminal
    heard = [each for each in ending.SIGNALS if each != signal.SIGHUP or signal.getsignal(each) is not signal.SIG_IGN]
    previous = {each: signal.signal(each, stop) for each in heard}
    try:
        yield asked
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
