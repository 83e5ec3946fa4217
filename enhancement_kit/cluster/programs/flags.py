"""Flags in the style of Go's programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def note_ignored(program: str, arguments: Sequence[str]) -> None:
    """Say on stderr which flags have no effect, so that nobody waits for one."""
    names = [argument.partition("=")[0] for argument in arguments if argument.startswith("--")]
    if names:
        print(f"{program} of the conformance kit: no effect has {', '.join(names)}", file=sys.stderr, flush=True)
