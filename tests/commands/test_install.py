"""ekit install: a directory in, findings or files out, and one clear line where a person went wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from enhancement_kit import __main__ as ekit
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.files import reading
from tests.hostile_yaml import bomb, budget, many

PUBLIC, PRIVATE = "subnet-0fcf8e0392f0910d0", "subnet-0fcf8e0392f0910d1"
CONFIG = f"""\
apiVersion: v1
baseDomain: example.org
metadata:
  name: demo
featureSet: TechPreviewNoUpgrade
controlPlane:
  replicas: 1
compute:
- replicas: 1
platform:
  aws:
    region: us-east-2
    subnetsConfig:
    - id: {PUBLIC}
      rolesOverride: [IngressControllerLB, ControlPlaneExternalLB]
    - id: {PRIVATE}
      rolesOverride: [ControlPlaneInternalLB, ClusterNode]
    lbType: NLB
"""
NETWORK = f"""\
subnets:
- id: {PUBLIC}
  zone: us-east-2a
  visibility: public
- id: {PRIVATE}
  zone: us-east-2a
  visibility: private
  tags: ["team=network", "kubernetes.io/cluster/other=shared"]
"""


@pytest.fixture
def demo(tmp_path: Path, running_cloud: SimulatedCloud) -> Path:
    """Write a directory ready to install from.

    The command starts an AWS of its own, and a process can run only one.
    """
    running_cloud.stop()
    (tmp_path / "install-config.yaml").write_text(CONFIG)
    (tmp_path / "network.yaml").write_text(NETWORK)
    return tmp_path


def install(action: str, folder: Path) -> int:
    return ekit.main(["install", *action.split(), "--dir", str(folder)])


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "install-config.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_cluster_is_created_and_destroyed(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install("validate", demo) == 0
    assert capsys.readouterr().out == f"{demo}/install-config.yaml is valid\n"
    assert install("create cluster", demo) == 0
    infra_id = json.loads((demo / "metadata.json").read_text())["infraID"]
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"created cluster {infra_id}, see {demo}/metadata.json"
    assert [line.rpartition(" in ")[2] for line in out if "load balancer" in line] == [PRIVATE, PUBLIC, PUBLIC]
    assert f"subnet {PRIVATE} is tagged kubernetes.io/cluster/{infra_id}" in out
    assert install("destroy cluster", demo) == 0
    out = capsys.readouterr().out
    assert "ec2 DeleteTags" in out
    assert out.endswith(f"destroyed cluster {infra_id} of {demo}\n")


def test_edits_of_manifests_take_effect(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install("create manifests", demo) == 0
    path = demo / "manifests/cluster-ingress-default-ingresscontroller.yaml"
    assert str(path) in capsys.readouterr().out.splitlines()
    path.write_text(path.read_text().replace("NLB", "Classic").replace("networkLoad", "classicLoad"))
    assert install("create cluster", demo) == 0
    assert "Classic load balancer a" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "rolesOverride: [Ing",
            "roles: [Ing",
            ":15: platform.aws.subnetsConfig[0].roles: Forbidden: unknown field roles; did you mean rolesOverride?",
        ),
        ("lbType: NLB", "lbType: ALB", ':18: platform.aws.lbType: Unsupported value: "ALB": supported values: '),
        ("baseDomain: example.org\n", "", ":1: baseDomain: Required value: "),
        (
            "example.org",
            "example..org",
            ':2: baseDomain: Invalid value: "example..org": must be a domain name',
        ),
        ("us-east-2\n", "'3'\n", ':12: platform.aws.region: Invalid value: "3": must be the name of a region'),
        ("name: demo", "name: ../demo", ':4: metadata.name: Invalid value: "../demo": must be a domain name'),
        (
            "Plane:\n  replicas: 1",
            "Plane:\n  replicas: 1000000000",
            ':7: controlPlane.replicas: Invalid value: "1000000000": must be a num',
        ),
        (
            "lbType: NLB",
            "lbType: .nan",
            ":18: platform.aws.lbType: Invalid value: must be a text, not a number",
        ),
        ("lbType: NLB", '"\\e[31m": 1', ":18: platform.aws.\\u001b[31m: Forbidden: unknown field \\u001b[31m; known"),
        ("    region: us-east-2\n", "", ":11: platform.aws.region: Required value: region must be specified"),
        ("compute:\n-", "compute:\n ", ":8: compute: Invalid value: must be a list, not a mapping"),
        ("metadata:\n", "platform: {none: {}}\nmetadata:\n", ':11: platform: Duplicate value: "platform"'),
        ("  aws:\n", "  none: {}\n  aws:\n", ":10: platform: Invalid value: must name one platform, not none, aws"),
        (
            "  aws:\n",
            "  gcp:\n",
            ':10: platform: Unsupported value: "gcp": supported values: "aws", ',
        ),
        (PUBLIC, "subnet-0fcf8e0392f0910df", ":13: platform.aws.subnetsConfig: Invalid value: failed to find "),
    ],
)
def test_a_refusal_is_one_line_with_the_place(
    demo: Path, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(demo, old, new)
    assert install("create cluster", demo) == 1
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 1
    assert out.startswith(f"{demo}/install-config.yaml{said}")
    assert sorted(p.name for p in demo.iterdir()) == ["install-config.yaml", "network.yaml"]


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("install-config.yaml", None, "there is no install-config.yaml in "),
        ("install-config.yaml", b"a: [", "install-config.yaml:2: broken YAML: "),
        ("install-config.yaml", b"\xff\xfe\x00", "install-config.yaml:1: the file is not UTF-8 text; "),
        (
            "install-config.yaml",
            b"a: &a [*a]",
            "install-config.yaml:1: what an alias stands for contains the alias itself; ",
        ),
        ("network.yaml", b"subnet: []", "unknown key 'subnet' in network.yaml"),
        ("network.yaml", NETWORK.replace("private", "hidden").encode(), "visibility of a subnet is 'hidden'"),
        (
            "network.yaml",
            NETWORK.replace(PRIVATE, PUBLIC).encode(),
            "network.yaml:5: Subnet 'subnet-0fcf8e0392f0910d0'",
        ),
        ("network.yaml", NETWORK.replace("2a", "9z", 1).encode(), "network.yaml:2: 'us-east-9z' is no zone of region"),
    ],
)
def test_an_unusable_file_is_one_clear_error(
    demo: Path, file: str, content: bytes | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (demo / file).unlink() if content is None else (demo / file).write_bytes(content)
    assert install("validate", demo) == 4
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


SPECIAL: dict[str, Callable[[Path], object]] = {
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "empty": Path.touch,
    "bomb": lambda path: path.write_text(bomb(9, 9)),
    "too deep": lambda path: path.write_text("{a: " * 5000),
}


@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize(
    ("file", "action"),
    [("install-config.yaml", "create cluster"), ("network.yaml", "validate"), ("metadata.json", "destroy cluster")],
)
def test_what_is_no_file_to_read_is_one_clear_error(
    file: str, action: str, kind: str, demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading, "SECONDS", 0.05)
    (demo / file).unlink(missing_ok=True)
    SPECIAL[kind](demo / file)
    before = sorted(demo.rglob("*"))
    assert install(action, demo) == 4
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(f"ekit: {demo}/{file}"), error
    assert len(error.splitlines()) == 1
    assert sorted(demo.rglob("*")) == before


def test_any_install_config_ends_with_a_documented_exit_code(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = demo / "install-config.yaml"
    for raw in many(yaml.safe_load(CONFIG), budget(15)):
        path.write_bytes(raw)
        code = install("validate", demo)
        out, error = capsys.readouterr()
        assert [line for line in (out + error).splitlines() if not line.isprintable()] == []
        if code == 4:
            # network.yaml does not fit to another region
            assert error.startswith((f"ekit: {path}:", f"ekit: {demo}/network.yaml:")), error
            assert len(error.splitlines()) == 1
        else:
            assert code in (0, 1)
            assert error == ""
            assert all(line.startswith(f"{path}:") for line in out.splitlines()) or code == 0
        assert sorted(p.name for p in demo.iterdir()) == ["install-config.yaml", "network.yaml"]


def test_any_description_of_the_network_is_taken_or_refused(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = demo / "network.yaml"
    for raw in many(yaml.safe_load(NETWORK), budget(15)):
        path.write_bytes(raw)
        code = install("validate", demo)
        error = capsys.readouterr().err
        assert code in (0, 1, 4)
        assert (f"{path}:" in error) == (code == 4), error
        assert [line for line in error.splitlines() if not line.isprintable()] == []


def test_where_nothing_can_be_written_nothing_is_left(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (demo / "openshift").write_text("a file in place of the folder")
    assert install("create manifests", demo) == 4
    error = capsys.readouterr().err
    assert f"{demo}/openshift/" in error or f"{demo}/openshift" in error
    assert "cannot be written: " in error
    assert len(error.splitlines()) == 1
    assert sorted(p.name for p in demo.iterdir()) == ["install-config.yaml", "network.yaml", "openshift"]


def test_nothing_is_destroyed_before_it_is_created(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install("destroy cluster", demo) == 4
    assert "there is no metadata.json in " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "metadata.json:2: broken YAML: "),
        (b"\xff", "metadata.json:1: the file is not UTF-8 text; "),
        (b"[]", "metadata.json:1: the file names no infraID; it must be the file that create cluster wrote"),
        (b'{"infraID": 3}', "metadata.json:1: the file names no infraID; "),
    ],
)
def test_metadata_of_another_shape_destroy_nothing(
    demo: Path, content: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (demo / "metadata.json").write_bytes(content)
    assert install("destroy cluster", demo) == 4
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_an_unknown_action_is_told_the_nearest(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install("create clusters", demo) == 4
    assert "did you mean create cluster?" in capsys.readouterr().err
    assert install("validate", demo / "elsewhere") == 4
    assert "there is no directory " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("platform.aws.subnets", "Deprecated: Use subnetsConfig"),
        (
            "installconfig.platform.aws.subnetsConfig",
            "\nFIELDS:\n  id (a text)\n  rolesOverride (a list, each a text)\n",
        ),
        ("platform.aws.subnetsConfig[].id", "FIELD: platform.aws.subnetsConfig.id (a text)\n"),
        ("", "FIELD: installconfig (a mapping)\n"),
    ],
)
def test_a_field_is_explained(field: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ekit.main(["install", "explain", *([field] if field else [])]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (["platform.aws.subnetConfig"], "subnetConfig is not known; did you mean subnetsConfig?"),
        (["publish.to"], "to is not known; known are none"),
        (["publish", "featureSet"], "explain takes one field, not publish, featureSet"),
    ],
)
def test_an_unknown_field_is_told_the_nearest(fields: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ekit.main(["install", "explain", *fields]) == 4
    assert said in capsys.readouterr().err
