"""Finds the kit's files of `reports/`: in the checkout, or where the installation has put them."""

from __future__ import annotations

import functools
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

import enhancement_kit
from enhancement_kit.errors import HarnessError

DISTRIBUTION: Final = "enhancement-conformance-kit"
SCHEMA: Final = "conformance-report.schema.json"

_BESIDE: Final = Path(enhancement_kit.__file__).parents[1]
_INSTALLED: Final = ("share", DISTRIBUTION, "reports")
"""The last parts of the installed folder, which pyproject.toml names under data-files."""


@functools.cache
def asset_folder() -> Path:
    """Return the folder with schema and templates. Raises HarnessError where the installation lacks it."""
    checkout = _BESIDE / "reports"
    if (checkout / SCHEMA).is_file():
        return checkout
    for distribution in distributions(name=DISTRIBUTION, path=[str(_BESIDE)]):
        for file in distribution.files or ():
            if file.name == SCHEMA and file.parts[-len(_INSTALLED) - 1 : -1] == _INSTALLED:
                return Path(str(file.locate())).resolve().parent
    raise HarnessError(f"the kit is installed without {'/'.join(_INSTALLED)}/{SCHEMA}; install it again")
