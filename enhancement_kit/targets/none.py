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
        """Always."""
        return True

    def __or__(self, other: AbstractSet[object]) -> AllCapabilities:
        """Nothing can be added."""
        return self

    def __and__(self, other: AbstractSet[object]) -> frozenset[str]:
        """All of the other."""
        return frozenset(str(item) for item in other)

    def __ge__(self, other: AbstractSet[object]) -> bool:
        """Holds whatever the other holds."""
        return True

    def issuperset(self, other: object) -> bool:
        """Holds whatever the other holds."""
        return True

    def __rsub__(self, other: AbstractSet[str]) -> frozenset[str]:
        """Nothing of the other is missing here."""
        return frozenset()

    def __iter__(self) -> Iterator[str]:
        """Cannot be listed: empty."""
        return iter(())


def _refuse() -> TargetError:
    return TargetError(MESSAGE)


class NoInstaller:
    """No installer."""

    def validate(self, directory: Path, environment: Environment) -> Sequence[Finding]:
        """Raises TargetError."""
        raise _refuse()

    def explain(self, field: str) -> str:
        """Raises TargetError."""
        raise _refuse()

    def offers_region(self, region: str) -> bool:
        """Raises TargetError."""
        raise _refuse()

    def create_manifests(self, directory: Path, environment: Environment) -> Mapping[str, Manifest]:
        """Raises TargetError."""
        raise _refuse()

    def create_cluster(self, directory: Path, environment: Environment) -> None:
        """Raises TargetError."""
        raise _refuse()

    def destroy_cluster(self, directory: Path, environment: Environment) -> None:
        """Raises TargetError."""
        raise _refuse()


class NoComponents:
    """No components: time passes and nothing happens."""

    names: Sequence[str] = ()

    def start(self, environment: Environment) -> None:
        """Nothing to start."""

    def settle(self) -> None:
        """Nothing moves."""

    def advance(self, seconds: float) -> None:
        """Raises TargetError."""
        raise _refuse()

    def restart(self, component: str, release: Release) -> None:
        """Raises TargetError."""
        raise _refuse()

    def logs(self, component: str) -> list[str]:
        """Raises TargetError."""
        raise _refuse()

    def stop(self) -> None:
        """Nothing to stop."""


class NoBootstrapHost:
    """No commands."""

    def run(self, words: Sequence[str], directory: Path) -> None:
        """Raises TargetError."""
        raise _refuse()


class NoTarget:
    """The target `none`."""

    name = "none"

    def __init__(self) -> None:
        """Nothing is needed."""
        self.identity: Mapping[str, str] = {"name": "none", "version": "-"}
        self.capabilities: frozenset[str] = AllCapabilities()
        self.actors: frozenset[str] = frozenset()
        self.installer = NoInstaller()
        self.components = NoComponents()
        self.bootstrap_host = NoBootstrapHost()

    def crds(self, release: Release) -> Sequence[Manifest]:
        """No CRDs."""
        return []
