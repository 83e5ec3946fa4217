"""The attachments of a scenario's steps, as text: objects, their changes, tables of conditions, events and calls."""

from __future__ import annotations

import csv
import difflib
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.cloud.interface import Call
from enhancement_kit.reporting.redaction import REDACTED
from enhancement_kit.world.clients.kubernetes import Manifest

CSV, DIFF, SVG, TEXT, YAML = "text/csv", "text/x-diff", "image/svg+xml", "text/plain", "application/yaml"

_DUMPER: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
_NOISE = frozenset({"managedFields", "resourceVersion"})
_VALUES = ("data", "stringData")

Objects = Mapping[tuple[str, str], Manifest]
"""Objects by kind and name."""


def as_yaml(value: Any) -> str:
    """Write a document as YAML for a reader."""
    text: str = yaml.dump(value, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=120)
    return text


def plain(manifest: Manifest) -> Manifest:
    """Return an object without the fields that the server manages, and without the values of a Secret."""
    metadata = {key: value for key, value in manifest.get("metadata", {}).items() if key not in _NOISE}
    shown = {"kind": manifest.get("kind", ""), **manifest, "metadata": metadata}
    if manifest.get("kind") == "Secret":
        shown |= {key: dict.fromkeys(manifest[key], REDACTED) for key in _VALUES if manifest.get(key)}
    return shown


def objects(manifests: Iterable[Manifest]) -> str:
    """Write objects as one YAML stream."""
    return "---\n".join(as_yaml(plain(manifest)) for manifest in manifests)


def named(kind: str, manifests: Iterable[Manifest]) -> dict[tuple[str, str], Manifest]:
    """Return objects of one kind by kind and name."""
    return {(kind, manifest["metadata"]["name"]): {"kind": kind, **manifest} for manifest in manifests}


def changes(before: Objects, after: Objects) -> str:
    """Return the changes of objects as a unified diff; empty if nothing was written."""
    parts: list[str] = []
    for kind, name in sorted({*before, *after}):
        old, new = before.get((kind, name)), after.get((kind, name))
        if old is not None and new is not None and _version(old) == _version(new):
            continue
        lines = difflib.unified_diff(_lines(old), _lines(new), f"{kind}/{name} before", f"{kind}/{name} after")
        parts.extend(lines)
    return "".join(parts)


def _version(manifest: Manifest) -> tuple[Any, Any]:
    metadata = manifest["metadata"]
    return metadata.get("uid"), metadata.get("resourceVersion")


def _lines(manifest: Manifest | None) -> list[str]:
    return [] if manifest is None else as_yaml(plain(manifest)).splitlines(keepends=True)


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write a table as CSV; without rows return an empty text."""
    body = list(rows)
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([head, *body])
    return stream.getvalue() if body else ""


def conditions(manifests: Iterable[Manifest]) -> str:
    """List the conditions of objects, one on a line."""
    return table(
        ("object", "condition", "status", "reason", "message"),
        (
            (
                f"{m.get('kind', '')} {m['metadata']['name']}",
                *(c.get(k, "") for k in ("type", "status", "reason", "message")),
            )
            for m in manifests
            for c in _conditions(m)
        ),
    )


def _conditions(manifest: Manifest) -> list[Manifest]:
    status = manifest.get("status")
    return (status.get("conditions") or []) if isinstance(status, dict) else []


def events(manifests: Iterable[Manifest]) -> str:
    """List events, one on a line, oldest first."""
    ordered = sorted(manifests, key=lambda e: (e.get("firstTimestamp") or "", e["metadata"]["name"]))
    return table(
        ("object", "type", "reason", "source", "count", "message"),
        (
            (
                "{kind} {name}".format(**{"kind": "", "name": "", **(e.get("involvedObject") or {})}),
                e.get("type", ""),
                e.get("reason", ""),
                (e.get("source") or {}).get("component", ""),
                e.get("count", ""),
                e.get("message", ""),
            )
            for e in ordered
        ),
    )


def calls(recorded: Iterable[Call]) -> str:
    """List AWS calls, one on a line, without the kit's own."""
    return table(
        ("component", "service", "operation", "parameters", "region", "endpoint", "error", "message"),
        (
            (
                c.component,
                c.service,
                c.operation,
                dict(c.parameters),
                c.region,
                c.endpoint,
                c.error or "",
                c.message or "",
            )
            for c in recorded
            if c.component != "kit"
        ),
    )


def files(paths: Iterable[Path], root: Path) -> str:
    """Return the texts of files, each below its path."""
    return "".join(f"# {path.relative_to(root)}\n{path.read_text('utf-8').rstrip()}\n---\n" for path in paths)
