"""Quantities and semantic versions of the Kubernetes CEL libraries."""

from __future__ import annotations

import functools
import re
from fractions import Fraction

from ..gonumbers import clamped, parse
from ..limits import QUANTITY

_QUANTITY = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?[0-9]+)?\Z")
_SUFFIXES = {
    "": Fraction(1),
    **{s: Fraction(1024) ** i for i, s in enumerate(("Ki", "Mi", "Gi", "Ti", "Pi", "Ei"), 1)},
    **{s: Fraction(1000) ** i for i, s in enumerate(("n", "u", "m"), -3)},
    **{s: Fraction(1000) ** i for i, s in enumerate(("k", "M", "G", "T", "P", "E"), 1)},
}
_SEMVER = re.compile(
    r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"
    r"(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
    r"(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?\Z",
    re.ASCII,
)
QUANTITY_TEXT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


@functools.lru_cache(1024)
def parse_quantity(text: str) -> Fraction | None:
    """Return the value of a Kubernetes quantity; None where the text is not one."""
    found = _QUANTITY.match(text)
    if found is None:
        return None
    suffix = found[3] or ""
    if len(found[2]) > QUANTITY or (suffix[:1] in ("e", "E") and abs(clamped(suffix[1:] or "0")) > QUANTITY):
        return None
    number = Fraction(found[2].rstrip(".") if not found[2].startswith(".") else "0" + found[2])
    scale = _SUFFIXES[suffix] if suffix in _SUFFIXES else Fraction(10) ** int(suffix[1:])
    return (-number if found[1] == "-" else number) * scale


Semver = tuple[int, int, int, str]


def parse_semver(text: str, *, normalize: bool = False) -> Semver | None:
    """Parse a semantic version, else return None. `normalize` allows a leading v, missing parts, leading zeros."""
    if normalize:
        core, dash, rest = text.removeprefix("v").partition("-")
        parts = [p.lstrip("0") or "0" if p.isdigit() else p for p in core.split(".")]
        text = ".".join([*parts, "0", "0"][:3] if len(parts) < 3 else parts) + dash + rest
    found = _SEMVER.match(text)
    if found is None:
        return None
    try:
        major, minor, patch = (parse(number, signed=False) for number in found.groups()[:3])
        for part in filter(str.isdigit, (found[4] or "").split(".")):
            parse(part, signed=False)
    except ValueError:
        return None
    return major, minor, patch, found[4] or ""


def compare_semver(one: Semver, two: Semver) -> int:
    """Return -1, 0 or 1, by the precedence rules of semver.org."""
    if one[:3] != two[:3]:
        return -1 if one[:3] < two[:3] else 1
    if one[3] == two[3]:
        return 0
    if not one[3] or not two[3]:
        return 1 if not one[3] else -1

    def key(pre: str) -> list[tuple[int, int, str]]:
        return [(0, int(p), "") if p.isdecimal() else (1, 0, p) for p in pre.split(".")]

    return -1 if key(one[3]) < key(two[3]) else 1
