"""Files with credentials: nobody but their owner can read them at any moment."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Write a text to a file that only its owner may read and change; what is there is replaced. Raises OSError."""
    # a link stays one
    place = path.resolve()
    if place.exists() and not place.is_file():
        # a pipe or a terminal keeps nothing
        place.write_text(text, encoding="utf-8")
        return
    # a new file, since others may have the old one open
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
