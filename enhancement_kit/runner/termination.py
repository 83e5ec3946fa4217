"""The end of a run by a signal: it writes its reports, as after Ctrl-C."""

from __future__ import annotations

from types import TracebackType

import pytest

from enhancement_kit.local import ending


def end_well(config: pytest.Config) -> None:
    """Treat SIGTERM, which CI sends before it kills a run, and SIGHUP, of a closed terminal, like Ctrl-C.

    In each process until its part of the run has ended, unless something else handles them.
    """
    config.add_cleanup(ending.install())
    config.pluginmanager.register(Interrupts(), "enhancement kit interrupts")


class Interrupts:
    """Pytest plugin that keeps pytest from breaking where it shows what was interrupted."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Leave out of the traceback what has no line: a signal may come between two lines, and pytest needs one."""
        # of a function that raises again, there are two entries
        without = {id(entry.tb_frame) for entry in _entries(excinfo.tb) if entry.tb_lineno is None}
        excinfo.traceback = excinfo.traceback.filter(lambda entry: id(entry.frame.raw) not in without)


def _entries(first: TracebackType | None) -> list[TracebackType]:
    found = []
    while first is not None:
        found.append(first)
        first = first.tb_next
    return found
