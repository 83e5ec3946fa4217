"""Phrases that compare what components leave on two platforms."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from pytest_bdd import then, when

from enhancement_kit.errors import claim
from enhancement_kit.runner import observations
from enhancement_kit.world import World, installer_comparison
from enhancement_kit.world.operator_objects import component_of
from enhancement_kit.world.platform_comparison import compare
from enhancement_kit.world.traces import Comparison, summary
from enhancement_kit.world.vocabulary import difference_words
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import NO_CALLS, phrase

INSTALLER = "the installer"


@when(
    phrase("{component} runs on platform {one:Name} and on platform {other:Name}"),
    target_fixture="comparison",
)
def runs_on_both(request: pytest.FixtureRequest, world: World, component: str, one: str, other: str) -> Comparison:
    """Create the scenario's cluster on one platform, then a new one on the other, and let each settle.

    The component is `every component` or one component by its name; `the installer` works on the install-config.
    A scenario may compare further platforms: each comparison begins with new clusters.
    """
    if component == INSTALLER:
        return installer_comparison.compare(world, request.getfixturevalue("install_config"), (one, other))
    found = compare(world, component, (one, other))
    for row in found.rows:
        observations.note(request.node, asdict(row))
    return found


@then(phrase("both leave the same objects, conditions and events, and make {calls:Calls}"))
def leave_the_same(comparison: Comparison, calls: str) -> None:
    """Check that all objects are equal, except for identities, times and values that the API server assigns.

    Check also that both made the same number of requests to the API server, and the same AWS calls. With `no AWS calls`
    none was tried, with or without success.
    """
    if calls == NO_CALLS:
        tried = [f"{call} on {trace.platform}" for trace in (comparison.one, comparison.other) for call in trace.calls]
        claim(not tried, "; ".join(tried))
    claim(bool(comparison.one.facts), f"nothing at all was left on platform {comparison.one.platform}")
    differences = comparison.differences()
    claim(not differences, summary(differences))


@then("they differ only in what these components leave")
@columns("component", optional=("part",), words={"part": difference_words.problem})
def differ_only(world: World, comparison: Comparison, datatable: list[list[str]]) -> None:
    """Check that each of these components leaves something else on the other platform and all others the same.

    With a part, check that every difference is about it: `the conditions`, `the container <name>`, `the event <name>`,
    `the argument <name>`.
    """
    wanted = {component_of(world, row["component"]): row.get("part", "") for row in rows(datatable)}
    for name, part in comparison.parts.items():
        # what makes a difference may well cost requests, also of who only lists objects
        found = [line for line in part.differences() if not line.startswith("API requests")]
        if name not in wanted:
            claim(not found, f"{name} differs: {summary(found)}")
            continue
        claim(bool(found), f"{name} leaves the same on both platforms")
        part_mark = difference_words.mark_of(wanted[name]) if wanted[name] else ""
        beside = [line for line in found if part_mark not in line]
        claim(not beside, f"{name} differs not only in {wanted[name]}: {summary(beside)}")
