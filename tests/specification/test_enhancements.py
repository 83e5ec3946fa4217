"""Files enhancement.yaml: what the schema and the checks refuse, with file, line and remedy, and what is read."""

# ruff: noqa: E501, a row of the tables below is one case

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.runner.checks import known_names
from enhancement_kit.specification.enhancement_checks import KnownNames, check_enhancements
from enhancement_kit.specification.enhancements import EnhancementsError, load_enhancements
from enhancement_kit.specification.findings import FindingsError
from enhancement_kit.specification.requirements import load_catalogues
from enhancement_kit.specification.variants import PLAIN, Variant
from tests.enhancement_files import enhancement
from tests.findings import check_finding
from tests.reporting.small_tree import HEAD, REQUIREMENT, catalogue, write_tree

FEATURES = Path(__file__).parents[2] / "features"
FILE = "features/demo/enhancement.yaml"
FEATURE = "Feature: x\n\n  @DEM-001\n  Scenario: it\n    Given a\n"
GOOD = enhancement(
    reading_order=["signal", "cloud_provider"],
    more="""\
order: 30
variants:
  - name: phase3
    optional: true
    gates: [ThirdPhase]
  - name: phase1
    default: true
    platform_operators: true
  - name: both-shapes
    gates: [Draft, ThirdPhase]
    bare_network: true
components:
  cloud_provider: [machine-config-operator]
  signal: []
playground:
  platform: External
  gates: [ThirdPhase]
  try:
    - shows: what it is
      commands: |
        oc get infrastructure
        oc get clusteroperators
    - shows: what is refused
      commands: oc patch infrastructure cluster
      refused: true
""",
)
KNOWN = KnownNames(
    ("machine-config-operator", "ingress-operator"),
    frozenset({"ThirdPhase", "Draft", "Later"}),
    lambda gates: "Draft and Later exclude each other" if gates >= {"Draft", "Later"} else "",
)


def tree(root: Path, text: str = GOOD, **others: str) -> Path:
    files = {
        "demo/enhancement.yaml": text,
        "demo/requirements.yaml": catalogue("DEM-001"),
        "demo/signal.feature": FEATURE,
        "demo/cloud_provider.feature": FEATURE,
        **{f"{name}/enhancement.yaml": other for name, other in others.items()},
        **{f"{name}/requirements.yaml": HEAD + REQUIREMENT.format(id=f"{name.upper()}-001") for name in others},
    }
    return write_tree(root, files)


def checked(features: Path, known: KnownNames = KNOWN) -> list[str]:
    return [str(finding) for finding in check_enhancements(load_catalogues(features), features, known)]


def test_a_good_file_says_all_there_is(tmp_path: Path) -> None:
    features = tree(tmp_path)
    [found] = load_enhancements(features)
    assert (found.folder, found.file, found.name, found.title) == (
        *("demo", FILE),
        *("demo-enhancement", "The demo-enhancement"),
    )
    assert (found.prefix, found.status, found.order, found.actors) == ("DEM", "partial", 30, ("installer",))
    assert found.reading_order == ("signal", "cloud_provider")
    assert found.variants.default == Variant("phase1", frozenset(), platform_operators=True)
    assert [variant.name for variant in found.variants.written] == ["phase3", "phase1", "both-shapes"]
    assert found.variants.named("phase3") == Variant("phase3", frozenset({"ThirdPhase"}), optional=True)
    assert found.variants.of(["DEM-001", "both-shapes"]).bare_network
    assert found.variants.of(["DEM-001"]) is found.variants.default
    assert found.playground is not None
    assert (found.playground.platform, found.playground.gates) == ("External", {"ThirdPhase"})
    assert [(one.commands, one.refused) for one in found.playground.tries] == [
        ("oc get infrastructure\noc get clusteroperators", False),
        ("oc patch infrastructure cluster", True),
    ]
    assert checked(features) == []


def test_what_is_not_said_has_a_default(tmp_path: Path) -> None:
    features = write_tree(tmp_path, {"demo/enhancement.yaml": enhancement(), "demo/requirements.yaml": HEAD + "  []\n"})
    enhancements = load_enhancements(features)
    [found] = enhancements
    assert (found.variants, found.components, found.playground, found.order) == (PLAIN, {}, None, None)
    assert enhancements.variants_of("no_such_folder") is PLAIN
    assert checked(features) == []


