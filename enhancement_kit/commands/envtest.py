"""ekit envtest: writes the programs that controller-runtime's envtest starts."""

from __future__ import annotations

import argparse
from pathlib import Path

from enhancement_kit.cluster.programs.folder import write_programs

DESCRIPTION = """\
Write the programs kube-apiserver and etcd that controller-runtime's envtest starts. Both belong to the kit: the first
serves the embedded Kubernetes API, the second only says that it is healthy.

examples:
  ekit envtest bin/envtest                                      in the project of an operator
  KUBEBUILDER_ASSETS=$PWD/bin/envtest go test ./...
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where to write them; made where it is missing")


def run(arguments: argparse.Namespace) -> int:
    """Write the programs, say how they are used, and return the exit code. Raises UsageError."""
    for path in write_programs(arguments.folder):
        print(f"wrote {path}")
    print(f"use them: KUBEBUILDER_ASSETS={arguments.folder.resolve()} go test ./...")
    return 0
