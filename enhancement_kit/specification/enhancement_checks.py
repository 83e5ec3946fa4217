"""Check what an enhancement.yaml names: feature files, actors, components and gates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from enhancement_kit.specification.enhancements import FILE, Enhancement, Enhancements
from enhancement_kit.specification.findings import Finding, choices_remedy, shown_path
from enhancement_kit.specification.requirements import Catalogues

SUFFIX = ".feature"


@dataclass(frozen=True)
class KnownNames:
    """What an implementation knows of that enhancements may name."""

    components: Collection[str]
    gates: Collection[str]
    conflict: Callable[[frozenset[str]], str]
    """Says why gates cannot be on together; an empty text where they can."""


def check_enhancements(catalogues: Catalogues, features_dir: Path, known: KnownNames) -> Iterator[Finding]:
    """Find what is wrong with all files enhancement.yaml beyond their schema."""
    for enhancement in catalogues.enhancements:
        yield from check_feature_files(enhancement, features_dir)
        yield from check_actors(enhancement, catalogues)
        yield from check_names(enhancement, known)
    yield from check_playground(catalogues.enhancements, known)


def check_feature_files(enhancement: Enhancement, features_dir: Path) -> Iterator[Finding]:
    """Find feature files that do not exist, are listed twice, or are missing in the reading order."""
    folder = features_dir / enhancement.folder
    files = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob(f"*{SUFFIX}")}
    shown = shown_path(folder, features_dir.parent)
    for key in ("reading_order", "components"):
        named = enhancement.reading_order if key == "reading_order" else tuple(enhancement.components)
        for name in dict.fromkeys(named):
            line = enhancement.line(key, name)
            if name not in files:
                remedy = choices_remedy(name, files, "feature files") if files else "remove it, or write the file"
                yield Finding(enhancement.file, line, f"there is no feature file {name} in {shown} ({key})", remedy)
            elif named.count(name) > 1:
                yield Finding(enhancement.file, line, f"the feature file {name} is listed twice in {key}", "keep one")
    for name in sorted(files - set(enhancement.reading_order)):
        message = f"the reading order lacks the feature file {name}"
        remedy = f"add {name} to reading_order, where the document has what it is about"
        yield Finding(enhancement.file, enhancement.line("reading_order"), message, remedy)


def check_actors(enhancement: Enhancement, catalogues: Catalogues) -> Iterator[Finding]:
    """Find actors that no requirement is about, unless there is no requirement at all yet."""
    used = {requirement.actor for requirement in catalogues.by_folder[enhancement.folder].requirements}
    if not used:
        return
    for name in dict.fromkeys(enhancement.actors):
        if name not in used:
            message = f"no requirement is about the actor {name}"
            yield Finding(enhancement.file, enhancement.line("actors", name), message, "remove it, or correct its name")
        elif enhancement.actors.count(name) > 1:
            message = f"the actor {name} is declared twice"
            yield Finding(enhancement.file, enhancement.line("actors", name), message, "keep one")


def check_names(enhancement: Enhancement, known: KnownNames) -> Iterator[Finding]:
    """Find components and gates that the implementation does not know, and gates that exclude each other."""
    for feature, components in enhancement.components.items():
        for name in components:
            if name not in known.components:
                line = enhancement.line("components", feature, name)
                remedy = choices_remedy(name, known.components, "components")
                yield Finding(enhancement.file, line, f"there is no component {name}", remedy)
    for place, gates in _gates(enhancement):
        unknown = sorted(gate for gate in gates if gate not in known.gates)
        for gate in unknown:
            line = enhancement.line(*place, "gates", gate)
            remedy = choices_remedy(gate, known.gates, "gates")
            yield Finding(enhancement.file, line, f"nothing in the API depends on a feature gate {gate}", remedy)
        conflict = "" if unknown else known.conflict(gates)
        if conflict:
            yield Finding(enhancement.file, enhancement.line(*place, "gates"), conflict, "remove one of them")


def _gates(enhancement: Enhancement) -> Iterator[tuple[tuple[str | int, ...], frozenset[str]]]:
    """All sets of gates, with their places in the file."""
    for number, variant in enumerate(enhancement.variants.written):
        yield ("variants", number), variant.gates
    if enhancement.playground is not None:
        yield ("playground",), enhancement.playground.gates


def check_playground(enhancements: Enhancements, known: KnownNames) -> Iterator[Finding]:
    """Find a playground whose gates exclude those that another enhancement brings: there is one cluster for all."""
    taken: frozenset[str] = frozenset()
    for enhancement in enhancements:
        gates = enhancement.playground.gates if enhancement.playground else frozenset()
        conflict = known.conflict(taken | gates)
        # gates that exclude each other in one enhancement are a finding of their own
        if conflict and not known.conflict(gates):
            message = f"with the playground of enhancements before this one, {conflict}"
            remedy = f"name gates in the playground of {FILE} that can be on beside those of the others"
            yield Finding(enhancement.file, enhancement.line("playground", "gates"), message, remedy)
        else:
            taken |= gates
