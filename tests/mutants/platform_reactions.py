"""Components with wrong cells in the table of reactions: they do on one platform what is meant for another."""

from __future__ import annotations

from collections.abc import Callable

from enhancement_kit.mutation.mutants import Mutant, Patcher
from enhancement_kit.reference.platform_components import reactions
from enhancement_kit.reference.platform_components.reactions import (
    EMPTY_DIR,
    MACHINE_ADDRESS,
    NOTHING,
    OTHER,
    REMOVED,
    RENDERED,
)

TABLE = "enhancement_kit.reference.platform_components.reactions"
NETWORK = "cluster-network-operator"

# name -> component, its wrong cells, ids
CELLS: dict[str, tuple[str, dict[str, str], tuple[str, ...]]] = {
    "mao-takes-external-for-aws": ("machine-api-operator", {"External": "aws"}, ("EXT-031", "EXT-073")),
    "mao-takes-none-for-aws": ("machine-api-operator", {"None": "aws"}, ("EXT-071",)),
    "mao-takes-the-unknown-for-aws": ("machine-api-operator", {OTHER: "aws"}, ("EXT-072", "EXT-165")),
    "storage-takes-external-for-aws": (
        "cluster-storage-operator",
        {"External": "ebs.csi.aws.com"},
        ("EXT-031", "EXT-077"),
    ),
    "storage-takes-none-for-aws": ("cluster-storage-operator", {"None": "ebs.csi.aws.com"}, ("EXT-075",)),
    "storage-takes-the-unknown-for-aws": (
        "cluster-storage-operator",
        {OTHER: "ebs.csi.aws.com"},
        ("EXT-076", "EXT-165"),
    ),
    "registry-takes-external-for-unknown": ("image-registry-operator", {"External": EMPTY_DIR}, ("EXT-031", "EXT-088")),
    "registry-takes-none-for-unknown": ("image-registry-operator", {"None": EMPTY_DIR}, ("EXT-086",)),
    "registry-takes-the-unknown-for-none": ("image-registry-operator", {OTHER: REMOVED}, ("EXT-087", "EXT-165")),
    "cno-takes-external-for-aws": (NETWORK, {"External": RENDERED}, ("EXT-103", "EXT-106", "EXT-109")),
    "cno-takes-none-for-aws": (NETWORK, {"None": RENDERED}, ("EXT-103", "EXT-106")),
    "cno-renders-nowhere": (
        NETWORK,
        dict.fromkeys(("AWS", "Azure", "GCP", "OpenStack"), NOTHING),
        ("EXT-103",),
    ),
    "wmco-asks-machine-api-on-external": (
        "windows-machine-config-operator",
        {"External": MACHINE_ADDRESS},
        ("EXT-055", "EXT-057"),
    ),
    "wmco-asks-machine-api-on-none": ("windows-machine-config-operator", {"None": MACHINE_ADDRESS}, ("EXT-056",)),
}


def _cells(component: str, cells: dict[str, str]) -> Callable[[Patcher], None]:
    row = {**reactions.REACTIONS[component], **cells}
    return lambda patcher: patcher.replace(f"{TABLE}:REACTIONS", {**reactions.REACTIONS, component: row})


def _later(cells: dict[str, str]) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.replace(f"{TABLE}:LATER", {"machine-api-operator": cells})


MUTANTS = [
    *(
        Mutant(
            name, ids, f"does {'; '.join(f'{what!r} on {kind}' for kind, what in cells.items())}", _cells(who, cells)
        )
        for name, (who, cells, ids) in CELLS.items()
    ),
    Mutant(
        "mao-never-deploys-on-external",
        ("EXT-029", "EXT-074", "EXT-153"),
        "deploys nothing on External in any phase",
        _later({}),
    ),
    Mutant(
        "mao-brings-a-machine-controller",
        ("EXT-029", "EXT-074", "EXT-153"),
        "deploys a machine controller on External in a later phase",
        _later({"External": "aws"}),
    ),
]
