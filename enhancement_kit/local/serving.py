"""Helpers for commands that serve something on loopback until they are stopped."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from enhancement_kit.errors import UsageError


def add_port(parser: argparse.ArgumentParser) -> None:
    """Add the option --port."""
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (default: a free one)")


def check_port(port: int) -> None:
    """Raise UsageError for a number that is not a valid port."""
    if not 0 <= port <= 65535:
        raise UsageError(f"--port {port}: choose a port from 0 (a free one) to 65535")


@contextmanager
def stop_asked() -> Iterator[threading.Event]:
    """Yield an event that SIGINT and SIGTERM set.

    Enter before a port opens, so that a signal in between is noticed too.
    """
    asked = threading.Event()
    previous = {s: signal.signal(s, lambda *_: asked.set()) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
