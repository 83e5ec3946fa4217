"""Write the pages of docs/ that are made from the catalogues, the feature files and the steps."""

from __future__ import annotations

from pathlib import Path

from enhancement_kit.reporting.pages.markdown import interpretations_page, requirements_page
from enhancement_kit.runner.steps_page import steps_page
from enhancement_kit.specification.traceability import trace

ROOT = Path(__file__).parents[1]


def pages() -> dict[str, str]:
    """Render the text of each page, by its name in docs/."""
    traced = trace(ROOT / "features")
    return {
        "interpretations.md": interpretations_page(traced),
        "requirements.md": requirements_page(traced),
        "steps.md": steps_page(ROOT),
    }


if __name__ == "__main__":
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")
        print(f"written: {ROOT / 'docs' / name}")
