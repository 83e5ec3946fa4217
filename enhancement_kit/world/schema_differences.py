"""The differences between the kinds of two APIs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]


def differences(these: Iterable[Mapping[str, Any]], others: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the path of every field that only `these` definitions have; other differences are marked as such."""
    mine, theirs = _schemas(these), _schemas(others)
    found = [f"{name} (another kind)" for name in mine.keys() ^ theirs.keys()]
    for name in mine.keys() & theirs.keys():
        found += _compare(mine[name], theirs[name], "")
    return sorted(found)


def _schemas(crds: Iterable[Mapping[str, Any]]) -> dict[str, Schema]:
    return {
        f"{crd['metadata']['name']} {version['name']}": version["schema"]["openAPIV3Schema"]
        for crd in crds
        for version in crd["spec"]["versions"]
    }


def _compare(one: Schema, other: Schema, path: str) -> Iterator[str]:
    here, there = one.get("properties") or {}, other.get("properties") or {}
    for name in here.keys() | there.keys():
        below = f"{path}.{name}" if path else name
        if name not in there:
            yield below
        elif name not in here:
            yield f"{below} (missing)"
        else:
            yield from _compare(here[name], there[name], below)
    if one.get("items") and other.get("items"):
        yield from _compare(one["items"], other["items"], f"{path}[]")
    if any(one.get(key) != other.get(key) for key in (one.keys() | other.keys()) - {"properties", "items"}):
        yield f"{path} (another rule)"
