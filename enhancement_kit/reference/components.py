"""The running reference: its components on one loop, each in a release of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import cloud_controller_manager as ccm
from . import ingress_operator
from .api import features_of
from .platform_components import Component, Reading
from .platform_components import kube_controller_manager_operator as kcmo
from .platform_components import machine_config_operator as mco
from .runtime import Cache, ComponentLog, Controller, Recorder, Runner, Store

PLATFORM_COMPONENTS: Mapping[str, Callable[[Component], list[Controller]]] = {
    kcmo.NAME: kcmo.controllers,
    mco.NAME: mco.controllers,
}
NAMES: tuple[str, ...] = (ingress_operator.NAME, ccm.NAME, *PLATFORM_COMPONENTS)


@dataclass(frozen=True)
class ReleaseOf:
    """What a component was built as."""

    version: str
    gates: frozenset[str]
    profile: str


class UnknownComponent(ValueError):
    """There is no component of that name."""


class Running:
    """The components of one cluster. Made without any API or AWS call; all work happens in `settle`."""

    def __init__(
        self,
        *,
        api_client: Callable[[str], Any],
        aws_clients: Callable[[str], Callable[..., Any]],
        clock: Any,
        release: ReleaseOf,
    ) -> None:
        """Start all components in one release. Raises GateConflict for a release that cannot be built."""
        features_of(release.gates, profile=release.profile, version=release.version)
        self._api_client = api_client
        self._aws_clients = aws_clients
        self._clock = clock
        self._cache = Cache()
        self._logs = {name: ComponentLog(clock, name) for name in NAMES}
        controllers = [c for name in NAMES for c in self._build(name, release)]
        lister = Store(api_client(NAMES[0]), "runtime", self._cache)
        self._runner = Runner(lister, self._cache, clock, controllers)

    def _build(self, name: str, release: ReleaseOf) -> Sequence[Controller]:
        if name not in self._logs:
            raise UnknownComponent(f"there is no component {name!r}: use one of {', '.join(NAMES)}")
        store = Store(self._api_client(name), name, self._cache)
        log = self._logs[name]
        aws = self._aws_clients(name)
        if name == ingress_operator.NAME:
            build = ingress_operator.Build.of(version=release.version, gates=release.gates, profile=release.profile)
            recorder = Recorder(store, self._clock, ingress_operator.EVENT_SOURCE)
            return ingress_operator.controllers(
                ingress_operator.Operator(build, store, recorder, log, self._clock, aws)
            )
        if name in PLATFORM_COMPONENTS:
            reading = Reading.of(gates=release.gates, profile=release.profile)
            recorder = Recorder(store, self._clock, name)
            component = Component(reading, release.version, store, recorder, log, self._clock)
            return PLATFORM_COMPONENTS[name](component)
        recorder = Recorder(store, self._clock, ccm.EVENT_SOURCE)
        return ccm.controllers(ccm.Manager(release.profile, store, recorder, log, aws))

    def settle(self) -> None:
        """Run to a fixed point. Raises NeverSettled."""
        self._runner.settle()

    def advance(self, seconds: float) -> None:
        """Let time pass and settle. Raises NeverSettled."""
        self._runner.advance(seconds)

    def restart(self, name: str, release: ReleaseOf) -> None:
        """Run a component in another release. Raises UnknownComponent, GateConflict."""
        self._runner.replace(self._build(name, release))

    def logs(self, name: str) -> list[str]:
        """What a component logged. Raises UnknownComponent."""
        if name not in self._logs:
            raise UnknownComponent(f"there is no component {name!r}: use one of {', '.join(NAMES)}")
        return list(self._logs[name].lines)
