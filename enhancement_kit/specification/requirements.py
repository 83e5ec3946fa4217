"""The requirement catalogues: `features/<enhancement>/requirements.yaml`, their schema, and what tags may name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import yaml

from enhancement_kit.specification import parts
from enhancement_kit.specification.enhancements import FILE, Enhancement, Enhancements, read_enhancements
from enhancement_kit.specification.findings import Finding, FindingsError, shown_path
from enhancement_kit.specification.yaml_reader import Field, YamlReader, line_of

CATALOGUE: Final = "requirements.yaml"

KINDS: Final = frozenset(
    {
        "story", "api", "validation", "manifest", "workflow", "behaviour", "status", "procedure", "upgrade",
        "operational", "non-goal", "expected",
    }
)  # fmt: skip
EXPECTED: Final = "expected"
"""Behaviour that no document states and that every implementation has; `section` or `note` names its public source."""
LEVELS: Final = ("must", "should", "may", "info")
"""From the strictest to the loosest."""
PROOFS: Final = frozenset({"mutant", "walkthrough"})
PROFILES: Final = frozenset({"document", "shipped"})

_ID = re.compile(r"[A-Z]{2,5}-\d{3}")
_INTERPRETATION_ID = re.compile(r"[A-Z]{2,5}-A\d{2}")
_SOURCE = re.compile(r"https://\S+|\b[\w.-]+/[\w.-]+")
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_CATALOGUE_FIELDS: Final[Mapping[str, Field]] = {
    "terms": Field("mappings"),
    "requirements": Field("mappings", required=True),
    "interpretations": Field("mappings"),
}
_TERM_FIELDS: Final[Mapping[str, Field]] = {"term": Field(required=True), "means": Field(required=True)}
_REQUIREMENT_FIELDS: Final[Mapping[str, Field]] = {
    "id": Field(required=True, pattern=_ID, example="ISS-001"),
    "section": Field(required=True),
    "kind": Field(required=True, values=KINDS),
    "level": Field(required=True, values=frozenset(LEVELS)),
    "actor": Field(required=True),
    "text": Field(required=True),
    "given": Field("text or texts", required=True),
    "then": Field("text or texts", required=True),
    "message": Field(),
    "reason": Field(),
    "automatable": Field("bool", required=True),
    "proof": Field(values=PROOFS),
    "variants": Field("texts", pattern=_WORD, example="draft"),
    "profiles": Field("texts", values=PROFILES),
    "depends": Field("texts", pattern=_ID, example="ISS-001"),
    "same_as": Field(pattern=_ID, example="ISS-001"),
    "note": Field(),
}
_INTERPRETATION_FIELDS: Final[Mapping[str, Field]] = {
    "id": Field(required=True, pattern=_INTERPRETATION_ID, example="ISS-A01"),
    "about": Field("texts", required=True, pattern=_ID, example="ISS-001"),
    "document_says": Field(required=True),
    "decision": Field(required=True),
}


def looks_like_id(tag: str) -> bool:
    """Check whether a tag is written as an id, known or not, which tells a misspelt id from other tags."""
    return bool(_ID.fullmatch(tag) or _INTERPRETATION_ID.fullmatch(tag) or parts.PART.fullmatch(tag))


class RequirementsError(FindingsError):
    """One or more catalogues are not as the schema says."""


@dataclass(frozen=True)
class Requirement:
    """One checkable statement of an enhancement document."""

    id: str
    section: str
    kind: str
    level: str
    actor: str
    text: str
    given: tuple[str, ...]
    """The situation, or its cases where there are several."""
    then: tuple[str, ...]
    """The outcome, or its clauses where there are several."""
    automatable: bool
    line: int
    message: str | None = None
    reason: str | None = None
    proof: str | None = None
    """How it is shown; None where nothing can be executed."""
    variants: tuple[str, ...] = ()
    """Only in these variants of the document; empty: in the default one."""
    profiles: tuple[str, ...] = ()
    """Only in these profiles; empty: in all."""
    depends: tuple[str, ...] = ()
    same_as: str | None = None
    note: str | None = None

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """The clauses of the outcome by id, where it has several."""
        return parts.clauses(self.id, self.then)

    @cached_property
    def cases(self) -> Mapping[str, str]:
        """The cases of the situation by id, where it has several."""
        return parts.cases(self.id, self.given)

    @property
    def provable(self) -> tuple[str, ...]:
        """The ids to be proven one by one: its clauses and its cases, or the requirement itself if it has neither."""
        return (*self.clauses, *self.cases) or (self.id,)


@dataclass(frozen=True)
class Term:
    """A short name that the entries of a catalogue use for what they have in common."""

    term: str
    means: str


@dataclass(frozen=True)
class Interpretation:
    """A place where the document contradicts itself or is silent, and what the kit takes as the rule."""

    id: str
    about: tuple[str, ...]
    document_says: str
    decision: str
    line: int


@dataclass(frozen=True)
class Catalogue:
    """The statements of one enhancement's document, in its order."""

    enhancement: Enhancement
    file: str
    requirements: tuple[Requirement, ...]
    interpretations: tuple[Interpretation, ...]
    terms: tuple[Term, ...] = ()

    @property
    def folder(self) -> str:
        """The folder of the enhancement."""
        return self.enhancement.folder


