"""Write what kubectl prints with a real kube-apiserver into the sessions.

Run: python -m tests.cluster.record_sessions [STEM...]

A control plane of `make control-plane` is started for it. Look at the changes before they are committed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import yaml

from enhancement_kit.cluster.envtest import EnvtestCluster
from enhancement_kit.cluster.envtest.control_plane import CONTROLLERS
from enhancement_kit.local import ending

from . import sessions
from .on_real_server import AGGREGATION


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as block scalars."""


def _text(dumper: _Dumper, text: str) -> Any:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def record(cluster: EnvtestCluster, stems: Sequence[str], authorization: str) -> None:
    """Replace the printed output in the files named, or in all, that are for servers with this authorization."""
    for stem, content in sessions.load().items():
        if (stems and stem not in stems) or content.get("authorization", "") != authorization:
            continue
        for row in content["sessions"]:
            row["steps"] = sessions.told(cluster, row)
        text = yaml.dump(content, Dumper=_Dumper, width=116, sort_keys=False, allow_unicode=True)
        (sessions.FOLDER / f"{stem}.yaml").write_text(text, encoding="utf-8")
        print(f"recorded {stem}")


def main() -> None:
    """Record on servers made for it."""
    judging = EnvtestCluster(users=(), controllers=(*CONTROLLERS, AGGREGATION))
    for authorization, cluster in (("", EnvtestCluster()), ("rbac", judging)):
        cluster.start()
        try:
            record(cluster, sys.argv[1:], authorization)
        finally:
            cluster.stop()


if __name__ == "__main__":
    sys.exit(ending.run(main))
