"""The requirement catalogues: what the schema refuses, with file, line and remedy, and what look-ups give."""

# ruff: noqa: E501, a row of the table below is one case

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.specification.requirements import RequirementsError, load_catalogues
from tests.reporting.small_tree import HEAD, INTERPRETATIONS, REQUIREMENT, catalogue, write_tree

FEATURES = Path(__file__).parents[2] / "features"
GOOD = catalogue("DEM-001", "DEM-002", "DEM-003")
FILE = "features/demo/requirements.yaml"


def refused(tmp_path: Path, text: str, **others: str) -> list[str]:
    files = {"demo/requirements.yaml": text} | {f"{name}/requirements.yaml": more for name, more in others.items()}
    with pytest.raises(RequirementsError) as caught:
        load_catalogues(write_tree(tmp_path, files))
    assert str(caught.value).splitlines() == [str(finding) for finding in caught.value.findings]
    return [str(finding) for finding in caught.value.findings]


def test_a_good_catalogue_loads(tmp_path: Path) -> None:
    catalogues = load_catalogues(write_tree(tmp_path, {"demo/requirements.yaml": GOOD}))
    [only] = catalogues
    assert (only.enhancement.name, only.folder, only.file) == ("demo-enhancement", "demo", FILE)
    first = catalogues.requirements["DEM-001"]
    assert (first.line, first.text, first.automatable, first.proof) == (2, "A text.", True, "mutant")
    assert catalogues.interpretations["DEM-A01"].about == ("DEM-001",)
    assert "DEM-A01" in catalogues
    assert "DEM-004" not in catalogues


# what is replaced, by what, and the finding: line, words of the message, remedy
BROKEN = {
    "unknown key": ("    kind: behaviour\n", "    kinds: behaviour\n    kind: api\n", 4, "unknown key 'kinds' in DEM-001", "write kind"),
    "unknown key of the catalogue": ("requirements:\n", "prefix: DEM\nrequirements:\n", 1, "unknown key 'prefix' in the catalogue", "use one of"),
    "key given twice": ("    kind: behaviour\n", "    kind: api\n    kind: api\n", 5, "the key 'kind' is given twice in DEM-001", "keep one"),
    "missing key": ("    then: something.\n", "", 2, "DEM-001 has no 'then'", "add the key then"),
    "wrong type": ("automatable: true", "automatable: maybe", 11, "automatable of DEM-001 is a text", "write true or false"),
    "a date that is no text": ("given: nothing.", "given: 2024-01-02", 9, "given of DEM-001 is a date", "in quotes"),
    "a list that is none": ("    proof: mutant\n", "    proof: mutant\n    depends: DEM-002\n", 13, "depends of DEM-001 is a text", "write a list"),
    "wrong value": ("level: must", "level: mst", 5, "level of DEM-001 is 'mst'", "write must"),
    "unknown actor": ("actor: installer", "actor: plumber", 6, "actor of DEM-001 is 'plumber'", "or declare it under actors in enhancement.yaml"),
    "unknown variant": ("    proof: mutant\n", "    proof: mutant\n    variants: [draft]\n", 13, "an entry of variants of DEM-001 is 'draft'", "describe it under variants in enhancement.yaml"),
    "a list of one": ("then: something.", "then: [something.]", 10, "then of DEM-001 is a list of 1", "or two or more entries"),
    "a clause given twice": ("then: something.", "then: [it is., it is.]", 10, "then of DEM-001 has the same entry twice", "keep one"),
    "an expectation without a source": ("kind: behaviour\n    level: must", "kind: expected\n    level: info", 2, "neither section nor note names a public source", "write its URL"),
    "an expectation that is demanded": ('section: "Goals / First Things"\n    kind: behaviour', 'section: "https://example.com/source"\n    kind: expected', 2, "which only a document can demand", "write level: info"),
    "too many cases": ("given: nothing.", f"given: {[str(n) + ' x' for n in range(27)]}", 2, "DEM-001 has more than 26 cases", "split the entry"),
    "an empty text": ("given: nothing.", 'given: " "', 9, "given of DEM-001 is empty", "write a text"),
    "a malformed id": ("- id: DEM-001", "- id: DEM-1", 2, "id of DEM-1 is 'DEM-1'", "write it like ISS-001"),
    "another prefix": ("- id: DEM-003", "- id: ISS-003", 24, "ISS-003 does not carry the prefix DEM", "begin the id with DEM-"),
    "id given twice": ("- id: DEM-002", "- id: DEM-001", 13, f"the id DEM-001 is already given at {FILE}:2", "number of its own"),
    "no proof": ("    proof: mutant\n", "", 2, "DEM-001 is automatable and has no 'proof'", "add proof"),
    "a proof of nothing": ("automatable: true", "automatable: false", 2, "DEM-001 has a proof though", "remove proof"),
    "only walked": ("proof: mutant", "proof: walkthrough", 2, "DEM-001 (level must) is only walked", "set proof: mutant, or add a note"),
    "no reason": ("automatable: true\n    proof: mutant", "automatable: false", 2, "does not say why", "add a note"),
    "unresolved depends": ("    proof: mutant\n", "    proof: mutant\n    depends: [DEM-009]\n", 2, "depends of DEM-001 names DEM-009", "correct the id"),
    "unresolved same_as": ("    proof: mutant\n", "    proof: mutant\n    same_as: DEM-009\n", 2, "same_as of DEM-001 names DEM-009", "correct the id"),
    "unresolved about": ("about: [DEM-001]", "about: [DEM-009]", 36, "about of DEM-A01 names DEM-009", "correct the id"),
    "the same as itself": ("    proof: mutant\n", "    proof: mutant\n    same_as: DEM-001\n", 2, "same_as of DEM-001 names itself", "remove it"),
    "broken YAML": ("    kind: behaviour\n", "   kind: [\n", 4, "broken YAML", "correct the YAML"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "message", "remedy"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_wrong_is_named_with_file_line_and_remedy(
    tmp_path: Path, old: str, new: str, line: int, message: str, remedy: str
) -> None:
    assert old in GOOD
    [finding] = refused(tmp_path, GOOD.replace(old, new, 1))
    where, _, said = finding.partition(": ")
    assert where == f"{FILE}:{line}"
    assert message in said
    assert remedy in said.partition("; ")[2]


def test_a_catalogue_explains_its_terms(tmp_path: Path) -> None:
    text = "terms:\n  - {term: layout E, means: two subnets}\n" + GOOD
    [only] = load_catalogues(write_tree(tmp_path, {"demo/requirements.yaml": text}))
    assert [(one.term, one.means) for one in only.terms] == [("layout E", "two subnets")]


@pytest.mark.parametrize(
    ("entries", "finding"),
    [
        ("  - term: layout E\n", "2: a term has no 'means'; add the key means"),
        ("  - {term: E, means: a}\n  - {term: E, means: b}\n", "3: the term 'E' is explained twice; keep one of them"),
    ],
)
def test_a_term_without_meaning_or_with_two_is_refused(tmp_path: Path, entries: str, finding: str) -> None:
    assert refused(tmp_path, f"terms:\n{entries}{GOOD}") == [f"{FILE}:{finding}"]


def test_all_findings_come_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("level: must", "level: mst", 1).replace("actor: installer", "actor: plumber", 1)
    assert len(refused(tmp_path, text, other="a: [")) == 3


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "the file is empty"),
        (b"[]", 1, "the catalogue is a list"),
        (b"requirements: []\ninterpretations: \xff", 2, "the file is not UTF-8"),
    ],
)
def test_a_file_that_is_no_catalogue(tmp_path: Path, content: bytes, line: int, message: str) -> None:
    features = write_tree(tmp_path, {"demo/requirements.yaml": ""})
    (features / "demo" / "requirements.yaml").write_bytes(content)
    with pytest.raises(UsageError) as caught:
        load_catalogues(features)
    assert f"{FILE}:{line}: {message}" in str(caught.value)


