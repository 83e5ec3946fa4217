"""The released installer's form of the install-config: its dialect, and the rules that the document lacks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from enhancement_kit.reference.installer import Installer, InstallError, dialects, shipped_rules
from enhancement_kit.reference.installer.existing_network import Network, Subnet
from enhancement_kit.reference.installer.findings import INVALID, Finding
from enhancement_kit.reference.installer.install_config import FILE, AwsPlatform, InstallConfig, SubnetEntry
from enhancement_kit.reference.installer.install_config import SHIPPED_ROLES as ROLES
from enhancement_kit.reference.installer.source import Source

PRIVATE = ("ClusterNode", "ControlPlaneInternalLB")
PUBLIC = ("IngressControllerLB", "ControlPlaneExternalLB", "BootstrapNode")


def config(roles: Mapping[str, Sequence[str]], publish: str = "External") -> InstallConfig:
    entries = tuple(SubnetEntry(name, tuple(held)) for name, held in roles.items())
    aws = AwsPlatform(region="us-east-2", subnets_config=entries)
    return InstallConfig("demo", "example.org", publish, "", "aws", {}, aws, 3, 3, known_roles=ROLES)


def subnet(name: str, tags: Mapping[str, str] | None = None) -> Subnet:
    """Build a subnet whose name gives visibility and zone: `pub-a`, `priv-b2`, `edge-a`."""
    side, _, zone = name.partition("-")
    kind = "local-zone" if side == "edge" else "availability-zone"
    return Subnet(name, "vpc-1", f"us-east-2{zone[0]}", "10.0.0.0/24", side == "pub", kind, tags or {})


def said(found: Sequence[Finding]) -> list[str]:
    return [str(dialects.in_shipped(finding)) for finding in found]


def judged(given: InstallConfig, *, tags: Mapping[str, Mapping[str, str]] | None = None) -> list[str]:
    listed = tuple(subnet(entry.id, (tags or {}).get(entry.id)) for entry in given.aws.subnets_config)
    return said(shipped_rules.network_findings(given, Network("vpc-1", listed, ())))


V = "platform.aws.vpc.subnets"


def test_complete_roles_are_accepted() -> None:
    given = config({"priv-a": PRIVATE, "pub-a": PUBLIC, "edge-b": ("EdgeNode",)})
    assert shipped_rules.static_findings(given) == []
    assert judged(given) == []


@pytest.mark.parametrize(
    ("roles", "publish", "wanted"),
    [
        (
            {"priv-a": PRIVATE, "pub-a": PUBLIC[:2]},
            "External",
            f"{V}: Invalid value: roles [BootstrapNode] must be assigned to at least 1 subnet",
        ),
        (
            {"priv-a": (*PRIVATE, *PUBLIC)},
            "External",
            f"{V}[0].roles: Forbidden: must not have both ControlPlaneExternalLB and ControlPlaneInternalLB role",
        ),
        (
            {"priv-a": PRIVATE, "pub-a": (*PUBLIC, "EdgeNode")},
            "External",
            f"{V}[1].roles: Forbidden: must not combine EdgeNode role with any other roles",
        ),
        (
            {"priv-a": PRIVATE, "pub-a": (*PUBLIC, "BootstrapNode")},
            "External",
            f'{V}[1].roles[3].type: Duplicate value: "BootstrapNode"',
        ),
        (
            {"priv-a": (*PRIVATE, "Edge"), "pub-a": PUBLIC},
            "External",
            f'{V}[0].roles[2].type: Unsupported value: "Edge": supported values: "BootstrapNode", "ClusterNode", '
            '"ControlPlaneExternalLB", "ControlPlaneInternalLB", "EdgeNode", "IngressControllerLB"',
        ),
    ],
)
def test_static_rules_beyond_the_document(roles: dict[str, Sequence[str]], publish: str, wanted: str) -> None:
    assert said(shipped_rules.static_findings(config(roles, publish))) == [wanted]


@pytest.mark.parametrize(
    ("roles", "publish", "wanted"),
    [
        ({"pub-a": ()}, "Internal", [f"{V}: Invalid value: no private subnets found"]),
        (
            {"priv-a": (*PRIVATE, "BootstrapNode"), "pub-a": PUBLIC[:2]},
            "External",
            [
                f'{V}[0]: Invalid value: "priv-a": subnet priv-a has role BootstrapNode, but is private, expected to '
                "be public"
            ],
        ),
        (
            {"priv-a": PRIVATE[1:], "pub-a": (*PUBLIC, "ClusterNode")},
            "External",
            [
                f'{V}[1]: Invalid value: "pub-a": subnet pub-a has role ClusterNode, but is public, expected to be '
                "private"
            ],
        ),
        (
            {"priv-a": PRIVATE, "pub-a": PUBLIC, "pub-b": ("EdgeNode",)},
            "External",
            [
                f'{V}[2]: Invalid value: "pub-b": subnet pub-b has role EdgeNode, but is not in a Local or WaveLength '
                "Zone"
            ],
        ),
        (
            {"priv-a": PRIVATE, "pub-a": PUBLIC, "edge-b": ("ClusterNode",)},
            "External",
            [
                f'{V}[2]: Invalid value: "edge-b": subnet edge-b must only be assigned role EdgeNode since it is in a '
                "Local or WaveLength Zone"
            ],
        ),
        (
            {"pub-a": (), "priv-a": (), "priv-b": (), "priv-a2": ()},
            "External",
            [
                f'{V}[3]: Invalid value: "priv-a2": private subnet priv-a is also in zone us-east-2a',
                f"{V}: Invalid value: No public subnet provided for zones [us-east-2b]",
            ],
        ),
    ],
)
def test_rules_about_the_network_beyond_the_document(
    roles: dict[str, Sequence[str]], publish: str, wanted: list[str]
) -> None:
    assert judged(config(roles, publish)) == wanted


def test_a_subnet_of_another_cluster_is_refused() -> None:
    given = config({"priv-a": PRIVATE, "pub-a": PUBLIC})
    tags = {"priv-a": {"kubernetes.io/cluster/other": "owned"}, "pub-a": {"kubernetes.io/cluster/other": "shared"}}
    assert judged(given, tags=tags) == [
        f"{V}: Forbidden: subnet priv-a is owned by other clusters [other] and cannot be used for new installations, "
        "another subnet must be created separately"
    ]


@pytest.mark.parametrize(
    ("aws", "listed", "old"),
    [
        ({"vpc": {"subnets": [{"id": "a", "roles": [{"type": "EdgeNode"}]}]}}, [("a", ("EdgeNode",))], ()),
        ({"subnets": ["a", "b"]}, [("a", ()), ("b", ())], ()),
        ({"subnets": ["a"], "vpc": {"subnets": [{"id": "b"}]}}, [("b", ())], ("a",)),
        ({"subnets": [], "vpc": None}, [], ()),
    ],
)
def test_the_old_list_counts_as_the_new_one(
    aws: dict[str, object], listed: list[tuple[str, tuple[str, ...]]], old: tuple[str, ...]
) -> None:
    source = Source({"baseDomain": "example.org", "metadata": {"name": "demo"}, "platform": {"aws": aws}}, {})
    dialect = dialects.DIALECTS["shipped"]
    assert dialect.decoding_findings(source) == []
    found = dialect.decoded(source).aws
    assert [(entry.id, entry.roles) for entry in found.subnets_config] == listed
    assert found.subnets == old


def test_a_field_that_is_not_known_is_no_error() -> None:
    aws = {"subnetsConfig": [{"id": "a"}], "vpc": {"subnets": [{"id": 3, "name": "front"}]}}
    source = Source({"platform": {"aws": aws}}, {})
    found = dialects.DIALECTS["shipped"].decoding_findings(source)
    assert [(finding.path, finding.kind) for finding in found] == [(f"{V}[0].id", INVALID)]


def test_manifests_are_not_written(tmp_path: Path) -> None:
    settings = {"baseDomain": "example.org", "metadata": {"name": "demo"}, "publish": "Internal"}
    (tmp_path / FILE).write_text(json.dumps({**settings, "platform": {"none": {}}}))
    released = Installer(aws=lambda *_, **__: None, api_client=lambda: None, clock=None, profile="shipped")
    assert released.validate(tmp_path) == ()
    with pytest.raises(InstallError, match="manifests of profile shipped cannot be written"):
        released.create_manifests(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
