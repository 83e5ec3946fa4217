"""Target `reference`: the kit's own implementation. The only bridge between the kit and the reference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ..errors import NeverSettles, TargetError, UsageError
from ..reference import api, bootstrap_host, components, installer
from ..reference.runtime import ApiError, NeverSettled
from .interface import Environment, Finding, Manifest, Refused, Release

DISTRIBUTION = "enhancement-conformance-kit"
GATES = api.GATES | {installer.GENERAL}
"""The feature gates that something in the reference depends on."""
MANIFEST_GATES = frozenset({api.LATER_SUBNETS, api.INGRESS_DEFAULTS})
"""The gates of the fields that the manifests of its installer have."""


def gate_conflict(gates: frozenset[str]) -> str:
    """Say why gates cannot be on together; an empty text where they can."""
    try:
        api.features_of(gates, profile="document", version=Release().version)
    except api.GateConflict as error:
        return str(error)
    return ""


@contextmanager
def _translated() -> Iterator[None]:
    """Translate the reference's errors into the kit's."""
    try:
        yield
    except NeverSettled as error:
        raise NeverSettles(str(error)) from error
    except api.GateConflict as error:
        raise UsageError(str(error)) from error
    except installer.Refused as error:
        raise Refused(_findings(error.findings)) from error
    except (installer.UnusableDirectory, installer.UnknownField, bootstrap_host.UnknownCommand) as error:
        raise UsageError(str(error)) from error
    except (components.UnknownComponent, installer.InstallError, bootstrap_host.RenderError) as error:
        raise TargetError(str(error)) from error
    except ApiError as error:
        raise TargetError(f"the reference could not read the cluster: {error}") from error


def _release(release: Release) -> components.ReleaseOf:
    return components.ReleaseOf(release.version, _gates(release), release.profile, release.disabled)


def _gates(release: Release) -> frozenset[str]:
    return api.gates_of(release.feature_set, release.gates)


class ReferenceInstaller:
    """The reference's installer. In profile `shipped` it validates, and writes nothing."""

    def _installer(self, environment: Environment) -> installer.Installer:
        profile = environment.release.profile
        if profile not in installer.PROFILES:
            raise TargetError(
                f"the reference's installer does not know profile {profile}: use {' or '.join(installer.PROFILES)}"
            )
        return installer.Installer(
            aws=environment.aws_clients(installer.NAME),
            api_client=lambda: environment.api_client(installer.NAME),
            clock=environment.clock,
            profile=profile,
            gates=environment.release.gates,
            reach=partial(environment.reach, installer.NAME),
        )

    def validate(self, directory: Path, environment: Environment) -> Sequence[Finding]:
        """Return the findings about the install-config. Raises UsageError, TargetError."""
        with _translated():
            return _findings(self._installer(environment).validate(directory))

    def explain(self, field: str) -> str:
        """Explain a field of install-configs. Raises UsageError for an unknown field."""
        with _translated():
            return installer.explain(field)

    def offers_region(self, region: str) -> bool:
        """Check whether the prompt lists a region."""
        return region in installer.regions.offered()

    def create_manifests(self, directory: Path, environment: Environment) -> Mapping[str, Manifest]:
        """Write the manifests. Raises Refused, UsageError, TargetError."""
        with _translated():
            return self._installer(environment).create_manifests(directory)

    def create_cluster(self, directory: Path, environment: Environment) -> None:
        """Create the cluster. Raises Refused, UsageError, TargetError."""
        with _translated():
            self._installer(environment).create_cluster(directory)

    def destroy_cluster(self, directory: Path, environment: Environment) -> None:
        """Destroy the cluster. Raises UsageError, TargetError."""
        with _translated():
            self._installer(environment).destroy_cluster(directory)


def _findings(found: Sequence[installer.Finding]) -> tuple[Finding, ...]:
    return tuple(Finding(f.path, f.kind, f.message, str(f), f.line) for f in found)


class ReferenceComponents:
    """The reference's components on one cluster at a time."""

    def __init__(self, without: Collection[str] = ()) -> None:
        """Choose the components to run, which are all but those in `without`; none runs yet."""
        self._without = frozenset(without)
        self.names: Sequence[str] = tuple(name for name in components.names() if name not in self._without)
        self._running: components.Running | None = None

    def _now(self) -> components.Running:
        if self._running is None:
            raise TargetError("the reference's components are not started")
        return self._running

    def start(self, environment: Environment) -> None:
        """Start all components; they work only in `settle`. Raises UsageError for gates that exclude each other."""
        with _translated():
            self._running = components.Running(
                api_client=environment.api_client,
                aws_clients=environment.aws_clients,
                clock=environment.clock,
                release=_release(environment.release),
                reach=environment.reach,
                platform_operators=environment.platform_operators,
                without=self._without,
            )

    def settle(self) -> None:
        """Run the components to a fixed point. Raises NeverSettles."""
        with _translated():
            self._now().settle()

    def advance(self, seconds: float) -> None:
        """Advance the clock, run all that falls due, and settle. Raises NeverSettles."""
        with _translated():
            self._now().advance(seconds)

    def restart(self, component: str, release: Release) -> None:
        """Move a component to another release; it starts to work at the next `settle`."""
        with _translated():
            self._now().restart(component, _release(release))

    def logs(self, component: str) -> list[str]:
        """Return what the component has logged since the start."""
        with _translated():
            return self._now().logs(component)

    def stop(self) -> None:
        """Forget the components; nothing runs in the background."""
        self._running = None


class ReferenceBootstrapHost:
    """The commands of the reference's components on the bootstrap host."""

    def run(self, words: Sequence[str], directory: Path) -> None:
        """Run a command. Raises TargetError, UsageError."""
        with _translated():
            bootstrap_host.run(words, directory)


class ReferenceTarget:
    """The target `reference`."""

    name = "reference"

    def __init__(self, without: Collection[str] = ()) -> None:
        """Create the target's parts; the components `without` are left to another implementation."""
        try:
            number = version(DISTRIBUTION)
        except PackageNotFoundError:
            number = "unknown"
        self.identity: Mapping[str, str] = {"name": "reference", "version": number}
        self.capabilities: frozenset[str] = frozenset(
            {"clock", "virtual-time", "cluster-config", "restart", "logs", "installer", "bootstrap-host"}
        )
        self.actors: frozenset[str] = frozenset()
        self.installer = ReferenceInstaller()
        self.components = ReferenceComponents(without)
        self.bootstrap_host = ReferenceBootstrapHost()

    def crds(self, release: Release) -> Sequence[Manifest]:
        """Return the CRDs of a release, which must not be modified.

        Raises UsageError for gates that exclude each other.
        """
        with _translated():
            found = api.crds(_gates(release), profile=release.profile, version=release.version)
            return [crd for crd in found if api.CAPABILITIES.get(crd["spec"]["group"]) not in release.disabled]