class Catalogues:
    """All catalogues, in the order of their enhancements, with look-up by id."""

    def __init__(self, enhancements: Enhancements, catalogues: tuple[Catalogue, ...]) -> None:
        """Take them in the order given."""
        self._all = catalogues
        self.enhancements = enhancements
        self.requirements: dict[str, Requirement] = {r.id: r for c in catalogues for r in c.requirements}
        self.interpretations: dict[str, Interpretation] = {a.id: a for c in catalogues for a in c.interpretations}
        self.by_prefix: dict[str, Catalogue] = {c.enhancement.prefix: c for c in catalogues}
        self.by_folder: dict[str, Catalogue] = {c.folder: c for c in catalogues}
        self.parts: dict[str, str] = {part: r.id for r in self.requirements.values() for part in (*r.clauses, *r.cases)}
        """The requirement of each clause and case."""
        self._twins = _same_as_groups(self.requirements)

    def __iter__(self) -> Iterator[Catalogue]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, tag: object) -> bool:
        """Check whether `tag` is the id of a requirement, of a clause or case of one, or of an interpretation."""
        return tag in self.requirements or tag in self.interpretations or tag in self.parts

    @property
    def ids(self) -> frozenset[str]:
        """Every id that a scenario may carry: requirements, their clauses and cases, and interpretations."""
        return frozenset(self.requirements) | frozenset(self.interpretations) | frozenset(self.parts)

    def entries_of(self, tags: Iterable[str]) -> list[str]:
        """Return the requirements and interpretations among tags, in their order; a part's tag stands beside them."""
        return [tag for tag in tags if tag in self.requirements or tag in self.interpretations]

    def claimed(self, tags: Collection[str]) -> frozenset[str]:
        """Return the ids that a scenario with these tags claims: as `parts.claimed`, and interpretations."""
        return parts.claimed(tags, self.requirements) | self.interpretations.keys() & set(tags)

    def twins(self, requirement_id: str) -> frozenset[str]:
        """Return the requirement and all that `same_as` joins to it, transitively and in both directions."""
        return self._twins[requirement_id]

    def catalogue_of(self, any_id: str) -> Catalogue:
        """Return the catalogue that a known requirement or interpretation id belongs to."""
        return self.by_prefix[any_id.split("-", 1)[0]]


def _same_as_groups(requirements: Mapping[str, Requirement]) -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {requirement_id: {requirement_id} for requirement_id in requirements}
    for requirement in requirements.values():
        if requirement.same_as in groups:
            one, other = groups[requirement.id], groups[requirement.same_as]
            if one is not other:
                one |= other
                for member in other:
                    groups[member] = one
    return {requirement_id: frozenset(group) for requirement_id, group in groups.items()}


_Stamp = tuple[tuple[str, int, int], ...]
_cache: dict[Path, tuple[_Stamp, Enhancements, Catalogues]] = {}


