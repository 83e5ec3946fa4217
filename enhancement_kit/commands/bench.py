"""ekit bench: measures parts of the kit against what they replace."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
from collections.abc import Mapping

from enhancement_kit.errors import NotApplicable, UsageError

DESCRIPTION = """\
Measure parts of the kit: their speed, and how strict the simulated AWS is. Values whose names end in _ratio compare a
part with what it replaces, or with a smaller input, in the same run; they hardly depend on the machine. Times do:
measure them on an idle machine.

examples:
  ekit bench                 all parts
  ekit bench cloud           the simulated AWS against plain moto
  ekit bench scale           up to 1,000 IngressControllers: the time for each, by their number
  ekit bench real            the embedded API against a real kube-apiserver, where there is one
  ekit bench kubectl         a session of kubectl with both
  ekit bench strictness      how many constraints of AWS's models the simulated AWS enforces
  ekit bench --json          one JSON object by part, for tools
"""

# Part -> module with a function `run() -> dict[str, float]`.
PARTS = {
    "cloud": "enhancement_kit.bench.simulated_aws",
    "cluster": "enhancement_kit.bench.embedded_api",
    "reports": "enhancement_kit.bench.reports",
    "scale": "enhancement_kit.bench.ingress_controllers",
    "real": "enhancement_kit.bench.real_server",
    "kubectl": "enhancement_kit.bench.kubectl_sessions",
    "strictness": "enhancement_kit.bench.strictness",
}


def available() -> dict[str, str]:
    """Return the parts whose measurement is installed."""
    return {part: module for part, module in PARTS.items() if importlib.util.find_spec(module) is not None}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object by part")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print. Raises UsageError for a part that has no measurement."""
    parts = available()
    for part in arguments.parts:
        if part not in parts:
            raise UsageError(f"bench {part}: there is no such part; known: {', '.join(parts)}")
    chosen = arguments.parts or list(parts)
    measured = {part: _measure(parts[part]) for part in chosen}
    if arguments.json:
        print(json.dumps(measured, indent=2))
        return 0
    for part, values in measured.items():
        print(part)
        for name, value in values.items():
            print(f"  {name:<28} {value:10.3f}" if isinstance(value, float) else f"  {name}: {value}")
    return 0


def _measure(module: str) -> Mapping[str, float | str]:
    """Return the measurements of a part, or why it cannot be measured."""
    try:
        found: dict[str, float] = importlib.import_module(module).run()
    except NotApplicable as reason:
        return {"not measured": str(reason)}
    return found
