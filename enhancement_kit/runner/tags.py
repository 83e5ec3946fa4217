"""Check tags: ids that exist, one variant at most, capabilities and words that mean something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from enhancement_kit.runner.capabilities import CAPABILITIES, TAG_PREFIX
from enhancement_kit.runner.lanes import PROFILES, nearest
from enhancement_kit.runner.selection import SMOKE
from enhancement_kit.specification.features import FeatureFile
from enhancement_kit.specification.findings import Finding
from enhancement_kit.specification.requirements import Catalogues, looks_like_id


def check_tags(file: FeatureFile, catalogues: Catalogues) -> Iterator[Finding]:
    """Find what is wrong with the tags of a file."""
    variant_tags = catalogues.enhancements.variant_tags
    for line, tags in _carriers(file):
        for tag in tags:
            problem = tag_problem(tag, file.folder, catalogues)
            if problem:
                yield Finding(file.file, line, *problem)
    for scenario in file.scenarios:
        for instance in scenario.instances():
            variants = [tag for tag in instance.tags if tag in variant_tags]
            if len(variants) > 1:
                yield Finding(
                    file.file,
                    instance.tagged_at,
                    f"the scenario {scenario.name!r} carries {len(variants)} variants: {', '.join(variants)}",
                    "keep one; write the scenario once for each variant",
                )


def _carriers(file: FeatureFile) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield everything that carries tags of its own, with its line."""
    yield file.line, file.tags
    for rule in file.rules:
        yield rule.line, rule.tags
        for scenario in rule.scenarios:
            yield scenario.line, scenario.tags
            for table in scenario.examples:
                yield table.line, table.tags


def tag_problem(tag: str, folder: str, catalogues: Catalogues) -> tuple[str, str] | None:
    """Return message and remedy for a tag that may not be used in this folder; None for one that may."""
    if tag in catalogues or tag == SMOKE or tag in PROFILES:
        return None
    if tag.startswith(TAG_PREFIX):
        capability = tag.removeprefix(TAG_PREFIX)
        remedy = _nearest(capability, CAPABILITIES, TAG_PREFIX) or f"use one of {', '.join(CAPABILITIES)}"
        return None if capability in CAPABILITIES else (f"@{tag} asks for an unknown capability", remedy)
    variant_tags = catalogues.enhancements.variant_tags
    if tag in variant_tags:
        if catalogues.enhancements.variants_of(folder).named(tag) is not None:
            return None
        return f"@{tag} is a variant of another enhancement than {folder}", "remove it, or move the scenario"
    if looks_like_id(tag):
        return unknown_id(tag, catalogues)
    words = (*sorted(variant_tags), *PROFILES, SMOKE)
    remedy = _nearest(tag, (*words, *catalogues.ids)) or (
        f"use an id of a catalogue, {TAG_PREFIX}<capability>, or one of {', '.join(words)}"
    )
    return f"@{tag} is an unknown tag", remedy


def unknown_id(given: str, catalogues: Catalogues) -> tuple[str, str]:
    """Return message and remedy for an id that no catalogue has."""
    catalogue = catalogues.by_prefix.get(given.split("-", 1)[0])
    if catalogue is None:
        prefixes = ", ".join(sorted(catalogues.by_prefix)) or "none yet"
        return f"{given}: no catalogue has this prefix", f"the prefixes are {prefixes}"
    return f"{catalogue.file} has no {given}", "correct the id, or add the entry"


def _nearest(word: str, known: Iterable[str], prefix: str = "") -> str:
    near = nearest(word, known)
    return f"did you mean @{prefix}{near}?" if near else ""
