"""YAML as kube-apiserver reads it (sigs.k8s.io/yaml and go.yaml.in/yaml/v2), in one pass over the parser's events.

What an alias stands for is counted when its anchor ends, and is not built again. So a document of a few hundred bytes
that stands for millions of nodes is refused before they exist.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import yaml

from enhancement_kit.files import aliases

from . import goyaml_scalars, limits
from .fielderrors import go_number, go_syntax
from .goyaml_scalars import MERGE, Unresolved
from .objects import clone

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TOO_DEEP = "exceeded maximum nesting depth"
"""What libyaml says, whose limit is lower than that of its Go translation."""
_NO_KEY = object()
_MERGING = object()


Lines = dict[str, tuple[int, Any]]


class BadYaml(ValueError):
    """A text that cannot be read; the message is Go's."""


class Document(NamedTuple):
    """What was read."""

    value: Any
    doubled: list[str]
    """A text for each key that a mapping has again; the last value counts."""


class _Frame:
    """A collection that is being read."""

    __slots__ = ("anchor", "depth", "each", "key", "line", "lines", "start", "value", "weight")

    def __init__(self, value: Any, line: int, anchor: str | None, start: int, weight: int) -> None:
        self.value, self.line, self.anchor = value, line, anchor
        self.start, self.weight = start, weight
        """The nodes and the bytes that came before it."""
        self.depth = 1
        self.key: Any = _NO_KEY
        self.each: list[Lines] = []
        """The lines of each mapping in a sequence that is merged."""
        self.lines: Lines = {}
        """Where a mapping has the value of a key, and the key before it became a string."""


class _Anchored(NamedTuple):
    value: Any
    nodes: int
    size: int
    depth: int
    lines: Lines


def loads(body: bytes) -> Document:
    """Return the first document of a text. Raises BadYaml."""
    try:
        return _Composer(body).document()
    except yaml.YAMLError as error:
        raise BadYaml(_wording(error, body)) from None