def load_catalogues(features_dir: Path) -> Catalogues:
    """Load and check all `<features_dir>/*/requirements.yaml`. Catalogues are kept in memory until a file changes.

    Raises RequirementsError with every finding of theirs and of the files enhancement.yaml beside them: no YAML,
    unknown, missing or doubled keys, wrong types and values, actors and variants that the enhancement does not have,
    ids given twice or without its prefix, ids in `depends`, `same_as` and `about` that do not exist.
    """
    root = features_dir.resolve()
    enhancements, wrong = read_enhancements(root)
    files = sorted(root.glob(f"*/{CATALOGUE}"))
    stats = [(file, file.stat()) for file in files]
    stamp = tuple((str(file), stat.st_mtime_ns, stat.st_size) for file, stat in stats)
    cached = _cache.get(root)
    if cached is not None and cached[0] == stamp and cached[1] is enhancements:
        return cached[2]
    findings = list(wrong)
    loaded = [_load(file, root, enhancements, findings) for file in files]
    places = {folder: number for number, folder in enumerate(enhancements.folders)}
    catalogues = tuple(
        sorted((c for c in loaded if c is not None), key=lambda catalogue: places[catalogue.enhancement.folder])
    )
    findings += _without_catalogue(enhancements, {file.parent.name for file in files})
    _check_ids(catalogues, findings)
    # Unresolved references are not reported then: they may point to an entry that a finding has already rejected.
    if not findings:
        _check_references(catalogues, findings)
    if findings:
        raise RequirementsError(findings)
    result = Catalogues(enhancements, catalogues)
    _cache[root] = (stamp, enhancements, result)
    return result


def _without_catalogue(enhancements: Enhancements, folders: Set[str]) -> Iterator[Finding]:
    for enhancement in enhancements:
        if enhancement.folder not in folders:
            message = f"there is no {CATALOGUE} beside it"
            yield Finding(enhancement.file, 1, message, "write down what the document demands there")


def _load(path: Path, root: Path, enhancements: Enhancements, findings: list[Finding]) -> Catalogue | None:
    file = shown_path(path, root.parent)
    reader = YamlReader(file, findings)
    node = reader.read(path)
    if node is None:
        return None
    before = len(findings)
    head = reader.mapping(node, _CATALOGUE_FIELDS, "the catalogue")
    if len(findings) > before and not head.get("requirements"):
        return None
    enhancement = enhancements.by_folder.get(path.parent.name)
    prefix = enhancement.prefix if enhancement else ""
    fields = _fields_of(enhancement)
    requirements = tuple(
        requirement
        for child in head.get("requirements", ())
        if (requirement := _requirement(reader, child, fields, prefix)) is not None
    )
    interpretations = tuple(
        interpretation
        for child in head.get("interpretations", ())
        if (interpretation := _interpretation(reader, child, prefix)) is not None
    )
    if enhancement is None:
        if not (path.parent / FILE).exists():
            reader.add(1, f"there is no {FILE} beside it", "write one: it says whose requirements these are")
        return None
    return Catalogue(enhancement, file, requirements, interpretations, _terms(reader, head.get("terms", ())))


def _fields_of(enhancement: Enhancement | None) -> Mapping[str, Field]:
    """Return the fields of a requirement, with the actors and variants that its enhancement has."""
    if enhancement is None:
        return _REQUIREMENT_FIELDS
    actors = Field(
        required=True, values=frozenset(enhancement.actors), otherwise=f", or declare it under actors in {FILE}"
    )
    variants = Field("texts", values=enhancement.variants.names, otherwise=f", or describe it under variants in {FILE}")
    return {**_REQUIREMENT_FIELDS, "actor": actors, "variants": variants}


def _entry(
    reader: YamlReader, node: yaml.Node, fields: Mapping[str, Field], what: str, prefix: str
) -> dict[str, Any] | None:
    before = len(reader.findings)
    values = reader.mapping(node, fields, _name_of(node, what))
    entry_id = values.get("id")
    if entry_id is not None and prefix and not entry_id.startswith(f"{prefix}-"):
        reader.add(line_of(node), f"{entry_id} does not carry the prefix {prefix}", f"begin the id with {prefix}-")
    return None if len(reader.findings) > before else values


