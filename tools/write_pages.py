"""Write the README's table of enhancements, and the pages of docs/ about requirements, interpretations and steps."""

from __future__ import annotations

from pathlib import Path

from enhancement_kit.reporting.pages.markdown import interpretations_page, requirements_page, with_enhancements
from enhancement_kit.runner.steps_page import steps_page
from enhancement_kit.specification.traceability import trace

ROOT = Path(__file__).parents[1]


def pages() -> dict[str, str]:
    """Render the text of each page, by its path in the checkout."""
    traced = trace(ROOT / "features")
    return {
        "README.md": with_enhancements((ROOT / "README.md").read_text(encoding="utf-8"), traced),
        "docs/interpretations.md": interpretations_page(traced),
        "docs/requirements.md": requirements_page(traced),
        "docs/steps.md": steps_page(ROOT),
    }


if __name__ == "__main__":
    for name, text in pages().items():
        (ROOT / name).write_text(text, encoding="utf-8")
        print(f"written: {ROOT / name}")
