"""Mutants as data: what is refused, with file, line and remedy, and what a patch of a CRD does while it is in force."""

# ruff: noqa: E501, a row of the table below is one case

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.errors import HarnessError
from enhancement_kit.mutation.loading import load_mutants
from enhancement_kit.mutation.mutants import Mutant, python_mutants
from enhancement_kit.specification.findings import FindingsError
from enhancement_kit.targets.interface import Release
from enhancement_kit.targets.reference import ReferenceTarget
from tests.enhancement_files import enhancement
from tests.findings import check_finding
from tests.reporting.small_tree import catalogue, write_tree

FILE = "features/demo/mutants.yaml"
GOOD = """\
mutants:
  - name: crd-without-scope
    violates: [DEM-001, DEM-A01]
    story: does not know the scope
    crd:
      name: widgets.example.com
      patch:
        - {op: test, path: /spec/scope, value: Namespaced}
        - {op: remove, path: /spec/scope}
  - name: crd-of-two-names
    violates: [DEM-002]
    story: does not know the scope
    like: crd-without-scope
"""
WIDGETS = {"metadata": {"name": "widgets.example.com"}, "spec": {"scope": "Namespaced"}}
OTHER = {"metadata": {"name": "gadgets.example.com"}, "spec": {"scope": "Namespaced"}}


class Target:
    """Has the scope only where a gate is on."""

    def crds(self, release: Release) -> list[dict[str, Any]]:
        spec = WIDGETS["spec"] if "Scope" in release.gates else {}
        return [OTHER, {**WIDGETS, "spec": spec}]


def tree(root: Path, text: str = GOOD, gates: str = "Scope") -> Path:
    variants = f"variants:\n  - {{default: true}}\n  - {{name: scoped, gates: [{gates}]}}\n"
    files = {
        "demo/requirements.yaml": catalogue("DEM-001", "DEM-002"),
        "demo/enhancement.yaml": enhancement(more=variants),
        "demo/mutants.yaml": text,
    }
    return write_tree(root, files)


def load(features: Path) -> list[Mutant]:
    return load_mutants(features.parent / "no-python", features)


def test_mutants_are_read(tmp_path: Path) -> None:
    found = load(tree(tmp_path))
    assert [(mutant.name, mutant.violates) for mutant in found] == [
        ("crd-without-scope", ("DEM-001", "DEM-A01")),
        ("crd-of-two-names", ("DEM-002",)),
    ]


@pytest.mark.parametrize("number", [0, 1])
def test_a_patch_is_in_force_as_long_as_its_mutant(tmp_path: Path, number: int) -> None:
    target, mutant = Target(), load(tree(tmp_path))[number]
    on, off = Release(gates=frozenset({"Scope"})), Release()
    with mutant.active(target):
        assert target.crds(on) == [OTHER, {**WIDGETS, "spec": {}}]
        # a release that has not got what is patched
        assert target.crds(off) == [OTHER, {**WIDGETS, "spec": {}}]
    assert target.crds(on) == [OTHER, WIDGETS]
    assert WIDGETS["spec"] == {"scope": "Namespaced"}


@pytest.mark.parametrize(
    ("old", "new", "gates", "complaint"),
    [
        ("widgets.example.com", "widget.example.com", "Scope", "the target has no CRD widget.example.com"),
        ("path: /spec/scope, value: Namespaced", "path: /spec/scope, value: Cluster", "Scope", "does not apply"),
        ("op: remove, path: /spec/scope", "op: remove, path: /spec/scopes", "Scope", "does not apply"),
        ("{op: remove, path: /spec/scope}", "{op: add, path: /spec/scope, value: Namespaced}", "Scope", "is the same"),
        ("story: does not", "story: does not", "Others", "does not apply to widgets.example.com"),
    ],
)
def test_a_patch_that_changes_nothing_breaks_the_run(
    tmp_path: Path, old: str, new: str, gates: str, complaint: str
) -> None:
    assert old in GOOD
    mutant = load(tree(tmp_path, GOOD.replace(old, new, 1), gates))[0]
    with pytest.raises(HarnessError, match=complaint) as caught, mutant.active(Target()):
        pass
    assert str(caught.value).startswith(f"the mutant crd-without-scope ({FILE}:2) changes nothing: ")


