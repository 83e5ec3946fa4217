"""The functions of the variable `authorizer`, which ask what users may do (apiserver pkg/cel/library: authz).

Like other values of our own, those of this library are tagged maps (see `library`). Whoever evaluates an expression
says with `asking` who judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from cel_expr_python import cel

from ..names import is_label, is_subdomain
from ..objects import Manifest
from .tagged import BOOL, STRING, TAGGED, Row

Judge = Callable[[Manifest], tuple[bool, str]]
"""From what is asked (verb, and path or group, resource, subresource, namespace, name; `account` for the name of a
ServiceAccount in place of the user) to whether it is allowed, and why."""
_judge: ContextVar[Judge] = ContextVar("judge")
_AUTHORIZER, _PATH, _GROUP, _RESOURCE, _DECISION = (
    "authorizer",
    "path check",
    "group check",
    "resource check",
    "decision",
)


@contextmanager
def asking(judge: Judge) -> Iterator[None]:
    """Let a judge decide for the time of the block."""
    token = _judge.set(judge)
    try:
        yield
    finally:
        _judge.reset(token)


def authorizer(about: Manifest) -> Manifest:
    """Return the value of the variable for a request about a resource."""
    return {"@": _AUTHORIZER, "requestResource": {"@": _RESOURCE, **about}}


def _of(value: Any, *kinds: str) -> Manifest:
    if not isinstance(value, dict) or value.get("@") not in kinds:
        raise ValueError("no such overload")
    return value


def _path(value: Any, path: str) -> Manifest:
    if not path.strip():
        raise ValueError("path must not be empty")
    return {**_of(value, _AUTHORIZER), "@": _PATH, "path": path}


def _group(value: Any, group: str) -> Manifest:
    return {**_of(value, _AUTHORIZER), "@": _GROUP, "group": group}


def _account(value: Any, namespace: str, name: str) -> Manifest:
    _of(value, _AUTHORIZER)
    for what, text, rule in (("name", name, is_subdomain), ("namespace", namespace, is_label)):
        if rule(text):
            raise ValueError(f"Invalid service account {what}")
    return {"@": _AUTHORIZER, "account": f"{namespace}:{name}"}


def _resource(value: Any, resource: str) -> Manifest:
    if not resource.strip():
        raise ValueError("resource must not be empty")
    return {**_of(value, _GROUP), "@": _RESOURCE, "resource": resource}


def _set(field: str) -> Callable[[Any, str], Manifest]:
    return lambda value, text: {**_of(value, _RESOURCE), field: text}


def _check(value: Any, verb: str) -> Manifest:
    allowed, reason = _judge.get()({**_of(value, _PATH, _RESOURCE), "verb": verb})
    return {"@": _DECISION, "allowed": allowed, "reason": reason}


_ROWS: list[Row] = [
    ("path", True, TAGGED, [TAGGED, STRING], _path),
    ("group", True, TAGGED, [TAGGED, STRING], _group),
    ("serviceAccount", True, TAGGED, [TAGGED, STRING, STRING], _account),
    ("resource", True, TAGGED, [TAGGED, STRING], _resource),
    *[
        (name, True, TAGGED, [TAGGED, STRING], _set(name))
        for name in ("subresource", "namespace", "name", "fieldSelector", "labelSelector")
    ],
    ("check", True, TAGGED, [TAGGED, STRING], _check),
    ("allowed", True, BOOL, [TAGGED], lambda value: _of(value, _DECISION)["allowed"]),
    ("reason", True, STRING, [TAGGED], lambda value: _of(value, _DECISION)["reason"]),
    # nothing that is asked here fails
    ("errored", True, BOOL, [TAGGED], lambda value: not _of(value, _DECISION)),
    ("error", True, STRING, [TAGGED], lambda value: _of(value, _DECISION) and ""),
]


def declarations() -> list[Any]:
    """Return the functions in the form that cel-expr-python wants."""
    return [
        cel.FunctionDecl(name, [cel.Overload(f"kubernetes_authorizer_{name}", result, list(parameters), member, run)])
        for name, member, result, parameters, run in _ROWS
    ]
