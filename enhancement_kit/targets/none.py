"""Target `none`: no implementation at all. It shows that every scenario can fail."""

# ruff: noqa: ARG002 - every method has the signature of its protocol and refuses whatever it is given

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from ..errors import TargetError
from .interface import Environment, Finding, Manifest, Release

MESSAGE = "target none has no implementation"


class AllCapabilities(frozenset[str]):
    """A set that contains every capability: without an implementation nothing may count as not applicable."""

    def __contains__(self, capability: object) -> bool:
        """Return True for every capability."""
        return True

    def __or__(self, other: AbstractSet[object]) -> AllCapabilities:
        """Return the same set: nothing can be added to all capabilities."""
        return self

    def __and__(self, other: AbstractSet[object]) -> frozenset[str]:
        """Return all items of the other set."""
        return frozenset(str(item) for item in other)

    def __ge__(self, other: AbstractSet[object]) -> bool:
        """Return True: all capabilities include every other set."""
        return True

    def issuperset(self, other: object) -> bool:
        """Return True: all capabilities include every other set."""
        return True

    def __rsub__(self, other: AbstractSet[str]) -> frozenset[str]:
        """Return an empty set: nothing in the other set is missing here."""
        return frozenset()

    def __iter__(self) -> Iterator[str]:
        """Return an empty iterator, since all capabilities cannot be listed."""
        return iter(())


def _refuse() -> TargetError:
    return TargetError(MESSAGE)


class NoInstaller:
    """No installer."""

    def validate(self, directory: Path, environment: Environment) -> Sequence[Finding]:
        """Raise TargetError."""
        raise _refuse()

    def explain(self, field: str) -> str:
        """Raise TargetError."""
        raise _refuse()

    def offers_region(self, region: str) -> bool:
        """Raise TargetError."""
        raise _refuse()

    def create_manifests(self, directory: Path, environment: Environment) -> Mapping[str, Manifest]:
        """Raise TargetError."""
        raise _refuse()

    def create_cluster(self, directory: Path, environment: Environment) -> None:
        """Raise TargetError."""
        raise _refuse()

    def destroy_cluster(self, directory: Path, environment: Environment) -> None:
        """Raise TargetError."""
        raise _refuse()


class NoComponents:
    """No components: time passes and nothing happens."""

    names: Sequence[str] = ()

    def start(self, environment: Environment) -> None:
        """Do nothing: there are no components to start."""

    def settle(self) -> None:
        """Do nothing: there are no components that could change anything."""

    def advance(self, seconds: float) -> None:
        """Raise TargetError."""
        raise _refuse()

    def restart(self, component: str, release: Release) -> None:
        """Raise TargetError."""
        raise _refuse()

    def logs(self, component: str) -> list[str]:
        """Raise TargetError."""
        raise _refuse()

    def stop(self) -> None:
        """Do nothing: there are no components to stop."""


class NoBootstrapHost:
    """No commands."""

    def run(self, words: Sequence[str], directory: Path) -> None:
        """Raise TargetError."""
        raise _refuse()


class NoTarget:
    """The target `none`."""

    name = "none"

    def __init__(self) -> None:
        """Create the target's parts, none of which does anything."""
        self.identity: Mapping[str, str] = {"name": "none", "version": "-"}
        self.capabilities: frozenset[str] = AllCapabilities()
        self.actors: frozenset[str] = frozenset()
        self.installer = NoInstaller()
        self.components = NoComponents()
        self.bootstrap_host = NoBootstrapHost()

    def crds(self, release: Release) -> Sequence[Manifest]:
        """Return no CRDs."""
        return []
