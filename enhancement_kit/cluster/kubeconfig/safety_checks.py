"""Which clusters may matter to somebody: simple rules, each with the sentence that it reports.

An address on loopback may be the end of a tunnel to somebody's cluster. So the kubeconfig is judged first, before its
credentials are used, and then what the API server says: a cluster for experiments is new, and nobody else uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from enhancement_kit.errors import HarnessError, UsageError

from ..interface import Manifest
from ..real.api import Api
from ..real.definitions import DEFINITIONS
from ..real.ownership import is_of_the_kit
from .access import Access

FEW_NODES = 3
OPENSHIFT = "clusterversions.config.openshift.io"
OWN_PROVIDERS = ("", "kind")
"""Who nodes belong to whose controllers leave Services and Nodes alone."""
NEW = timedelta(hours=1)
"""How old the namespace kube-system may be."""
_NAMESPACES = re.compile(r"default|kube-(?:system|public|node-lease)|local-path-storage")
"""What new clusters have; local-path-storage is the provisioner of kind."""
_SHOWN = 3


@dataclass(frozen=True)
class Facts:
    """What the API server says. Objects that the kit made are left out."""

    openshift: bool = False
    nodes: Sequence[Manifest] = ()
    namespaces: Sequence[str] = ()
    age: timedelta = field(default_factory=timedelta)
    """Of the namespace kube-system."""


def elsewhere(access: Access) -> str:
    """Report that its API server is on another machine."""
    return "" if access.address.is_here else f"its API server is {access.host}, not on this machine"


def proxied(access: Access) -> str:
    """Report that a proxy decides where requests go."""
    return "requests go through a proxy (proxy-url)" if access.cluster_entry.get("proxy-url") else ""


def plain_http(access: Access) -> str:
    """Report that the server is reached as through `kubectl proxy`, which uses the credentials of somebody."""
    return "it is reached by http, as through kubectl proxy" if access.server.startswith("http:") else ""


def unchecked_certificate(access: Access) -> str:
    """Report that anybody can answer."""
    entry = access.cluster_entry
    return "its certificate is not checked (insecure-skip-tls-verify)" if entry.get("insecure-skip-tls-verify") else ""


def other_name(access: Access) -> str:
    """Report that the server's certificate is for another host, as behind a tunnel."""
    name = access.cluster_entry.get("tls-server-name")
    return f"its certificate is for {name} (tls-server-name), as behind a tunnel" if name else ""


def credentials_of_a_program(access: Access) -> str:
    """Report that a program makes the credentials, which the clusters of clouds and companies need."""
    user = access.user_entry
    if user.get("exec"):
        command = user["exec"].get("command", "") if isinstance(user["exec"], dict) else ""
        return f"its credentials come from the program {command} (exec)"
    return "its credentials come from a provider (auth-provider)" if user.get("auth-provider") else ""


def openshift(_: Access, facts: Facts) -> str:
    """Report that it is an OpenShift cluster."""
    return "it has a ClusterVersion, as OpenShift has" if facts.openshift else ""


def large(_: Access, facts: Facts) -> str:
    """Report that it has more nodes than a cluster for experiments."""
    return f"it has {len(facts.nodes)} nodes, more than {FEW_NODES}" if len(facts.nodes) > FEW_NODES else ""


def of_a_cloud(_: Access, facts: Facts) -> str:
    """Report that its nodes belong to a cloud, whose controllers would act on Services and Nodes of scenarios."""
    providers = {str((node.get("spec") or {}).get("providerID") or "").partition(":")[0] for node in facts.nodes}
    others = sorted(providers - set(OWN_PROVIDERS))
    return f"its nodes belong to {', '.join(others)}, which may act on what scenarios make" if others else ""


def other_nodes(access: Access, facts: Facts) -> str:
    """Report nodes whose names do not come from the cluster's name, as those of kind, minikube and k3d do."""
    name = re.escape(access.cluster.removeprefix("kind-").removeprefix("k3d-"))
    own = re.compile(rf"(?:k3d-)?{name}(?:-(?:control-plane|worker)\d*|-m\d+|-(?:server|agent)-\d+)?")
    others = [str(node["metadata"]["name"]) for node in facts.nodes]
    others = sorted(one for one in others if not own.fullmatch(one))
    return f"its nodes are not named after it ({_some(others)})" if others else ""


def used_namespaces(_: Access, facts: Facts) -> str:
    """Report namespaces that a new cluster does not have."""
    others = sorted(name for name in facts.namespaces if not _NAMESPACES.fullmatch(name))
    return f"it has namespaces that a new cluster does not have ({_some(others)})" if others else ""


def old(_: Access, facts: Facts) -> str:
    """Report that it was not created just now."""
    minutes = NEW // timedelta(minutes=1)
    return f"its namespace kube-system is older than {minutes} minutes" if facts.age > NEW else ""


Static = Callable[[Access], str]
Rule = Callable[[Access, Facts], str]
STATIC: tuple[Static, ...] = (
    elsewhere,
    proxied,
    plain_http,
    unchecked_certificate,
    other_name,
    credentials_of_a_program,
)
"""Rules about the kubeconfig."""
RULES: tuple[Rule, ...] = (openshift, large, of_a_cloud, other_nodes, used_namespaces, old)
"""Rules about what the server says."""


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def gather(api: Api) -> Facts:
    """Ask the API server for the facts. Raises HarnessError."""
    found = api("GET", f"{DEFINITIONS}/{OPENSHIFT}")
    if not found.ok and found.code != 404:
        raise HarnessError(f"the API server does not say whether it is OpenShift: {found.code} {found.message}")
    nodes, namespaces = (
        [item for item in api.must("GET", path)["items"] if not is_of_the_kit(item)]
        for path in ("/api/v1/nodes", "/api/v1/namespaces")
    )
    system = api.must("GET", "/api/v1/namespaces/kube-system")
    made = datetime.fromisoformat(str(system["metadata"]["creationTimestamp"]))
    return Facts(
        openshift=found.ok and not is_of_the_kit(found.body),
        nodes=nodes,
        namespaces=[str(item["metadata"]["name"]) for item in namespaces],
        age=datetime.now(UTC) - made,
    )


def check_file(access: Access, meant: str) -> None:
    """Raise UsageError where the kubeconfig leads to a cluster that may matter, and the user has not confirmed it."""
    _refuse(access, meant, [rule(access) for rule in STATIC])


def check(access: Access, meant: str, facts: Facts, rules: Sequence[Rule] = RULES) -> None:
    """Raise UsageError where a rule reports the cluster and the user has not confirmed its name."""
    _refuse(access, meant, [*(rule(access) for rule in STATIC), *(rule(access, facts) for rule in rules)])


def _refuse(access: Access, meant: str, reported: Sequence[str]) -> None:
    reasons = [reason for reason in reported if reason]
    if reasons and meant != access.cluster:
        raise UsageError(
            f"the cluster of context {access.context} may matter to somebody: {'; '.join(reasons)}. Nothing was "
            f"touched. If it is meant, say --yes-this-cluster {access.cluster}"
        )
