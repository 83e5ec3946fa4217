"""A stand-in for the program kind: it answers as version 0.33.0 does, for a cluster that is served elsewhere.

Run by the tests under the name `kind`; the folder in KIND_STANDIN holds what there is: `clusters` (a line each),
`kubeconfig` (where clusters lead), `trouble` (what goes wrong) and `calls` (what was asked).
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

STATE = Path(os.environ["KIND_STANDIN"])
NO_DOCKER = """\
ERROR: failed to create cluster: failed to get docker info: command "docker info --format '{{json .}}'" failed with \
error: exit status 1

Command Output: {"ID":"","Containers":0}
Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?
"""
EXISTS = 'ERROR: failed to create cluster: node(s) already exist for a cluster with the name "{name}"\n'
HALF = """\
Creating cluster "{name}" ...
 ✗ Starting control-plane 🕹️
ERROR: failed to create cluster: failed to init node with kubeadm: command "docker exec" failed with error: exit 1
Command Output: I1128 the kubelet is not healthy
"""


def read(name: str) -> list[str]:
    path = STATE / name
    return path.read_text().splitlines() if path.exists() else []


def write_kubeconfig(name: str, path: str) -> None:
    text = (STATE / "kubeconfig").read_text()
    Path(path).write_text(re.sub(r"\b(embedded|envtest)$", f"kind-{name}", text, flags=re.MULTILINE))


def main(arguments: list[str]) -> int:
    with (STATE / "calls").open("a") as calls:
        calls.write(" ".join(arguments) + "\n")
    words = " ".join(word for word in arguments if not word.startswith("-"))
    options = dict(word.removeprefix("--").split("=", 1) for word in arguments if word.startswith("--"))
    there, trouble, name = read("clusters"), read("trouble"), options.get("name", "kind")
    if "no docker" in trouble:
        sys.stderr.write(NO_DOCKER)
        return 1
    if words == "get clusters":
        print("\n".join(there)) if there else sys.stderr.write("No kind clusters found.\n")
    elif words == "create cluster":
        if name in there or "raced" in trouble:
            sys.stderr.write(EXISTS.format(name=name))
            return 1
        (STATE / "clusters").write_text("\n".join([*there, name]))
        if "hangs" in trouble:
            time.sleep(600)
        if "half" in trouble:
            sys.stderr.write(HALF.format(name=name))
            return 1
        write_kubeconfig(name, options["kubeconfig"])
    elif words == "export kubeconfig":
        write_kubeconfig(name, options["kubeconfig"])
    elif words == "delete cluster":
        sys.stderr.write(f'Deleting cluster "{name}" ...\n')
        if "clings" in trouble:
            sys.stderr.write(f'ERROR: failed to delete cluster "{name}": permission denied\n')
            return 1
        (STATE / "clusters").write_text("\n".join(one for one in there if one != name))
    else:
        sys.stderr.write(f'ERROR: unknown command "{words}" for "kind"\n')
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
