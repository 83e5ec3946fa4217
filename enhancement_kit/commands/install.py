"""ekit install: runs the reference installer on a directory, with AWS and the cluster simulated in this process."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.errors import UsageError
from enhancement_kit.files.reading import Unreadable, read_bytes
from enhancement_kit.files.yaml_nodes import BadYaml, compose
from enhancement_kit.files.yaml_values import plain
from enhancement_kit.runner.default_world import default_world
from enhancement_kit.runner.lanes import unknown
from enhancement_kit.specification.findings import Finding as FileFinding
from enhancement_kit.specification.yaml_reader import Field, YamlReader, line_of
from enhancement_kit.targets.interface import Finding, Refused
from enhancement_kit.targets.reference import MANIFEST_GATES, ReferenceTarget
from enhancement_kit.world import World

CONFIG = "install-config.yaml"
NETWORK = "network.yaml"
EXPLAIN = "explain"

DESCRIPTION = """\
Run the reference installer like openshift-install, on a directory that contains install-config.yaml. AWS and the new
cluster are simulated and disappear when the command ends.

  explain FIELD       show what a field of an install-config is for, and which fields it contains
  validate            list what is wrong with the install-config, one finding a line
  create manifests    write manifests/, openshift/ and cluster-api/; edit them before creating the cluster
  create cluster      create the cluster (from the manifests, if there are any), and show its AWS resources
  destroy cluster     create the cluster again under the names in metadata.json, and destroy it

Subnets that the install-config lists must exist: describe them in network.yaml beside it.

  subnets:
  - id: subnet-0fcf8e0392f0910d0
    zone: us-east-2a
    visibility: public
    tags: ["kubernetes.io/cluster/unmanaged=true"]     # optional

examples:
  ekit install explain platform.aws.subnetsConfig
  ekit install validate --dir demo
  ekit install create manifests --dir demo
  ekit install create cluster --dir demo

