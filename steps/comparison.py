"""Phrases that compare what components leave on two platforms."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from pytest_bdd import then, when

from enhancement_kit.errors import claim
from enhancement_kit.runner import observations
from enhancement_kit.world import World, installer_comparison
from enhancement_kit.world.platform_comparison import Comparison, compare, told
from enhancement_kit.world.vocabulary.data_tables import columns, rows
from steps.phrases import phrase

INSTALLER = "the installer"


@when(
    phrase("{component} runs on platform {one:Name} and on platform {other:Name}"),
    target_fixture="comparison",
)
def runs_on_both(request: pytest.FixtureRequest, world: World, component: str, one: str, other: str) -> Comparison:
    """The scenario's cluster is brought up on one platform, then anew on the other, and settles each time.

    `every component`, or one component by its name; `the installer` works on the install-config, once for each.
    """
    if component == INSTALLER:
        return installer_comparison.compare(world, request.getfixturevalue("install_config"), (one, other))
    found = compare(world, component, (one, other))
    for row in found.rows:
        observations.note(request.node, asdict(row))
    return found


@then("both leave the same objects, conditions, events and AWS calls")
def leave_the_same(comparison: Comparison) -> None:
    """Everything that was written is equal, but for identities, times and what the API server hands out.

    Both also cost the API server the same number of requests.
    """
    claim(bool(comparison.one.facts), f"nothing at all was left on platform {comparison.one.platform}")
    differences = comparison.differences()
    claim(not differences, told(differences))


@then("they differ only in what these components leave")
@columns("component", optional=("part",))
def differ_only(comparison: Comparison, datatable: list[list[str]]) -> None:
    """Each of these components leaves something else on the other platform, all others leave the same.

    With a part, every difference is about it: a container, an event, a condition.
    """
    wanted = {f"{row['component']}-operator": row.get("part", "") for row in rows(datatable)}
    for name, part in comparison.parts.items():
        # what makes a difference may well cost requests, also of who only lists objects
        found = [line for line in part.differences() if not line.startswith("API requests")]
        if name not in wanted:
            claim(not found, f"{name} differs: {told(found)}")
            continue
        claim(bool(found), f"{name} leaves the same on both platforms")
        beside = [line for line in found if wanted[name] not in line]
        claim(not beside, f"{name} differs not only in {wanted[name]}: {told(beside)}")


@then("neither called AWS")
def neither_called(comparison: Comparison) -> None:
    """No AWS operation was tried on either platform, with or without success."""
    calls = [f"{call} on {trace.platform}" for trace in (comparison.one, comparison.other) for call in trace.calls]
    claim(not calls, "; ".join(calls))
