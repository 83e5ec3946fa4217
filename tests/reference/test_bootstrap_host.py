"""The bootstrap host: where endpoints come from, and error messages about commands and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit.reference import bootstrap_host
from enhancement_kit.reference.bootstrap_host import RenderError, UnknownCommand

RENDER = (
    "config-operator",
    "render",
    "--cluster-infrastructure-input-file=infrastructure.yaml",
    "--cloud-provider-config-output-file=out/generated.yaml",
)
WITH_CONFIG = (*RENDER, "--cloud-provider-config-input-file=config.yaml")


def infrastructure(asked: list[str], effective: list[str], kind: str = "AWS", **spec: Any) -> dict[str, Any]:
    def listed(urls: list[str]) -> dict[str, Any]:
        return {"serviceEndpoints": [{"name": f"s{number}", "url": url} for number, url in enumerate(urls)]}

    return {
        "kind": "Infrastructure",
        "spec": {"platformSpec": {"type": kind, "aws": listed(asked)}, **spec},
        "status": {"platformStatus": {"type": kind, "aws": {"region": "us-east-1", **listed(effective)}}},
    }


def write(folder: Path, name: str, content: Any) -> None:
    (folder / name).write_text(yaml.safe_dump(content))


def rendered(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((folder / "out" / "generated.yaml").read_text())
    return found


def test_what_is_in_effect_comes_before_what_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, "infrastructure.yaml", infrastructure(["https://asked"], ["https://effective"]))
    bootstrap_host.run(RENDER, tmp_path)
    assert "URL = https://effective" in rendered(tmp_path)["data"]["cloud.conf"]


def test_what_is_asked_for_counts_where_nothing_is_in_effect(tmp_path: Path) -> None:
    write(tmp_path, "infrastructure.yaml", infrastructure(["https://asked"], []))
    bootstrap_host.run(RENDER, tmp_path)
    assert "URL = https://asked" in rendered(tmp_path)["data"]["cloud.conf"]


def test_certificates_beside_the_configuration_are_kept(tmp_path: Path) -> None:
    reference = {"name": "cloud-provider-config", "key": "config"}
    write(tmp_path, "infrastructure.yaml", infrastructure([], ["https://a"], cloudConfig=reference))
    write(
        tmp_path, "config.yaml", {"kind": "ConfigMap", "data": {"config": "[Global]\n"}, "binaryData": {"ca": "Q0E="}}
    )
    bootstrap_host.run(WITH_CONFIG, tmp_path)
    assert rendered(tmp_path)["binaryData"] == {"ca": "Q0E="}


def test_nothing_to_stitch_makes_no_file(tmp_path: Path) -> None:
    write(tmp_path, "infrastructure.yaml", infrastructure([], [], kind="None"))
    bootstrap_host.run(RENDER, tmp_path)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "infrastructure.yaml cannot be read: "), ("[]", "holds no Infrastructure"), ("kind: DNS", "holds no Infra")],
)
def test_another_file_is_no_infrastructure(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "infrastructure.yaml").write_text(content)
    with pytest.raises(RenderError, match=said):
        bootstrap_host.run(RENDER, tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("config-operator",), "there is no command 'config-operator' on the bootstrap host; there is config-operator"),
        (("config-operator", "start"), "there is no command 'config-operator start'"),
        (RENDER[:3], "config-operator render: the following arguments are required"),
        ((*RENDER, "--colour=red"), "config-operator render: unrecognized arguments: --colour=red"),
    ],
)
def test_a_command_that_there_is_not(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    with pytest.raises(UnknownCommand, match=said):
        bootstrap_host.run(words, tmp_path)