# what is replaced, by what, and the finding: line, words of the message, remedy
BROKEN = {
    "unknown key": ("    story: does", "    storey: does", 4, "unknown key 'storey' in a mutant", "write story"),
    "no name": ("name: crd-without-scope", "name: Without Scope", 2, "name of a mutant is 'Without Scope'", "write it like"),
    "no list": ("mutants:\n", "mutants: []\nothers:\n", 2, "unknown key 'others' in the file", "use one of"),
    "violates nothing": ("violates: [DEM-002]", "violates: []", 11, "violates of a mutant is an empty list", "name something"),
    "unknown id": ("violates: [DEM-002]", "violates: [DEM-404]", 10, "crd-of-two-names violates DEM-404, which no catalogue has", "correct the id"),
    "neither": ("    like: crd-without-scope\n", "", 10, "crd-of-two-names needs either crd or like", "give one"),
    "both": ("    crd:\n", "    like: another\n    crd:\n", 2, "crd-without-scope needs either crd or like", "give one"),
    "like a misspelt one": ("like: crd-without-scope", "like: crd-without-scop", 10, "crd-of-two-names is like crd-without-scop, and there is no such", "write crd-without-scope"),
    "like none": ("like: crd-without-scope", "like: something", 10, "crd-of-two-names is like something", "name one of tests/mutants/"),
    "like itself": ("like: crd-without-scope", "like: crd-of-two-names", 10, "crd-of-two-names is like crd-of-two-names", "name one of tests/mutants/"),
    "given twice": ("name: crd-of-two-names", "name: crd-without-scope", 10, f"a mutant crd-without-scope is already given at {FILE}:2", "a name of its own"),
    "no operation": ("op: remove", "op: delete", 9, "op of an operation of the patch is 'delete'", "use one of the values"),
    "a number that is none": ("value: Namespaced", "value: !!int x", 8, "x is no number", "correct the value or quote it"),
    "no value": (", value: Namespaced", "", 8, "the operation test has no 'value'", "add the key value"),
    "no pointer": ("remove, path: /spec/scope", "remove, path: spec.scope", 9, "path of an operation of the patch is 'spec.scope'", "write it like /spec"),
    "an odd value": ("value: Namespaced", "value: !odd x", 8, "the tag !odd does not fit here", "remove the tag"),
    "no patch": ("      name: widgets.example.com\n", "", 6, "crd has no 'name'", "add the key name"),
    "broken YAML": ("    violates: [DEM-002]", "    violates: [DEM-002", 12, "broken YAML", "correct the YAML"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "message", "remedy"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_wrong_is_named_with_file_line_and_remedy(
    tmp_path: Path, old: str, new: str, line: int, message: str, remedy: str
) -> None:
    assert old in GOOD
    with pytest.raises(FindingsError) as caught:
        load(tree(tmp_path, GOOD.replace(old, new, 1)))
    check_finding(caught.value.findings, FILE, line, message, remedy)


def test_a_patch_without_operations_is_named(tmp_path: Path) -> None:
    text = GOOD[: GOOD.index("        - {op")].replace("patch:", "patch: []")
    with pytest.raises(FindingsError, match=rf"{FILE}:6: the patch is an empty list; say what changes"):
        load(tree(tmp_path, text))


def test_the_patches_of_this_repository_change_what_the_reference_hands_over() -> None:
    root = Path(__file__).parents[2]
    names = {mutant.name for mutant in python_mutants(root / "tests" / "mutants")}
    written = [m for m in load_mutants(root / "tests" / "mutants", root / "features") if m.name not in names]
    assert written
    for mutant in written:
        with mutant.active(ReferenceTarget()):
            pass
