"""A parser for CEL expressions that finds positions and field selections; the engine checks everything else."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
      |(?P<string>[rRbB]{0,2}(?:\"\"\"(?:\\.|[^\\])*?\"\"\"|'''(?:\\.|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
      |(?P<number>0x[0-9a-fA-F]+u?|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?u?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)
      |(?P<ident>[_a-zA-Z][_a-zA-Z0-9]*|`[^`]*`)
      |(?P<op>\.\?|\[\?|==|!=|<=|>=|&&|\|\||[-+*/%!<>=?:,.()\[\]{}])
    """,
    re.VERBOSE | re.DOTALL,
)
_BINARY = (("||",), ("&&",), ("==", "!=", "<", "<=", ">", ">=", "in"), ("+", "-"), ("*", "/", "%"))
_REMEMBERED = 4096


class SyntaxTrouble(ValueError):
    """A text that this parser cannot read."""


@dataclass
class Node:
    """One expression. `kind` is literal, ident, select, index, call, list or map."""

    kind: str
    start: int
    end: int
    name: str = ""
    """Identifier, field, function or operator; of a literal its type."""
    at: int = 0
    """Where an error about this node is shown: the dot of a selection, the operator, the parenthesis of a call."""
    target: Node | None = None
    args: list[Node] = field(default_factory=list)
    optional: bool = False
    text: str = ""
    """A literal as it is written."""


@dataclass
class _Token:
    kind: str
    text: str
    start: int
    end: int


@functools.lru_cache(_REMEMBERED)
def parse(source: str) -> Node:
    """Parse an expression into a tree, which callers must not change. Raises SyntaxTrouble."""
    return _Parser(source).whole()


class _Parser:
    def __init__(self, source: str) -> None:
        self.tokens: list[_Token] = []
        at = 0
        while at < len(source):
            found = _TOKEN.match(source, at)
            if found is None:
                raise SyntaxTrouble(f"unexpected character at {at}")
            if found.lastgroup != "space":
                self.tokens.append(_Token(str(found.lastgroup), found.group(), at, found.end()))
            at = found.end()
        self.tokens.append(_Token("end", "", at, at))
        self.i = 0

    @property
    def now(self) -> _Token:
        return self.tokens[self.i]

    def take(self, text: str) -> _Token | None:
        token = self.now
        if token.text == text and token.kind in ("op", "ident"):
            self.i += 1
            return token
        return None

    def need(self, text: str) -> _Token:
        token = self.take(text)
        if token is None:
            raise SyntaxTrouble(f"expected {text} at {self.now.start}")
        return token

    def whole(self) -> Node:
        node = self.ternary()
        if self.now.kind != "end":
            raise SyntaxTrouble(f"unexpected {self.now.text} at {self.now.start}")
        return node

    def ternary(self) -> Node:
        condition = self.binary(0)
        mark = self.take("?")
        if mark is None:
            return condition
        yes = self.binary(0)
        self.need(":")
        no = self.ternary()
        return Node("call", condition.start, no.end, "?:", mark.start, None, [condition, yes, no])

    def binary(self, level: int) -> Node:
        if level == len(_BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.now.text in _BINARY[level] and self.now.kind in ("op", "ident"):
            token = self.now
            self.i += 1
            right = self.binary(level + 1)
            left = Node("call", left.start, right.end, token.text, token.start, None, [left, right])
        return left

    def unary(self) -> Node:
        token = self.now
        if token.kind == "op" and token.text in ("!", "-"):
            self.i += 1
            inner = self.unary()
            return Node("call", token.start, inner.end, token.text, token.start, None, [inner])
        return self.member()

    def member(self) -> Node:
        node = self.primary()
        while self.now.kind == "op":
            token = self.now
            if token.text in (".", ".?"):
                self.i += 1
                name = self.now
                if name.kind != "ident":
                    raise SyntaxTrouble(f"expected a name at {name.start}")
                self.i += 1
                text = name.text.strip("`")
                if self.now.text == "(" and token.text == ".":
                    at = self.now.start
                    args, end = self.arguments()
                    node = Node("call", node.start, end, text, at, node, args)
                else:
                    optional = token.text == ".?"
                    node = Node("select", node.start, name.end, text, token.start, node, [], optional)
            elif token.text in ("[", "[?"):
                self.i += 1
                index = self.ternary()
                end = self.need("]").end
                node = Node("index", node.start, end, "", token.start, node, [index], token.text == "[?")
            else:
                break
        return node

    def arguments(self, close: str = ")") -> tuple[list[Node], int]:
        self.i += 1
        out: list[Node] = []
        while not (end := self.take(close)):
            self.take("?")
            out.append(self.ternary())
            if self.take(":"):
                out.append(self.ternary())
            if not self.take(",") and self.now.text != close:
                raise SyntaxTrouble(f"expected , or {close} at {self.now.start}")
        return out, end.end

    def primary(self) -> Node:
        token = self.now
        if token.text in ("(", "[", "{") and token.kind == "op":
            if token.text == "(":
                self.i += 1
                inner = self.ternary()
                # the node includes its parentheses, so that its text can be replaced as a whole
                inner.start, inner.end = token.start, self.need(")").end
                return inner
            args, end = self.arguments("]" if token.text == "[" else "}")
            return Node("list" if token.text == "[" else "map", token.start, end, "", token.start, None, args)
        self.take(".")
        token = self.now
        self.i += 1
        if token.kind == "string":
            return Node("literal", token.start, token.end, "string", token.start, text=token.text)
        if token.kind == "number":
            whole = re.fullmatch(r"(0x[0-9a-fA-F]+|[0-9]+)", token.text)
            return Node("literal", token.start, token.end, "int" if whole else "double", token.start, text=token.text)
        if token.kind == "ident":
            if token.text in ("true", "false", "null"):
                kind = "null" if token.text == "null" else "bool"
                return Node("literal", token.start, token.end, kind, token.start)
            if self.now.text == "(" and self.now.kind == "op":
                at = self.now.start
                args, end = self.arguments()
                return Node("call", token.start, end, token.text, at, None, args)
            return Node("ident", token.start, token.end, token.text, token.start)
        raise SyntaxTrouble(f"unexpected {token.text or 'end'} at {token.start}")


TWO_VARIABLES = frozenset(
    {"all", "exists", "existsOne", "exists_one", "transformList", "transformMap", "transformMapEntry"}
)


def binds_two(node: Node) -> bool:
    """Return whether a call is a macro with two variables: the key or index, and the value."""
    return (
        node.kind == "call"
        and node.target is not None
        and node.name in TWO_VARIABLES
        and len(node.args) >= 3
        and all(a.kind == "ident" for a in node.args[:2])
    )


def children(node: Node) -> list[Node]:
    """Return the expressions that a node consists of, in the order of the text."""
    return ([node.target] if node.target is not None else []) + node.args
