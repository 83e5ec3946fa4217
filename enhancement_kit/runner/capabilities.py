"""What scenarios may ask for with `@needs.<capability>`: every word there is, and the check before a scenario."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from enhancement_kit.errors import NotApplicable
from enhancement_kit.specification.requirements import Catalogues

TAG_PREFIX = "needs."

# A word is added here before a backend declares it or a scenario asks for it, so that a misspelt one is refused
# instead of making its scenario not applicable everywhere.
CAPABILITIES: Mapping[str, str] = {
    "clock": "time that a scenario can move (target)",
    "virtual-time": "a clock that all components share, so that retries are over when it has moved (target)",
    "cluster-config": "components that read their configuration from the cluster, as it is now (target)",
    "restart": "components that can be run again in another release (target)",
    "logs": "what components log can be read (target)",
    "installer": "an installer: validation, manifests, creation and destruction of a cluster (target)",
    "bootstrap-host": "commands that run on the bootstrap host, on files alone (target)",
    "workload-hold": "Deployments that can be kept from becoming available (cluster)",
    "crd-changes": "CRDs that can be switched under stored objects (cluster)",
    "aws-faults": "AWS answers that a scenario can choose (cloud)",
    "aws-probes": "health checks that a scenario's cluster answers (cloud)",
    "aws-quota": "account quotas that a scenario can set (cloud)",
    "aws-literal-ids": "resources with ids that a scenario chooses (cloud)",
    "aws-endpoints": "custom AWS endpoints that answer (cloud)",
}


def needed(tags: Iterable[str]) -> list[str]:
    """Return the capabilities that these tags ask for, sorted."""
    return sorted(tag.removeprefix(TAG_PREFIX) for tag in tags if tag.startswith(TAG_PREFIX))


def require(tags: Iterable[str], has: Callable[[str], bool], who: str) -> None:
    """Raise NotApplicable naming the capabilities that tags ask for and `who` does not have, as `has` says."""
    lacking = [capability for capability in needed(tags) if not has(capability)]
    if lacking:
        raise NotApplicable(f"needs {', '.join(lacking)}, which {who} does not have")


def require_actor(tags: Iterable[str], actors: Collection[str], catalogues: Catalogues) -> None:
    """Raise NotApplicable where a scenario proves nothing about the actors that a target is there for."""
    carried = [catalogues.requirements[tag] for tag in tags if tag in catalogues.requirements]
    if not any(requirement.actor in actors for requirement in carried):
        raise NotApplicable(f"proves nothing about {', '.join(sorted(actors))}, the foreign part of this target")
