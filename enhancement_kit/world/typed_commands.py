"""Commands as documents print them, of `oc`, `aws` and the installer, with the aliases of the scenario in them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from enhancement_kit.errors import UsageError
from enhancement_kit.world.actions import Act
from enhancement_kit.world.clients import aws_cli, oc
from enhancement_kit.world.network import Network
from enhancement_kit.world.world import World

HERE = re.compile(r"\s*<<'?(?P<word>\w+)'?\s*$")
EXPLAIN, ROOT = ["openshift-install", "explain"], "installconfig."
CLUSTER_VPC = "cluster-vpc"
"""The word for the id of the VPC."""
IN_AWS = re.compile(r"(load-balancer|target-group)-of-(\w+)")
"""The words for the load balancer and the one target group of a Service, as AWS's commands name them."""
ZONE = "{}-zone"
"""The word for the id of a Route 53 zone of the cluster: `public-zone`, `private-zone`."""


def run(world: World, text: str, folder: Path) -> Act:
    """Let the admin type a command; the act has what was printed, the API server's refusal included.

    `<<EOF` at the end of the first line hands over the lines below it, up to `EOF`; `-f NAME` hands over a file of
    `folder` as it is. Raises UsageError for a command that the kit does not know.
    """
    text = IN_AWS.sub(lambda found: _in_aws(world, found[1], found[2]), text)
    words, given = _words(resolved(world.network, text))
    given = given or _file(words, folder)

    def command() -> str:
        if words[0] == "oc":
            return oc.run(words[1:], given, world.cluster.admin, world.target.components.logs)
        if words[0] == "aws":
            return aws_cli.run(words[1:], world.network.aws)
        if words[:2] == EXPLAIN and len(words) == 3:
            return world.installation.explain(words[2].removeprefix(ROOT))
        raise UsageError(f"{words[0]!r} is no command that the kit knows; use oc, aws or {' '.join(EXPLAIN)} <field>")

    return world.actions.of_command(command)


def _in_aws(world: World, what: str, name: str) -> str:
    """Return the name of a Classic load balancer, the ARN of another, or the ARN of its first target group."""
    balancer = world.observed.balancer(name)
    if balancer.kind == "Classic":
        return balancer.host.partition(".")[0].removeprefix("internal-").rpartition("-")[0]
    arn = balancer.identity.split()[0]
    if what == "load-balancer":
        return arn
    groups = world.network.aws("elbv2").describe_target_groups(LoadBalancerArn=arn)["TargetGroups"]
    return str(groups[0]["TargetGroupArn"])


def run_at_bootstrap(world: World, text: str) -> Act:
    """Let the bootstrap host run a command on the files of the installation; a failure is part of the answer."""
    folder = world.installation.directory.folder
    return world.actions.of_bootstrap_host(lambda: world.target.bootstrap_host.run(shlex.split(text), folder))


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


def _file(words: list[str], folder: Path) -> str:
    """Return the file that a command names behind `-f`; an empty text for none and for `-`."""
    name = words[words.index("-f") + 1] if "-f" in words[:-1] else "-"
    if name == "-":
        return ""
    if not (folder / name).is_file():
        raise UsageError(f"there is no file {name} in {folder.name}/ beside the feature; add it, or write -f - <<EOF")
    return (folder / name).read_text(encoding="utf-8")


def resolved(network: Network, text: str) -> str:
    """Replace aliases of subnets, Elastic IPs and Route 53 zones by ids; for `aws` a node's name means its instance."""
    zones = {ZONE.format(visibility): zone for visibility, zone in network.hosted_zones.items()}
    instances = network.instances if text.lstrip().startswith("aws ") else {}
    known = {**network.subnets.known, **network.addresses.known, **instances, **zones}
    if network.vpc is not None:
        known[CLUSTER_VPC] = network.vpc.id
    if not known:
        return text
    longest_first = "|".join(re.escape(alias) for alias in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])({longest_first})(?![\w-])", lambda m: known[m[1]], text)
