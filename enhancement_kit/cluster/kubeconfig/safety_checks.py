"""Which clusters may matter to somebody: simple rules, each with the sentence that it reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.errors import UsageError
from enhancement_kit.local.hosts import is_local

from ..interface import Manifest
from ..real.api import Api
from ..real.definitions import DEFINITIONS
from ..real.ownership import is_own
from .access import Access

FEW_NODES = 3
OPENSHIFT = "clusterversions.config.openshift.io"
OWN_PROVIDERS = ("", "kind")
"""Who nodes belong to whose controllers leave Services and Nodes alone."""


@dataclass(frozen=True)
class Facts:
    """The facts that the rules judge."""

    host: str
    openshift: bool
    nodes: Sequence[Manifest]
    """Those that the kit did not make."""


def elsewhere(facts: Facts) -> str:
    """Report that its API server is on another machine."""
    return "" if is_local(facts.host) else f"its API server is {facts.host}, not on this machine"


def openshift(facts: Facts) -> str:
    """Report that it is an OpenShift cluster."""
    return "it has a ClusterVersion, as OpenShift has" if facts.openshift else ""


def large(facts: Facts) -> str:
    """Report that it has more nodes than a cluster for experiments."""
    return f"it has {len(facts.nodes)} nodes, more than {FEW_NODES}" if len(facts.nodes) > FEW_NODES else ""


def of_a_cloud(facts: Facts) -> str:
    """Report that its nodes belong to a cloud, whose controllers would act on Services and Nodes of scenarios."""
    providers = {str((node.get("spec") or {}).get("providerID") or "").partition(":")[0] for node in facts.nodes}
    others = sorted(providers - set(OWN_PROVIDERS))
    return f"its nodes belong to {', '.join(others)}, which may act on what scenarios make" if others else ""


RULES: tuple[Callable[[Facts], str], ...] = (elsewhere, openshift, large, of_a_cloud)


def gather(access: Access, api: Api) -> Facts:
    """Ask the API server for the facts. Raises HarnessError."""
    found = api("GET", f"{DEFINITIONS}/{OPENSHIFT}")
    nodes: list[Any] = api.must("GET", "/api/v1/nodes")["items"]
    return Facts(access.host, found.ok and not is_own(found.body), [node for node in nodes if not is_own(node)])


def check(access: Access, meant: str, facts: Facts, rules: Sequence[Callable[[Facts], str]] = RULES) -> None:
    """Raise UsageError where a rule reports the cluster and the user has not confirmed its name."""
    reasons = [reason for rule in rules if (reason := rule(facts))]
    if reasons and meant != access.cluster:
        raise UsageError(
            f"the cluster of context {access.context} may matter to somebody: {'; '.join(reasons)}. Nothing was "
            f"touched. If it is meant, say --yes-this-cluster {access.cluster}"
        )
