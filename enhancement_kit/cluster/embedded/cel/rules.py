"""The rules of a schema: compiled once, evaluated on new and old values (apiextensions pkg/apiserver/schema/cel)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..fielderrors import (
    DUPLICATE,
    NEW_STYLE,
    OMIT,
    FieldError,
    child,
    forbidden,
    invalid,
    required,
)
from ..objects import Manifest
from ..schema.structural import Schema, items_by_key, list_key
from . import engine, metering, optional_values
from .parser import parse
from .values import aligned, converter, needs_aligning

_MESSAGE_LIMIT = 5 * 1024
_CANCELLED = (
    "'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost "
    "exceeds limit for rule:"
)
_OUT_OF_BUDGET = "validation failed due to running out of cost budget, no further validation rules will be run"
ABSENT: Any = object()
"""Marks an old value that there is not."""


@dataclass
class Rule:
    """One compiled rule."""

    program: engine.Program
    message: engine.Program | None
    text: str
    """The message, or the rule where there is none."""
    plain: str
    reason: str
    path: str
    optional_old: bool
    index: int
    """Its place among the rules of its schema."""
    source: str = ""
    """The expression."""
    message_source: str = ""
    """The expression of the message."""


class RuleError(ValueError):
    """A rule that does not compile: which field of it, and why."""

    def __init__(self, part: str, detail: str) -> None:
        super().__init__(detail)
        self.part = part
        self.detail = detail


def compile_one(raw: Manifest, schema: Schema, index: int) -> Rule:
    """Compile a rule. Raises RuleError."""
    source = str(raw.get("rule") or "")
    optional = raw.get("optionalOldSelf") is True
    try:
        program = engine.compile_rule(source, schema, optional_old=optional)
    except engine.CompileError as e:
        raise RuleError("rule", f"compilation failed: {e}") from None
    if program.result not in ("BOOL", "DYN"):
        raise RuleError("rule", "cel expression must evaluate to a bool")
    if raw.get("optionalOldSelf") is not None and not program.uses_old:
        raise RuleError("optionalOldSelf", "may not be set if oldSelf is not used in rule")
    message = None
    expression = raw.get("messageExpression")
    if expression:
        try:
            message = engine.compile_rule(str(expression), schema, optional_old=optional)
        except engine.CompileError as e:
            raise RuleError("messageExpression", f"messageExpression compilation failed: {e}") from None
        if message.result not in ("STRING", "DYN"):
            raise RuleError("messageExpression", "messageExpression must evaluate to a string")
    given = str(raw.get("message") or "").strip()
    return Rule(
        program,
        message,
        given or source.strip(),
        given or f"failed rule: {source.strip()}",
        str(raw.get("reason") or ""),
        field_path(str(raw.get("fieldPath") or "").strip(), schema)[0],
        optional,
        index,
        source,
        str(expression or ""),
    )


_TOKEN = re.compile(r"[^.\[\]]+|.", re.DOTALL)
_STEP = re.compile(r"(\.)([^.\[\]]+)|\['((?:[^'\\]|\\.)*)'\]")


def field_path(path: str, schema: Schema, *, arrays: bool = True) -> tuple[str, Schema]:
    """Return a path as errors print it, and the schema at the path. Raises RuleError where there is none."""
    out, node, at = "", schema, 0
    while at < len(path):
        found = _STEP.match(path, at)
        if not arrays and path[at] == "[":
            raise RuleError("fieldPath", "array notation is not allowed")
        if found is None:
            raise RuleError("fieldPath", f"expected [ or . but got: {_TOKEN.findall(path[at:])[0]}")
        name = found[2] if found[1] else re.sub(r"\\(.)", r"\1", found[3])
        if node.properties and name in node.properties:
            out, node = child(out, name), node.properties[name]
        elif not node.properties and node.additional is not None:
            out, node = f"{out}[{name}]", node.additional
        else:
            raise RuleError("fieldPath", "does not refer to a valid field")
        at = found.end()
    return out, node


class RuleNode:
    """The rules of one schema node and those below it; nodes without rules below are left out."""

    def __init__(self, schema: Schema, trouble: Callable[[Schema, int, RuleError], None], root: bool = False) -> None:
        if root:
            schema.embedded = True  # the root counts as a resource: its metadata needs no schema
        self.schema = schema
        self.rules: list[Rule] = []
        for i, raw in enumerate(schema.rules):
            try:
                self.rules.append(compile_one(raw, schema, i))
            except RuleError as e:
                trouble(schema, i, e)
        self.properties = {k: n for k, s in schema.properties.items() if (n := RuleNode(s, trouble))}
        self.additional = _kept(schema.additional, trouble)
        self.items = _kept(schema.items, trouble)
        self.convert = converter(schema)
        self.align = needs_aligning(schema)

    def __bool__(self) -> bool:
        return bool(self.rules or self.properties or self.additional or self.items)


def _kept(schema: Schema | None, trouble: Callable[[Schema, int, RuleError], None]) -> RuleNode | None:
    if schema is None:
        return None
    node = RuleNode(schema, trouble)
    return node if node else None


@dataclass(frozen=True)
class _Ratchet:
    """What decides whether an error counts: the node's own old value, or that of the nearest related ancestor."""

    related: bool = False
    same: bool = False

    def below(self, related: bool, same: Callable[[], bool]) -> _Ratchet:
        if not self.related:
            return self
        # a child without a related old value uses the parent's result
        return _Ratchet(True, same()) if related else _Ratchet(False, self.same)


