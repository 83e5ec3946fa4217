"""The folder that KUBEBUILDER_ASSETS names: a script for each program."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.files.writing import write_together

NAMES = ("etcd", "kube-apiserver")


def write_programs(folder: Path, python: str = sys.executable) -> list[Path]:
    """Write the programs into a folder, which is made where it is missing; return their paths.

    A program that is there already is replaced only if it is one of ours. Raises UsageError where it is not, and where
    nothing can be written.
    """
    texts = {folder / name: f'#!/bin/sh\nexec {shlex.quote(python)} -m {__package__} {name} "$@"\n' for name in NAMES}
    for path in texts:
        if path.exists() and not _is_ours(path):
            raise UsageError(f"{path}: is another program; name a folder without one")
    try:
        write_together(texts, mode=0o755)
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be written: {error.strerror}") from None
    return list(texts)


def _is_ours(path: Path) -> bool:
    try:
        return f"-m {__package__} ".encode() in read_bytes(path)
    except Unreadable:
        return False
