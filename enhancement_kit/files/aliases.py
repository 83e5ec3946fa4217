"""How much the aliases of a YAML document may stand for: the rule of Go's library (go.yaml.in/yaml/v2).

Kubernetes and openshift-install read YAML by it. A few hundred bytes of aliases can stand for millions of nodes.
"""

from __future__ import annotations

FEW_ALIASES, FEW_NODES = 100, 1000
_SMALL, _LARGE = 400_000, 4_000_000
"""Documents with this number of nodes: up to the first 99 % may come from aliases, from the second on 10 %."""
EXPANDED = 16 * 1024 * 1024
"""Bytes of texts that come from aliases; the kit's own limit, since Go's library counts nodes only."""


def excessive(nodes: int, from_aliases: int) -> bool:
    """Tell whether too many of a document's nodes, which include those that aliases stand for, come from aliases."""
    if from_aliases <= FEW_ALIASES or nodes <= FEW_NODES:
        return False
    share = min(max((nodes - _SMALL) / (_LARGE - _SMALL), 0), 1)
    return from_aliases / nodes > 0.99 - 0.89 * share
