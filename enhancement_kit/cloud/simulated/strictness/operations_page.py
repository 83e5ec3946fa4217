"""What the simulated AWS enforces of each operation, as tables: constraints, rules and the errors of AWS's models."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit.cloud.simulated.constraints.broken_calls import broken_calls
from enhancement_kit.cloud.simulated.constraints.violations import model, violations
from enhancement_kit.cloud.simulated.operations import called
from enhancement_kit.cloud.simulated.strictness import RULES
from enhancement_kit.cloud.simulated.strictness.engine import Rule

_HEAD = """\
## What is enforced of each operation

The operations are those that the kit, the reference, the AWS cloud controller manager and the OpenShift ingress
operator call. *Constraints* are those of AWS's model that a server can see broken: required, lengths, ranges, patterns,
allowed values, types and unknown parameters, each broken alone (`ekit bench strictness` sends them all). *Rules* are
the entries above and below that are about the operation. *Errors* are those of AWS's model: by a rule, by moto itself,
or not modelled, with the reason under the table. EC2's model names no errors.
"""


@functools.cache
def not_modelled() -> Mapping[str, Mapping[str, str]]:
    """Return why an error is never answered, by service and code."""
    text = Path(__file__).with_name("not_modelled.yaml").read_text(encoding="utf-8")
    reasons: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return reasons


def errors(service: str, operation: str) -> dict[str, str]:
    """Return the errors of an operation's model by code: `rule`, `moto`, `not modelled`, or empty for unknown."""
    return {shape.error_code: _who(service, shape.error_code) for shape in model(service, operation).error_shapes}


def _who(service: str, code: str) -> str:
    if any(rule.code == code and service in _services(rule) for rule in RULES.values()):
        return "rule"
    if code in not_modelled().get(service, {}):
        return "not modelled"
    return "moto" if f'"{code}"' in _source(service) else ""


@functools.cache
def _source(service: str) -> str:
    """Return the source of moto's package for a service, where the codes stand that it answers with."""
    package: Any = importlib.import_module(f"moto.{service}")
    files = (Path(found) for place in package.__path__ for found in sorted(map(str, Path(place).rglob("*.py"))))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _services(rule: Rule) -> set[str]:
    return {call.split()[0] for call in rule.calls}


def _rules(service: str, operation: str) -> list[str]:
    about = (f"{service} {operation}", f"{service} *")
    return [f"[{rule.id}](#{rule.id})" for rule in RULES.values() if any(call in about for call in rule.calls)]


def render() -> Iterator[str]:
    """Yield the blocks of the section."""
    yield _HEAD
    for service, operations in called().items():
        yield f"### Operations of {service}\n"
        rows = "\n".join(_row(service, operation) for operation in operations)
        yield f"| Operation | Members | Constraints | Rules | Errors |\n| --- | --- | --- | --- | --- |\n{rows}\n"
        reasons = not_modelled().get(service, {})
        if reasons:
            yield "Not modelled:\n"
            yield "".join(f"- `{code}`: {why}\n" for code, why in sorted(reasons.items()))


def _row(service: str, operation: str) -> str:
    shape = model(service, operation).input_shape
    calls = list(broken_calls(service, operation))
    noticed = sum(any(v.kind == c.kind for v in violations(service, operation, c.parameters)) for c in calls)
    found = errors(service, operation)
    told = [
        f"{who or 'unknown'}: {', '.join(f'`{code}`' for code in sorted(found) if found[code] == who)}"
        for who in ("rule", "moto", "not modelled", "")
        if who in found.values()
    ]
    members = len(shape.members) if shape is not None else 0
    return (
        f"| {operation} | {members} | {noticed} of {len(calls)} | {', '.join(_rules(service, operation)) or '-'} "
        f"| {'; '.join(told) or '-'} |"
    )
