"""Table output: what `kubectl get` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from .durations import human_duration
from .gonumbers import clamped
from .objects import Manifest, mapping
from .resource import Column, Resource

_NAME_TEXT = (
    "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a "
    "client to request the generation of an appropriate name automatically. Name is primarily intended for creation "
    "idempotence and configuration definition. Cannot be updated. More info: "
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names"
)
_NAME = Column("Name", ".metadata.name", "string", "name", _NAME_TEXT)
_AGE = Column("Age", ".metadata.creationTimestamp", "date")


def age(timestamp: str, at: datetime | None = None) -> str:
    """Return how long ago a time was, as duration.HumanDuration prints it."""
    try:
        since = datetime.strptime(timestamp, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return "<unknown>"
    seconds = int(((at or datetime.now(UTC)) - since).total_seconds())
    if seconds < -1:
        return "<invalid>"
    return human_duration(seconds)


def table(resource: Resource, objects: Sequence[Manifest], meta: Manifest, include: str = "Metadata") -> Manifest:
    """Return a meta.k8s.io/v1 Table of objects. `include` is Metadata, Object or None."""
    columns = [_NAME, *(resource.columns or (_AGE,))]
    definitions = [
        {
            "name": c.name,
            "type": c.type,
            "format": c.format,
            "description": c.description or f"Custom resource definition column (in JSONPath format): {c.path}",
            "priority": c.priority,
        }
        for c in columns
    ]
    return {
        "kind": "Table",
        "apiVersion": "meta.k8s.io/v1",
        "metadata": meta,
        "columnDefinitions": definitions,
        "rows": [{"cells": [_cell(o, c) for c in columns], **_row_object(o, include)} for o in objects],
    }


def _row_object(obj: Manifest, include: str) -> Manifest:
    if include == "None":
        return {"object": None}
    if include == "Object":
        return {"object": obj}
    partial = {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": obj["metadata"]}
    return {"object": partial}


def _cell(obj: Manifest, column: Column) -> Any:
    if column.cell is not None:
        return column.cell(obj)
    found = jsonpath(obj, column.path)
    if not found:
        return "<unknown>" if column.type == "date" and column.path.endswith("creationTimestamp") else None
    if column.type == "date":
        return age(str(found[0]))
    if column.type == "string":
        return ",".join(_text(v) for v in found) if len(found) > 1 else _text(found[0])
    return found[0]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        import json

        return json.dumps(value, separators=(",", ":"))
    return str(value)


def jsonpath(obj: Any, path: str) -> list[Any]:
    """Evaluate the part of JSONPath that printer columns use: `.a.b`, `['a']`, `[0]`, `[*]`, `[?(@.type=="x")]`."""
    values = [obj]
    for step in _steps(path):
        values = [found for value in values for found in _take(value, step)]
    return values


def _steps(path: str) -> list[str]:
    steps: list[str] = []
    i = 0
    while i < len(path):
        if path[i] == "[":
            depth, j = 1, i + 1
            while j < len(path) and depth:
                depth += {"[": 1, "]": -1}.get(path[j], 0)
                j += 1
            steps.append(path[i:j])
            i = j
        elif path[i] == ".":
            j = i + 1
            while j < len(path) and path[j] not in ".[":
                j += 2 if path[j] == "\\" else 1
            if j > i + 1:
                steps.append(path[i + 1 : j].replace("\\", ""))
            i = j
        else:
            i += 1
    return steps


def _take(value: Any, step: str) -> list[Any]:
    if step in ("[*]", "*"):
        return list(value) if isinstance(value, list) else list(mapping(value).values())
    if step.startswith("[?("):
        name, _, wanted = step[3:-2].partition("==")
        wanted = wanted.strip().strip("\"'")
        key = name.strip().removeprefix("@.")
        return [v for v in value if str(mapping(v).get(key)) == wanted] if isinstance(value, list) else []
    if step.startswith("["):
        inner = step[1:-1].strip("\"'")
        if isinstance(value, list):
            at = clamped(inner) if inner.isascii() and inner.lstrip("-").isdigit() else len(value)
            return [value[at]] if -len(value) <= at < len(value) else []
        step = inner
    found = mapping(value).get(step)
    return [] if found is None else [found]
