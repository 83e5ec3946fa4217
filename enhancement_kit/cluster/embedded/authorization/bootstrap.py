"""The roles and bindings of a new cluster: those that people and tests use, as a real server has them."""

from __future__ import annotations

import functools
import json
from pathlib import Path

from ..objects import Manifest, clone, new_uid, now
from ..store import Store
from .rbac import GROUP

FILE = Path(__file__).with_name("bootstrap.json")


@functools.cache
def _objects() -> dict[str, list[Manifest]]:
    found: dict[str, list[Manifest]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def furnish(store: Store) -> None:
    """Put them into a storage."""
    for plural, objects in _objects().items():
        for obj in objects:
            made = clone(obj)
            meta = made["metadata"]
            made["metadata"] = {
                "name": meta["name"],
                **({"namespace": meta["namespace"]} if "namespace" in meta else {}),
                "uid": new_uid(),
                "creationTimestamp": now(),
                **{key: meta[key] for key in ("labels", "annotations") if key in meta},
            }
            store.put((GROUP, plural), (meta.get("namespace", ""), meta["name"]), made)
