"""Handles SIGTERM, which CI sends before it kills a run: the run ends and writes its reports, as after Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

import pytest


def end_well(config: pytest.Config) -> None:
    """Treat SIGTERM like Ctrl-C until this run has ended, unless something else handles it."""
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        return
    signal.signal(signal.SIGTERM, _interrupt)
    config.add_cleanup(_restored)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt("the run was told to end by SIGTERM")


def _restored() -> None:
    restore: Callable[..., object] = signal.signal
    restore(signal.SIGTERM, signal.SIG_DFL)
