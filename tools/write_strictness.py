"""Write docs/strictness.md from the strictness rules of the simulated AWS."""

from __future__ import annotations

from pathlib import Path

from enhancement_kit.cloud.simulated.strictness.docs_page import render

PAGE = Path(__file__).parents[1] / "docs" / "strictness.md"

if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
    print(f"written: {PAGE}")
