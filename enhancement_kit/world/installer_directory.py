"""The directory that the installer works on: the install-config, manifests, and what is left about the cluster."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit import temporary
from enhancement_kit.errors import ClaimFailed, UsageError
from enhancement_kit.files.reading import Missing, Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import BadYaml, compose
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.world.clients.kubernetes import Manifest
from enhancement_kit.world.vocabulary.install_configs import InstallConfig

CONFIG = "install-config.yaml"
METADATA = "metadata.json"
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class InstallerDirectory:
    """A directory of the installer."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the folder; without one make a temporary directory, which `close` removes."""
        self._own = temporary.make("install-") if folder is None else None
        self.folder: Path = folder or self._own or Path()

    def write(self, config: InstallConfig) -> None:
        """Write the install-config."""
        text = yaml.dump(config, Dumper=_DUMPER, sort_keys=False)
        (self.folder / CONFIG).write_text(text, encoding="utf-8")

    def forget_state(self) -> None:
        """Remove everything from a temporary directory except what the installer left about the cluster."""
        for path in self._own.iterdir() if self._own is not None else ():
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
        """Return the time of each file's last change, in nanoseconds, and its content, by its path in the directory."""
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
        try:
            node = compose(read_bytes(path))
            found = None if node is None else plain(node)
        except Missing as error:
            text = f"there is no {METADATA} in {self.folder}: no cluster was created from there yet"
            raise UsageError(text) from error
        except Unreadable as error:
            raise UsageError(f"{path} cannot be read: {error}") from error
        except BadYaml as error:
            raise UsageError(f"{path}:{error.line}: {error}") from error
        if not isinstance(found, dict) or not isinstance(found.get("infraID"), str):
            raise UsageError(f"{path}:1: the file names no infraID; it must be the file that create cluster wrote")
        return found

    @property
    def infra_id(self) -> str:
        """The infrastructure id of the created cluster."""
        return str(self.metadata["infraID"])

    def close(self) -> None:
        """Remove the directory, if it is a temporary one."""
        if self._own is not None:
            temporary.remove(self._own)
