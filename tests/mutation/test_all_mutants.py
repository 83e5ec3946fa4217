"""Every mutant of the repository can be put in force: what it changes is there."""

from __future__ import annotations

from pathlib import Path

from enhancement_kit.errors import HarnessError
from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.targets.reference import ReferenceTarget

ROOT = Path(__file__).parents[2]


def test_every_mutant_applies() -> None:
    broken = []
    target = ReferenceTarget()
    for mutant in load_mutants(ROOT / "tests" / "mutants", ROOT / "features"):
        try:
            with mutant.active(target):
                pass
        except HarnessError as error:
            broken.append(f"{mutant.name}: {error}")
    assert not broken, "\n".join(broken)
