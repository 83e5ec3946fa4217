"""What the rules of a definition cost at most, and the errors of those that cost too much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .cel.cost import estimate
from .cel.metering import PER_CALL, PER_OBJECT
from .cel.parser import SyntaxTrouble, parse
from .cel.sizes import REQUEST, UNLIMITED, Declared, Known, declared, times
from .fielderrors import FieldError, forbidden
from .objects import Manifest
from .schema.structural import Schema

RULE_LIMIT = 10_000_000
"""The largest cost of an expression, times the number of values that it could be evaluated on."""
TOTAL_LIMIT = 100_000_000
_SHOWN = 4
_ADVICE = (
    "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are "
    "declared)"
)
_PART = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
_TOTAL = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
Broken = Mapping[tuple[int, int], str]
"""Which part of a rule does not compile, by the identity of its schema and its number."""
Troubles = Callable[[Schema, int, str], list[FieldError]]
"""From a schema, the number of a rule and its path to the other errors of the rule."""


@dataclass(frozen=True)
class Cost:
    """The estimates of one rule: of all its evaluations, and of one evaluation of its message."""

    rule: int
    message: int
    once: int = 0
    """One evaluation of the rule."""


@dataclass
class Costs:
    """The estimates of a schema's rules, by the identity of the schema node, in the order of the real server."""

    rules: dict[int, list[Cost]] = field(default_factory=dict)
    order: list[Schema] = field(default_factory=list)

    @property
    def may_exceed(self) -> bool:
        """Return whether evaluations may cost more than they may when they run."""
        every = [cost for estimates in self.rules.values() for cost in estimates]
        return any(c.once > PER_CALL for c in every) or sum(c.rule + c.message for c in every) > PER_OBJECT


def costs(schema: Schema, broken: Broken) -> Costs:
    """Estimate all rules; `broken` has the rules that do not compile, and which part of them."""
    out = Costs()
    _walk(schema, 1, broken, {}, out)
    return out


def _walk(schema: Schema, count: int | None, broken: Broken, known: Known, out: Costs) -> None:
    if id(schema) in out.rules:
        return
    out.rules[id(schema)] = []
    below = _times(schema, count)
    for sub in [schema.additional, *schema.properties.values(), schema.items]:
        if sub is not None:
            _walk(sub, below, broken, known, out)
    out.order.append(schema)
    root = declared(schema, known) if schema.rules else None
    if root is None:
        return
    number = REQUEST // (root.least + 1) if count is None else count
    for i, rule in enumerate(schema.rules):
        part = broken.get((id(schema), i), "")
        once = 0 if part == "rule" else _estimate(rule, "rule", root)
        text = 0 if part in ("rule", "messageExpression") else _estimate(rule, "messageExpression", root)
        out.rules[id(schema)].append(Cost(times(once, number), text, once))


def _times(schema: Schema, count: int | None) -> int | None:
    """Return how many values a schema below can have at most, None where only the size of a request limits them."""
    if schema.type == "array":
        most = schema.max_items
    elif schema.type == "object" and schema.additional is not None:
        most = schema.max_properties
    else:
        return count
    return None if most is None or count is None else times(count, max(most, 0))


def _estimate(rule: Manifest, part: str, root: Declared) -> int:
    text = str(rule.get(part) or "")
    if not text.strip():
        return 0
    try:
        tree = parse(text)
    except (SyntaxTrouble, RecursionError):
        return 0
    return estimate(text, tree, root, optional_old=rule.get("optionalOldSelf") is True)


def cost_errors(found: Costs, where: Mapping[int, str], top: str, troubles: Troubles) -> list[FieldError]:
    """Return the errors of all rules, those of their cost among the others as the real server orders them."""
    errors: list[FieldError] = []
    total = 0
    dear: list[tuple[int, str]] = []
    for schema in found.order:
        estimates = found.rules[id(schema)]
        for i in range(len(schema.rules)):
            at = f"{where[id(schema)]}.x-kubernetes-validations[{i}]"
            cost = estimates[i] if i < len(estimates) else Cost(0, 0)
            others = troubles(schema, i, at)
            parts = [("rule", "estimated rule cost", cost.rule)]
            parts.append(("messageExpression", "estimated messageExpression cost", cost.message))
            excess = [forbidden(f"{at}.{p}", _text(name, c, RULE_LIMIT)) for p, name, c in parts if c > RULE_LIMIT]
            errors += excess + others
            for part, _, number in parts:
                total = min(total + number, UNLIMITED)
                if number >= TOTAL_LIMIT // 100:
                    dear.append((number, f"{at}.{part}"))
    if total > TOTAL_LIMIT:
        dear.sort(key=lambda entry: -entry[0])
        errors += [forbidden(path, _PART) for _, path in dear[:_SHOWN]]
        errors.append(forbidden(top, _text(_TOTAL, total, TOTAL_LIMIT)))
    return errors


def _text(name: str, cost: int, limit: int) -> str:
    factor = cost / limit
    shown = "more than 100x" if factor > 100 else f"{factor:.6f}x" if factor < 1.5 else f"{factor:.1f}x"
    return f"{name} exceeds budget by factor of {shown} {_ADVICE}"
