"""What configurations of admission webhooks and policies share: rules, match conditions, expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cel.conditions import Place, compile_condition
from ..cel.engine import CompileError
from ..fielderrors import FieldError, duplicate, invalid, not_supported, required, too_many
from ..objects import Manifest
from .checks import qualified

POLICIES = ("Fail", "Ignore")
"""What can be done where something fails."""
MATCHES = ("Equivalent", "Exact")
_OPERATIONS = ("*", "CONNECT", "CREATE", "DELETE", "UPDATE")
_SCOPES = ("*", "Cluster", "Namespaced")
_MAX_CONDITIONS = 64


def expression_errors(path: str, source: str, place: Place, *results: str, shown: str = "") -> list[FieldError]:
    """Return the error of an expression that does not compile, or has none of these types."""
    try:
        found = compile_condition(source, place)
    except CompileError as error:
        return [invalid(path, shown or source, f"compilation failed: {error}")]
    if results and found.result not in results:
        wanted = results[0] if len(results) == 1 else f"one of [{' '.join(results)}]"
        return [invalid(path, shown or source, f"must evaluate to {wanted} but got {found.result}")]
    return []


def condition_errors(conditions: Sequence[Manifest], path: str, place: Place) -> list[FieldError]:
    """Return the errors of match conditions."""
    errors: list[FieldError] = []
    seen: set[str] = set()
    if len(conditions) > _MAX_CONDITIONS:
        errors.append(too_many(path, len(conditions), _MAX_CONDITIONS))
    for i, one in enumerate(conditions):
        at, name, source = f"{path}[{i}]", one.get("name") or "", str(one.get("expression") or "").strip()
        errors += expression_errors(f"{at}.expression", source, place, "bool") if source else _missing(at, "expression")
        errors += qualified(f"{at}.name", name) if name else _missing(at, "name")
        if name in seen:
            errors.append(duplicate(f"{at}.name", name))
        seen |= {name} if name else set()
    return errors


def _missing(path: str, field: str) -> list[FieldError]:
    return [required(f"{path}.{field}")]


def rule_errors(rule: Manifest, path: str) -> list[FieldError]:
    """Return the errors of a rule with operations."""
    errors = _listed(rule, "operations", path, "operations")
    for i, operation in enumerate(rule.get("operations") or ()):
        if operation not in _OPERATIONS:
            errors.append(not_supported(f"{path}.operations[{i}]", operation, _OPERATIONS))
    errors += _listed(rule, "apiGroups", path, "API groups")
    errors += _listed(rule, "apiVersions", path, "API versions")
    errors += [required(f"{path}.apiVersions[{i}]") for i, v in enumerate(rule.get("apiVersions") or ()) if not v]
    resources = rule.get("resources") or []
    if not resources:
        errors.append(required(f"{path}.resources"))
    errors += [required(f"{path}.resources[{i}]") for i, name in enumerate(resources) if not name]
    if "*/*" in resources and len(resources) > 1:
        why = "if '*/*' is present, must not specify other resources"
        errors.append(invalid(f"{path}.resources", resources, why))
    elif "*" in resources and any("/" not in name for name in resources if name != "*"):
        why = "if '*' is present, must not specify other resources without subresources"
        errors.append(invalid(f"{path}.resources", resources, why))
    if rule.get("scope", "*") not in _SCOPES:
        errors.append(not_supported(f"{path}.scope", rule["scope"], _SCOPES))
    return errors


def _listed(rule: Manifest, field: str, path: str, what: str) -> list[FieldError]:
    values: list[Any] = rule.get(field) or []
    if not values:
        return [required(f"{path}.{field}")]
    if "*" in values and len(values) > 1:
        return [invalid(f"{path}.{field}", values, f"if '*' is present, must not specify other {what}")]
    return []
