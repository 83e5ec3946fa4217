"""How rules write property names that are not CEL identifiers (Kubernetes' escaping)."""

from __future__ import annotations

import re

RESERVED = frozenset(
    [
        "true",
        "false",
        "null",
        "in",
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
        "let",
        "loop",
        "package",
        "namespace",
        "return",
        "var",
        "void",
        "while",
    ]
)
_PARTS = (("__", "__underscores__"), (".", "__dot__"), ("-", "__dash__"), ("/", "__slash__"))
_FORM = re.compile(r"[a-zA-Z_./-][a-zA-Z0-9_./-]*\Z")


def escape(name: str) -> str | None:
    """Return a property name as rules write it; None where rules cannot name it."""
    if not _FORM.match(name):
        return None
    if name in RESERVED:
        return f"__{name}__"
    for plain, escaped in _PARTS:
        name = name.replace(plain, escaped)
    return name


def unescape(name: str) -> str:
    """Return the property name that a rule means."""
    if name.startswith("__") and name.endswith("__") and name[2:-2] in RESERVED:
        return name[2:-2]
    for plain, escaped in reversed(_PARTS):
        name = name.replace(escaped, plain)
    return name
