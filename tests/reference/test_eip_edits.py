"""Type, scope, subnets and Elastic IPs changed together, in any order: AWS ends up with what the specification says.

The sequences are random but the same in every run.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.reference.api import LATER_SUBNETS, NLB_EIPS
from enhancement_kit.reference.runtime import Invalid

from .edits import BLOCKS, NAME, left_in_aws
from .world import AUTO_DELETE, EIPS, World, ingress_controller

ZONES = 3


@dataclass(frozen=True)
class Wish:
    """What one request asks for; subnets go into the parameters of its type, Elastic IPs into those of NLBs."""

    kind: str
    scope: str
    subnets: int
    """How many, from the first; none leaves the choice to the cloud provider."""
    eips: int

    @property
    def allowed(self) -> bool:
        """Whether the API's rules allow the whole object: the same request empties subnets of the other type."""
        counted = self.kind != "NLB" or not self.subnets or self.subnets == self.eips
        return not self.eips or (self.scope == "External" and counted)

    @property
    def feasible(self) -> bool:
        return self.kind == "Classic" or self.eips in (0, self.subnets or ZONES)


WISHES = st.builds(
    Wish,
    st.sampled_from(sorted(BLOCKS)),
    st.sampled_from(["External", "External", "Internal"]),
    st.integers(0, ZONES),
    st.sampled_from([0, 1, ZONES]),
)


def ask(world: World, wish: Wish, addresses: list[str]) -> bool:
    """Send the request, and tell whether the API server accepted it."""
    blocks: dict[str, dict[str, object]] = {block: {"subnets": None} for block in BLOCKS.values()}
    if wish.subnets:
        ids = [world.subnet(i) for i in range(wish.subnets)]
        blocks[BLOCKS[wish.kind]]["subnets"] = {"ids": ids, "names": None}
    blocks[BLOCKS["NLB"]]["eipAllocations"] = addresses[: wish.eips] or None
    try:
        world.patch_aws(NAME, {"type": wish.kind, **blocks}, scope=wish.scope)
    except Invalid:
        return False
    return True


def used(world: World) -> set[str]:
    found = world.aws("ec2").describe_addresses()["Addresses"]
    return {a["AllocationId"] for a in found if a.get("AssociationId")}


def check(world: World, wish: Wish, addresses: list[str]) -> None:
    """Check that the load balancer in AWS, the addresses in use, annotation and status are those of the wish."""
    assert world.state(NAME, "LoadBalancerProgressing")[0] == "False"
    wanted = addresses[: wish.eips] if wish.kind == "NLB" else []
    assert (world.annotation(NAME, EIPS) or "") == ",".join(wanted)
    shown = world.published(NAME).get(BLOCKS["NLB"], {}).get("eipAllocations") or []
    assert shown == wanted
    if not wish.feasible:
        assert not world.classic()
        assert not world.nlbs()
        assert not used(world)
        return
    subnets = {world.subnet(i) for i in range(wish.subnets or ZONES)}
    if wish.kind == "Classic":
        assert not world.nlbs()
        assert list(world.classic().values()) == [subnets]
    else:
        assert not world.classic()
        assert [set(found) for found in world.nlbs().values()] == [subnets]
    assert used(world) == set(wanted)


@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(automatic=st.booleans(), wishes=st.lists(WISHES, min_size=1, max_size=4))
def test_after_any_edits_the_addresses_are_as_specified(
    embedded: EmbeddedCluster, cloud: SimulatedCloud, automatic: bool, wishes: list[Wish]
) -> None:
    embedded.reset()
    cloud.reset()
    world = World(embedded, cloud)
    world.start(LATER_SUBNETS, NLB_EIPS, zones=ZONES)
    addresses = world.addresses(ZONES)
    world.create(ingress_controller(NAME, "Classic"))
    if automatic:
        world.patch(NAME, {"metadata": {"annotations": {AUTO_DELETE: ""}}})
    wanted = Wish("Classic", "External", 0, 0)
    for wish in wishes:
        accepted = ask(world, wish, addresses)
        assert accepted == wish.allowed
        wanted = wish if accepted else wanted
        if automatic:
            check(world, wanted, addresses)
    world.delete_service(NAME)
    check(world, wanted, addresses)
    world.delete(NAME)
    assert not left_in_aws(world)
    assert not used(world)
