"""Small builders for structural schemas, so that a resource reads as its fields and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Schema = dict[str, Any]
Rules = Mapping[str, tuple[str, str]]
"""Validation rules by a name of ours: (CEL expression, message)."""


def validations(rules: Rules) -> list[dict[str, str]]:
    """Return the `x-kubernetes-validations` for a table of rules, in their order."""
    return [{"rule": rule, "message": message} for rule, message in rules.values()]


def with_rules(schema: Schema, rules: Rules) -> Schema:
    """Return the schema with rules added; unchanged if there are none."""
    if not rules:
        return schema
    return {**schema, "x-kubernetes-validations": [*schema.get("x-kubernetes-validations", []), *validations(rules)]}


def obj(properties: Mapping[str, Schema], *, required: Sequence[str] = (), **more: Any) -> Schema:
    """Build the schema of an object with these fields."""
    schema: Schema = {"type": "object", **more}
    if properties:
        schema["properties"] = dict(properties)
    if required:
        schema["required"] = list(required)
    return schema


def string(**more: Any) -> Schema:
    """Build the schema of a string."""
    return {"type": "string", **more}


def enum(*values: str, **more: Any) -> Schema:
    """Build the schema of a string with a closed set of values."""
    return {"type": "string", "enum": list(values), **more}


def integer(fmt: str = "int32", **more: Any) -> Schema:
    """Build the schema of an integer of a Go size, such as `int32`."""
    return {"type": "integer", "format": fmt, **more}


def array(items: Schema, list_type: str | None = "atomic", **more: Any) -> Schema:
    """Build the schema of a list; the list type is `atomic` unless said otherwise."""
    schema: Schema = {"type": "array", "items": items, **more}
    if list_type:
        schema["x-kubernetes-list-type"] = list_type
    return schema


def string_map() -> Schema:
    """Build the schema of a map of strings."""
    return {"type": "object", "additionalProperties": {"type": "string"}}


def free_form(**more: Any) -> Schema:
    """Build the schema of an object whose content the server keeps as it is."""
    return {"type": "object", "x-kubernetes-preserve-unknown-fields": True, **more}


def label_selector() -> Schema:
    """Build the schema of a Kubernetes label selector (meta/v1 LabelSelector)."""
    requirement = obj(
        {"key": string(), "operator": string(), "values": array(string())},
        required=("key", "operator"),
    )
    return obj(
        {"matchExpressions": array(requirement), "matchLabels": string_map()},
        **{"x-kubernetes-map-type": "atomic"},
    )


def named_reference() -> Schema:
    """Build the schema of a reference to an object by its name."""
    return obj({"name": string()}, required=("name",))


def conditions(*, reason_required: bool = False) -> Schema:
    """Build the schema of conditions merged by type (operator/v1 OperatorCondition)."""
    condition = obj(
        {
            "type": string(
                maxLength=316, pattern=r"^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$"
            ),
            "status": enum("True", "False", "Unknown"),
            "reason": string(),
            "message": string(),
            "lastTransitionTime": string(format="date-time"),
        },
        required=("lastTransitionTime", "status", "type", *(("reason",) if reason_required else ())),
    )
    return array(condition, "map", **{"x-kubernetes-list-map-keys": ["type"]})


def definition(
    *,
    group: str,
    kind: str,
    plural: str,
    spec: Schema | None,
    status: Schema | None,
    namespaced: bool = False,
    required: Sequence[str] = (),
    scale: Mapping[str, str] | None = None,
    status_subresource: bool = True,
    version_name: str = "v1",
) -> dict[str, Any]:
    """Build a whole CustomResourceDefinition with one version."""
    properties: dict[str, Schema] = {"apiVersion": string(), "kind": string(), "metadata": {"type": "object"}}
    if spec is not None:
        properties["spec"] = spec
    if status is not None:
        properties["status"] = status
    subresources: dict[str, Any] = {}
    if status is not None and status_subresource:
        subresources["status"] = {}
    if scale:
        subresources["scale"] = dict(scale)
    version: dict[str, Any] = {
        "name": version_name,
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": obj(properties, required=required)},
    }
    if subresources:
        version["subresources"] = subresources
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {
            "name": f"{plural}.{group}",
            # a group of *.openshift.io is no protected one, yet the annotation is what its CRDs carry
            "annotations": {"api.openshift.io/merged-by-featuregates": "true"},
        },
        "spec": {
            "group": group,
            "names": {"kind": kind, "listKind": f"{kind}List", "plural": plural, "singular": kind.lower()},
            "scope": "Namespaced" if namespaced else "Cluster",
            "versions": [version],
        },
    }
