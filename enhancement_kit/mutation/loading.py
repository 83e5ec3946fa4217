"""Load all mutants of a checkout: those written in Python, and those written as data."""

from __future__ import annotations

from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.mutation.mutant_files import FILE, written_mutants
from enhancement_kit.mutation.mutants import Mutant, python_mutants
from enhancement_kit.specification.requirements import load_catalogues


def load_mutants(folder: Path, features_dir: Path, *, needed: bool = True) -> list[Mutant]:
    """Return the mutants of a folder of Python modules, and of all `<features_dir>/*/mutants.yaml`.

    Raises UsageError where one of them is wrong (of mutants written as data with file and line), and where there are
    none though they are `needed`.
    """
    if needed and not folder.is_dir() and not any(features_dir.glob(f"*/{FILE}")):
        raise UsageError(
            f"there are no mutants: neither a folder {folder} nor a {FILE} in {features_dir}; run from the kit's "
            "repository, or write one"
        )
    found = python_mutants(folder) if folder.is_dir() else []
    catalogues = load_catalogues(features_dir)
    for mutant in found:
        for identifier in mutant.violates:
            if identifier not in catalogues:
                raise UsageError(f"mutant {mutant.name} violates {identifier}, which no catalogue knows")
    return [*found, *written_mutants(features_dir, catalogues, found)]
