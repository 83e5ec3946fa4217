"""Mutants as data: `features/<folder>/mutants.yaml`, for authors who change a CRD or name a mutant that is there.

mutants:
  - name: crd-without-the-length-of-ids
    violates: [LSS-041]
    story: accepts ids of any length
    crd:
      name: ingresscontrollers.operator.openshift.io
      patch:
        - {op: remove, path: /spec/versions/0/schema/openAPIV3Schema/properties/...}
  - name: another-view-of-it
    violates: [LSS-042]
    story: accepts ids of any length
    like: crd-without-the-length-of-ids
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jsonpatch
import jsonpointer
import yaml

from enhancement_kit.errors import HarnessError
from enhancement_kit.files.yaml_nodes import BadYaml
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.mutation.mutants import NAME, Mutant, Patcher
from enhancement_kit.specification.findings import Finding, FindingsError, choices_remedy, shown_path
from enhancement_kit.specification.requirements import Catalogues
from enhancement_kit.specification.yaml_reader import Field, YamlReader, line_of
from enhancement_kit.targets.interface import Manifest, Release

FILE: Final = "mutants.yaml"

_POINTER = re.compile(r"(/.*)+")
_EXAMPLE = "/spec/versions/0/schema/openAPIV3Schema/properties/spec"
_FIELDS: Final[Mapping[str, Field]] = {"mutants": Field("mappings", required=True)}
_ENTRY_FIELDS: Final[Mapping[str, Field]] = {
    "name": Field(required=True, pattern=NAME, example="crd-without-the-scope-of-eips"),
    "violates": Field("texts", required=True),
    "story": Field(required=True),
    "crd": Field("mapping"),
    "like": Field(),
}
_CRD_FIELDS: Final[Mapping[str, Field]] = {"name": Field(required=True), "patch": Field("mappings", required=True)}
_OPERATION_FIELDS: Final[Mapping[str, Field]] = {
    "op": Field(required=True, values=frozenset({"add", "remove", "replace", "move", "copy", "test"})),
    "path": Field(required=True, pattern=_POINTER, example=_EXAMPLE),
    "from": Field(pattern=_POINTER, example=_EXAMPLE),
    "value": Field("anything"),
}
_NEEDS: Final = {"add": "value", "replace": "value", "test": "value", "move": "from", "copy": "from"}


@dataclass(frozen=True)
class Entry:
    """One mutant as written."""

    name: str
    violates: tuple[str, ...]
    story: str
    file: str
    line: int
    gates: tuple[frozenset[str], ...]
    """Of each variant of the enhancement: in what the target hands over for some of them, the patch applies."""
    crd: str = ""
    patch: tuple[Mapping[str, Any], ...] = ()
    like: str = ""

    @property
    def place(self) -> str:
        """Where it stands, as errors name it."""
        return f"the mutant {self.name} ({self.file}:{self.line})"


def written_mutants(features_dir: Path, catalogues: Catalogues, others: Sequence[Mutant]) -> list[Mutant]:
    """Return the mutants of all `<features_dir>/*/mutants.yaml`; `others` are those that are not written there.

    Raises FindingsError with every finding: what the schema refuses, ids that no catalogue has, a name given twice, and
    mutants that are like none that is there.
    """
    findings: list[Finding] = []
    entries: list[Entry] = []
    for path in sorted(features_dir.glob(f"*/{FILE}")):
        gates = tuple(variant.gates for variant in catalogues.enhancements.variants_of(path.parent.name))
        entries += _read(path, YamlReader(shown_path(path, features_dir.parent), findings), gates)
    findings += _wrong_ids(entries, catalogues)
    findings += _wrong_names(entries, [mutant.name for mutant in others])
    if findings:
        raise FindingsError(findings)
    return _made(entries, others)


def _read(path: Path, reader: YamlReader, gates: tuple[frozenset[str], ...]) -> list[Entry]:
    node = reader.read(path)
    if node is None:
        return []
    nodes = reader.mapping(node, _FIELDS, "the file").get("mutants", ())
    found = (_entry(child, reader, gates) for child in nodes)
    return [entry for entry in found if entry is not None]


def _entry(node: yaml.Node, reader: YamlReader, gates: tuple[frozenset[str], ...]) -> Entry | None:
    before, line = len(reader.findings), line_of(node)
    values = reader.mapping(node, _ENTRY_FIELDS, "a mutant")
    crd = values.pop("crd", None)
    if (crd is None) == ("like" not in values):
        name = values.get("name", "the mutant")
        reader.add(line, f"{name} needs either crd or like", "give one: a change of a CRD, or a mutant that is there")
    change = _change(crd, reader) if crd is not None else {}
    if len(reader.findings) > before:
        return None
    return Entry(**values, **change, file=reader.file, line=line, gates=gates)


def _change(node: yaml.Node, reader: YamlReader) -> dict[str, Any]:
    values = reader.mapping(node, _CRD_FIELDS, "crd")
    operations = [_operation(child, reader) for child in values.get("patch", ())]
    if "patch" in values and not operations:
        reader.add(line_of(node), "the patch is an empty list", "say what changes")
    return {"crd": values.get("name", ""), "patch": tuple(operations)}


def _operation(node: yaml.Node, reader: YamlReader) -> dict[str, Any]:
    values = reader.mapping(node, _OPERATION_FIELDS, "an operation of the patch")
    needed = _NEEDS.get(values.get("op", ""))
    if needed and needed not in values:
        reader.add(line_of(node), f"the operation {values['op']} has no {needed!r}", f"add the key {needed}")
    if "value" in values:
        try:
            values["value"] = plain(values["value"])
        except BadYaml as error:
            reader.add(error.line, error.problem, error.remedy)
    return values


def _wrong_ids(entries: Iterable[Entry], catalogues: Catalogues) -> list[Finding]:
    return [
        Finding(entry.file, entry.line, f"{entry.name} violates {given}, which no catalogue has", "correct the id")
        for entry in entries
        for given in entry.violates
        if given not in catalogues
    ]


def _wrong_names(entries: Sequence[Entry], others: Collection[str]) -> list[Finding]:
    findings = []
    changes = {*others, *(entry.name for entry in entries if not entry.like)}
    taken = dict.fromkeys(others, "tests/mutants/")
    for entry in entries:
        place = f"{entry.file}:{entry.line}"
        first = taken.setdefault(entry.name, place)
        if first != place:
            message = f"a mutant {entry.name} is already given at {first}"
            findings.append(Finding(entry.file, entry.line, message, "give this one a name of its own"))
        if entry.like and entry.like not in changes:
            message = f"{entry.name} is like {entry.like}, and there is no such mutant with a change of its own"
            findings.append(Finding(entry.file, entry.line, message, _like_remedy(entry.like, changes)))
    return findings


def _like_remedy(given: str, known: Collection[str]) -> str:
    remedy = choices_remedy(given, known, "mutants")
    # there are hundreds
    return remedy if remedy.startswith("write ") else "name one of tests/mutants/, or one that has crd"


def _made(entries: Sequence[Entry], others: Sequence[Mutant]) -> list[Mutant]:
    changes = {mutant.name: mutant.apply for mutant in others}
    changes |= {entry.name: _applied(entry) for entry in entries if not entry.like}
    return [Mutant(entry.name, entry.violates, entry.story, changes[entry.like or entry.name]) for entry in entries]


def _applied(entry: Entry) -> Callable[[Patcher], None]:
    """Make what puts a patch in force.

    It is tried first on what the target hands over for each variant. Where a release lacks what is patched, as the
    one before has it or another variant, its CRDs stay as they are.
    """

    def apply(patcher: Patcher) -> None:
        problems = [_try(entry, patcher.crds_of(Release(gates=gates))) for gates in entry.gates]
        if all(problems):
            told = "; with other gates ".join(dict.fromkeys(problems))
            raise HarnessError(f"{entry.place} changes nothing: {told}; correct crd in {entry.file}")
        patcher.crds(lambda crds: _patch(entry, crds))

    return apply


def _try(entry: Entry, crds: Sequence[Manifest]) -> str:
    """Say why a patch changes none of these CRDs; an empty text where it does."""
    found = next((crd for crd in crds if crd["metadata"]["name"] == entry.crd), None)
    if found is None:
        return f"the target has no CRD {entry.crd}"
    try:
        changed = _patched(entry, found)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException) as error:
        return f"the patch does not apply to {entry.crd}: {error}"
    return "" if changed != found else f"{entry.crd} is the same after the patch"


def _patch(entry: Entry, crds: list[Manifest]) -> None:
    if not _try(entry, crds):
        crds[:] = [_patched(entry, crd) if crd["metadata"]["name"] == entry.crd else crd for crd in crds]


def _patched(entry: Entry, crd: Manifest) -> Manifest:
    changed: Manifest = jsonpatch.JsonPatch(copy.deepcopy(list(entry.patch))).apply(crd)
    return changed
