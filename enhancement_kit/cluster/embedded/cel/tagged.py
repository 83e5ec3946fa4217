"""What the library modules share: the engine's types, and values of our own as tagged maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cel_expr_python import cel

T = cel.Type
STRING, INT, BOOL, DOUBLE, DYN = T.STRING, T.INT, T.BOOL, T.DOUBLE, T.DYN
TAGGED = T.Map(T.STRING, T.DYN)
LIST = T.List(T.DYN)
STRINGS = T.List(T.STRING)

Row = tuple[str, bool, Any, Sequence[Any], Callable[..., Any]]
"""name, member, result, parameters (the receiver first), implementation"""


def tag(kind: str, text: str) -> dict[str, str]:
    """Return a tagged map: a value of a type that the engine does not have."""
    return {"@": kind, "v": text}


def text_of(value: Any, kind: str) -> str:
    """Return the text of a tagged map. Raises ValueError where it is of another kind."""
    if not isinstance(value, dict) or value.get("@") != kind:
        raise ValueError("no such overload")
    return str(value["v"])
