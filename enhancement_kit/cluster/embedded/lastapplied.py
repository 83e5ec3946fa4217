"""How server-side apply by kubectl treats the annotation of client-side `kubectl apply`.

This lets a user change from one to the other: see apimachinery's lastappliedmanager.go and lastappliedupdater.go.
"""

from __future__ import annotations

import json

from . import gojson
from .managedfields import Fields, differences, leaves
from .objects import Manifest, mapping
from .schema.structural import Schema

ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration"
MANAGER = "kubectl"


def _annotation(obj: Manifest | None) -> str:
    annotations = mapping(mapping((obj or {}).get("metadata")).get("annotations"))
    return str(annotations.get(ANNOTATION) or "")


def uncontested(live: Manifest | None, schema: Schema, manager: str) -> Fields:
    """Return the fields that are as `kubectl apply` left them: kubectl may take them over without a conflict."""
    content = _annotation(live) if manager == MANAGER else ""
    if not content or live is None:
        return set()
    try:
        applied = gojson.loads(content.encode())[0]
    except gojson.BadJson:
        return set()
    if not isinstance(applied, dict):
        return set()
    changed, _ = differences(applied, live, schema)
    return set(leaves(applied, schema)) - changed


def keep_current(merged: Manifest, wanted: Manifest, manager: str) -> None:
    """Update the annotation of an object that has one to what kubectl applied now."""
    if manager != MANAGER or not _annotation(merged):
        return
    meta = dict(wanted["metadata"])
    if "annotations" in meta:
        meta["annotations"] = {k: v for k, v in mapping(meta["annotations"]).items() if k != ANNOTATION}
    said = json.dumps({**wanted, "metadata": meta}, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    merged["metadata"]["annotations"] = {**merged["metadata"]["annotations"], ANNOTATION: said}
