"""Commands as documents print them, `oc` and `aws`, with the aliases of the scenario in them."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace

from enhancement_kit.errors import TargetError, UsageError
from enhancement_kit.world.actions import Act, Snapshot
from enhancement_kit.world.clients import aws_cli, oc
from enhancement_kit.world.world import World

HERE = re.compile(r"\s*<<'?(?P<word>\w+)'?\s*$")
CLUSTER_VPC = "cluster-vpc"
"""The word for the id of the VPC."""


def run(world: World, text: str) -> Act:
    """Let the admin type a command; the act has what was printed, the API server's refusal included.

    `<<EOF` at the end of the first line hands over the lines below it, up to `EOF`. Raises UsageError for what is no
    command that the kit knows.
    """
    words, given = _words(resolved(world, text))
    printed: list[str] = []

    def action() -> None:
        if words[0] == "oc":
            printed.append(oc.run(words[1:], given, world.admin, world.target.components.logs))
        elif words[0] == "aws":
            printed.append(aws_cli.run(words[1:], world.aws))
        else:
            raise UsageError(f"{words[0]!r} is no command that the kit knows; use oc or aws")

    if world.served:
        act = world.act(action)
    else:
        # what an admin prepares in AWS before there is a cluster
        act = Act(Snapshot.without_cluster(world.cloud.record.mark()))
        action()
    done = replace(act, output=act.refusal.message if act.refusal else "\n".join(printed))
    world.acts[-1:] = [done]
    return done


def run_at_bootstrap(world: World, text: str) -> Act:
    """Let the bootstrap host run a command on the files of the installation; a failure is part of the answer."""
    before = replace(Snapshot.without_cluster(world.cloud.record.mark()), files=world.installation.files())
    try:
        world.target.bootstrap_host.run(shlex.split(text), world.installation.folder)
    except TargetError as error:
        return Act(before, output=str(error), failure=str(error))
    return Act(before)


def _words(text: str) -> tuple[list[str], str]:
    first, _, rest = text.strip().partition("\n")
    here = HERE.search(first)
    if here is None:
        # a document wraps long commands
        return shlex.split(text), ""
    body, end, _ = rest.rpartition(here["word"])
    if not end:
        raise UsageError(f"the lines below <<{here['word']} do not end with {here['word']}")
    return shlex.split(first[: here.start()]), body


def resolved(world: World, text: str) -> str:
    """Aliases of subnets and Elastic IPs, and the names of nodes, as ids."""
    known = {**world.subnets.known, **world.addresses.known, **world.instances}
    if world.vpc is not None:
        known[CLUSTER_VPC] = world.vpc.id
    if not known:
        return text
    longest_first = "|".join(re.escape(alias) for alias in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])({longest_first})(?![\w-])", lambda m: known[m[1]], text)
