"""Parts of texts that are programs themselves: what can be dropped or swapped in a CEL rule or a regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CEL = re.compile(r"\bself\b|\bhas\(|\boldSelf\b")
_CEL_SWAPS = {"==": "!=", "!=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">=", "&&": "||", "||": "&&"}
_CEL_TOKEN = re.compile(
    r"""(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?P<bool>&&|\|\|)|(?P<cmp>==|!=|<=|>=|<|>)|(?P<not>!)|"""
    r"""(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<other>[?:,])"""
)
_PATTERN_TOKEN = re.compile(
    r"(?P<escaped>\\[AZbB])|\\.|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<anchor>[\^$])|(?P<group>\(\?(?:[:=!]|P?<?[=!]?\w*>?))"
    r"|(?P<quantifier>(?:[*+?]|\{\d*,?\d*\})\??)"
)


@dataclass(frozen=True)
class Edit:
    """A change of a text: the characters from `start` to `end` become `new`."""

    start: int
    end: int
    new: str

    def of(self, text: str) -> str:
        """Return the changed text."""
        return text[: self.start] + self.new + text[self.end :]


def is_cel(text: str) -> bool:
    """Check whether a text looks like a CEL rule."""
    return bool(_CEL.search(text)) and bool(re.search(r"[=!<>&|(]", text)) and " is " not in text


def cel_edits(text: str) -> Iterator[Edit]:
    """Yield the changes of a CEL rule: a negation dropped, an operator swapped, one operand of && or || dropped."""
    tokens = [match for match in _CEL_TOKEN.finditer(text) if match.lastgroup != "text"]
    depths: list[int] = []
    depth = 0
    for token in tokens:
        depth -= token.lastgroup == "close"
        depths.append(depth)
        depth += token.lastgroup == "open"
    for number, token in enumerate(tokens):
        match token.lastgroup:
            case "not":
                yield Edit(token.start(), token.end(), "")
            case "cmp":
                yield Edit(token.start(), token.end(), _CEL_SWAPS[token[0]])
            case "bool":
                yield Edit(token.start(), token.end(), _CEL_SWAPS[token[0]])
                yield from _operands(text, tokens, depths, number)


def _operands(text: str, tokens: list[re.Match[str]], depths: list[int], number: int) -> Iterator[Edit]:
    """Yield the change without the right operand; without the left one too, where the chain begins."""
    token, depth = tokens[number], depths[number]

    def ends(other: int) -> bool:
        kind = tokens[other].lastgroup
        # a bracket that closes has the depth of what is around it
        return (kind in ("bool", "other") and depths[other] == depth) or (kind == "close" and depths[other] < depth)

    after = next((n for n in range(number + 1, len(tokens)) if ends(n)), None)
    right = tokens[after].start() if after is not None else len(text)
    while right > token.end() and text[right - 1] == " ":
        right -= 1
    left_end = token.start()
    while left_end > 0 and text[left_end - 1] == " ":
        left_end -= 1
    yield Edit(left_end, right, "")
    before = next(
        (
            n
            for n in range(number - 1, -1, -1)
            if (tokens[n].lastgroup in ("bool", "other") and depths[n] == depth)
            or (tokens[n].lastgroup == "open" and depths[n] < depth)
        ),
        None,
    )
    if before is None or tokens[before].lastgroup != "bool":
        left = tokens[before].end() if before is not None else 0
        right_start = token.end()
        while right_start < len(text) and text[right_start] == " ":
            right_start += 1
        while left < token.start() and text[left] == " ":
            left += 1
        yield Edit(left, right_start, "")


def pattern_edits(text: str) -> Iterator[Edit]:
    """Yield the changes of a regular expression: an anchor or a quantifier dropped."""
    for token in _PATTERN_TOKEN.finditer(text):
        dropped = token.lastgroup in ("anchor", "quantifier") or token.lastgroup == "escaped"
        if dropped and not (token.lastgroup == "quantifier" and token.start() == 0):
            yield Edit(token.start(), token.end(), "")


def excerpt(text: str, edit: Edit, room: int = 40) -> tuple[str, str]:
    """Return the surroundings of a change, before and after it."""
    start, end = max(0, edit.start - room), min(len(text), edit.end + room)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    return (
        f"{head}{text[start:end]}{tail}",
        f"{head}{text[start : edit.start]}{edit.new}{text[edit.end : end]}{tail}",
    )
