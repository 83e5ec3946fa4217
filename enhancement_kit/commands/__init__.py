"""The subcommands of ekit, one module each."""

from __future__ import annotations

from dataclasses import dataclass

from enhancement_kit.local.variables.row import AWS, KUBERNETES, NETWORK


@dataclass(frozen=True)
class Command:
    """One subcommand: its name, its summary, and the module whose `add_arguments` and `run` implement it."""

    name: str
    summary: str
    module: str
    keeps: frozenset[str] = frozenset()
    """The groups of environment variables (local/variables/) that are the user's; the others are cleared."""


COMMANDS = (
    Command(
        "trace",
        "map requirements to scenarios, and check that nothing is missing",
        "enhancement_kit.commands.trace",
    ),
    Command(
        "kill",
        "run scenarios against mutants, and list the mutants that survive",
        "enhancement_kit.commands.kill",
    ),
    Command(
        "report",
        "check, compare, merge and render conformance reports",
        "enhancement_kit.commands.report",
    ),
    Command(
        "install",
        "run the reference installer: validate an install-config, create or destroy a cluster",
        "enhancement_kit.commands.install",
    ),
    Command(
        "playground",
        "try the enhancements by hand, with a cluster and an AWS on this machine",
        "enhancement_kit.commands.playground",
        # `status` looks at the cluster and the AWS that these variables name
        keeps=frozenset({AWS, KUBERNETES}),
    ),
    Command(
        "bench",
        "measure the speed of parts of the kit",
        "enhancement_kit.commands.bench",
    ),
    Command(
        "serve",
        "serve the embedded Kubernetes API or the simulated AWS to other programs",
        "enhancement_kit.commands.serve",
    ),
    Command(
        "envtest",
        "write the programs that controller-runtime's envtest starts, with the embedded API behind them",
        "enhancement_kit.commands.envtest",
    ),
    Command(
        "clean",
        "list or delete what runs left in an AWS account",
        "enhancement_kit.commands.clean",
        keeps=frozenset({AWS, NETWORK}),
    ),
)
