"""Write the README's table of enhancements, and the pages of docs/ about requirements, steps and plain mutants."""

from __future__ import annotations

from pathlib import Path

import yaml

from enhancement_kit.cluster.embedded import builtins
from enhancement_kit.mutation.plain import drawing, equivalents, page, saved
from enhancement_kit.mutation.plain.reference import reference_sources
from enhancement_kit.reporting.pages.markdown import between, interpretations_page, requirements_page, with_enhancements
from enhancement_kit.runner.steps_page import steps_page
from enhancement_kit.specification.traceability import trace

ROOT = Path(__file__).parents[1]


def pages() -> dict[str, str]:
    """Render the text of each page, by its path in the checkout."""
    traced = trace(ROOT / "features")
    return {
        "README.md": with_enhancements((ROOT / "README.md").read_text(encoding="utf-8"), traced),
        **power(),
        "docs/embedded-api.md": embedded_api((ROOT / "docs/embedded-api.md").read_text(encoding="utf-8")),
        "docs/interpretations.md": interpretations_page(traced),
        "docs/requirements.md": requirements_page(traced),
        "docs/steps.md": steps_page(ROOT),
    }


def power() -> dict[str, str]:
    """Render the page about plain mutants, if a run of them is saved."""
    if not (ROOT / saved.FILE).is_file():
        return {}
    listed = equivalents.read_equivalents(ROOT / equivalents.FILE, ROOT)
    return {"docs/power.md": page.power_page(saved.read(ROOT / saved.FILE), drawing.draw(reference_sources()), listed)}


def embedded_api(text: str) -> str:
    """Render what the embedded API knows of each built-in kind, and where it is known to differ, into its page."""
    rows = ["| kind | checked by rules of the kind | defaults |", "|---|---|---|"]
    for kind, checked, filled in builtins.coverage(builtins.resources(list)):
        rows.append(f"| {kind} | {'yes' if checked else 'no'} | {'yes' if filled else 'no'} |")
    known = yaml.safe_load((ROOT / "tests/cluster/differences/known.yaml").read_text(encoding="utf-8"))
    text = between(text, "page", "kinds", "".join(f"{row}\n" for row in rows))
    return between(text, "page", "differences", "".join(f"  - {entry['reason']}\n" for entry in known))


if __name__ == "__main__":
    for name, text in pages().items():
        (ROOT / name).write_text(text, encoding="utf-8")
        print(f"written: {ROOT / name}")