def _stepped(rule: Rule, data: dict[str, Any]) -> dict[str, Any]:
    """Return the variables of a rule for an evaluation step by step."""
    if not rule.optional_old or "oldSelf" not in data:
        return data
    return {
        **data,
        "oldSelf": optional_values.Optional(data["oldSelf"][0]) if data["oldSelf"] else optional_values.NONE,
    }


def _by_steps(source: str, data: dict[str, Any]) -> Any:
    """Return the value of an expression that takes the engine too many steps. Raises EvalError and LimitReached."""
    try:
        return metering.evaluate(source, parse(source), data, metering.PER_OBJECT).value
    except metering.Failed as error:
        raise engine.EvalError(str(error)) from None
    except metering.Unmetered as error:
        raise engine.EvalError(f"the embedded API cannot evaluate so many steps with {error}") from None


class Evaluation:
    """One run of a schema's rules."""

    def __init__(self, style: str = NEW_STYLE, *, metered: bool = False) -> None:
        """`metered`: some rule may cost more than it may, so that costs are counted."""
        self.style = style
        self._metered = metered
        self._budget = metering.PER_OBJECT
        self._over = False
        """Whether the budget is spent: no more rules are evaluated."""
        self._known: Any = ABSENT
        """The value of the rule that was metered last."""
        self.errors: list[FieldError] = []
        self.forgiven: list[FieldError] = []
        """What is told as a warning, since nothing has changed there."""

    def run(self, node: RuleNode, value: Any, old: Any = ABSENT) -> list[FieldError]:
        """Evaluate everything; `old` is ABSENT on create."""
        ratchet = _Ratchet() if old is ABSENT else _Ratchet(True, old == value)
        self._node(node, value, old, "", ratchet)
        return self.errors

    def _node(self, node: RuleNode, value: Any, old: Any, path: str, ratchet: _Ratchet) -> None:
        if value is None or self._over:
            return
        self._rules(node, node.rules, value, old, path, ratchet)
        if isinstance(value, dict):
            self._object(node, value, old, path, ratchet)
        elif isinstance(value, list) and node.items is not None:
            self._list(node, node.items, value, old, path, ratchet)

    def _object(self, node: RuleNode, value: dict[str, Any], old: Any, path: str, ratchet: _Ratchet) -> None:
        before = old if isinstance(old, dict) else {}
        if node.additional is not None:
            for key, item in value.items():
                if key not in node.schema.properties:
                    self._below(node.additional, item, before.get(key, ABSENT), f"{path}[{key}]", ratchet)
        for key, sub in node.properties.items():
            if key in value:
                at = f"{path}.{key}" if path else key
                self._below(sub, value[key], before.get(key, ABSENT), at, ratchet)

    def _list(self, node: RuleNode, items: RuleNode, value: list[Any], old: Any, path: str, ratchet: _Ratchet) -> None:
        by_key = items_by_key(node.schema, old) if node.schema.list_type == "map" else {}
        for i, item in enumerate(value):
            key = list_key(node.schema, item) if by_key else None
            before = by_key.get(key, ABSENT) if key is not None else ABSENT
            self._below(items, item, before, f"{path}[{i}]", ratchet)

    def _below(self, node: RuleNode, value: Any, old: Any, path: str, ratchet: _Ratchet) -> None:
        self._node(node, value, old, path, ratchet.below(old is not ABSENT, lambda: bool(old == value)))

    def _rules(self, node: RuleNode, rules: list[Rule], value: Any, old: Any, path: str, ratchet: _Ratchet) -> None:
        if not rules:
            return
        has_old = old is not ABSENT and old is not None
        bound = node.convert(value)
        before: Any = ABSENT
        for rule in rules:
            data = {"self": bound}
            if rule.program.uses_old:
                if not has_old and not rule.optional_old:
                    continue
                if has_old and before is ABSENT:
                    before = node.convert(aligned(old, value, node.schema) if node.align else old)
                data["oldSelf"] = ([before] if has_old else []) if rule.optional_old else before
            if self._metered and not self._affords(rule, data, node.schema.type, path):
                return
            self._one(node, rule, data, value, path, ratchet)

    def _affords(self, rule: Rule, data: dict[str, Any], kind: str, path: str) -> bool:
        """Return whether a rule may be evaluated; where it costs too much, no further one is."""
        self._known = ABSENT
        try:
            cost, value, exact = metering.evaluate(rule.source, parse(rule.source), _stepped(rule, data))
            if not exact:
                return True
            self._known = value
            self._budget -= cost
        except metering.LimitReached:
            detail = f"{_CANCELLED} {rule.text}"
        except metering.Unmetered:
            return True
        else:
            if self._budget >= 0:
                return True
            detail = _OUT_OF_BUDGET
        self._over = True
        self.errors.append(invalid(path, kind, detail))
        return False

    def _one(self, node: RuleNode, rule: Rule, data: dict[str, Any], value: Any, path: str, ratchet: _Ratchet) -> None:
        kind = node.schema.type
        try:
            if self._value(rule, data) is True:
                return
        except metering.LimitReached:
            self._over = True
            self.errors.append(invalid(path, kind, f"{_CANCELLED} {rule.text}"))
            return
        except engine.EvalError as e:
            text = str(e)
            if text.startswith("no such overload"):
                detail = (
                    f"'{text}': call arguments did not match a supported operator, function or macro signature for "
                    f"rule: {rule.text}"
                )
            else:
                detail = f"{text} evaluating rule: {rule.text}"
            self.errors.append(invalid(path, kind, detail))
            return
        at = path
        if rule.path:
            at = path + rule.path if rule.path.startswith("[") else child(path, rule.path)
        forgiven = ratchet.same and not rule.program.uses_old
        told = self.forgiven if forgiven else self.errors
        told.append(self._failure(rule, at, self._shown(value, kind), self._message(rule, data)))

    def _value(self, rule: Rule, data: dict[str, Any]) -> Any:
        try:
            return rule.program.run(data)
        except engine.TooManySteps:
            # the engine gives up long before the real server does
            if self._known is not ABSENT:
                return self._known
            return _by_steps(rule.source, _stepped(rule, data))

    def _shown(self, value: Any, kind: str) -> Any:
        if self.style != NEW_STYLE:
            return kind
        return OMIT if isinstance(value, (dict, list)) else value

    @staticmethod
    def _message(rule: Rule, data: dict[str, Any]) -> str:
        if rule.message is None:
            return rule.plain
        if rule.message.uses_old and "oldSelf" not in data:
            return rule.plain
        try:
            try:
                text = rule.message.run(data)
            except engine.TooManySteps:
                text = _by_steps(rule.message_source, _stepped(rule, data))
        except (engine.EvalError, metering.LimitReached):
            return rule.plain  # as the real server: the reason goes to its log, the user gets the plain message
        text = text.strip() if isinstance(text, str) else ""
        return text if text and "\n" not in text and len(text) <= _MESSAGE_LIMIT else rule.plain

    @staticmethod
    def _failure(rule: Rule, path: str, value: Any, message: str) -> FieldError:
        if rule.reason == "FieldValueForbidden":
            return forbidden(path, message)
        if rule.reason == "FieldValueRequired":
            return required(path, message)
        if rule.reason == "FieldValueDuplicate":
            return FieldError(DUPLICATE, path, value)
        return invalid(path, value, message)
