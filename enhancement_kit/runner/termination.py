"""A run that is told to end writes its reports first: SIGTERM is what CI sends before it kills."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

import pytest


def end_well(config: pytest.Config) -> None:
    """Take SIGTERM as somebody's Ctrl-C until this run has ended, where nobody else has a use for it."""
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
