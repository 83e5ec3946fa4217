"""How AWS says that a call breaks its model: one way for each protocol, whatever the operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from enhancement_kit.cloud.simulated.constraints.violations import Path, Violation

_MUST: Mapping[str, str] = {
    "required": "Member must not be null",
    "shortest": "Member must have length greater than or equal to {limit}",
    "longest": "Member must have length less than or equal to {limit}",
    "lowest": "Member must have value greater than or equal to {limit}",
    "highest": "Member must have value less than or equal to {limit}",
    "enum": "Member must satisfy enum value set: [{limit}]",
    "pattern": "Member must satisfy regular expression pattern: {limit}",
    "empty label": "Member must have length greater than or equal to 1",
}
"""What AWS's framework says of a constraint, for every service but EC2."""

_EC2: Mapping[str, str] = {
    "shortest": "Value ( {value} ) for parameter {name} is invalid. Expecting at least {limit} characters.",
    "longest": "Value ( {value} ) for parameter {name} is invalid. Expecting no more than {limit} characters.",
    "lowest": "Value ( {value} ) for parameter {name} is invalid. Expecting a value greater than {limit}.",
    "highest": "Value ( {value} ) for parameter {name} is invalid. Expecting a value smaller than {limit}.",
    "enum": "Value ({value}) for parameter {name} is invalid.",
    "pattern": "Value ({value}) for parameter {name} is invalid.",
    "type": "Value ({value}) for parameter {name} is invalid. The parameter must be of type {limit}.",
}
_EC2_OWN = {"InstanceType": "Invalid value '{value}' for InstanceType."}
"""Members for which EC2 has a text of its own: iterative/cml issue 821."""
_JSON_TYPES = "SerializationException"


def ec2(found: Sequence[Violation]) -> tuple[str, str]:
    """Return code and message of EC2 for the first violation, which is all that EC2 names."""
    first = found[0]
    name = _member(first.path)
    if first.kind == "required":
        return "MissingParameter", f"The request must contain the parameter {name}"
    if first.kind == "unknown member":
        return "UnknownParameter", f"The parameter {name} is not recognized"
    if first.kind == "type" and first.limit in ("list", "structure", "map"):
        return "InvalidParameter", f"The parameter {name} has an invalid format"
    own = _EC2_OWN.get(name) if first.kind == "enum" else None
    told = (own or _EC2[first.kind]).format(value=first.value, name=_lower(name), limit=_listed(first.limit))
    return "InvalidParameterValue", told


def query(found: Sequence[Violation]) -> tuple[str, str]:
    """Return code and message of a service with the query protocol."""
    return _framework(found, "ValidationError", _malformed)


def documents(found: Sequence[Violation]) -> tuple[str, str]:
    """Return code and message of Route 53, which reads XML documents."""
    return _framework(found, "InvalidInput", _invalid_xml)


def json_with(code: str) -> Callable[[Sequence[Violation]], tuple[str, str]]:
    """Return the wording of a service with a JSON protocol that refuses parameters with this code."""
    return lambda found: _framework(found, code, _not_serializable)


def _framework(
    found: Sequence[Violation], code: str, unreadable: Callable[[Violation], tuple[str, str]]
) -> tuple[str, str]:
    """Say all violations in one message, as AWS's framework does; what it cannot read at all, it says alone."""
    for one in found:
        if one.kind in ("type", "unknown member"):
            return unreadable(one)
    start = f"{len(found)} validation error{'s' if len(found) > 1 else ''} detected: "
    return code, start + "; ".join(map(_sentence, found))


def _sentence(one: Violation) -> str:
    value = "null" if one.kind == "required" else f"'{_shown(one.value)}'"
    must = _MUST[one.kind].format(limit=_listed(one.limit))
    return f"Value {value} at '{'.'.join(map(_lower, one.path))}' failed to satisfy constraint: {must}"


def _malformed(one: Violation) -> tuple[str, str]:
    if one.kind == "unknown member":
        return "MalformedInput", f"Unexpected key {'.'.join(one.path)}"
    return "MalformedInput", f"{_shown(one.value)} at {'.'.join(one.path)} cannot be read as {one.limit}"


def _invalid_xml(one: Violation) -> tuple[str, str]:
    name = _member(one.path)
    if one.kind == "unknown member":
        return "InvalidInput", f"Invalid XML ; cvc-complex-type: Invalid content was found starting with '{name}'."
    return "InvalidInput", f"Invalid XML ; cvc-datatype-valid: '{_shown(one.value)}' is not a valid value for '{name}'."


def _not_serializable(one: Violation) -> tuple[str, str]:
    return _JSON_TYPES, f"{'.'.join(one.path)} cannot be read as {one.limit or 'a member of the request'}"


def _member(path: Path) -> str:
    """Return the name of the last member on a path, without the number of an item."""
    return next((step for step in reversed(path) if not step.startswith("member.")), "")


def _lower(step: str) -> str:
    return step[:1].lower() + step[1:]


def _listed(limit: Any) -> Any:
    return ", ".join(map(str, limit)) if isinstance(limit, tuple) else limit


def _shown(value: Any) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, (list, tuple)) else str(value)
