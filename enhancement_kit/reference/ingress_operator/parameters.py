"""Subnets and EIPs in publishing strategies and annotations: reading, comparing and printing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

BLOCKS: Mapping[str, str] = {"Classic": "classicLoadBalancer", "NLB": "networkLoadBalancer"}
CLASSIC = "Classic"
NLB = "NLB"

Strategy = Mapping[str, Any]


@dataclass(frozen=True)
class Subnets:
    """A selection of subnets by ids and names (later shape)."""

    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is selected."""
        return bool(self.ids or self.names)


def load_balancer(strategy: Strategy | None) -> Mapping[str, Any]:
    """Return the loadBalancer part, empty where there is none."""
    return ((strategy or {}).get("loadBalancer")) or {}


def aws(strategy: Strategy | None) -> Mapping[str, Any]:
    """Return the AWS parameters, empty where there are none."""
    return ((load_balancer(strategy).get("providerParameters") or {}).get("aws")) or {}


def aws_type(strategy: Strategy | None) -> str:
    """Return the load balancer type; Classic where none is given."""
    return str(aws(strategy).get("type") or CLASSIC)


def block(strategy: Strategy | None, lb_type: str) -> Mapping[str, Any]:
    """Return the parameters of one load balancer type, empty where there are none."""
    return aws(strategy).get(BLOCKS[lb_type]) or {}


def subnets(strategy: Strategy | None, lb_type: str) -> Subnets:
    """Return the subnets of one load balancer type (later shape)."""
    return selected_subnets(block(strategy, lb_type))


def selected_subnets(lb_parameters: Mapping[str, Any]) -> Subnets:
    """Return the subnets in the parameters of a load balancer type."""
    found = lb_parameters.get("subnets") or {}
    return Subnets(tuple(found.get("ids") or ()), tuple(found.get("names") or ()))


def draft_subnets(strategy: Strategy | None) -> tuple[str, ...]:
    """Return the subnets of the draft shape."""
    return tuple(aws(strategy).get("subnets") or ())


def eips(strategy: Strategy | None) -> tuple[str, ...]:
    """Return the EIP allocations of the NLB parameters."""
    return tuple(block(strategy, NLB).get("eipAllocations") or ())


def render_subnets(selected: Subnets) -> str:
    """Format the annotation value: ids, then names, in the order given."""
    return ",".join((*selected.ids, *selected.names))


def render_list(values: Iterable[str]) -> str:
    """Format the annotation value of a plain list: no blanks (interpretation LSS-A16)."""
    return ",".join(values)


def parse_subnets(annotation: str | None, profile: str) -> Subnets:
    """Parse subnets as the mirror reads them: only `subnet-` marks an id.

    Blanks around elements do not count, as for the cloud provider (interpretation LSS-A16); as released, they do.
    """
    elements = split(annotation)
    if profile == "document":
        elements = tuple(trimmed for element in elements if (trimmed := element.strip()))
    return Subnets(
        tuple(e for e in elements if e.startswith("subnet-")),
        tuple(e for e in elements if not e.startswith("subnet-")),
    )


def split(annotation: str | None) -> tuple[str, ...]:
    """Split an annotation, trimmed as a whole, into its elements; none where it is absent or empty."""
    trimmed = (annotation or "").strip()
    return tuple(trimmed.split(",")) if trimmed else ()


def stored_subnets(selected: Subnets) -> dict[str, list[str]]:
    """Return the selection as an API object, without empty lists."""
    found = {"ids": list(selected.ids), "names": list(selected.names)}
    return {name: values for name, values in found.items() if values}


def same_list(have: Sequence[str], want: Sequence[str]) -> bool:
    """Tell whether two lists have the same number and members, in any order (interpretation EIP-A14)."""
    return len(have) == len(want) and set(have) == set(want)


def same_subnets(have: Subnets, want: Subnets) -> bool:
    """Tell whether ids and names are equal, compared separately: a name never equals an id."""
    return same_list(have.ids, want.ids) and same_list(have.names, want.names)
