"""The edits of an admin to the manifests of an installation, before the cluster is created from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.errors import UsageError
from enhancement_kit.world.vocabulary.aliases import with_ids
from enhancement_kit.world.vocabulary.ingress_controller_words import AWS, BLOCKS, put

_IDS = ("ids",)
EDITABLE: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "the default IngressController, Classic": (
        "IngressController",
        ("spec", *AWS, BLOCKS["Classic"], "subnets", "ids"),
    ),
    "the default IngressController, NLB": ("IngressController", ("spec", *AWS, BLOCKS["NLB"], "subnets", "ids")),
    "the internal control plane load balancer": ("AWSCluster", ("spec", "controlPlaneLoadBalancer", "subnets")),
    "the external control plane load balancer": (
        "AWSCluster",
        ("spec", "secondaryControlPlaneLoadBalancer", "subnets"),
    ),
}
"""Kind of the manifest, and where it keeps the subnets, by consumer."""


def add(folder: Path, name: str, text: str, id_of: Callable[[str], str]) -> None:
    """Add a file beside the generated manifests; aliases in it become ids.

    Raises UsageError for a text that is no YAML, and where a file of that name is there.
    """
    path = folder / name
    if path.exists():
        raise UsageError(f"the installer has written {name} itself; edit it instead of adding it")
    try:
        content = with_ids(yaml.safe_load(text), id_of)
    except yaml.YAMLError as error:
        raise UsageError(f"{name} is no YAML: {error}") from error
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


def set_subnets(folder: Path, consumer: str, ids: Sequence[str]) -> None:
    """Edit the generated manifest of a consumer of subnets; an empty list takes them out of it.

    Raises UsageError for an unknown consumer and where no manifest is its own.
    """
    if consumer not in EDITABLE:
        raise UsageError(f"{consumer!r} has no manifest to edit; known: {'; '.join(EDITABLE)}")
    kind, way = EDITABLE[consumer]
    for path in sorted((*folder.rglob("*.yaml"), *folder.rglob("*.yml"))):
        manifest = yaml.safe_load(path.read_text(encoding="utf-8"))
        if manifest.get("kind") == kind:
            _write(manifest, way, ids)
            path.write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
            return
    raise UsageError(f"the installer has written no {kind}; add one")


def _write(manifest: dict[str, Any], way: tuple[str, ...], ids: Sequence[str]) -> None:
    if ids:
        put(manifest, way, list(ids))
        return
    # a list of subnets with nothing in it is not allowed, so the block around `ids` goes as well
    *rest, last = way[:-1] if way[-1:] == _IDS else way
    owner: Any = manifest
    for key in rest:
        owner = owner[key]
    owner.pop(last, None)
