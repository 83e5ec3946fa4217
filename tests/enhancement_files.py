"""What small trees of features need beside their catalogues: a file enhancement.yaml in every folder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

FILE = "enhancement.yaml"
MADE = "# made of what is in the folder\n"


def enhancement(
    prefix: str = "DEM",
    name: str = "demo-enhancement",
    *,
    status: str = "partial",
    reading_order: Iterable[str] = (),
    actors: Iterable[str] = ("installer",),
    more: str = "",
) -> str:
    """Return the text of one; `more` is added at its end."""
    listed = ", ".join(reading_order)
    return (
        f"title: The {name}\n"
        f"enhancement: {name}\n"
        f"document: https://example.org/{name.removesuffix('-enhancement')}.md\n"
        'revision: "2024-01-02"\n'
        f"status: {status}\n"
        f"prefix: {prefix}\n"
        + (f"reading_order: [{listed}]\n" if listed else "")
        + f"actors: [{', '.join(actors)}]\n"
        + more
    )


def describe(folder: Path, *, status: str = "partial", more: str = "") -> None:
    """Write that of a folder: of its catalogue's prefix, with its feature files by name. One written by hand stays."""
    path = folder / FILE
    if path.exists() and not path.read_text(encoding="utf-8").startswith(MADE):
        return
    catalogue = folder / "requirements.yaml"
    ids = re.search(r"- id: ([A-Z]+)-", catalogue.read_bytes().decode("utf-8", "replace") if catalogue.exists() else "")
    prefix = ids[1] if ids else re.sub("[^A-Z]", "", folder.name.upper())[:5]
    files = sorted(file.relative_to(folder).with_suffix("").as_posix() for file in folder.rglob("*.feature"))
    text = enhancement(prefix, f"{folder.name}-enhancement", status=status, reading_order=files, more=more)
    path.write_text(MADE + text, encoding="utf-8")