def test_two_catalogues_of_one_prefix(tmp_path: Path) -> None:
    other = catalogue("DEM-004").replace("DEM-A01", "DEM-A02").replace("about: [DEM-001]", "about: [DEM-004]")
    [finding] = refused(tmp_path, GOOD, other=other)
    assert finding.startswith("features/other/enhancement.yaml:7: the prefix DEM is also used by features/demo/")


def test_same_as_joins_over_hops_and_both_ways(tmp_path: Path) -> None:
    text = HEAD
    for requirement_id, twin in (("DEM-001", ""), ("DEM-002", "DEM-001"), ("DEM-003", "DEM-002"), ("DEM-004", "")):
        text += REQUIREMENT.format(id=requirement_id) + (f"    same_as: {twin}\n" if twin else "")
    catalogues = load_catalogues(write_tree(tmp_path, {"demo/requirements.yaml": text + INTERPRETATIONS}))
    for member in ("DEM-001", "DEM-002", "DEM-003"):
        assert catalogues.twins(member) == {"DEM-001", "DEM-002", "DEM-003"}
    assert catalogues.twins("DEM-004") == {"DEM-004"}


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    features = write_tree(tmp_path, {"demo/requirements.yaml": GOOD})
    before = load_catalogues(features)
    assert load_catalogues(features) is before
    write_tree(tmp_path, {"demo/requirements.yaml": catalogue("DEM-001")})
    assert len(load_catalogues(features).requirements) == 1


def test_the_catalogues_of_this_repository_load() -> None:
    catalogues = load_catalogues(FEATURES)
    # others may be added
    assert {c.folder: c.enhancement.prefix for c in catalogues}.items() >= {
        "installer_subnet_roles": "ISS",
        "ingress_lb_subnets": "LSS",
        "nlb_eip_allocations": "EIP",
        "external_platform": "EXT",
        "aws_custom_endpoints": "CRE",
    }.items()
    # ids are never removed
    assert len(catalogues.requirements) >= 1013
    assert len(catalogues.interpretations) >= 171
