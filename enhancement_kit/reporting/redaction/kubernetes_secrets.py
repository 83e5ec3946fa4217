"""Data of Kubernetes Secrets in dumps, whose keys have any name."""

from __future__ import annotations

import re
from typing import Final

from .words import REDACTED

CANDIDATE: Final = r"kind[\\\"']*\s*:\s*[\\\"']*secret\b"
"""What every text matches, in any case, that holds a Secret; RE2 takes it."""
_KIND: Final = re.compile(f"(?i){CANDIDATE}")
_YAML: Final = re.compile(r"^(?P<indent>[-+ ]?[ \t]*(?:- )?)(?:data|stringData):[ \t]*$", re.M)
_VALUE: Final = re.compile(r"^(\s*[-+]?\s*[\"']?[\w./-]+[\"']?:[ \t]*)(?!\[redacted\])\S.*$")
_JSON: Final = re.compile(r"(?P<q>\\*\")(?:data|stringData)(?P=q)\s*:\s*\{(?P<body>[^{}]*)\}")
_JSON_VALUE: Final = re.compile(r"(?P<q>\\*\")\s*:\s*(?P=q)(?P<value>.*?)(?<!\\)(?P=q)(?=\s*(?:[,}]|\\+n|$))", re.S)
_FAR: Final = 20_000


def redact_secrets(text: str) -> str:
    """Return the text without the data of Secrets, in YAML and in JSON, also JSON inside of JSON."""
    return _json(_yaml(text))


def _yaml(text: str) -> str:
    if not _YAML.search(text):
        return text
    lines = text.split("\n")
    indents = [_depth(line) for line in lines]
    for at, line in enumerate(lines):
        found = _YAML.match(line)
        if found is None or not _is_secret(lines, indents, at):
            continue
        below = at + 1
        while below < len(lines) and (not lines[below].strip(" \t+-") or indents[below] > indents[at]):
            if lines[below].strip(" \t+-"):
                kept = _VALUE.match(lines[below])
                lines[below] = f"{kept[1]}{REDACTED}" if kept else _without_value(lines[below])
            below += 1
    return "\n".join(lines)


def _without_value(line: str) -> str:
    """Return a line below `data` that is a bare key, or a part of a block, which goes."""
    bare = line.strip()
    return line if bare.endswith(":") or REDACTED in bare else line[: len(line) - len(line.lstrip())] + REDACTED


def _depth(line: str) -> int:
    """Return how far the key of a line is indented, behind the dash of a list and the mark of a diff."""
    return len(line) - len(line.lstrip("+- \t"))


def _is_secret(lines: list[str], indents: list[int], at: int) -> bool:
    """Check whether an object with data at a line is a Secret: its kind stands at the same depth."""
    for step in (1, -1):
        here = at + step
        while 0 <= here < len(lines) and lines[here].strip() not in ("---", "...") and abs(here - at) < _FAR:
            if lines[here].strip() and indents[here] < indents[at]:
                break
            starts = lines[here].lstrip("+ ").startswith("- ") and indents[here] == indents[at]
            if step > 0 and starts:
                break
            if indents[here] == indents[at] and _KIND.match(lines[here].lstrip("+- \t")):
                return True
            if step < 0 and starts:
                break
            here += step
    return False


def _json(text: str) -> str:
    made, done = [], 0
    for match in _JSON.finditer(text):
        begin, end = match.span("body")
        if begin < done or not (_beside(text, match.end(), 1) or _beside(text, match.start(), -1)):
            continue
        body = _JSON_VALUE.sub(rf"\g<q>:\g<q>{REDACTED}\g<q>", match["body"])
        made += [text[done:begin], body]
        done = end
    return "".join([*made, text[done:]]) if made else text


def _beside(text: str, at: int, step: int) -> bool:
    """Check whether the kind Secret stands beside a place, in the same object."""
    if step < 0:
        at -= 1
    start, depth, parts = at, 0, []
    while 0 <= at < len(text) and abs(at - start) < _FAR:
        char = text[at]
        depth += step if char == "{" else -step if char == "}" else 0
        if depth < 0:
            break
        if depth == 0:
            parts.append(char)
        at += step
    found = "".join(parts if step > 0 else reversed(parts))
    return _KIND.search(found) is not None
