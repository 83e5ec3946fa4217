"""Finding a program, and running it: started in a folder of its own, watched, stopped."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from enhancement_kit import temporary
from enhancement_kit.cluster.embedded.certificate import Certificate
from enhancement_kit.errors import HarnessError
from enhancement_kit.local.processes import Running, free_ports
from enhancement_kit.targets.interface import Environment

from .file import Component
from .placeholders import filled

_RELEASE = re.compile(r"\d+(\.\d+)*")


def caches(environment: Mapping[str, str]) -> Path:
    """Return the folder in which `make` caches its builds: a folder per kind of program, and in it one per version."""
    root = environment.get("XDG_CACHE_HOME") or str(Path(environment.get("HOME") or Path.home()) / ".cache")
    return Path(root) / "enhancement-conformance-kit"


def find(component: Component, base: Path, environment: Mapping[str, str] | None = None) -> Path:
    """Find the program of a component. Raises HarnessError that says where it was looked for and how to get it.

    A path is taken from `base`, the folder of the file of components. A name is looked for in what the kit has built,
    the newest version first, and on PATH.
    """
    known = os.environ if environment is None else environment
    if "/" in component.program:
        places = [base / component.program]
    else:
        places = [folder / component.program for folder in _built(caches(known))]
        on_path = shutil.which(component.program, path=known.get("PATH"))
        places += [Path(on_path)] if on_path else []
    found = next((place for place in places if os.access(place, os.X_OK) and place.is_file()), None)
    if found is None:
        looked = places[0] if "/" in component.program else f"neither in {caches(known)} nor on PATH"
        remedy = component.remedy or "name another program in the file of components"
        raise HarnessError(f"{component.name}: there is no program {component.program} ({looked}); {remedy}")
    return found


def _built(root: Path) -> list[Path]:
    folders = [folder for folder in root.glob("*/*") if _RELEASE.fullmatch(folder.name) and folder.is_dir()]
    return sorted(folders, key=lambda folder: [int(part) for part in folder.name.split(".")], reverse=True)


class Programs:
    """The programs of one target, in one world at a time."""

    def __init__(self) -> None:
        """Prepare to run programs; none runs yet."""
        self._running: Running | None = None
        self._certificate = Certificate()

    def start(self, component: Component, program: Path, environment: Environment) -> bool:
        """Start a component's program if it belongs to this platform and every value that it needs is known.

        Returns whether it was started. Raises HarnessError.
        """
        programs = environment.for_programs
        if programs is None:
            raise HarnessError(f"{component.name} cannot be started: nobody says where cluster and AWS are")
        facts = programs.facts()
        if component.platforms and facts["platform"] not in component.platforms:
            return False
        self._running = self._running or Running()
        folder = self._running.folder / component.name
        folder.mkdir(exist_ok=True)
        aws = programs.variables(component.name)
        values = {
            **facts,
            "folder": str(folder),
            "kubeconfig": str(folder / "kubeconfig"),
            "certificate": self._certificate.certificate,
            "key": self._certificate.key,
            "port": str(free_ports(1)[0]) if "port" in component.placeholders else "",
            "aws_endpoint_url": aws.get("AWS_ENDPOINT_URL", ""),
        }
        if any(not values.get(word) for word in component.placeholders):
            return False
        temporary.write_private(folder / "kubeconfig", json.dumps(programs.kubeconfig()))
        for name, content in component.files.items():
            temporary.write_private(folder / name, filled(content, values))
        own = dict(filled(line, values).split("=", 1) for line in component.environment)
        arguments = [filled(argument, values) for argument in component.arguments]
        self._running.start([program, *arguments], name=component.name, environment={**aws, **own})
        return True

    def check(self) -> None:
        """Raise HarnessError with the last lines of its log where a program has ended by itself."""
        ended = self._running.ended() if self._running else ""
        if ended:
            raise HarnessError(ended)

    def logs(self, name: str) -> list[str]:
        """Return what a program has logged since it was last started."""
        return self._running.lines(name) if self._running else []

    def end(self, name: str) -> None:
        """End a program; does nothing where it does not run."""
        if self._running:
            self._running.end(name)

    def close(self) -> None:
        """End all programs and remove their files; safe to call twice."""
        if self._running:
            self._running.close()
            self._running = None
