"""What arguments, variables and files of a program may leave open, and what fills it in."""

from __future__ import annotations

import re
from collections.abc import Mapping

PLACEHOLDERS: Mapping[str, str] = {
    "folder": "the program's own folder, where its files are",
    "kubeconfig": "the path of a kubeconfig with every right",
    "certificate": "the path of a certificate for loopback",
    "key": "the path of its key",
    "port": "a port of loopback that nobody listens on",
    "aws_endpoint_url": "where AWS answers",
    "platform": "the platform of the cluster",
    "region": "the region of the scenario's VPC",
    "vpc": "the id of the scenario's VPC",
    "subnet": "the id of the subnet of the first node",
    "cluster_id": "the infrastructure name of the cluster",
}
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def used(*texts: str) -> frozenset[str]:
    """Return the placeholders in texts."""
    return frozenset(word for text in texts for word in _PLACEHOLDER.findall(text))


def filled(text: str, values: Mapping[str, str]) -> str:
    """Fill the placeholders in a text; those without a value stay."""
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)
