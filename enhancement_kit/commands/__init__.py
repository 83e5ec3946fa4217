"""The subcommands of ekit, one module each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """One subcommand: its name, its summary, and the module whose `add_arguments` and `run` implement it."""

    name: str
    summary: str
    module: str


COMMANDS = (
    Command(
        "trace",
        "map requirements to scenarios, and check that nothing is missing",
        "enhancement_kit.commands.trace",
    ),
    Command(
        "kill",
        "run scenarios against mutants, and name those that survive",
        "enhancement_kit.commands.kill",
    ),
    Command(
        "report",
        "check, compare and merge conformance reports, and make pages of them",
        "enhancement_kit.commands.report",
    ),
    Command(
        "install",
        "validate an install-config, write its manifests, create and destroy its cluster",
        "enhancement_kit.commands.install",
    ),
    Command(
        "playground",
        "serve a cluster and an AWS with running components, to try the enhancements by hand",
        "enhancement_kit.commands.playground",
    ),
    Command(
        "bench",
        "measure the speed of parts of the kit, as ratios within one run",
        "enhancement_kit.commands.bench",
    ),
    Command(
        "serve",
        "serve a part of the kit to other tools",
        "enhancement_kit.commands.serve",
    ),
    Command(
        "clean",
        "list or delete what runs left in an AWS account",
        "enhancement_kit.commands.clean",
    ),
)
