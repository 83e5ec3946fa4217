"""Helpers for mutants that change the Infrastructure which the reference installer writes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from enhancement_kit.mutation.mutants import Patcher


def written_with(change: Callable[[dict[str, Any]], None]) -> Callable[[Patcher], None]:
    """Change a copy of the Infrastructure manifest."""

    def make(old: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
        def infrastructure(plan: Any) -> dict[str, Any]:
            manifest = copy.deepcopy(old(plan))
            change(manifest)
            return manifest

        return infrastructure

    return lambda patcher: patcher.wrap("enhancement_kit.reference.installer.cluster_manifests:infrastructure", make)