def _name_of(node: yaml.Node, what: str) -> str:
    """Return the entry's id where it has one, so that findings name it; else `what`."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "id" and isinstance(value, yaml.ScalarNode):
                return str(value.value)
    return what


def _requirement(reader: YamlReader, node: yaml.Node, fields: Mapping[str, Field], prefix: str) -> Requirement | None:
    values = _entry(reader, node, fields, "a requirement", prefix)
    if values is None:
        return None
    line, name = line_of(node), values["id"]
    if values["automatable"] and "proof" not in values:
        reader.add(line, f"{name} is automatable and has no 'proof'", "add proof: mutant or proof: walkthrough")
        return None
    if values.get("proof") == "walkthrough" and values["level"] in ("must", "should") and "note" not in values:
        what = f"{name} (level {values['level']}) is only walked, and does not say why"
        reader.add(line, what, "set proof: mutant, or add a note: why nothing in AWS or the API can be wrong")
        return None
    if not values["automatable"] and "proof" in values:
        reader.add(line, f"{name} has a proof though it is not automatable", "remove proof or set automatable: true")
        return None
    if not values["automatable"] and "note" not in values:
        reader.add(line, f"{name} is not automatable and does not say why", "add a note with the reason")
        return None
    if values["kind"] == EXPECTED and not _SOURCE.search(f"{values['section']} {values.get('note', '')}"):
        message = f"{name} is of kind {EXPECTED}, and neither section nor note names a public source"
        reader.add(line, message, "write its URL, or owner/repository and path")
        return None
    if values["kind"] == EXPECTED and values["level"] in ("must", "should"):
        message = f"{name} is of kind {EXPECTED} and of level {values['level']}, which only a document can demand"
        reader.add(line, message, "write level: info")
        return None
    if len(values["given"]) > parts.MOST_CASES:
        reader.add(line, f"{name} has more than {parts.MOST_CASES} cases", "join some of them, or split the entry")
        return None
    return Requirement(**values, line=line)


def _terms(reader: YamlReader, nodes: Iterable[yaml.Node]) -> tuple[Term, ...]:
    found: dict[str, Term] = {}
    for node in nodes:
        values = reader.mapping(node, _TERM_FIELDS, "a term")
        if values.keys() != _TERM_FIELDS.keys():
            continue
        if values["term"] in found:
            reader.add(line_of(node), f"the term {values['term']!r} is explained twice", "keep one of them")
        found[values["term"]] = Term(**values)
    return tuple(found.values())


def _interpretation(reader: YamlReader, node: yaml.Node, prefix: str) -> Interpretation | None:
    values = _entry(reader, node, _INTERPRETATION_FIELDS, "an interpretation", prefix)
    return None if values is None else Interpretation(**values, line=line_of(node))


def _check_ids(catalogues: tuple[Catalogue, ...], findings: list[Finding]) -> None:
    """Report ids that are given twice, over all files."""
    places: dict[str, str] = {}
    for catalogue in catalogues:
        for entry_id, line in _entries(catalogue):
            place = f"{catalogue.file}:{line}"
            first = places.setdefault(entry_id, place)
            if first != place:
                message = f"the id {entry_id} is already given at {first}"
                findings.append(Finding(catalogue.file, line, message, "give the later entry a number of its own"))


def _entries(catalogue: Catalogue) -> Iterator[tuple[str, int]]:
    yield from ((requirement.id, requirement.line) for requirement in catalogue.requirements)
    yield from ((interpretation.id, interpretation.line) for interpretation in catalogue.interpretations)


def _check_references(catalogues: tuple[Catalogue, ...], findings: list[Finding]) -> None:
    known = frozenset(entry_id for catalogue in catalogues for entry_id, _ in _entries(catalogue))
    for catalogue in catalogues:
        references: list[tuple[str, int, str, tuple[str, ...]]] = []
        for requirement in catalogue.requirements:
            twin = (requirement.same_as,) if requirement.same_as else ()
            references.append((requirement.id, requirement.line, "depends", requirement.depends))
            references.append((requirement.id, requirement.line, "same_as", twin))
        references += [(a.id, a.line, "about", a.about) for a in catalogue.interpretations]
        for owner, line, key, named in references:
            for reference in named:
                if reference == owner:
                    findings.append(Finding(catalogue.file, line, f"{key} of {owner} names itself", "remove it"))
                elif reference not in known:
                    message = f"{key} of {owner} names {reference}, which no catalogue has"
                    findings.append(Finding(catalogue.file, line, message, "correct the id or remove it"))
