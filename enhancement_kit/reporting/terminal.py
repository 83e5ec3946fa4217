"""The terminal of a run of features: what is redacted there, and a reader that goes away before the run has ended."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest

from enhancement_kit.reporting import redaction


def redact_terminal(config: pytest.Config) -> None:
    """Redact what pytest itself prints to the terminal, such as the names of outline rows."""
    if config.pluginmanager.hasplugin("terminalreporter"):
        writer = config.get_terminal_writer()
        write = writer.write
        # pytest makes one writer for each run
        writer.write = lambda text, **how: write(redaction.redact(text), **how)  # type: ignore[method-assign]


def outlive_reader(config: pytest.Config) -> None:
    """Let a run go on when nobody reads its output any more (`| head`): its reports and its exit code are still due."""
    if config.pluginmanager.hasplugin("terminalreporter"):
        writer: Any = config.get_terminal_writer()
        reader = _Reader()
        writer.write, writer.flush = reader.while_there(writer.write), reader.while_there(writer.flush)


class _Reader:
    """Who reads the output of a run."""

    def __init__(self) -> None:
        self._gone = False

    def while_there(self, write: Callable[..., None]) -> Callable[..., None]:
        """Return the function that does nothing once the reader has gone."""

        def guarded(*arguments: Any, **how: Any) -> None:
            if self._gone:
                return
            try:
                write(*arguments, **how)
            except BrokenPipeError:
                self._gone = True
                # Python would complain at its end that what is left cannot be written
                atexit.register(_discard_output)

        return guarded


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
