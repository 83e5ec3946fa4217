"""Measures how long a person waits for kubectl with the embedded API and, where there is one, with a real server."""

from __future__ import annotations

import statistics
from contextlib import ExitStack, suppress
from time import perf_counter
from typing import Any

from enhancement_kit import temporary
from enhancement_kit.cluster.kubectl import Kubectl
from enhancement_kit.errors import HarnessError, NotApplicable
from enhancement_kit.runner import lanes

ROUNDS = 3
_REAL = "real-api"
_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bench}\ndata: {k: v}\n"
SESSION: tuple[tuple[str, str | None], ...] = (
    ("create namespace bench", None),
    ("apply -n bench -f -", _MAP),
    ("apply -n bench --server-side --force-conflicts -f -", _MAP.replace("k: v", "k: w")),
    ("get -n bench configmaps -o wide", None),
    ('patch -n bench configmap bench --type=merge -p {"data":{"k":"x"}}', None),
    ("annotate -n bench configmap bench note=x", None),
    ("explain configmap.data", None),
    ("delete -n bench configmap bench", None),
    ("delete namespace bench", None),
)


def run() -> dict[str, float]:
    """Return milliseconds of one session: `program` without any server, `embedded`, and `real` with `session_ratio`.

    The ratio says how many times longer the real server takes; both times include that of kubectl itself. Raises
    NotApplicable where there is no kubectl.
    """
    with ExitStack() as undo:
        sides = {"embedded": _shell(undo, lanes.find_lane(lanes.DEFAULT_LANE).cluster)}
        # without a real server, the embedded one is measured alone
        with suppress(NotApplicable):
            sides["real"] = _shell(undo, lanes.find_lane(_REAL).cluster)
        took: dict[str, list[float]] = {name: [] for name in ("program", *sides)}
        for number in range(ROUNDS + 1):
            rounds = {"program": _program(sides["embedded"])} | {name: _told(typed) for name, typed in sides.items()}
            # the first round does not count: it fills caches
            for name, seconds in rounds.items() if number else ():
                took[name].append(1000 * seconds)
    found = {f"{name}_ms": statistics.median(values) for name, values in took.items()}
    if "real_ms" in found:
        found["session_ratio"] = found["real_ms"] / found["embedded_ms"]
    return {name: round(value, 3) for name, value in found.items()}


def _shell(undo: ExitStack, name: str) -> Kubectl:
    cluster: Any = lanes.find_backend("cluster", name).make()
    undo.callback(cluster.stop)
    try:
        cluster.start()
        # the controllers of a real server start with the first definitions
        cluster.install_crds([])
        return Kubectl(undo.enter_context(temporary.folder("kubectl-")), cluster.kubeconfig())
    except HarnessError as error:
        raise NotApplicable(str(error)) from error


def _told(kubectl: Kubectl) -> float:
    begin = perf_counter()
    for words, given in SESSION:
        done = kubectl(*words.split(), given=given)
        if done.code:
            raise RuntimeError(f"kubectl {words} failed, so nothing was measured: {done.complained.strip()}")
    return perf_counter() - begin


def _program(kubectl: Kubectl) -> float:
    begin = perf_counter()
    for _ in SESSION:
        kubectl("version", "--client")
    return perf_counter() - begin
