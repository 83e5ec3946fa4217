#!/usr/bin/env python3
"""Run controller-runtime's own test suites on the embedded API and on a real server, and compare spec by spec.

A spec that passes on the real server must pass on the embedded API. The suites come from the Go module proxy, are
compiled once, and run unchanged: each starts the programs in KUBEBUILDER_ASSETS, which are those of `ekit envtest` for
the embedded API and those of `make control-plane` for the real server.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from enhancement_kit import temporary
from enhancement_kit.cluster.envtest.binaries import cache_folder, find_binaries
from enhancement_kit.cluster.programs.folder import write_programs
from enhancement_kit.errors import HarnessError
from enhancement_kit.local import ending
from enhancement_kit.local.processes import ENDING, Running

LIST = Path(__file__).with_suffix(".yaml")
EMBEDDED, REAL = "embedded", "real"
SERVERS = (EMBEDDED, REAL)
LIMIT = 600
"""Seconds for one suite: the longest takes 90 on either server."""
SHOWN = 20
PASSED, NOT_RUN = "passed", ("pending", "skipped")


@dataclass
class Ran:
    """What one suite has shown on one server."""

    suite: str
    specs: dict[str, str] = field(default_factory=dict)
    """The state of each spec, by its whole title."""
    failures: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    broken: str = ""
    """Why the suite as a whole has failed, where no spec says it."""

    def passed(self) -> int:
        """Return how many specs have passed."""
        return sum(state == PASSED for state in self.specs.values())

    def run(self) -> int:
        """Return how many specs have run."""
        return sum(state not in NOT_RUN for state in self.specs.values())


class Suites:
    """The compiled suites of one module."""

    def __init__(self, module: str, version: str, names: Sequence[str]) -> None:
        self.module, self.version, self.names = module, version, names
        self._binaries = cache_folder(os.environ).parent / "client-suites" / version
        self._source = Path()
        self._running = Running(grace=ENDING)
        self._ended = False

    def compile(self) -> None:
        """Fetch the module and compile the suites that are not there yet. Raises HarnessError."""
        answer = _go("mod", "download", "-json", f"{self.module}@{self.version}")
        self._source = Path(json.loads(answer)["Dir"])
        for name in self.names:
            if not self._binary(name).exists():
                print(f"compiling {name}", flush=True)
                part = self._binary(name).with_suffix(f".{os.getpid()}")
                _go("test", "-c", "-o", str(part), f"./{name}", folder=self._source)
                part.rename(self._binary(name))

    def run(self, name: str, assets: Path) -> Ran:
        """Run one suite with the programs of a folder, and end the servers that it leaves.

        A run that says nothing of its specs is `broken`.
        """
        ran = Ran(name)
        with temporary.folder("client-suite-") as folder:
            report = folder / "report.json"
            command = [
                self._binary(name),
                f"-test.timeout={LIMIT}s",
                "-ginkgo.no-color",
                f"-ginkgo.json-report={report}",
            ]
            known = {"KUBEBUILDER_ASSETS": str(assets), "TMPDIR": str(folder)}
            if self._ended:
                return ran
            started = self._running.start(command, name=folder.name, directory=self._source / name, environment=known)
            code = self._running.wait(started)
            self._running.end(started)
            _read(report, ran)
            if code and not ran.failures:
                ran.broken = "\n".join(self._running.lines(started)[-20:])
        return ran

    def close(self) -> None:
        """End the suites that run, after the time that they need to end their servers themselves, and start no more."""
        self._ended = True
        self._running.close()

    def _binary(self, name: str) -> Path:
        return self._binaries / f"{name.replace('/', '_')}.test"


def _go(*arguments: str, folder: Path | None = None) -> str:
    try:
        ended = subprocess.run(["go", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise HarnessError("there is no Go on PATH: install it from go.dev/doc/install") from None
    if ended.returncode:
        raise HarnessError(f"go {' '.join(arguments)} failed: {ended.stderr.strip()[-2000:]}")
    return ended.stdout


def _read(report: Path, ran: Ran) -> None:
    if not report.exists():
        return
    for suite in json.loads(report.read_text(encoding="utf-8")):
        ran.seconds += suite["RunTime"] / 1e9
        for spec in suite["SpecReports"] or []:
            title = " ".join([*(spec["ContainerHierarchyTexts"] or []), spec["LeafNodeText"]]) or spec["LeafNodeType"]
            state = spec["State"]
            if spec["LeafNodeType"] == "It":
                # a title that two specs have is red where one of them is
                ran.specs[title] = state if ran.specs.get(title, PASSED) == PASSED else ran.specs[title]
            if state != PASSED and state not in NOT_RUN:
                ran.failures[title] = " ".join(spec["Failure"]["Message"].split())


def assets(server: str, folder: Path) -> Path:
    """Return the folder with the programs of a server. Raises HarnessError where the real ones are not built."""
    if server == REAL:
        return find_binaries().apiserver.parent
    write_programs(folder)
    kubectl = find_binaries().apiserver.parent / "kubectl"
    if not (folder / "kubectl").exists() and kubectl.exists():
        (folder / "kubectl").symlink_to(kubectl)
    return folder


def compare(found: Mapping[str, Mapping[str, Ran]]) -> list[str]:
    """Return a line for each spec that passes on the real server and not on the embedded API, and for broken suites."""
    lines = []
    for name, here in found[EMBEDDED].items():
        there = found.get(REAL, {}).get(name)
        lines += [
            f"{name}, {server}: {ran.broken}" for server, ran in ((EMBEDDED, here), (REAL, there)) if ran and ran.broken
        ]
        for title, why in here.failures.items():
            if there is None or title not in there.failures:
                lines.append(f"{name}: {title}: {why[:300]}")
        if there and here.run() < there.run() and not here.failures and not here.broken:
            lines.append(f"{name}: {there.run()} specs ran on the real server, {here.run()} here")
    return lines


def table(found: Mapping[str, Mapping[str, Ran]]) -> list[dict[str, Any]]:
    """Return a row for each suite: specs that ran, passed and seconds by server."""
    rows = []
    for name in found[EMBEDDED]:
        row: dict[str, Any] = {"suite": name, "specs": max(side[name].run() for side in found.values())}
        for server, side in found.items():
            row |= {f"{server}_passed": side[name].passed(), f"{server}_seconds": round(side[name].seconds, 1)}
        rows.append(row)
    return rows


def main(arguments: Sequence[str]) -> int:
    """Run the suites; 0 where the embedded API passes what the real server passes, 1 where not, 3 if nothing ran.

    130 where Ctrl-C, SIGTERM or a closed terminal ends them and the servers that they have started.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="REGEX", default="", help="only suites whose folder matches, such as client$")
    parser.add_argument("--server", choices=SERVERS, action="append", help="only this server (default: both, at once)")
    parser.add_argument("--all", action="store_true", help=f"show all differences, not only {SHOWN}")
    parser.add_argument("--output", type=Path, help="write the table to this file, as JSON")
    options = parser.parse_args(list(arguments))
    listed = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    names = [name for name in listed["suites"] if re.search(options.only, name)]
    if not names:
        parser.error(f"--only {options.only}: there are {', '.join(listed['suites'])}")
    suites = Suites(listed["module"], listed["version"], names)
    servers = options.server or SERVERS
    try:
        suites.compile()
        with temporary.folder("client-suites-") as folder:
            folders = {server: assets(server, folder / server) for server in servers}
            found = _run_all(suites, folders)
    except HarnessError as error:
        print(error, file=sys.stderr)
        return 3
    finally:
        suites.close()
    rows = table(found) if EMBEDDED in found else []
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"module": suites.module, "version": suites.version, "rows": rows}, indent=1)
        options.output.write_text(text + "\n", encoding="utf-8")
    lines = compare(found) if EMBEDDED in found else []
    shown = lines if options.all else lines[:SHOWN]
    print("\n".join(shown) or "every spec that passes on the real server passes here")
    if len(shown) < len(lines):
        print(f"and {len(lines) - len(shown)} more; --all shows them")
    return 1 if lines else 0


def _run_all(suites: Suites, folders: Mapping[str, Path]) -> dict[str, dict[str, Ran]]:
    """Run each suite on each server: suites one after the other, servers at once."""

    def run(server: str) -> dict[str, Ran]:
        side = {}
        for name in suites.names:
            side[name] = ran = suites.run(name, folders[server])
            print(f"{name} on {server}: {ran.passed()} of {ran.run()} passed, {ran.seconds:.0f} s", flush=True)
        return side

    with ThreadPoolExecutor(len(folders)) as pool:
        sides = {server: pool.submit(run, server) for server in folders}
        try:
            return {server: side.result() for server, side in sides.items()}
        except BaseException:
            # the threads wait for their suites
            suites.close()
            raise


if __name__ == "__main__":
    sys.exit(ending.run(lambda: main(sys.argv[1:])))
