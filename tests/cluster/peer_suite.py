"""Run a peer's declarative CRD tests against the embedded API, and compare with what a real kube-apiserver answered.

Run: python -m tests.cluster.peer_suite FOLDER

FOLDER holds `tools/peer_crd_suite.py`, the peer's checkout in `peer/openshift-api` and the recorded answers in
`peer/real-kube-apiserver-*.json`. Each write of each case has to get the same verdict and the same message.

A real server enforces a changed CustomResourceDefinition a moment after its answer, and the runner repeats a write
until the new schema is seen. Whether the old schema is met in between is chance, so that a refusal that the runner
overcame by repeating itself is left out of both sides and counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from enhancement_kit.cluster.embedded import EmbeddedCluster

Write = list[Any]
"""method, accepted, message"""


def settled(writes: list[Write]) -> list[Write]:
    """Return the writes without the refusals that repeating the same write overcame."""
    return [
        write
        for i, write in enumerate(writes)
        if write[1] or i + 1 == len(writes) or not (writes[i + 1][1] and writes[i + 1][0] == write[0])
    ]


def compare(real: dict[str, Any], here: dict[str, Any]) -> tuple[int, int, list[str]]:
    """Count the equal cases and those equal but for a write under a replaced schema, and return the others."""
    same = repeated = 0
    other: list[str] = []
    for name, case in real.items():
        mine = here.get(name, {}).get("writes")
        if mine == case["writes"]:
            same += 1
        elif mine is not None and settled(mine) == settled(case["writes"]):
            repeated += 1
        else:
            other.append(f"{name}\n    real: {json.dumps(case['writes'])}\n    here: {json.dumps(mine)}")
    return same, repeated, other


def main(folder: Path) -> int:
    """Run the suite and print what differs; return 1 where anything does, 2 where the folder is unusable."""
    suite, checkout = folder / "tools" / "peer_crd_suite.py", folder / "peer" / "openshift-api"
    recordings = sorted(folder.glob("peer/real-kube-apiserver-*.json"))
    missing = [str(path) for path in (suite, checkout) if not path.exists()]
    if missing or not recordings:
        print(f"peer suite: {folder} lacks {', '.join(missing) or 'a recording peer/real-kube-apiserver-*.json'}")
        return 2
    cluster = EmbeddedCluster()
    cluster.start()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            out = Path(scratch) / "results.json"
            command = [sys.executable, str(suite), str(checkout), cluster.url, "--json", str(out)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            here = json.loads(out.read_text(encoding="utf-8"))["results"]
    finally:
        cluster.stop()
    real = json.loads(recordings[-1].read_text(encoding="utf-8"))["results"]
    same, repeated, other = compare(real, here)
    print("\n".join(other))
    aside = f"{repeated} the same but for a write that met a schema already replaced"
    print(f"peer suite: {len(real)} cases, {same} answered the same, {aside}, {len(other)} different")
    return 1 if other or not real else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
