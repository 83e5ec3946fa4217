"""Lists of subnets that scenarios write out because their form matters, not the subnets that they name."""

from __future__ import annotations

import re
from typing import Any

import yaml

_MANY = re.compile(r"(?:(?P<ids>\d+) ids)?(?: and )?(?:(?P<names>\d+) names)?")
_LONG = re.compile(r"a name of (?P<length>\d+) characters")


def literal(text: str) -> Any:
    """Parse `{ids: [...]}`, `6 ids and 5 names` or `a name of 257 characters`; return None for other texts."""
    if text.startswith("{"):
        return yaml.safe_load(text)
    if long := _LONG.fullmatch(text):
        return {"names": ["n" * int(long["length"])]}
    many = _MANY.fullmatch(text)
    if many is None or not (many["ids"] or many["names"]):
        return None
    lists = {
        "ids": [f"subnet-{number:017x}" for number in range(int(many["ids"] or 0))],
        "names": [f"ingress-{number}" for number in range(int(many["names"] or 0))],
    }
    return {key: found for key, found in lists.items() if found}
