"""After any edits in any order, the load balancer matches the Service, and the Service the specification.

The sequences are random but the same in every run. A failure prints the shortest one as a scenario.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.reference.api import LATER_SUBNETS

from .edits import (
    BLOCKS,
    MISSING,
    NAME,
    AllowRecreation,
    Annotate,
    Edit,
    Publish,
    Recreate,
    Select,
    Specified,
    left_in_aws,
    scenario,
    value_of,
    written,
)
from .world import SUBNETS, World, ingress_controller

ZONES = 3
SELECTIONS = st.lists(st.sampled_from(["s0", "s1", "s2"]), max_size=3, unique=True).map(tuple) | st.just((MISSING,))
EDITS = st.one_of(
    SELECTIONS.map(Select),
    SELECTIONS.map(Annotate),
    st.sampled_from(["External", "Internal"]).map(Publish),
    st.just(Recreate()),
    st.just(AllowRecreation()),
)


def check_rest(world: World) -> None:
    """Check that another settle changes nothing, neither on the cluster nor in AWS."""
    before, mark = written(world), world.cloud.record.mark()
    world.settle()
    assert written(world) == before, "a second settle wrote to the cluster"
    changes = [c for c in world.cloud.record.calls(since=mark) if c.changed]
    assert not changes, f"a second settle changed AWS: {'; '.join(map(str, changes))}"


def check_mirror(world: World, kind: str) -> None:
    """Check that status shows the value of the Service's annotation."""
    shown = world.published(NAME).get(BLOCKS[kind], {}).get("subnets") or {}
    mirrored = [*(shown.get("ids") or []), *(shown.get("names") or [])]
    annotated = (world.annotation(NAME, SUBNETS) or "").split(",")
    assert sorted(mirrored) == sorted(a for a in annotated if a), f"status shows {mirrored}, annotated is {annotated}"


def check_as_specified(world: World, wanted: Specified) -> None:
    """Check that the one load balancer matches the specification, or that none exists where it cannot be made."""
    found = world.classic() if wanted.kind == "Classic" else {k: set(v) for k, v in world.nlbs().items()}
    assert world.state(NAME, "LoadBalancerProgressing") == ("False", "LoadBalancerNotProgressing")
    if MISSING in wanted.subnets:
        assert not found, f"there are the load balancers {found}"
        return
    chosen = wanted.subnets or tuple(f"s{i}" for i in range(ZONES))
    assert list(found.values()) == [{value_of(world, s) for s in chosen}], f"the load balancers are {found}"
    internal = [host for host in found if host.startswith("internal-")]
    assert wanted.kind == "NLB" or bool(internal) == (wanted.scope == "Internal"), f"the load balancer is {found}"


def run(world: World, kind: str, edits: list[Edit]) -> None:
    world.start(LATER_SUBNETS, zones=ZONES)
    world.create(ingress_controller(NAME, kind))
    wanted, automatic = Specified(kind), False
    for edit in edits:
        edit.act(world, kind)
        wanted = edit.follow(wanted)
        automatic = automatic or isinstance(edit, AllowRecreation)
        check_rest(world)
        check_mirror(world, kind)
        if automatic:
            check_as_specified(world, wanted)
    world.delete_service(NAME)
    check_as_specified(world, wanted)
    check_mirror(world, kind)
    world.delete(NAME)
    assert not left_in_aws(world), f"left in AWS: {left_in_aws(world)}"


@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(kind=st.sampled_from(sorted(BLOCKS)), edits=st.lists(EDITS, max_size=5))
def test_after_any_edits_the_load_balancer_is_as_specified(
    embedded: EmbeddedCluster, cloud: SimulatedCloud, kind: str, edits: list[Edit]
) -> None:
    embedded.reset()
    cloud.reset()
    try:
        run(World(embedded, cloud), kind, edits)
    except AssertionError as error:
        pytest.fail(f"{error}\n\n{scenario(kind, edits, ZONES)}", pytrace=False)
