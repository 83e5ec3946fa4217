"""A small features directory for tests: one catalogue of known content, and what is changed in it."""

from __future__ import annotations

from pathlib import Path

HEAD = """\
enhancement: demo-enhancement
document: https://example.org/demo.md
revision: "2024-01-02"
status: partial
prefix: DEM
requirements:
"""

REQUIREMENT = """\
  - id: {id}
    section: "Goals / First Things"
    kind: behaviour
    level: must
    actor: installer
    text: >-
      A text.
    given: nothing.
    then: something.
    automatable: true
    proof: deviant
"""

AMBIGUITIES = """\
ambiguities:
  - id: DEM-A01
    about: [DEM-001]
    document_says: nothing.
    decision: something.
"""


def catalogue(*ids: str) -> str:
    """A catalogue with these requirements."""
    return HEAD + "".join(REQUIREMENT.format(id=requirement_id) for requirement_id in ids) + AMBIGUITIES


def write_tree(root: Path, files: dict[str, str]) -> Path:
    """Write files below `root/features` and give that folder."""
    features = root / "features"
    features.mkdir(exist_ok=True)
    for name, text in files.items():
        path = features / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return features
