"""One installation: its directory, the installer at work on it, and what can be observed of it."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.errors import ClaimFailed, UsageError
from enhancement_kit.targets.interface import Environment, Finding, Installer
from enhancement_kit.world.vocabulary.install_configs import InstallConfig

Manifest = dict[str, Any]

CONFIG = "install-config.yaml"
METADATA = "metadata.json"
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class Installation:
    """The installer on one directory. Without `folder` it is a directory of its own, gone after `close`."""

    def __init__(
        self,
        installer: Installer,
        environment: Environment,
        folder: Path | None = None,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """`prepare` makes what an admin has before installing; validating an install-config does without it."""
        self._installer, self._environment, self._prepare = installer, environment, prepare
        self._own = Path(tempfile.mkdtemp(prefix="install-")) if folder is None else None
        self.folder: Path = folder or self._own or Path()

    def write(self, config: InstallConfig) -> None:
        """Write the install-config."""
        text = yaml.dump(config, Dumper=_DUMPER, sort_keys=False)
        (self.folder / CONFIG).write_text(text, encoding="utf-8")

    def prepare(self) -> None:
        """Make what an admin has before installing, once."""
        if self._prepare is not None:
            prepare, self._prepare = self._prepare, None
            prepare()

    def validate(self) -> Sequence[Finding]:
        """What the installer says about the install-config."""
        return self._installer.validate(self.folder, self._environment)

    def explain(self, field: str) -> str:
        """What the installer says about a field of install-configs. Raises UsageError for one that it does not know."""
        return self._installer.explain(field)

    def create_manifests(self) -> None:
        """Let the installer write manifests. Raises Refused."""
        self.prepare()
        self._installer.create_manifests(self.folder, self._environment)

    def create_cluster(self) -> None:
        """Let the installer create the cluster. Raises Refused."""
        self.prepare()
        self._installer.create_cluster(self.folder, self._environment)

    def destroy_cluster(self) -> None:
        """Let the installer destroy the cluster; in a directory of the kit's own it finds its metadata, no more."""
        if self._own is not None:
            self._forget(self._own)
        self._installer.destroy_cluster(self.folder, self._environment)

    def _forget(self, folder: Path) -> None:
        """Remove every earlier state but what the installer left about the cluster."""
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != METADATA:
                path.unlink()

    @property
    def written(self) -> list[str]:
        """The files in the directory but the install-config, by their paths in it."""
        files = (p for p in self.folder.rglob("*") if p.is_file())
        return sorted(str(p.relative_to(self.folder)) for p in files if p.name != CONFIG)

    def files(self) -> dict[str, tuple[int, bytes]]:
        """When each file was written, in nanoseconds, and what it holds, by its path in the directory."""
        found = (p for p in self.folder.rglob("*") if p.is_file())
        return {str(p.relative_to(self.folder)): (p.stat().st_mtime_ns, p.read_bytes()) for p in found}

    @property
    def manifests(self) -> list[Manifest]:
        """Every object in the manifests that were written. Fails the scenario where there are none."""
        paths = sorted(p for p in self.folder.rglob("*") if p.suffix in (".yaml", ".yml") and p.name != CONFIG)
        if not paths:
            raise ClaimFailed("the installer has written no manifests")
        return [d for p in paths for d in yaml.load_all(p.read_text(encoding="utf-8"), Loader=_LOADER) if d]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What the installer left about the cluster. Raises UsageError before that, and for another file."""
        path = self.folder / METADATA
        if not path.exists():
            raise UsageError(f"there is no {METADATA} in {self.folder}: no cluster was created from there yet")
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} cannot be read: {error}") from error
        if not isinstance(found, dict) or not isinstance(found.get("infraID"), str):
            raise UsageError(f"{path} names no infraID; it must be the file that create cluster wrote")
        return found

    @property
    def infra_id(self) -> str:
        """The infrastructure id of the created cluster."""
        return str(self.metadata["infraID"])

    def close(self) -> None:
        """Remove the directory, if it is this object's own."""
        if self._own is not None:
            shutil.rmtree(self._own, ignore_errors=True)
