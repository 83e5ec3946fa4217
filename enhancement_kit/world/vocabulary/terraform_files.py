"""The endpoints that terraform's AWS provider gets from the files that an installer leaves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from enhancement_kit.errors import ClaimFailed

VARIABLES, MAIN = "terraform/terraform.tfvars.json", "terraform/main.tf.json"
VARIABLE = "custom_endpoints"
"""Interpretation CRE-A30: the name that shipped."""
LOOKUP = re.compile(rf'\$\{{lookup\(var\.{VARIABLE}, "([\w-]+)", null\)}}')


def _read(path: Path) -> Any:
    if not path.exists():
        raise ClaimFailed(f"the installer has written no {path.name} for terraform")
    return json.loads(path.read_text(encoding="utf-8"))


def endpoints_variable(folder: Path) -> dict[str, str]:
    """Return the variable that maps a service to its URL. Fails the scenario where there is no file."""
    return dict(_read(folder / VARIABLES).get(VARIABLE) or {})


def provider_endpoints(folder: Path) -> dict[str, str]:
    """Return the endpoints of the provider that are not null, by the provider's own names.

    Fails the scenario for an expression that is no look-up in the variable: the kit cannot evaluate any other.
    """
    given = endpoints_variable(folder)
    found: dict[str, str] = {}
    for name, expression in _read(folder / MAIN)["provider"]["aws"]["endpoints"].items():
        match = LOOKUP.fullmatch(str(expression))
        if match is None:
            raise ClaimFailed(f"the provider's endpoint {name} is {expression}, no look-up in {VARIABLE}")
        if match[1] in given:
            found[name] = given[match[1]]
    return found
