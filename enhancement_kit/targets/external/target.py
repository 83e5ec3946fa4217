"""The target `external` as a whole: what a file of components names, and the reference or no target for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.targets.interface import BootstrapHost, Installer, Manifest, Release
from enhancement_kit.targets.none import NoTarget
from enhancement_kit.targets.reference import ReferenceTarget

from .components import ExternalComponents
from .file import REFERENCE, Setup, load


class ExternalTarget:
    """Implements `enhancement_kit.targets.interface.Target`; everything but components is the other target's."""

    name = "external"

    def __init__(self, *, components: str = "") -> None:
        """Read the file of components and find their programs. Raises UsageError, HarnessError."""
        setup = _setup(components)
        others = ReferenceTarget(without=setup.names) if setup.others == REFERENCE else NoTarget()
        self._others = others
        self.actors: frozenset[str] = setup.names
        self.identity: Mapping[str, str] = {"name": setup.path.stem, "version": "-"}
        self.capabilities: frozenset[str] = setup.capabilities
        self.components = ExternalComponents(setup, others.components)
        self.installer: Installer = others.installer
        self.bootstrap_host: BootstrapHost = others.bootstrap_host

    def crds(self, release: Release) -> Sequence[Manifest]:
        """Return the CRDs of the other components, since programs bring none.

        Where there are no others, the cluster has its own.
        """
        return self._others.crds(release)


def _setup(components: str) -> Setup:
    if not components:
        raise UsageError("target external needs to know what it consists of: name a file with --components FILE")
    return load(Path(components))


def notice(*, components: str) -> str:
    """Return the line at the start of a run that names the foreign components.

    Raises UsageError where the file is missing or wrong.
    """
    setup = _setup(components)
    return f"{', '.join(sorted(setup.names))} as {setup.path.name} says; the other components are the {setup.others}'s"
