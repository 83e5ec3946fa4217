"""Commands that a signal or a closed terminal ends: they end what they have started, and leave nothing."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from enhancement_kit.cluster.real.timeouts import await_that
from tests.endings import CLOSED, WAYS, WITHIN, Ending, started
from tests.small_checkouts import ROOT, make_checkout

EKIT = (sys.executable, "-m", "enhancement_kit")
ENDED = (signal.SIGHUP, CLOSED)
"""The tests of the commands have the others."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a checkout with one small enhancement; its code is that of this one."""
    made = make_checkout(tmp_path_factory.mktemp("checkout"))
    # the last of its mutants changes one of the whole checkout
    mutants = made / "features" / "source_ranges" / "mutants.yaml"
    mutants.write_text(mutants.read_text().partition("  - name: source-ranges-overlooked")[0])
    (made / "tests" / "mutants").mkdir(parents=True)
    with (made / "conftest.py").open("a") as stream:
        # each process that runs scenarios says that it is there, and waits to be ended
        stream.write(
            "\n\n@pytest.hookimpl(tryfirst=True)\ndef pytest_collection():\n"
            "    import os, threading\n"
            "    Path(os.environ['TMPDIR'], '..', f'worker-{os.getpid()}').touch()\n"
            "    threading.Event().wait(600)\n"
        )
    return made


def workers(folder: Path) -> list[Path]:
    return list(folder.glob("worker-*"))


def await_workers(run: Ending, folder: Path, number: int) -> None:
    def there() -> bool:
        assert run.process.poll() is None, run.said
        return len(workers(folder)) == number

    await_that(there, WITHIN, lambda: run.said)


KILLS = {
    "kill": (("kill", "--jobs", "2"), 2),
    "kill --plain, recording": (("kill", "--plain", "ingress_operator", "--lanes", "default", "--jobs", "2"), 2),
}


@pytest.mark.parametrize(
    ("kind", "way"), [*(("kill", way) for way in WAYS), ("kill --plain, recording", signal.SIGTERM)]
)
def test_runs_of_mutants_end_with_the_command(tree: Path, tmp_path: Path, kind: str, way: signal.Signals | str) -> None:
    words, number = KILLS[kind]
    with started([*EKIT, *words], tmp_path, way, directory=tree) as run:
        await_workers(run, tmp_path, number)
        assert run.end() == 130, run.said
        assert run.left() == []
        if way in (signal.SIGTERM, signal.SIGHUP) and kind == "kill":
            assert run.said == f"ekit: the run was told to end by {signal.Signals(way).name}\n"


@pytest.mark.parametrize("kind", KILLS)
def test_no_run_of_mutants_outlives_a_command_that_is_killed(tree: Path, tmp_path: Path, kind: str) -> None:
    words, number = KILLS[kind]
    with started([*EKIT, *words], tmp_path, signal.SIGKILL, directory=tree) as run:
        await_workers(run, tmp_path, number)
        os.killpg(run.process.pid, signal.SIGKILL)
        run.process.wait(WITHIN)
        await_that(lambda: run.left() == [], WITHIN, lambda: f"these are left: {run.left()}")


SERVERS = {
    "serve cluster": ("serve", "cluster", "--tls"),
    "serve cloud": ("serve", "cloud", "--tls"),
    "playground": ("playground",),
}


@pytest.mark.parametrize("way", ENDED)
@pytest.mark.parametrize("kind", SERVERS)
def test_servers_end_in_order(tmp_path: Path, kind: str, way: signal.Signals | str) -> None:
    with started([*EKIT, *SERVERS[kind]], tmp_path, way, directory=ROOT) as run:
        await_that(lambda: "127.0.0.1" in run.said or run.process.poll() is not None, WITHIN, lambda: run.said)
        assert run.end() == 0, run.said
        assert run.left() == []


HANGS = """
import pathlib, sys, threading
from enhancement_kit import __main__, temporary
from enhancement_kit.commands import COMMANDS
from enhancement_kit.local.processes import Running
import importlib

def hang(*_, **__):
    with temporary.folder("reports-"), Running() as running:
        running.start(["/bin/sh", "-c", "trap '' TERM HUP INT; sleep 600", str(running.folder / "data")])
        pathlib.Path(sys.argv[1]).touch()
        threading.Event().wait(600)

module = importlib.import_module(next(one.module for one in COMMANDS if one.name == sys.argv[2]))
setattr(module, sys.argv[3], hang)
sys.exit(__main__.main(sys.argv[4:]))
"""
HANGING = {
    "bench": ("_measure", "bench", "cluster"),
    "install": ("read_network", "install", "validate"),
}


@pytest.mark.parametrize("way", ENDED)
@pytest.mark.parametrize("kind", HANGING)
def test_other_commands_end_what_they_have_started(tmp_path: Path, kind: str, way: signal.Signals | str) -> None:
    command = [sys.executable, "-c", HANGS, str(tmp_path / "ready"), kind, *HANGING[kind]]
    with started(command, tmp_path, way, directory=ROOT) as run:
        run.until(tmp_path / "ready")
        assert any("sleep 600" in one for one in run.left())
        assert run.end() == 130, run.said
        assert run.left() == []
        if way == signal.SIGHUP:
            assert run.said == "ekit: the run was told to end by SIGHUP\n"