class _Composer:
    """Builds one document."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Anchored | None] = {}
        """None while an anchor's collection is being read."""
        self._nodes, self._from_aliases, self._size = 1, 0, 0
        self._failure = self._unsuitable = ""
        """What is reported when no syntax error follows: the first of both."""
        self._doubled: list[str] = []
        self._result: Any = None

    def document(self) -> Document:
        """Read the first document."""
        for event in self._events():
            if isinstance(event, yaml.DocumentEndEvent):
                break
            if not self._failure:
                self._take(event)
            elif isinstance(event, yaml.NodeEvent) and event.anchor:
                # a syntax error counts before what is wrong with the values
                if isinstance(event, yaml.AliasEvent) and event.anchor not in self._anchors:
                    raise BadYaml(_unknown(event.anchor))
                self._anchors.setdefault(event.anchor, None)
        if self._failure or self._unsuitable:
            raise BadYaml(self._failure or self._unsuitable)
        # nothing may be in two places of what is changed later
        return Document(clone(self._result) if self._from_aliases else self._result, self._doubled)

    def _events(self) -> Iterator[yaml.Event]:
        events: Iterator[yaml.Event] = yaml.parse(self._body, Loader=_LOADER)
        return events

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent):
            self._open({}, event)
        elif isinstance(event, yaml.SequenceStartEvent):
            self._open([], event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        text, tag, plain = event.value, event.tag or "", event.implicit[0]
        top = self._stack[-1] if self._stack else None
        if text == "<<" and (plain or tag == MERGE) and top and top.key is _NO_KEY and type(top.value) is dict:
            top.key = _MERGING
            return
        self._count()
        self._size += len(text)
        try:
            value = text if not tag and not plain else goyaml_scalars.resolve(tag, text)
        except Unresolved as error:
            self._fail(str(error))
            return
        if type(value) is float:
            value = self._jsonable(value, key=top is not None and top.key is _NO_KEY and type(top.value) is dict)
        if event.anchor:
            self._anchors[event.anchor] = _Anchored(value, 1, len(text), 0, {})
        self._put(value, _line(event), {})

    def _open(self, value: Any, event: yaml.CollectionStartEvent) -> None:
        if len(self._stack) >= limits.DEPTH:
            raise BadYaml(_depth_text(_line(event), self._body))
        start = self._nodes
        merges = bool(self._stack) and type(value) is list and self._stack[-1].key is _MERGING
        if not merges:
            # of a sequence of mappings to merge only these are looked at
            self._count()
        if event.anchor:
            self._anchors[event.anchor] = None
        self._stack.append(_Frame(value, _line(event), event.anchor, start, self._size))

    def _close(self) -> None:
        frame = self._stack.pop()
        if type(frame.value) is dict:
            # it goes on as JSON, which Go writes with sorted keys
            frame.value = dict(sorted(frame.value.items()))
        if frame.anchor:
            grown, size = self._nodes - frame.start, self._size - frame.weight
            self._anchors[frame.anchor] = _Anchored(frame.value, grown, size, frame.depth, frame.lines)
        if self._stack and self._stack[-1].depth <= frame.depth:
            self._stack[-1].depth = frame.depth + 1
        self._put(frame.value, frame.line, frame.lines, frame.each)

    def _alias(self, event: yaml.AliasEvent) -> None:
        name = event.anchor
        if name is None or name not in self._anchors:
            raise BadYaml(_unknown(name))
        found = self._anchors[name]
        if found is None:
            self._fail(f"yaml: anchor '{name}' value contains itself")
            return
        self._count()
        self._nodes += found.nodes
        self._from_aliases += found.nodes
        self._size += found.size
        self._check()
        if len(self._stack) + found.depth > limits.DEPTH:
            self._fail(_depth_text(_line(event), self._body))
        elif self._stack and self._stack[-1].depth <= found.depth:
            self._stack[-1].depth = found.depth + 1
        if not self._failure:
            self._put(found.value, _line(event), found.lines)

    def _count(self) -> None:
        self._nodes += 1
        if self._from_aliases > aliases.FEW_ALIASES:
            self._check()

    def _check(self) -> None:
        if aliases.excessive(self._nodes, self._from_aliases) or (self._from_aliases and self._size > limits.EXPANDED):
            self._fail("yaml: document contains excessive aliasing")

    def _fail(self, why: str) -> None:
        self._failure = self._failure or (why if why.startswith("yaml: ") else f"yaml: {why}")

    def _put(self, value: Any, line: int, lines: Lines, each: Sequence[Lines] = ()) -> None:
        """Give a finished value to the collection that it is in; `lines` are a mapping's, `each` a sequence's."""
        if not self._stack:
            self._result = value
            return
        top = self._stack[-1]
        if type(top.value) is list:
            top.value.append(value)
            if len(self._stack) > 1 and self._stack[-2].key is _MERGING:
                top.each.append(lines)
        elif top.key is _NO_KEY:
            top.key = (value,)
        elif top.key is _MERGING:
            top.key = _NO_KEY
            self._merge(top, value, each or [lines])
        else:
            (key,), top.key = top.key, _NO_KEY
            self._set(top, key, value, line)

    def _merge(self, into: _Frame, value: Any, lines: Sequence[Lines]) -> None:
        maps = value if type(value) is list else [value]
        if not all(type(item) is dict for item in maps):
            self._fail("map merge requires map or sequence of maps as the value")
            return
        # what comes first in a sequence takes precedence
        for item, places in zip(reversed(maps), reversed(lines), strict=False):
            for name, inner in item.items():
                line, key = places[name]
                self._set(into, key, inner, line)

    def _set(self, into: _Frame, key: Any, value: Any, line: int) -> None:
        if type(key) is str:
            name = key
        elif type(key) is dict or type(key) is list:
            shown = go_syntax(key).replace("map[string]interface {}", "map[interface {}]interface {}")
            self._fail(f"invalid map key: {shown}")
            return
        else:
            name = self._key_text(key, value)
        before = into.lines.get(name)
        if before is not None and type(before[1]) is type(key):
            self._doubled.append(f"line {line + 1}: key {go_syntax(key)} already set in map")
        into.lines[name] = (line, key)
        into.value[name] = value

    def _key_text(self, key: Any, value: Any) -> str:
        if isinstance(key, bool):
            return "true" if key else "false"
        if isinstance(key, int) and key < 1 << 63:
            return str(key)
        if isinstance(key, float):
            return {math.inf: ".inf", -math.inf: "-.inf"}.get(key) or (".nan" if math.isnan(key) else go_number(key))
        kind, shown = ("%!s(<nil>)", "<nil>") if key is None else ("uint64", f"0x{key:x}")
        text = f"unsupported map key of type: {kind}, key: {shown}, value: {go_syntax(value)}"
        self._unsuitable = self._unsuitable or text
        return ""

    def _jsonable(self, value: float, *, key: bool) -> int | float:
        """Return a float as it is after it was written as JSON; a key is not written as a number."""
        if key:
            return value
        if not math.isfinite(value):
            shown = "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
            self._unsuitable = self._unsuitable or f"json: unsupported value: {shown}"
            return 0
        return int(value) if value.is_integer() and abs(value) < 1 << 63 else value


def _line(event: yaml.Event) -> int:
    return int(event.start_mark.line) if event.start_mark is not None else 0


def _unknown(anchor: str | None) -> str:
    return f"yaml: unknown anchor '{anchor}' referenced"


def _depth_text(line: int, body: bytes) -> str:
    """Return the error of a document that is too deep; it names the real limit where that may be exceeded as well."""
    brackets = sum(body.count(c) for c in (b"[", b"{", b"- "))
    limit = limits.YAML_DEPTH if brackets >= limits.YAML_DEPTH else limits.DEPTH
    return f"yaml: {f'line {line + 1}: ' if line else ''}exceeded max depth of {limit}"


def _wording(error: yaml.YAMLError, body: bytes) -> str:
    reason = getattr(error, "reason", None)
    if reason is not None:
        return f"yaml: {reason}"
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or "unknown problem parsing YAML content")
    if problem == _TOO_DEEP:
        return _depth_text(mark.line if mark else 0, body)
    if mark is not None and mark.line:
        # the line of an error in the syntax of a token counts from one, others from zero
        line = mark.line + isinstance(error, yaml.scanner.ScannerError)
    else:
        line = context.line if context is not None else 0
    return f"yaml: {f'line {line}: ' if line else ''}{problem}"
