"""The enhancements: `features/<folder>/enhancement.yaml`, what is said about each of them as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from enhancement_kit.specification.findings import Finding, FindingsError, shown_path
from enhancement_kit.specification.variants import PLAIN, Variant, Variants
from enhancement_kit.specification.yaml_reader import Field, Line, YamlReader, line_of, lines_of

FILE: Final = "enhancement.yaml"
STATUSES: Final = frozenset({"partial", "complete"})

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_FIELDS: Final[Mapping[str, Field]] = {
    "title": Field(required=True),
    "enhancement": Field(required=True),
    "document": Field(required=True, pattern=re.compile(r"https://\S+"), example="https://..."),
    "revision": Field(required=True, pattern=re.compile(r"\d{4}-\d\d-\d\d"), example='"2024-12-18"'),
    "status": Field(required=True, values=STATUSES),
    "prefix": Field(required=True, pattern=re.compile(r"[A-Z]{2,5}"), example="ISS"),
    "order": Field("number"),
    "reading_order": Field("texts"),
    "actors": Field("texts", required=True),
    "variants": Field("mappings"),
    "components": Field("lists"),
    "playground": Field("mapping"),
}
_VARIANT_FIELDS: Final[Mapping[str, Field]] = {
    "name": Field(pattern=_NAME, example="draft"),
    "default": Field("bool"),
    "gates": Field("texts"),
    "optional": Field("bool"),
    "bare_network": Field("bool"),
    "platform_operators": Field("bool"),
}
_PLAYGROUND_FIELDS: Final[Mapping[str, Field]] = {
    "platform": Field(),
    "gates": Field("texts"),
    "try": Field("mappings", required=True),
}
_TRY_FIELDS: Final[Mapping[str, Field]] = {
    "shows": Field(required=True),
    "commands": Field(required=True),
    "refused": Field("bool"),
}


class EnhancementsError(FindingsError):
    """One or more files enhancement.yaml are not as the schema says."""


@dataclass(frozen=True)
class Try:
    """One thing to try in the playground."""

    shows: str
    commands: str
    refused: bool = False
    """Whether the last command is one that the API refuses."""


@dataclass(frozen=True)
class Playground:
    """What there is to try of an enhancement."""

    tries: tuple[Try, ...]
    platform: str = ""
    """Where to try it; empty for the default of the playground."""
    gates: frozenset[str] = frozenset()
    """On every cluster of the playground: enhancements are tried beside each other."""


@dataclass(frozen=True)
class Enhancement:
    """One enhancement, as its folder describes it."""

    folder: str
    file: str
    title: str
    name: str
    """Of its document."""
    document: str
    revision: str
    status: str
    prefix: str
    actors: tuple[str, ...]
    """Who its requirements are about."""
    order: int | None = None
    """Its place among the enhancements; those without one come last."""
    reading_order: tuple[str, ...] = ()
    """Its feature files in the order of the document, without `.feature`."""
    variants: Variants = PLAIN
    components: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The platform operators that run, by feature file."""
    playground: Playground | None = None
    lines: Mapping[Line, int] = field(default_factory=dict, repr=False, compare=False)

    def line(self, *place: str | int) -> int:
        """Return the line of what stands at a place of its file, such as `actors`, `installer`."""
        return self.lines.get(place, 1)

    def platform_operators(self, feature: str, variant: Variant, components: Iterable[str]) -> frozenset[str]:
        """Return the platform operators that run for a feature file: those it names, or every component."""
        if not variant.platform_operators:
            return frozenset()
        return frozenset(self.components.get(feature, components))

    def place_of(self, feature: str) -> tuple[int, str]:
        """Return what sorts its feature files as they are to be read; those not listed come last."""
        known = self.reading_order
        return (known.index(feature) if feature in known else len(known), feature)


