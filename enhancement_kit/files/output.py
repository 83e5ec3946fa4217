"""The standard output of a command: where it cannot be written, for example on a full disk, that is one sentence."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TextIO

P = ParamSpec("P")


class OutputFailed(Exception):
    """The standard output cannot be written. It is no OSError, so that nobody takes it for one of another file."""


class _Output:
    """The standard output, whose errors are told from those of other files."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        with _told():
            return self._stream.write(text)

    def flush(self) -> None:
        with _told():
            self._stream.flush()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(error.strerror) from error


def writes_its_output(failed: int) -> Callable[[Callable[P, int]], Callable[P, int]]:
    """Return a decorator of a command, which returns `failed` and says why where its output cannot be written."""

    def wrap(main: Callable[P, int]) -> Callable[P, int]:
        @functools.wraps(main)
        def wrapped(*arguments: P.args, **named: P.kwargs) -> int:
            before = sys.stdout
            output = _Output(before)
            try:
                with contextlib.redirect_stdout(output):
                    try:
                        return main(*arguments, **named)
                    finally:
                        output.flush()
            except BrokenPipeError:
                # the reader of a pipe (head, less) has seen enough
                _write_no_more(before)
                return 0
            except OutputFailed as error:
                _write_no_more(before)
                print(f"ekit: the output cannot be written: {error}; make room for it", file=sys.stderr)
                return failed

        return wrapped

    return wrap


def _write_no_more(output: TextIO) -> None:
    """Let nothing more be written, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
