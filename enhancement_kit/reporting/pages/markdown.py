"""The pages of docs/ about the catalogues, as Markdown: every requirement, and every interpretation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from enhancement_kit.specification.requirements import Catalogue, Interpretation, Requirement
from enhancement_kit.specification.traceability import Trace

GENERATED: Final = "<!-- Written by tools/write_pages.py (make docs) from {source}; a test compares. Do not edit. -->"

_REQUIREMENTS: Final = f"""\
# Requirements: everything in the enhancements that can be checked

{GENERATED.format(source="features/*/requirements.yaml and the feature files")}

Each entry is one requirement of a document in the kit's own words, in the order of the document: its id, level and
proof, and how many scenarios carry its id (each row of an outline is one). *Mutant*: a deliberate violation of it turns
its scenarios red. *Walkthrough*: it is a procedure that one scenario follows. The catalogue says how to set it up and
what to observe; `reports/out/index.html` says what a run proved.
"""

_INTERPRETATIONS: Final = f"""\
# Interpretations: where the documents contradict themselves or are silent

{GENERATED.format(source="features/*/requirements.yaml")}

Each entry says what the document leaves open and how this kit decides. In profile `document` the scenarios follow the
document with these decisions; profile `shipped` follows what OpenShift released.
"""


def requirements_page(traced: Trace) -> str:
    """Render docs/requirements.md."""
    parts = [_REQUIREMENTS, _contents(traced)]
    for catalogue in traced.catalogues:
        parts.append(
            _head(catalogue, f"{_number(len(catalogue.requirements), 'requirement')}. Catalogue: `{catalogue.file}`.")
        )
        for section, group in groupby(catalogue.requirements, key=lambda requirement: requirement.section):
            parts.append(f"### {escaped(section)}\n")
            parts.append("".join(_requirement(traced, requirement) for requirement in group))
    return "\n".join(parts)


def interpretations_page(traced: Trace) -> str:
    """Render docs/interpretations.md."""
    parts = [_INTERPRETATIONS, _contents(traced)]
    for catalogue in traced.catalogues:
        parts.append(_head(catalogue, f"{_number(len(catalogue.interpretations), 'interpretation')}."))
        parts += [_interpretation(traced, interpretation) for interpretation in catalogue.interpretations]
    return "\n".join(parts)


def _contents(traced: Trace) -> str:
    return "".join(
        f"- [{c.enhancement.name}](#{c.enhancement.name.lower()}): {escaped(c.enhancement.title)}\n"
        for c in traced.catalogues
    )


def _head(catalogue: Catalogue, rest: str) -> str:
    enhancement = catalogue.enhancement
    source = f"[The document]({enhancement.document}), as of {enhancement.revision}. {rest}"
    return f"## {enhancement.name}\n\n{source}\n"


def _requirement(traced: Trace, requirement: Requirement) -> str:
    facts = list(_facts(traced, requirement))
    return f"- **{requirement.id}** ({', '.join(facts)}): {escaped(requirement.text)}\n"


def _facts(traced: Trace, requirement: Requirement) -> Iterator[str]:
    yield requirement.level
    if requirement.proof is None:
        yield "cannot be executed"
    else:
        yield requirement.proof
        yield _number(len(traced.scenarios_of.get(requirement.id, ())), "scenario")
    if requirement.variants:
        yield f"variant {' and '.join(requirement.variants)}"
    if requirement.profiles:
        yield f"profile {' and '.join(requirement.profiles)}"


def _interpretation(traced: Trace, interpretation: Interpretation) -> str:
    carriers = len(traced.scenarios_of.get(interpretation.id, ()))
    return (
        f"### {interpretation.id}\n\n"
        f"About {', '.join(interpretation.about)}; carried by {_number(carriers, 'scenario')}.\n\n"
        f"The document: {escaped(interpretation.document_says)}\n\n"
        f"Decision: {escaped(interpretation.decision)}\n"
    )


def _number(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def escaped(text: str) -> str:
    """Escape text as one line that Markdown shows unchanged: no tags, no emphasis; code stays as it is."""
    pieces = " ".join(text.split()).split("`")
    return "`".join(
        piece if number % 2 else piece.replace("\\", "\\\\").replace("<", "\\<").replace("*", "\\*").replace("_", "\\_")
        for number, piece in enumerate(pieces)
    )