class Enhancements:
    """All enhancements, in their order."""

    def __init__(self, enhancements: Iterable[Enhancement]) -> None:
        """Put them in order."""
        self._all = tuple(sorted(enhancements, key=lambda e: (e.order is None, e.order or 0, e.folder)))
        self.by_folder: dict[str, Enhancement] = {enhancement.folder: enhancement for enhancement in self._all}

    def __iter__(self) -> Iterator[Enhancement]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @property
    def variant_tags(self) -> frozenset[str]:
        """Every tag that stands for a variant of some enhancement."""
        return frozenset(name for enhancement in self._all for name in enhancement.variants.names)

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders, in order."""
        return tuple(self.by_folder)

    def variants_of(self, folder: str) -> Variants:
        """Return the variants of an enhancement; one plain variant for an unknown folder."""
        found = self.by_folder.get(folder)
        return found.variants if found else PLAIN

    def platform_operators(
        self, folder: str, feature: str, variant: Variant, components: Iterable[str]
    ) -> frozenset[str]:
        """Return the platform operators that run for a feature file; none for an unknown folder."""
        found = self.by_folder.get(folder)
        return found.platform_operators(feature, variant, components) if found else frozenset()


_Stamp = tuple[tuple[str, int, int], ...]
_cache: dict[Path, tuple[_Stamp, Enhancements, tuple[Finding, ...]]] = {}


def load_enhancements(features_dir: Path) -> Enhancements:
    """Return all `<features_dir>/*/enhancement.yaml`, checked. Kept in memory until a file changes.

    Raises EnhancementsError with every finding: no YAML, unknown, missing or doubled keys, wrong types and values, a
    prefix or a document's name that two of them have, and variants without exactly one default.
    """
    enhancements, findings = read_enhancements(features_dir)
    if findings:
        raise EnhancementsError(findings)
    return enhancements


def read_enhancements(features_dir: Path) -> tuple[Enhancements, tuple[Finding, ...]]:
    """Return those that can be read, and what is wrong with any of them."""
    root = features_dir.resolve()
    files = sorted(root.glob(f"*/{FILE}"))
    stats = [(file, file.stat()) for file in files]
    stamp = tuple((str(file), stat.st_mtime_ns, stat.st_size) for file, stat in stats)
    cached = _cache.get(root)
    if cached is not None and cached[0] == stamp:
        return cached[1], cached[2]
    findings: list[Finding] = []
    loaded = [_load(file, shown_path(file, root.parent), findings) for file in files]
    enhancements = Enhancements(enhancement for enhancement in loaded if enhancement is not None)
    findings += _doubles(enhancements)
    _cache[root] = (stamp, enhancements, tuple(findings))
    return enhancements, tuple(findings)


def _load(path: Path, file: str, findings: list[Finding]) -> Enhancement | None:
    reader = YamlReader(file, findings)
    before = len(findings)
    node = reader.read(path)
    if node is None:
        return None
    head = reader.mapping(node, _FIELDS, "the enhancement")
    if not isinstance(node, yaml.MappingNode):
        return None
    variants = _variants(reader, head.pop("variants", ()))
    playground = _playground(reader, head.pop("playground", None))
    if len(findings) > before:
        return None
    return Enhancement(
        folder=path.parent.name,
        file=file,
        name=head.pop("enhancement"),
        variants=variants,
        playground=playground,
        lines=lines_of(node),
        **head,
    )


def _variants(reader: YamlReader, nodes: Iterable[yaml.Node]) -> Variants:
    found: list[Variant] = []
    defaults: list[Variant] = []
    for node in nodes:
        values = reader.mapping(node, _VARIANT_FIELDS, "a variant")
        default = values.pop("default", False)
        variant = Variant(values.pop("name", ""), frozenset(values.pop("gates", ())), **values)
        if not variant.name and not default:
            reader.add(line_of(node), "a variant has no name", "give it one: scenarios carry it as their tag")
        elif default and variant.optional:
            reader.add(line_of(node), "the default variant is optional", "remove optional, or make another the default")
        if variant.name and any(variant.name == other.name for other in found):
            reader.add(line_of(node), f"the variant {variant.name} is given twice", "keep one of them")
        if default and defaults:
            reader.add(line_of(node), "a second variant is the default", "keep default: true at one of them")
        found.append(variant)
        defaults += [variant] if default else []
    if not found:
        return PLAIN
    if not defaults:
        first = next(iter(nodes))
        reader.add(line_of(first), "no variant is the default", "add default: true to the one without a tag")
        return PLAIN
    at = next(number for number, variant in enumerate(found) if variant is defaults[0])
    return Variants(defaults[0], (*found[:at], *found[at + 1 :]), at)


def _playground(reader: YamlReader, node: yaml.Node | None) -> Playground | None:
    if node is None:
        return None
    values = reader.mapping(node, _PLAYGROUND_FIELDS, "the playground")
    tries = [reader.mapping(child, _TRY_FIELDS, "a thing to try") for child in values.get("try", ())]
    if "try" in values and not tries:
        reader.add(line_of(node), "there is nothing to try", "add an entry with shows and commands, or remove it")
    complete = [_try(one) for one in tries if {"shows", "commands"} <= one.keys()]
    return Playground(tuple(complete), values.get("platform", ""), frozenset(values.get("gates", ())))


def _try(values: Mapping[str, Any]) -> Try:
    return Try(values["shows"], values["commands"].strip(), values.get("refused", False))


def _doubles(enhancements: Enhancements) -> Iterator[Finding]:
    """Find prefixes and names of documents that two enhancements have."""
    for key, what in (("prefix", "the prefix"), ("enhancement", "the name")):
        places: dict[str, str] = {}
        for enhancement in sorted(enhancements, key=lambda e: e.file):
            value = enhancement.prefix if key == "prefix" else enhancement.name
            other = places.setdefault(value, enhancement.file)
            if other != enhancement.file:
                message = f"{what} {value} is also used by {other}"
                remedy = f"give each enhancement {'a prefix' if key == 'prefix' else 'a name'} of its own"
                yield Finding(enhancement.file, enhancement.line(key), message, remedy)