Exit codes: 0 done, 1 the install-config or a manifest is refused or the installation failed, 4 a file cannot be read or
written, or is not YAML.
"""

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_REGION = re.compile(rf"(?!\d+\Z){_LABEL}")
_DOMAIN = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*")

SUBNET_FIELDS = {
    "id": Field(required=True, pattern=re.compile(r"subnet-[0-9A-Za-z]{1,32}"), example="subnet-0fcf8e0392f0910d0"),
    "zone": Field(required=True, pattern=re.compile(r"[a-z0-9-]{1,63}"), example="us-east-2a"),
    "visibility": Field(required=True, values=frozenset({"public", "private"})),
    "tags": Field("texts"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("action", nargs="+", metavar="ACTION", help=", ".join((*ACTIONS, f"{EXPLAIN} FIELD")))
    parser.add_argument("--dir", type=Path, default=Path(), metavar="DIR", help="the directory (default: this one)")


def run(arguments: argparse.Namespace) -> int:
    """Run one action; return 0 where it is done, 1 where the install-config is refused. Raises UsageError, KitError."""
    if arguments.action[0] == EXPLAIN:
        return explain(arguments.action[1:])
    action = " ".join(arguments.action)
    if action not in ACTIONS:
        raise UsageError(unknown("install", action, (*ACTIONS, EXPLAIN)))
    folder: Path = arguments.dir
    if not folder.is_dir():
        raise UsageError(f"there is no directory {folder}; make it and put {CONFIG} into it, or name another --dir")
    with simulated(folder) as world:
        try:
            findings = ACTIONS[action](world, folder)
        except Refused as error:
            findings = error.findings
    for finding in findings:
        print(f"{folder / CONFIG}:{finding.line or 1}: {finding}")
    return 1 if findings else 0


def explain(fields: Sequence[str]) -> int:
    """Explain a field, or the install-config itself where none is given. Raises UsageError for an unknown field."""
    if len(fields) > 1:
        raise UsageError(f"explain takes one field, not {', '.join(fields)}; ask for one after the other")
    print(ReferenceTarget().installer.explain("".join(fields)))
    return 0


@contextmanager
def simulated(folder: Path) -> Iterator[World]:
    """Create a world with the network that the directory describes."""
    rows = read_network(folder / NETWORK)
    with default_world(MANIFEST_GATES, bare_network=True) as world:
        region, base_domain = glance(folder / CONFIG)
        if region:
            world.network.region = region
            if rows:
                try:
                    world.network.make_vpc(region, [row for _, row in rows])
                except UsageError as error:
                    raise UsageError(f"{folder / NETWORK}:{_line_about(str(error), rows)}: {error}") from None
        world.installation.begin(folder, base_domain)
        yield world


def glance(path: Path) -> tuple[str, str]:
    """Read region and base domain of an install-config; empty where unusable, which the installer reports better."""
    try:
        node = compose(read_bytes(path))
        content = plain(node) if node is not None else {}
    except (Unreadable, BadYaml):
        return "", ""
    return _name_at(content, _REGION, "platform", "aws", "region"), _name_at(content, _DOMAIN, "baseDomain")


def _name_at(content: Any, form: re.Pattern[str], *keys: str) -> str:
    """Return the name of this form that stands under these keys; empty where something else does."""
    for key in keys:
        content = content.get(key) if isinstance(content, dict) else None
    return content if isinstance(content, str) and form.fullmatch(content) else ""


def read_network(path: Path) -> list[tuple[int, SubnetSpec]]:
    """Read the subnets in network.yaml with their lines; none without it. Raises UsageError with file and line."""
    if not path.exists():
        return []
    complaints: list[FileFinding] = []
    reader = YamlReader(str(path), complaints)
    node = reader.read(path)
    fields = {"subnets": Field("mappings", required=True)}
    subnets = reader.mapping(node, fields, NETWORK).get("subnets", []) if node is not None else []
    rows = [reader.mapping(subnet, SUBNET_FIELDS, "a subnet") for subnet in subnets]
    if complaints:
        raise UsageError("; ".join(map(str, complaints)))
    return [(line_of(subnet), _subnet(row)) for subnet, row in zip(subnets, rows, strict=True)]


def _subnet(row: Mapping[str, Any]) -> SubnetSpec:
    return SubnetSpec(
        alias=row["id"],
        id=row["id"],
        zone=row["zone"],
        visibility=row["visibility"],
        tags=dict(tag.partition("=")[::2] for tag in row.get("tags", ())),
    )


def _line_about(problem: str, rows: Sequence[tuple[int, SubnetSpec]]) -> int:
    """Return the line of the last subnet whose id or zone a problem names; the first line where it names none."""
    return max((line for line, row in rows if f"'{row.id}'" in problem or f"'{row.zone}'" in problem), default=1)


def _validate(world: World, folder: Path) -> Sequence[Finding]:
    findings = world.installation.validate()
    if not findings:
        print(f"{folder / CONFIG} is valid")
    return findings


def _create_manifests(world: World, folder: Path) -> Sequence[Finding]:
    world.installation.create_manifests()
    for name in world.installation.directory.written:
        if "/" in name:
            print(folder / name)
    return ()


def _create_cluster(world: World, folder: Path) -> Sequence[Finding]:
    world.installation.create_cluster()
    print(f"created cluster {world.installation.directory.infra_id}, see {folder / 'metadata.json'}")
    _describe(world)
    return ()


def _destroy_cluster(world: World, folder: Path) -> Sequence[Finding]:
    infra_id = world.installation.directory.infra_id
    world.installation.create_cluster()
    mark = world.cloud.record.mark()
    world.installation.destroy_cluster()
    for call in world.observed.changes_in_aws(mark):
        print(f"{call.service} {call.operation}")
    print(f"destroyed cluster {infra_id} of {folder}")
    return ()


def _describe(world: World) -> None:
    """Describe load balancers and tagged subnets, as AWS shows them."""
    tag = f"kubernetes.io/cluster/{world.installation.directory.infra_id}"
    for balancer in world.observed.load_balancers():
        print(f"{balancer.kind} load balancer {balancer.host} in {', '.join(sorted(balancer.subnets))}")
    filters = [{"Name": "tag-key", "Values": [tag]}]
    for subnet in world.network.aws("ec2").describe_subnets(Filters=filters)["Subnets"]:
        print(f"subnet {subnet['SubnetId']} is tagged {tag}")


ACTIONS: dict[str, Callable[[World, Path], Sequence[Finding]]] = {
    "validate": _validate,
    "create manifests": _create_manifests,
    "create cluster": _create_cluster,
    "destroy cluster": _destroy_cluster,
}
