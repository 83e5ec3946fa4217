"""Components in real time: they settle as soon as something changes, and whenever time may have made something due."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from enhancement_kit.errors import KitError
from enhancement_kit.targets.interface import Components

TICK = 5.0
"""Seconds after which components look again without a change: AWS tells nobody what has changed there."""


UNHEARD = frozenset({"events", "leases"})
"""Kinds whose writes wake nobody: who fails writes an event, and would try again at once."""


class Changes(Protocol):
    """A cluster that says when something in it changes."""

    def on_change(self, callback: Callable[[str], None]) -> None:
        """Call back with the plural of the kind after every write, on whatever thread it comes."""


class WallClock:
    """The time of this machine."""

    def now(self) -> datetime:
        """Return the current time, timezone-aware."""
        return datetime.now(UTC)


class RealTime:
    """A thread on which components work. Between `start` and `stop` nobody else may settle them."""

    def __init__(self, components: Components, cluster: Changes, *, told: Callable[[str], None]) -> None:
        """Nothing runs yet; `told` gets a line about what went wrong, after which the work goes on."""
        self._components, self._told = components, told
        self._due = threading.Event()
        self._ending = False
        self._thread = threading.Thread(target=self._work, name="components", daemon=True)
        self._changes = 0
        cluster.on_change(self._changed)
        self.after: list[Callable[[], None]] = []
        """What is done whenever they have settled."""

    def start(self) -> None:
        """Let them work."""
        self._thread.start()

    def stop(self) -> None:
        """Let them end what they are at; safe to call twice."""
        self._ending = True
        self._due.set()
        if self._thread.is_alive():
            self._thread.join()

    def _changed(self, kind: str) -> None:
        if kind not in UNHEARD:
            self._changes += 1
            self._due.set()

    def _work(self) -> None:
        while not self._ending:
            self._due.clear()
            before = self._changes
            try:
                self._components.settle()
                for action in self.after:
                    action()
            except KitError as error:
                self._told(str(error))
            except Exception as error:
                # a bug: people are told, and may go on with what else they try
                self._told(f"the components failed, which is a bug: {type(error).__name__}: {error}")
            if self._changes == before:
                # what was written meanwhile, by them or by others, is looked at first
                self._due.wait(TICK)
