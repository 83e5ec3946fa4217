"""Values whose names say that they are secret: `password: x`, `"token": "x"`, `\\"auth\\":\\"x\\"`, `--token x`, XML.

A name, quotes and separators may be escaped for JSON (several times), URLs or HTML. Where the value ends depends on how
it begins: with a quote it ends at the same quote, escaped as often; as a block of YAML with the indentation; and at the
beginning of a line with the line.
"""

from __future__ import annotations

import re
from typing import Final

from .words import REDACTED

_NAMES: Final = (
    ("", r"secret[_-]?access[_-]?key"),
    ("", r"session[_-]?token"),
    ("", r"(?:secret|api|access|account|private|signing|encryption|master)[_-]?key(?:[_-]?data)?"),
    ("", r"shared[_-]?access[_-]?(?:key|signature)"),
    (r"(?<=[_-])", "secret"),
    (r"(?-i:(?<=[a-z])(?=S))", "secret"),
    ("", r"passw(?:or)?d"),
    (r"(?<=[_-])", "pwd"),
    ("", "passphrase"),
    ("", "passcode"),
    ("", "token"),
    ("", "client-(?:key|certificate)-data"),
    (r"(?<![\w.-])", "_?auth"),
    ("", r"\.?docker(?:configjson|cfg)"),
    ("", "(?:set-)?cookie"),
    ("", r"tls\.key"),
)
"""What the names of secrets end with, and what has to stand before it."""
NAMES: Final = f"(?:{'|'.join(before + name for before, name in _NAMES)})"
_ANY_NAMES: Final = f"(?:{'|'.join(name for _, name in _NAMES)})"
_QUOTE: Final = r"(?:\\*[\"']|&(?:amp;)*(?:quot|#34|#39|#x22|#x27|apos);|%(?:25)*2[27]|\\+u002[27])"
_NAMED: Final = re.compile(
    rf"(?i:{NAMES})(?:{_QUOTE}){{0,2}}[ \t]*(?:=>|:=|[=:]|%(?:25)*3[adAD]|\\+u003[adAD]|&#(?:58|61);)[ \t]*"
)
_OPENED: Final = re.compile(_QUOTE)
_BLOCK: Final = re.compile(r"[|>][-+0-9]{0,2}[ \t]*(?:#[^\n\\]*)?(?=\r?\n|\\+n)")
_NEW_LINE: Final = re.compile(r"\r?\n|\\+r?\\*n")
_INDENT: Final = re.compile(r"[-+]?[ \t]*(?:- +)?")
_BARE: Final = re.compile(r"(?:[^\s\"'\\,;&}\])<]|[,;&}\])](?=[^\s\"',;&}\]),\\<])(?![\w.-]+=)|\\+(?![\"'nrt\\u]))+")
_SHORTEST_BARE: Final = 6
_LONGEST: Final = 65536
# What stands for a value: nothing, a reference to it, or what was redacted before.
_PLACEHOLDER: Final = re.compile(
    r"\[redacted\].*|<[A-Za-z _-]+>|\$\{?[A-Za-z_]\w*\}?|\$\(.*\)|\{\{.*\}\}|(?i:none|null|true|false)"
)
_KEY: Final = re.compile(r"[-+]?[ \t]*(?:- +)?(?:[\"']?[\w./-]+[\"']?:(?:[ \t]|$)|- )")

CANDIDATE: Final = (
    rf"(?:{_ANY_NAMES}|authorization)(?:{_QUOTE}){{0,2}}\s*(?:[=:,]|%(?:25)*3[ad]|\\+u003[ad]|&#(?:58|61);)"
    rf"|--[a-z0-9-]*(?:password|passphrase|token|secret|key)\s"
    rf"|(?:<|&lt;)[\w:.-]*{_ANY_NAMES}[^<>&]{{0,100}}(?:>|&gt;)"
    rf"|\bname{_QUOTE}?\s*[:=]\s*{_QUOTE}?[\w.-]*{_ANY_NAMES}"
)
"""What every text matches, in any case, that `redact_named` changes; RE2 takes it."""

_FLAG: Final = re.compile(
    r"(?i)(?<![\w-])(--(?:[a-z0-9]+-)*(?:password|passphrase|token|secret|api-key|secret-key))(\s+)(?![-\s\[])"
    r"([^\s\"']{6,}|\"[^\"]+\"|'[^']+')"
)
_TAG: Final = re.compile(rf"(?i)((?:<|&lt;)[\w:.-]*{NAMES}[^<>&]{{0,100}}(?:>|&gt;))([^<>&\s][^<>&]*)(?=(?:<|&lt;)/)")
_ENTRY: Final = re.compile(
    rf"(?i)(\bname{_QUOTE}?\s*[:=]\s*{_QUOTE}?[\w.-]*{NAMES}{_QUOTE}?\s*(?:,|\\+n|\n)?\s*{_QUOTE}?value{_QUOTE}?\s*[:=]\s*)"
)
_PAIR: Final = re.compile(rf"(?i)([(\[]\s*(?P<q>\\*[\"'])[\w.-]*{NAMES}(?P=q)\s*,\s*)(?=\\*[\"'])")
_AUTHORIZATION: Final = re.compile(
    rf"(?i)(\b(?:proxy-)?authorization\b(?:{_QUOTE}){{0,2}}\s*+[:=,]\s*+(?:b?{_QUOTE})?+)(?!\[redacted\])"
    rf"(?:(?!{_QUOTE})[^\r\n]){{4,}}"
)


