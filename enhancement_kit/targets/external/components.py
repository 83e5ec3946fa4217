"""The components of an implementation of several programs: some of them foreign, the others the reference's."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from enhancement_kit.errors import HarnessError, NeverSettles, TargetError
from enhancement_kit.targets.interface import Components, Environment, Release

from .api import OBSERVED, SERVICES, Api
from .file import MARKER, Component, Setup
from .marker import NAMESPACE, pass_marker
from .programs import Programs, find
from .timeouts import BECAME_QUIET, QUIET, SETTLED

_BETWEEN_LOOKS = 0.1
_MARKERS = 2
"""A change that is made while its object is being worked on comes back behind the first marker, and in front of the
second."""


class ExternalComponents:
    """Foreign components, together with the reference's or alone."""

    def __init__(self, setup: Setup, others: Components) -> None:
        """Find the components' programs without starting them. Raises HarnessError where one is missing."""
        self._setup = setup
        self._others = others
        self._programs = Programs()
        self._paths: Mapping[str, Path] = {
            component.name: find(component, setup.path.parent) for component in setup.components if component.program
        }
        self._started: list[Component] = []
        self._environment: Environment | None = None
        self._api: Api | None = None
        self.names: Sequence[str] = tuple(dict.fromkeys((*others.names, *sorted(setup.names))))

    def start(self, environment: Environment) -> None:
        """Start everything that has work on this cluster. Raises HarnessError."""
        self._environment = environment
        self._api = Api(environment.api_client("kit"))
        self._others.start(environment)
        self._started = [component for component in self._setup.components if self._start(component)]

    def _start(self, component: Component) -> bool:
        assert self._environment is not None
        if component.running:
            return True
        return self._programs.start(component, self._paths[component.name], self._environment)

    def settle(self) -> None:
        """Run all components until nothing changes any more. Raises NeverSettles; HarnessError if a program ended."""
        end = time.monotonic() + SETTLED
        moved = True
        while moved:
            before = self._versions()
            self._others.settle()
            for component in self._started:
                self._await(component)
            self._programs.check()
            moved = self._versions() != before
            if moved and time.monotonic() > end:
                names = ", ".join(component.name for component in self._started)
                raise NeverSettles(f"{names} and the other components keep changing objects (waited {SETTLED:.0f} s)")

    def _versions(self) -> Mapping[str, str]:
        if self._api is None:
            raise TargetError("the components are not started")
        if not self._started:
            return {}
        only_services = all(component.settled == MARKER for component in self._started)
        return self._api.versions(SERVICES if only_services else OBSERVED, without=NAMESPACE)

    def _await(self, component: Component) -> None:
        assert self._api is not None
        if component.settled == MARKER:
            for _ in range(_MARKERS):
                pass_marker(self._api, component.name, self._programs.check)
        else:
            self._await_quiet(component)

    def _await_quiet(self, component: Component) -> None:
        """Wait until nothing has changed for as long as QUIET."""
        end = time.monotonic() + BECAME_QUIET
        seen, since = self._versions(), time.monotonic()
        while time.monotonic() - since < QUIET:
            self._programs.check()
            if time.monotonic() > end:
                raise HarnessError(f"{component.name} has not come to rest (waited {BECAME_QUIET:.0f} s)")
            time.sleep(_BETWEEN_LOOKS)
            now = self._versions()
            if now != seen:
                seen, since = now, time.monotonic()

    def advance(self, seconds: float) -> None:
        """Settle, advance the clock of the other components, and settle again.

        Foreign components have their own clock, on which nothing falls due.
        """
        self.settle()
        self._others.advance(seconds)
        self.settle()

    def restart(self, component: str, release: Release) -> None:
        """Restart a component in another release; a program has only one, and is started anew. Raises TargetError."""
        if component not in self._setup.names:
            self._others.restart(component, release)
            return
        self._programs.end(component)
        for known in self._started:
            if known.name == component:
                self._start(known)

    def logs(self, component: str) -> list[str]:
        """Return a component's log lines; none for a component that runs inside the cluster. Raises TargetError."""
        if component in self._setup.names:
            return self._programs.logs(component)
        return self._others.logs(component)

    def stop(self) -> None:
        """End all programs; safe to call twice."""
        self._started = []
        self._programs.close()
        self._others.stop()