def test_a_feature_file_says_which_platform_operators_run(tmp_path: Path) -> None:
    enhancements = load_enhancements(tree(tmp_path))
    variants = enhancements.variants_of("demo")

    def running(feature: str, variant: Variant = variants.default, folder: str = "demo") -> frozenset[str]:
        return enhancements.platform_operators(folder, feature, variant, KNOWN.components)

    assert running("cloud_provider") == {"machine-config-operator"}
    assert running("signal") == set()
    assert running("another") == set(KNOWN.components)
    assert running("cloud_provider", variants.others[0]) == set()
    assert running("cloud_provider", folder="no_such_folder") == set()


# what is replaced, by what, and the finding: line, words of the message, remedy
BROKEN = {
    "unknown key": ("order: 30", "ordre: 30", 9, "unknown key 'ordre' in the enhancement", "write order"),
    "missing key": ("status: partial\n", "", 1, "the enhancement has no 'status'", "add the key status"),
    "a date that is no text": ('revision: "2024-01-02"', "revision: 2024-01-02", 4, "revision of the enhancement is a date", "in quotes"),
    "no number": ("order: 30", "order: last", 9, "order of the enhancement is a text", "write a whole number"),
    "another kind of number": ("order: 30", "order: 0x1e", 9, "order of the enhancement is a number", "write a whole number"),
    "no list of actors": ("actors: [installer]", "actors: installer", 8, "actors of the enhancement is a text", "write a list"),
    "unknown key of a variant": ("    optional: true", "    option: true", 12, "unknown key 'option' in a variant", "write optional"),
    "a variant without a name": ("  - name: phase3\n    optional: true\n", "  - optional: true\n", 11, "a variant has no name", "give it one"),
    "a variant given twice": ("name: both-shapes", "name: phase3", 17, "the variant phase3 is given twice", "keep one"),
    "a name that is no tag": ("name: both-shapes", "name: Both Shapes", 17, "name of a variant is 'Both Shapes'", "write it like draft"),
    "two defaults": ("    bare_network: true", "    default: true", 17, "a second variant is the default", "keep default: true at one"),
    "no default": ("    default: true\n", "", 11, "no variant is the default", "add default: true"),
    "an optional default": ("    default: true", "    default: true\n    optional: true", 14, "the default variant is optional", "remove optional"),
    "components that are no list": ("  signal: []", "  signal: ingress-operator", 22, "signal in components of the enhancement is a text", "or [] for none"),
    "components given twice": ("  signal: []", "  cloud_provider: []", 22, "the key 'cloud_provider' is given twice", "keep one"),
    "a playground that is no mapping": ("playground:\n", "playground: nothing\nothers:\n", 23, "playground of the enhancement is a text", "write a mapping"),
    "nothing to do": ("      commands: oc patch infrastructure cluster\n", "", 31, "a thing to try has no 'commands'", "add the key"),
    "unknown key of a try": ("      refused: true", "      refuses: true", 33, "unknown key 'refuses' in a thing to try", "write refused"),
    "broken YAML": ("actors: [installer]", "actors: [installer", 9, "broken YAML", "correct the YAML"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "message", "remedy"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_wrong_is_named_with_file_line_and_remedy(
    tmp_path: Path, old: str, new: str, line: int, message: str, remedy: str
) -> None:
    assert old in GOOD
    with pytest.raises(EnhancementsError) as caught:
        load_enhancements(tree(tmp_path, GOOD.replace(old, new, 1)))
    check_finding(caught.value.findings, FILE, line, message, remedy)
    # what has catalogues says so, too
    with pytest.raises(FindingsError, match="enhancement"):
        load_catalogues(tmp_path / "features")


def test_a_playground_without_tries_is_named(tmp_path: Path) -> None:
    text = enhancement(more="playground:\n  try: []\n")
    with pytest.raises(EnhancementsError, match=r"enhancement\.yaml:9: there is nothing to try; add an entry"):
        load_enhancements(write_tree(tmp_path, {"demo/enhancement.yaml": text}))


# the same, of what is said about other files and about the implementation
WRONG = {
    "a feature file that is not there": ("[signal, cloud_provider]", "[signal, cloud_provider, cloud_providr]", 7, "there is no feature file cloud_providr in features/demo (reading_order)", "write cloud_provider"),
    "a feature file listed twice": ("[signal, cloud_provider]", "[signal, cloud_provider, signal]", 7, "the feature file signal is listed twice in reading_order", "keep one"),
    "a feature file not listed": ("[signal, cloud_provider]", "[signal]", 7, "the reading order lacks the feature file cloud_provider", "add cloud_provider to reading_order"),
    "components of no feature file": ("  cloud_provider: [", "  cloud_providr: [", 21, "there is no feature file cloud_providr in features/demo (components)", "write cloud_provider"),
    "an unknown component": ("[machine-config-operator]", "[machine-config-operater]", 21, "there is no component machine-config-operater", "write machine-config-operator"),
    "an unknown gate": ("gates: [Draft, ThirdPhase]", "gates: [Draft, ThirdPhaze]", 18, "nothing in the API depends on a feature gate ThirdPhaze", "write ThirdPhase"),
    "an unknown gate of the playground": ("  gates: [ThirdPhase]\n  try", "  gates: [Nothing]\n  try", 25, "nothing in the API depends on a feature gate Nothing", "use one of the gates Draft, Later, ThirdPhase"),
    "gates that exclude each other": ("gates: [Draft, ThirdPhase]", "gates: [Draft, Later]", 18, "Draft and Later exclude each other", "remove one"),
    "an actor without requirements": ("actors: [installer]", "actors: [installer, aws]", 8, "no requirement is about the actor aws", "remove it"),
    "an actor declared twice": ("actors: [installer]", "actors: [installer, installer]", 8, "the actor installer is declared twice", "keep one"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "message", "remedy"), WRONG.values(), ids=WRONG.keys())
def test_what_it_names_has_to_exist(tmp_path: Path, old: str, new: str, line: int, message: str, remedy: str) -> None:
    assert old in GOOD
    [finding] = checked(tree(tmp_path, GOOD.replace(old, new, 1)))
    assert finding.startswith(f"{FILE}:{line}: {message}; {remedy}")


def test_playgrounds_share_a_cluster(tmp_path: Path) -> None:
    one = GOOD.replace("  gates: [ThirdPhase]\n  try", "  gates: [Draft]\n  try")
    other = enhancement(
        "TWO", "two", more="order: 40\nplayground:\n  gates: [Later]\n  try: [{shows: a, commands: b}]\n"
    )
    assert checked(tree(tmp_path, one, two=other)) == [
        "features/two/enhancement.yaml:10: with the playground of enhancements before this one, Draft and Later exclude "
        "each other; name gates in the playground of enhancement.yaml that can be on beside those of the others"
    ]


def test_prefix_and_name_are_of_one_enhancement(tmp_path: Path) -> None:
    with pytest.raises(EnhancementsError) as caught:
        load_enhancements(tree(tmp_path, other=enhancement()))
    assert [str(finding) for finding in caught.value.findings] == [
        f"features/other/enhancement.yaml:2: the name demo-enhancement is also used by {FILE}; give each enhancement a "
        "name of its own",
        f"features/other/enhancement.yaml:6: the prefix DEM is also used by {FILE}; give each enhancement a prefix of "
        "its own",
    ]


def test_enhancement_and_catalogue_belong_together(tmp_path: Path) -> None:
    features = tree(tmp_path)
    (features / "demo" / "requirements.yaml").unlink()
    with pytest.raises(FindingsError, match=rf"{FILE}:1: there is no requirements.yaml beside"):
        load_catalogues(features)
    tree(tmp_path)
    (features / "demo" / "enhancement.yaml").unlink()
    expected = r"requirements\.yaml:1: there is no enhancement\.yaml beside it; write one"
    with pytest.raises(FindingsError, match=expected):
        load_catalogues(features)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    features = tree(tmp_path)
    before, catalogues = load_enhancements(features), load_catalogues(features)
    assert load_enhancements(features) is before
    assert load_catalogues(features) is catalogues
    tree(tmp_path, GOOD.replace("title: The", "title: Another"))
    [found] = load_enhancements(features)
    assert found.title == "Another demo-enhancement"
    [catalogue_] = load_catalogues(features)
    assert catalogue_.enhancement is found


def test_the_enhancements_of_this_repository_are_in_order() -> None:
    assert checked(FEATURES, known_names()) == []
    gates = known_names().gates
    assert all(variant.gates <= gates for e in load_enhancements(FEATURES) for variant in e.variants)
    assert known_names().conflict(frozenset({"AWSLoadBalancerSubnetSelection", "IngressControllerLBSubnetsAWS"}))
