"""The circumstances of the hostile runs, and the scenarios that run in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from enhancement_kit.local import environment
from enhancement_kit.runner.selection import SMOKE
from enhancement_kit.specification.features import load_features
from enhancement_kit.specification.rendering import named_instances

KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
"""Without these, another Python would run, or none."""

SAME = "same verdicts"
REPORTS_LOST = "harness error"


@dataclass(frozen=True)
class Circumstance:
    """What is done to one run, and what has to come of it."""

    name: str
    story: str
    variables: Mapping[str, str]
    umask: int
    warnings: bool = False
    """Whether warnings are errors."""
    processes: int = 1
    home: bool = True
    """Whether there is a home directory, which is then read-only."""
    temporary: str = "two words, Umläute"
    """The name of the folder for temporary files."""
    reader_leaves: bool = False
    """Whether nobody reads the output after its first line."""
    full_disk: bool = False
    """Whether the disk of the reports is full after a few files."""
    everywhere: bool = True
    """Whether all chosen scenarios run in it; else the smoke scenarios do."""
    expected: str = SAME


def circumstances(seed: int) -> tuple[Circumstance, ...]:
    """Return the circumstances of a run; the seed decides about hashes and orders."""
    hashes = {"PYTHONHASHSEED": str(seed % 2**32)}
    hostile = {**environment.hostile(), **hashes}
    # under these, pytest and execnet warn of themselves when they start
    warned = {name: value for name, value in hostile.items() if name not in ("PYTHONOPTIMIZE", "EXECNET_DEBUG")}
    optimised = {name: value for name, value in hostile.items() if name != "PYTHONWARNINGS"}
    return (
        Circumstance("variables", "every variable that could matter has a hostile value", optimised, umask=0o000),
        Circumstance(
            "bare",
            "there are next to no variables, no home directory, and an ASCII locale; two processes",
            # the value of a secret is sent to the processes, which redact it
            {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "API_TOKEN": "Schlüssel", **hashes},
            warnings=True,
            umask=0o077,
            processes=2,
            home=False,
            # pytest-xdist cannot send the path of a folder that an ASCII locale cannot express
            temporary="two words",
        ),
        Circumstance(
            "reader",
            "the reader of the output leaves after one line, as `| head -1` does",
            warned,
            warnings=True,
            umask=0o077,
            reader_leaves=True,
            everywhere=False,
        ),
        Circumstance(
            "disk",
            "the disk of the reports is full after a few files",
            warned,
            warnings=True,
            umask=0o022,
            full_disk=True,
            everywhere=False,
            expected=REPORTS_LOST,
        ),
    )


def smoke_and_one_of_each_file(root: Path) -> list[str]:
    """Return the ids of the smoke scenarios, and of the first scenario of each feature file."""
    found: dict[str, None] = {}
    for file in load_features(root / "features").files:
        instances = list(named_instances(file))
        for number, (name, instance) in enumerate(instances):
            if number == 0 or SMOKE in instance.tags:
                found[f"{file.file}::{name}"] = None
    return list(found)
