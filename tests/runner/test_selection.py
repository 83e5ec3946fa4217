"""Which scenarios a run leaves out: profiles and optional variants."""

from __future__ import annotations

import pytest

from enhancement_kit.errors import NotApplicable
from enhancement_kit.runner.capabilities import needed, require
from tests.runner.conftest import CATALOGUE, REQUIREMENT, Project


def entries(prefix: str, profiles: dict[int, str]) -> str:
    text = CATALOGUE.replace("EXA", prefix)
    for number in range(1, 5):
        text += REQUIREMENT.format(number=number).replace("EXA", prefix)
        if number in profiles:
            text += f"    profiles: [{profiles[number]}]\n"
    return text + (
        f"interpretations:\n  - id: {prefix}-A01\n    about: [{prefix}-001]\n    document_says: d\n    decision: d\n"
    )


VARIANTS = """\
variants:
  - {name: draft, default: true}
  - {name: backport, optional: true}
"""


@pytest.fixture
def lss(project: Project) -> Project:
    project.catalogue("subnets", entries("LSS", {2: "document", 3: "shipped"}))
    project.describe("subnets", VARIANTS)
    scenarios = {
        "both": "@LSS-001",
        "document only": "@LSS-002",
        "shipped only": "@LSS-003",
        "one of them": "@LSS-002 @LSS-003",
        "also unrestricted": "@LSS-001 @LSS-003",
        "interpretation": "@LSS-A01",
        "tagged shipped": "@LSS-001 @shipped",
        "tagged document": "@LSS-001 @document",
        "draft": "@LSS-001 @draft",
        "backport": "@LSS-001 @backport",
    }
    project.feature(
        "one",
        "".join(f"{tags}\nScenario: {name}\n  Given a world of 1 subnets\n" for name, tags in scenarios.items()),
        folder="subnets",
    )
    return project


ALWAYS = {"both", "one_of_them", "also_unrestricted", "interpretation", "draft"}


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        ((), {"document_only", "tagged_document"}),
        (("--lane", "shipped"), {"shipped_only", "tagged_shipped"}),
        (("--profile", "shipped"), {"shipped_only", "tagged_shipped"}),
        (("--variants", "all"), {"document_only", "tagged_document", "backport"}),
    ],
)
def test_profile_and_variants_decide_what_is_collected(
    lss: Project, arguments: tuple[str, ...], more: set[str]
) -> None:
    result = lss.run("features", "--collect-only", "-q", *arguments)
    assert result.ret == 0
    names = {line.rpartition("::test_")[2] for line in result.outlines if "::" in line}
    assert names == ALWAYS | more
    result.stdout.fnmatch_lines([f"{len(names)}/10 tests collected ({10 - len(names)} deselected)*"])


def test_needs_name_what_is_lacking() -> None:
    tags = ["ISS-001", "needs.clock", "needs.logs", "smoke"]
    assert needed(tags) == ["clock", "logs"]
    require(tags, {"clock", "logs", "restart"}.__contains__, "lane x")
    with pytest.raises(NotApplicable, match=r"^needs logs, which lane x does not have$"):
        require(tags, {"clock"}.__contains__, "lane x")
