"""Helpers for mutants that change a CRD: they name a schema node by its path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from enhancement_kit.mutation.mutants import Patcher

Schema = dict[str, Any]


def schemas(crds: list[dict[str, Any]], name: str) -> Iterator[Schema]:
    """Yield the schema of each version of a CRD."""
    for crd in crds:
        if crd["metadata"]["name"] == name:
            for version in crd["spec"]["versions"]:
                yield version["schema"]["openAPIV3Schema"]


def node_at(schema: Schema, path: str) -> Schema | None:
    """Return the node at a path, in which `name[]` stands for the items of a list; None where there is none."""
    found: Any = schema
    for key in path.split("."):
        name = key.removesuffix("[]")
        found = found.get("properties", {}).get(name)
        if found is not None and key.endswith("[]"):
            found = found.get("items")
        if found is None:
            return None
    assert isinstance(found, dict)
    return found


def change(crd: str, paths: Iterable[str], edit: Callable[[Schema], None]) -> Callable[[Patcher], None]:
    """Apply `edit` to every existing node at these paths of a CRD."""
    paths = tuple(paths)

    def apply(crds: list[dict[str, Any]]) -> None:
        for schema in schemas(crds, crd):
            for path in paths:
                node = node_at(schema, path)
                if node is not None:
                    edit(node)

    return lambda patcher: patcher.crds(apply)


UPPER_BOUNDS = ("maxItems", "maxLength", "maxProperties")


def drop(rule: str) -> Callable[[Schema], None]:
    """Remove a keyword, or the validation rule with that message; an upper bound is raised by ten.

    Without an upper bound an API server would refuse the CRD, because its rules could cost too much.
    """

    def edit(node: Schema) -> None:
        if rule in UPPER_BOUNDS and rule in node:
            node[rule] += 10
        else:
            node.pop(rule, None)
        rules = node.get("x-kubernetes-validations", [])
        kept = [r for r in rules if r.get("message") != rule]
        if kept:
            node["x-kubernetes-validations"] = kept
        else:
            node.pop("x-kubernetes-validations", None)

    return edit
