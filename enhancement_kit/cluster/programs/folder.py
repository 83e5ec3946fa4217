"""The folder that KUBEBUILDER_ASSETS names: a script for each program."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from enhancement_kit.errors import UsageError

NAMES = ("etcd", "kube-apiserver")


def write_programs(folder: Path, python: str = sys.executable) -> list[Path]:
    """Write the programs into a folder, which is made where it is missing; return their paths.

    A program that is there already is replaced only if it is one of ours. Raises UsageError where it is not, and where
    nothing can be written.
    """
    written = []
    for name in NAMES:
        path = folder / name
        text = f'#!/bin/sh\nexec {shlex.quote(python)} -m {__package__} {name} "$@"\n'
        try:
            if path.exists() and f"-m {__package__} " not in path.read_text(encoding="utf-8", errors="replace"):
                raise UsageError(f"{path}: is another program; name a folder without one")
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
        written.append(path)
    return written
