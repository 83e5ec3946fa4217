"""The commands on the bootstrap host before there is an API: they make files from files.

Document: aws-custom-regions-and-endpoints, `Boostrap host control flow`.
"""

from __future__ import annotations

import argparse
import base64
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from .config_operator import render, stitching
from .config_operator.render import RenderError

KUBELET_FILE = "/etc/kubernetes/cloud.conf"
"""Where the kubelets of the control plane read their cloud config."""


class UnknownCommand(ValueError):
    """The command does not exist, or it takes other options."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise UnknownCommand(f"{self.prog}: {message}")


def _render_cloud_config(options: argparse.Namespace, folder: Path) -> None:
    source = options.cloud_provider_config_input_file
    render.render(
        folder / options.cluster_infrastructure_input_file,
        folder / source if source else None,
        folder / options.cloud_provider_config_output_file,
    )


def _render_machine_config(options: argparse.Namespace, folder: Path) -> None:
    """Render the control plane's MachineConfig with the cloud config of a ConfigMap."""
    found = render.read(folder / options.cloud_config_file, "ConfigMap")
    text = str((found.get("data") or {}).get(stitching.KEY, ""))
    source = "data:text/plain;base64," + base64.b64encode(text.encode()).decode()
    made = {
        "apiVersion": "machineconfiguration.openshift.io/v1",
        "kind": "MachineConfig",
        "metadata": {
            "name": "00-master-cloud-config",
            "labels": {"machineconfiguration.openshift.io/role": "master"},
        },
        "spec": {
            "config": {
                "ignition": {"version": "3.2.0"},
                "storage": {"files": [{"path": KUBELET_FILE, "mode": 0o644, "contents": {"source": source}}]},
            }
        },
    }
    target = folder / options.dest_dir / "00-master-cloud-config.yaml"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(yaml.safe_dump(made, sort_keys=False), encoding="utf-8")


COMMANDS: Mapping[tuple[str, str], tuple[Callable[[argparse.Namespace, Path], None], tuple[str, ...], tuple[str, ...]]]
COMMANDS = {
    ("config-operator", "render"): (
        _render_cloud_config,
        ("cluster-infrastructure-input-file", "cloud-provider-config-output-file"),
        ("cloud-provider-config-input-file",),
    ),
    ("machine-config-operator", "bootstrap"): (_render_machine_config, ("cloud-config-file", "dest-dir"), ()),
}
"""By words: what a command does, the options that it needs, and those that it may have."""


def run(words: Sequence[str], folder: Path) -> None:
    """Run a command; file names are relative to `folder`. Raises UnknownCommand, RenderError."""
    known = COMMANDS.get((words[0], words[1])) if len(words) > 1 else None
    if known is None:
        names = ", ".join(" ".join(name) for name in COMMANDS)
        raise UnknownCommand(f"there is no command {' '.join(words[:2])!r} on the bootstrap host; there is {names}")
    action, needed, optional = known
    parser = _Parser(prog=" ".join(words[:2]), add_help=False)
    for name in (*needed, *optional):
        parser.add_argument(f"--{name}", required=name in needed)
    action(parser.parse_args(list(words[2:])), folder)


__all__ = ["COMMANDS", "RenderError", "UnknownCommand", "run"]
