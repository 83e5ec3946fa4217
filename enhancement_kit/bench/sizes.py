"""Compares the embedded API with a real kube-apiserver where there are thousands of objects or hundreds of watches."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

from enhancement_kit.cluster.envtest import EnvtestCluster

from .crowds import EVENTS, KINDS, OBJECTS, ROUNDS, WATCHERS, Kind, Server, memory, prepare, rows, told

_COMMAND = (sys.executable, "-m", "enhancement_kit", "serve", "cluster", "--no-token")
_PROGRAMS = ("etcd", "kube-apiserver")


@contextmanager
def embedded() -> Iterator[Server]:
    """Serve the embedded API in a process of its own, as other programs use it."""
    with subprocess.Popen(_COMMAND, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            yield Server(json.loads(process.stdout.readline())["url"], "", "", [process.pid])
        finally:
            process.terminate()


@contextmanager
def real() -> Iterator[Server]:
    """Start kube-apiserver with the cache that it has by default. Raises HarnessError where it is missing."""
    cluster = EnvtestCluster(watch_cache=True)
    cluster.start()
    try:
        configuration = cluster.client("bench").configuration
        token = configuration.api_key["authorization"].removeprefix("Bearer ")
        yield Server(configuration.host, token, configuration.ssl_ca_cert, _children(_PROGRAMS))
    finally:
        cluster.stop()


def _children(names: tuple[str, ...]) -> list[int]:
    """Return the programs of these names that this process has started."""
    command = ["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(number) for number, name in map(str.split, lines) if name in names]


def measured(left: Server, right: Server) -> dict[str, tuple[float, float]]:
    """Return milliseconds, and kilobytes for each object, on both servers by name: medians of alternating rounds."""
    servers = (left, right)
    for server in servers:
        prepare(server)
    found: dict[str, tuple[float, float]] = {}
    for kind in KINDS:
        found |= _of_kind(servers, kind)
    return found


def _of_kind(servers: tuple[Server, Server], kind: Kind) -> dict[str, tuple[float, float]]:
    left, right = servers
    before = [memory(server) for server in servers]
    both = [rows(server, kind) for server in servers]
    found = {f"{kind.name}_{name}_ms": _alternating([side[name] for side in both]) for name in both[0]}
    grown = [(memory(server) - start) / OBJECTS / 1000 for server, start in zip(servers, before, strict=True)]
    found[f"{kind.name}_memory_kb"] = (grown[0], grown[1])
    for number in WATCHERS:
        with told(left, kind, number) as one, told(right, kind, number) as other:
            found[f"{kind.name}_watchers_{number}_ms"] = _alternating([one, other], EVENTS)
    return found


def _alternating(acts: list[Callable[[], float]], rounds: int = 0) -> tuple[float, float]:
    """Return the medians of two acts in milliseconds; rounds alternate to cancel out other load."""
    times: list[list[float]] = [[], []]
    for number in range((rounds or ROUNDS) + 1):
        for side, act in enumerate(acts):
            took = 1000 * act()
            # the first round fills caches
            if number:
                times[side].append(took)
    return statistics.median(times[0]), statistics.median(times[1])


def run() -> Mapping[str, tuple[float, float]]:
    """Measure the embedded API and a real server side by side. Raises HarnessError where there is no real server."""
    with ExitStack() as stack:
        return measured(stack.enter_context(embedded()), stack.enter_context(real()))
