"""ekit serve: serves a part of the kit to other tools."""

from __future__ import annotations

import argparse
import importlib

from enhancement_kit.errors import UsageError

DESCRIPTION = """\
Serve a part of the kit to other programs until Ctrl-C.

  cluster    the embedded Kubernetes API on loopback, for kubectl and other clients
  cloud      the simulated AWS on loopback, for the aws command and other clients

examples:
  ekit serve cluster
  ekit serve cloud --tls
  ekit serve cluster --help     its options
"""

# Part -> module with a function `run(arguments) -> exit code`.
PARTS = {
    "cluster": "enhancement_kit.cluster.embedded.serve",
    "cloud": "enhancement_kit.cloud.simulated.serve",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("part", metavar="PART", help=f"what to serve: {', '.join(PARTS)}")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="options of the part, see its --help")


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted. Raises UsageError for a part that does not exist."""
    if arguments.part not in PARTS:
        raise UsageError(f"serve {arguments.part}: there is no such part; known: {', '.join(PARTS)}")
    return int(importlib.import_module(PARTS[arguments.part]).run(arguments.arguments))