def redact_named(text: str) -> str:
    """Return the text without values that have the name of a secret."""
    text = _AUTHORIZATION.sub(rf"\1{REDACTED}", text)
    text = _replaced(text, _NAMED)
    text = _replaced(text, _ENTRY)
    text = _replaced(text, _PAIR)
    text = _FLAG.sub(rf"\1\2{REDACTED}", text)
    return _TAG.sub(lambda match: match[0] if REDACTED in match[2] else f"{match[1]}{REDACTED}", text)


def _replaced(text: str, names: re.Pattern[str]) -> str:
    made, done = [], 0
    for match in names.finditer(text):
        if match.start() < done:
            continue
        begin, end = _span(text, match.start(), match.end())
        if end > begin:
            made += [text[done:begin], REDACTED]
            done = end
    return "".join([*made, text[done:]]) if made else text


def _span(text: str, name: int, begin: int) -> tuple[int, int]:
    """Return where the value at `begin` begins and ends, without its quotes; an empty span where nothing is to go."""
    nothing = begin, begin
    indent = _indent(text, _line_start(text, name))
    opened = _OPENED.match(text, begin)
    if opened:
        end = _quoted_end(text, opened, indent)
        return nothing if stands_for_a_value(text[opened.end() : end]) else (opened.end(), end)
    if text.startswith(REDACTED, begin):
        return nothing
    block = _BLOCK.match(text, begin)
    if block:
        return begin, _block_end(text, block.end(), indent)
    line = _line_start(text, name)
    starts_line = re.fullmatch(rf"{_INDENT.pattern}(?:export )?[\"']?[\w./-]*", text[line:name]) is not None
    if _NEW_LINE.match(text, begin) or begin == len(text):
        return begin, _next_line_end(text, begin, indent) if starts_line else begin
    if starts_line and text[begin - 1].isspace() and text[begin] not in "{[&*!#%@`":
        return begin, _line_end(text, begin, indent)
    bare = _BARE.match(text, begin)
    if bare is None or len(bare[0]) < _SHORTEST_BARE or stands_for_a_value(bare[0]):
        return nothing
    return bare.span()


def _line_end(text: str, begin: int, indent: int) -> int:
    """Return the end of a value that takes the rest of its line, and lines below that are indented further."""
    new_line = _NEW_LINE.search(text, begin)
    end = new_line.start() if new_line else len(text)
    whole = text[begin:end].partition(" #")[0].rstrip()
    if len(whole) < _SHORTEST_BARE or stands_for_a_value(whole):
        return begin
    return _block_end(text, end, indent, keys=False) if len(whole) == end - begin else begin + len(whole)


def stands_for_a_value(value: str) -> bool:
    """Check whether a value is nothing, a reference, or redacted before."""
    return not value.strip() or _PLACEHOLDER.fullmatch(value.strip("\"' \\")) is not None


def _quoted_end(text: str, opened: re.Match[str], indent: int) -> int:
    """Return where a quoted value ends, before its quote: at the same quote, escaped as often or less."""
    quote = opened[0]
    escapes = len(quote) - len(quote.lstrip("\\"))
    bare = quote.lstrip("\\")
    at = opened.end()
    last = min(len(text), at + _LONGEST)
    while at < last:
        found = text.find(bare, at, last)
        line = text.find("\n", at, last if found < 0 else found)
        if line >= 0:
            new = line + 1
            if text[new : new + 1] not in "\r\n" and _indent(text, new) <= indent:
                # a quote that is not closed
                return line
            at = new
            continue
        if found < 0:
            break
        before = _backslashes_before(text, found)
        if before <= escapes:
            if bare == "'" and not escapes and text[found + 1 : found + 2] == "'":
                # YAML doubles it
                at = found + 2
                continue
            return found - before
        if bare not in "\"'":
            return found
        at = found + 1
    return last


def _backslashes_before(text: str, at: int) -> int:
    first = at
    while first > 0 and text[first - 1] == "\\":
        first -= 1
    return at - first


def _line_start(text: str, at: int) -> int:
    """Return where the line of a place starts, also in a text whose line ends are escaped."""
    start = text.rfind("\n", 0, at) + 1
    for new_line in _NEW_LINE.finditer(text, max(start, at - 2000), at):
        start = new_line.end()
    return start


def _indent(text: str, line: int) -> int:
    """Return how far a line is indented; marks of a diff and of lists count as blanks."""
    match = _INDENT.match(text, line)
    return len(match[0].expandtabs()) if match else 0


def _block_end(text: str, at: int, indent: int, *, keys: bool = True) -> int:
    """Return where the lines end that are indented further than `indent`; `at` is the end of the line before them.

    Without `keys`, a line that begins with a key of its own ends them too.
    """
    end = at
    while new_line := _NEW_LINE.match(text, at):
        line = new_line.end()
        following = _NEW_LINE.search(text, line)
        stop = following.start() if following else len(text)
        blank = not text[line:stop].strip(" \t+-")
        if not blank and (_indent(text, line) <= indent or (not keys and _KEY.match(text, line))):
            break
        at = stop
        if not blank:
            end = stop
    return end


def _next_line_end(text: str, begin: int, indent: int) -> int:
    """Return the end of a value that begins on the next line; `begin` where that is another key."""
    new_line = _NEW_LINE.match(text, begin)
    if new_line is None or _KEY.match(text, new_line.end()) or _indent(text, new_line.end()) <= indent:
        return begin
    return _block_end(text, begin, indent, keys=False)
