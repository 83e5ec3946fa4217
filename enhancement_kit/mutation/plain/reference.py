"""Where the source of the reference is: mutants are drawn from its text, nothing of it is imported for that."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from enhancement_kit.mutation.plain.drawing import Source, read_sources
from enhancement_kit.mutation.plain.loading import BRIDGE

KIT = Path(__file__).parents[2]
FOLDER = KIT / "reference"
PACKAGE = "enhancement_kit.reference"


@cache
def reference_sources() -> list[Source]:
    """Return the modules of the reference."""
    return read_sources(FOLDER, PACKAGE)


@cache
def bridge() -> Source:
    """Return the module through which the kit reaches the reference; it is recorded, but has no mutants."""
    file = KIT / "targets" / "reference.py"
    return Source(BRIDGE, "targets/reference.py", file, False, file.read_text(encoding="utf-8"))
