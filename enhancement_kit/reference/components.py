"""The running reference: its components on one loop, each in its own release."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import cloud_controller_manager as ccm
from . import cluster_cloud_controller_manager_operator as ccm_operator
from . import config_operator, ingress_operator, platform_components
from .api import features_of
from .platform_components import Component, Reading
from .runtime import Cache, ComponentLog, Controller, Recorder, Runner, Store

# In the order they run: components that write configuration come before components that read it.
CORE: tuple[str, ...] = (config_operator.NAME, ccm_operator.NAME, ingress_operator.NAME, ccm.NAME)
CAPABILITIES: Mapping[str, str] = {
    "machine-api-operator": "MachineAPI",
    "cluster-storage-operator": "Storage",
    "image-registry-operator": "ImageRegistry",
    "cloud-credential-operator": "CloudCredential",
    ccm_operator.NAME: "CloudControllerManager",
    ingress_operator.NAME: "Ingress",
}
"""The capability that a component belongs to; without it the component is not there. Others cannot be left out."""


def names() -> tuple[str, ...]:
    """Return the names of all components, in the order they run."""
    return tuple(dict.fromkeys((*CORE, *platform_components.components())))


@dataclass(frozen=True)
class ReleaseOf:
    """What a component was built as."""

    version: str
    gates: frozenset[str]
    profile: str
    disabled: frozenset[str] = frozenset()
    """Capabilities that the cluster does without."""


class UnknownComponent(ValueError):
    """No component has this name."""


def delivered(name: str, release: ReleaseOf) -> bool:
    """Tell whether a release has a component at all. Raises GateConflict."""
    features = features_of(release.gates, profile=release.profile, version=release.version)
    return name != config_operator.NAME or features.custom_endpoints


class Running:
    """The components of one cluster. Construction makes no API or AWS call; all work happens in `settle`."""

    def __init__(
        self,
        *,
        api_client: Callable[[str], Any],
        aws_clients: Callable[[str], Callable[..., Any]],
        clock: Any,
        release: ReleaseOf,
        reach: Callable[[str, str], str],
        platform_operators: Collection[str] = (),
        without: Collection[str] = (),
    ) -> None:
        """Start all components in one release. Raises GateConflict for a release that cannot be built.

        `reach(component, url)` explains why a component cannot reach a URL, or returns an empty text if it can. Of the
        components that only derive something from the platform, the `platform_operators` run. Those named in `without`
        do not run at all: the caller plays their part.
        """
        features_of(release.gates, profile=release.profile, version=release.version)
        self._api_client = api_client
        self._aws_clients = aws_clients
        self._clock = clock
        self._reach = reach
        self._cache = Cache()
        found = platform_components.components()
        self._platform = {name: build for name, build in found.items() if name in platform_operators}
        self._logs = {name: ComponentLog(clock, name) for name in names() if name not in without}
        controllers = [c for name in self._logs for c in self._build(name, release)]
        lister = Store(api_client(CORE[0]), "runtime", self._cache)
        self._runner = Runner(lister, self._cache, clock, controllers)

    def _build(self, name: str, release: ReleaseOf) -> Sequence[Controller]:
        if name not in self._logs:
            raise UnknownComponent(f"there is no component {name!r}: use one of {', '.join(names())}")
        if CAPABILITIES.get(name) in release.disabled:
            return []
        store = Store(self._api_client(name), name, self._cache)
        log = self._logs[name]
        builders: Mapping[str, Callable[[ReleaseOf, Store, ComponentLog], Sequence[Controller]]] = {
            config_operator.NAME: self._config_operator,
            ccm_operator.NAME: lambda _, store, log: ccm_operator.controllers(store, log),
            ingress_operator.NAME: self._ingress_operator,
            ccm.NAME: self._cloud_controller_manager,
        }
        found = list(builders[name](release, store, log)) if name in builders else []
        if name in self._platform:
            reading = Reading.of(gates=release.gates, profile=release.profile)
            recorder = Recorder(store, self._clock, name)
            aws = self._aws_clients(name)
            found += self._platform[name](
                Component(name, reading, release.version, store, recorder, log, self._clock, aws)
            )
        return found

    def _config_operator(self, release: ReleaseOf, store: Store, log: ComponentLog) -> Sequence[Controller]:
        features = features_of(release.gates, profile=release.profile, version=release.version)
        recorder = Recorder(store, self._clock, config_operator.EVENT_SOURCE)
        reach = partial(self._reach, config_operator.NAME)
        return config_operator.controllers(
            config_operator.Operator(
                release.profile, release.version, features, store, recorder, log, self._clock, reach
            )
        )

    def _ingress_operator(self, release: ReleaseOf, store: Store, log: ComponentLog) -> Sequence[Controller]:
        build = ingress_operator.Build.of(version=release.version, gates=release.gates, profile=release.profile)
        recorder = Recorder(store, self._clock, ingress_operator.EVENT_SOURCE)
        aws = self._aws_clients(ingress_operator.NAME)
        return ingress_operator.controllers(ingress_operator.Operator(build, store, recorder, log, self._clock, aws))

    def _cloud_controller_manager(self, release: ReleaseOf, store: Store, log: ComponentLog) -> Sequence[Controller]:
        recorder = Recorder(store, self._clock, ccm.EVENT_SOURCE)
        return ccm.controllers(ccm.Manager(release.profile, store, recorder, log, self._aws_clients(ccm.NAME)))

    def settle(self) -> None:
        """Run to a fixed point. Raises NeverSettled."""
        self._runner.settle()

    def advance(self, seconds: float) -> None:
        """Let time pass and settle. Raises NeverSettled."""
        self._runner.advance(seconds)

    def restart(self, name: str, release: ReleaseOf) -> None:
        """Restart a component in another release. Raises UnknownComponent, GateConflict.

        A component that the release lacks keeps running unchanged: the cluster version operator deletes nothing.
        """
        if not delivered(name, release):
            return
        self._runner.replace(self._build(name, release))

    def logs(self, name: str) -> list[str]:
        """Return the log of a component. Raises UnknownComponent."""
        if name not in self._logs:
            raise UnknownComponent(f"there is no component {name!r}: use one of {', '.join(names())}")
        return list(self._logs[name].lines)
