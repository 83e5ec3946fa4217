"""Compares the embedded API with a real kube-apiserver: the same work on both, in one run."""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from enhancement_kit import temporary
from enhancement_kit.errors import HarnessError, NotApplicable
from enhancement_kit.local.processes import ENDING, Running
from enhancement_kit.runner import lanes
from enhancement_kit.targets.interface import Release
from enhancement_kit.world import default_objects
from enhancement_kit.world.clients.kubernetes import Admin, ApiError
from enhancement_kit.world.vocabulary.ingress_controller_words import DRAFT_SUBNETS

from . import sizes

ROUNDS = 5
FOLDER = "features/ingress_lb_subnets"
PEER = "PEER_SUITE"
"""The environment variable that names the folder of a peer's CRD tests, see `tests/cluster/peer_suite.py`."""
_REAL = "real-api"


def run() -> dict[str, float]:
    """Return milliseconds and seconds on both, and each `..._ratio`: how many times longer the real server takes.

    `definitions` installs another set of CRDs, until it is enforced. `writes` creates and changes objects, some of them
    refused, and resets the server. `peer` runs a peer's CRD tests, where their folder is known; they take two minutes
    on a real server. The rows of `sizes` are about 5,000 objects of a kind and up to 500 watches. `features` runs one
    folder of scenarios with all that they start. Raises NotApplicable where there is no control plane.
    """
    clusters = [lanes.find_backend("cluster", lane.cluster).make() for lane in _both()]
    started = []
    try:
        for cluster in clusters:
            _start(cluster)
            started.append(cluster)
        found = _cases(*clusters)
        if os.environ.get(PEER):
            found |= _row("peer_s", *(_timed(partial(_peer, c)) for c in clusters))
    finally:
        for cluster in started:
            cluster.stop()
    for name, (here, there) in sizes.run().items():
        found |= _row(name, here, there)
    if Path(FOLDER).is_dir():
        found |= _row("features_s", *(_timed(partial(_features, lane.name)) for lane in _both()))
    return {name: round(value, 3) for name, value in found.items()}


def _both() -> tuple[lanes.Lane, lanes.Lane]:
    return lanes.find_lane(lanes.DEFAULT_LANE), lanes.find_lane(_REAL)


def _start(cluster: Any) -> None:
    try:
        cluster.start()
    except HarnessError as error:
        raise NotApplicable(str(error)) from error


def _cases(embedded: Any, real: Any) -> dict[str, float]:
    """Return medians of alternating rounds, so that other load on the machine cancels out."""
    target = lanes.find_backend("target", "reference").make()
    sets = [target.crds(Release(gates=gates)) for gates in (frozenset({DRAFT_SUBNETS}), frozenset[str]())]
    definitions: tuple[list[float], list[float]] = ([], [])
    writes: tuple[list[float], list[float]] = ([], [])
    for number in range(ROUNDS + 1):
        crds = sets[number % len(sets)]
        for side, cluster in enumerate((embedded, real)):
            took = _timed(partial(cluster.install_crds, crds)), _timed(partial(_write, cluster))
            # the first round does not count: it opens connections and fills caches
            if number:
                definitions[side].append(1000 * took[0])
                writes[side].append(1000 * took[1])
    return _row("definitions_ms", *map(statistics.median, definitions)) | _row(
        "writes_ms", *map(statistics.median, writes)
    )


def _write(cluster: Any) -> None:
    """Make the requests that a scenario about the API makes."""
    admin = Admin(cluster.client("bench"))
    for namespace in default_objects.namespaces():
        admin.create(namespace)
    admin.create({"kind": "IngressController", "metadata": {"name": "bench"}, "spec": {"replicas": 1}})
    admin.patch("IngressController", "bench", {"spec": {"replicas": 2}})
    try:
        admin.patch("IngressController", "bench", {"spec": {"endpointPublishingStrategy": {"type": "None"}}})
    except ApiError:
        cluster.reset()
        return
    raise RuntimeError("an IngressController with a wrong strategy was accepted, so nothing was measured")


def _peer(cluster: Any) -> None:
    folder = Path(os.environ[PEER])
    configuration = cluster.client("bench").configuration
    command = [sys.executable, str(folder / "tools" / "peer_crd_suite.py"), str(folder / "peer" / "openshift-api")]
    token = str(configuration.api_key.get("authorization", "")).removeprefix("Bearer ")
    access = [f"--token={token}", f"--ca={configuration.ssl_ca_cert}"] if token else []
    # the suite brings its own CRDs
    cluster.install_crds([])
    _run([*command, configuration.host, *access])


def _features(lane: str) -> None:
    with temporary.folder("reports-") as reports:
        _run([sys.executable, "-m", "pytest", FOLDER, "-q", "--lane", lane, "--reports", str(reports)])


def _run(command: Sequence[str]) -> None:
    with Running(grace=ENDING) as running:
        name = running.start(command, directory=Path.cwd())
        if running.wait(name):
            last = " ".join(running.lines(name)[-1:])
            raise RuntimeError(f"{' '.join(command[1:4])} failed, so nothing was measured: {last}")


def _row(name: str, embedded: float, real: float) -> dict[str, float]:
    what = name.rpartition("_")[0]
    return {f"{what}_ratio": real / embedded, f"{name}_embedded": embedded, f"{name}_real": real}


def _timed(act: Callable[[], object]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin
