"""Expressions about a request to the API: those of admission policies and of match conditions of webhooks.

They see `object`, `oldObject`, `request` and, depending on the place, `params`, `namespaceObject`, `authorizer` and the
variables of a policy (apiserver pkg/admission/plugin/cel).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cel_expr_python import cel
from cel_expr_python.ext import ext_optional

from ..fielderrors import quote
from ..objects import Manifest
from . import library_authorizer, metering
from .checker import Fields, Opaque, Type, check
from .engine import CompileError, EvalError, TooManySteps, error_text, evaluated, functions, refusal, signature
from .limits import excess, too_deep
from .parser import Node, SyntaxTrouble, children, parse
from .rewriting import VARIABLES, flat_name, is_variables, rewrite
from .tagged import TAGGED

_STRINGS = ("list", "string")
_GVK = Fields(dict.fromkeys(("group", "version", "kind"), "string"))
_GVR = Fields(dict.fromkeys(("group", "version", "resource"), "string"))
_USER = Fields({"username": "string", "uid": "string", "groups": _STRINGS, "extra": ("map", _STRINGS)})
_REQUEST = Fields(
    {
        "kind": _GVK,
        "resource": _GVR,
        "requestKind": _GVK,
        "requestResource": _GVR,
        **dict.fromkeys(("subResource", "requestSubResource", "name", "namespace", "operation"), "string"),
        "userInfo": _USER,
        "dryRun": "bool",
        "options": None,
    }
)
_CONDITION = Fields(
    {**dict.fromkeys(("status", "type", "message", "reason"), "string"), "lastTransitionTime": "timestamp"}
)
_NAMESPACE = Fields(
    {
        "metadata": Fields(
            {
                **dict.fromkeys(("name", "generateName", "namespace", "UID", "resourceVersion"), "string"),
                **dict.fromkeys(("labels", "annotations"), ("map", "string")),
                **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), "timestamp"),
                **dict.fromkeys(("deletionGracePeriodSeconds", "generation"), "int"),
                "finalizers": _STRINGS,
            }
        ),
        "spec": Fields({"finalizers": _STRINGS}),
        "status": Fields({"conditions": ("list", _CONDITION), "phase": "string"}),
    }
)
_AUTHORIZATION = "kubernetes.authorization."
_DECISION = Opaque(
    f"{_AUTHORIZATION}Decision", {"allowed": "bool", "errored": "bool", "reason": "string", "error": "string"}
)
_PATH = Opaque(f"{_AUTHORIZATION}PathCheck", {"check": _DECISION})
_OF_RESOURCE: dict[str, Type] = {"check": _DECISION}
_RESOURCE = Opaque(f"{_AUTHORIZATION}ResourceCheck", _OF_RESOURCE)
_OF_RESOURCE |= dict.fromkeys(("subresource", "namespace", "name", "fieldSelector", "labelSelector"), _RESOURCE)
_GROUP = Opaque(f"{_AUTHORIZATION}GroupCheck", {"resource": _RESOURCE})
_OF_AUTHORIZER: dict[str, Type] = {"path": _PATH, "group": _GROUP, ".requestResource": _RESOURCE}
_AUTHORIZER = Opaque(f"{_AUTHORIZATION}Authorizer", _OF_AUTHORIZER)
_OF_AUTHORIZER["serviceAccount"] = _AUTHORIZER
_UNBOUND = re.compile(rf'No value with name "{VARIABLES}_(\w+)" found in Activation')
_NULLABLE = frozenset({"object", "oldObject", "params", "namespaceObject"})
_NO_CONTAINER = re.compile("Applying SELECT to non-message type|Invalid container type")
_ENGINE_TYPES = {"TIMESTAMP": cel.Type.TIMESTAMP, "DURATION": cel.Type.DURATION}


@dataclass(frozen=True)
class Place:
    """Which variables an expression sees."""

    params: bool = False
    authorizer: bool = True
    variables: tuple[tuple[str, str, Any], ...] | None = None
    """Name, engine's type, checker's type of each variable of the policy; None where there can be none."""


class Condition:
    """A compiled expression."""

    def __init__(self, source: str, tree: Node | None, expression: Any, uses: Sequence[str], static: Type) -> None:
        self.source = source
        self._tree = tree
        self._expression = expression
        self.uses = uses
        """The variables of the policy in it."""
        self.static = static
        self.engine_type: str = expression.return_type().name()

    @property
    def result(self) -> str:
        """The type, as cel-go names it."""
        return _shown(self.static) or _named(self.engine_type)

    def run(self, data: Mapping[str, Any]) -> Any:
        """Return the value. Raises EvalError."""
        try:
            value = evaluated(self._expression, data)
        except TooManySteps:
            return self._stepped(data)
        if value.type().name() == "ERROR":
            text = str(value.plain_value())
            if _NO_CONTAINER.search(text) and self._tree is not None and (key := _misread(self._tree, data)):
                text = f"no such key: {key}"
            raise EvalError(text)
        return value.plain_value()

    def _stepped(self, data: Mapping[str, Any]) -> Any:
        """Return the value of an expression that takes the engine too many steps. Raises EvalError."""
        try:
            assert self._tree is not None, "the engine has compiled it"
            return metering.evaluate(self.source, self._tree, data).value
        except metering.LimitReached:
            raise EvalError("operation cancelled: actual cost limit exceeded") from None
        except metering.Failed as error:
            raise EvalError(str(error)) from None
        except metering.Unmetered as error:
            raise EvalError(f"the embedded API cannot evaluate so many steps with {error}") from None


def _misread(node: Node, data: Mapping[str, Any]) -> str:
    """Return the key of the first selection in an expression whose operand is neither a map nor a list."""
    for below in children(node):
        if key := _misread(below, data):
            return key
    if node.kind not in ("select", "index") or node.optional or node.target is None:
        return ""
    operand = _resolved(node.target, data)
    return _key(node) if operand is None or isinstance(operand, str | int | float) else ""


def _resolved(node: Node, data: Mapping[str, Any]) -> Any:
    """Return the value of a path; an empty map where it has none."""
    if node.kind == "ident":
        return data.get(node.name, {})
    if node.kind in ("select", "index") and node.target is not None:
        of = _resolved(node.target, data)
        return of.get(_key(node), {}) if isinstance(of, dict) else {}
    return {}


def _key(node: Node) -> str:
    return node.name if node.kind == "select" else node.args[0].text.strip("'\"")


def compile_condition(source: str, place: Place) -> Condition:
    """Compile an expression. Raises CompileError."""
    return _compiled(source, place)


@functools.lru_cache(4096)
def _compiled(source: str, place: Place) -> Condition:
    if wrong := excess(source):
        raise CompileError(wrong)
    tree: Node | None
    try:
        tree = parse(source)
    except (SyntaxTrouble, RecursionError):
        tree = None  # the engine reports the same error with a better message
    static, text = None, source
    uses: tuple[str, ...] = ()
    if tree is not None:
        if wrong := too_deep(tree):
            raise CompileError(wrong)
        types: dict[str, Type] = {"request": _REQUEST, "namespaceObject": _NAMESPACE}
        if place.authorizer:
            types["authorizer"] = _AUTHORIZER
        if place.variables is not None:
            types[VARIABLES] = Fields({name: kind for name, _, kind in place.variables})
        checked = check(source, tree, types, signature)
        if checked.errors:
            raise CompileError("\n".join(checked.errors))
        static = checked.type
        if place.variables is not None:
            uses = tuple(dict.fromkeys(_used(tree)))
        if place.variables is not None or not _uses_variables(tree):
            # without variables of a policy the name is one that is not declared, which the engine shall say
            text = rewrite(source, tree, checked.widened, nullable=_NULLABLE)
    try:
        return Condition(source, tree, _environment(place).compile(text), uses, static)
    except RuntimeError as e:
        raise refusal(str(e).replace(f"{VARIABLES}_", f"{VARIABLES}."), source, tree) from None


def _uses_variables(node: Node) -> bool:
    return is_variables(node) or any(_uses_variables(n) for n in children(node))


def _used(node: Node) -> list[str]:
    found = [node.name] if node.kind == "select" and is_variables(node.target) else []
    return found + [name for below in children(node) for name in _used(below)]


@functools.lru_cache(64)
def _environment(place: Place) -> Any:
    dyn = cel.Type.DYN
    variables = {"object": dyn, "oldObject": dyn, "request": dyn, "namespaceObject": dyn}
    if place.params:
        variables["params"] = dyn
    if place.authorizer:
        variables["authorizer"] = TAGGED
    for name, kind, _ in place.variables or ():
        variables[flat_name(name)] = _ENGINE_TYPES.get(kind, dyn)
    return cel.NewEnv(
        variables=variables,
        extensions=[ext_optional.ExtOptional()],
        functions=[*functions(), *library_authorizer.declarations()],
    )


def compile_variables(spec: Manifest) -> tuple[Place, dict[str, Condition | CompileError]]:
    """Return what the expressions of a policy see, and its variables, each of which sees those before it."""
    params = spec.get("paramKind") is not None
    known: list[tuple[str, str, Any]] = []
    found: dict[str, Condition | CompileError] = {}
    place = Place(params, variables=())
    for raw in spec.get("variables") or ():
        name, engine_type, static = raw.get("name", ""), "DYN", None
        try:
            compiled = compile_condition(raw.get("expression", ""), place)
            found[name], engine_type = compiled, compiled.engine_type
            static = compiled.static or _scalar(engine_type)
        except CompileError as error:
            found[name] = error
        known = [one for one in known if one[0] != name] + [(name, engine_type, static)]
        place = Place(params, variables=tuple(known))
    return place, found


def _scalar(engine: str) -> str | None:
    name = engine.lower()
    return name if name in ("string", "int", "double", "bool", "timestamp", "duration") else None


@dataclass
class Request:
    """What expressions are evaluated on; each variable of a policy at most once."""

    values: dict[str, Any]
    judge: library_authorizer.Judge
    variables: Mapping[str, Condition | CompileError] = field(default_factory=dict)
    _failed: dict[str, str] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)

    def evaluate(self, condition: Condition) -> Any:
        """Return the value of an expression. Raises EvalError with cel-go's text."""
        for name in condition.uses:
            self._bind(name)
        try:
            with library_authorizer.asking(self.judge):
                return condition.run(self.values)
        except EvalError as error:
            unbound = _UNBOUND.search(str(error))
            if unbound is not None and unbound[1] in self._failed:
                raise EvalError(self._failed[unbound[1]]) from None
            raise EvalError(error_text(str(error))) from None

    def _bind(self, name: str) -> None:
        if name in self._known:
            return
        self._known.add(name)
        found = self.variables[name]
        if isinstance(found, CompileError):
            self._failed[name] = f"composited variable {quote(name)} fails to compile: {found}"
            return
        try:
            self.values[flat_name(name)] = self.evaluate(found)
        except EvalError as error:
            self._failed[name] = f"composited variable {quote(name)} fails to evaluate: {error}"


def _shown(static: Type) -> str:
    """Return a type of the checker as cel-go names it; empty where the engine knows better."""
    if isinstance(static, str):
        return static
    if isinstance(static, Opaque):
        return static.name
    if isinstance(static, tuple) and static[0] in ("list", "map") and (inner := _shown(static[1])):
        return f"map(string, {inner})" if static[0] == "map" else f"list({inner})"
    return ""


def _named(engine: str) -> str:
    return engine.lower().replace("<", "(").replace(">", ")")
