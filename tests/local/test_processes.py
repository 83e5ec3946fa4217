"""Programs do not outlive their owner, and leave nothing once they are ended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from enhancement_kit import temporary
from enhancement_kit.cluster.real.timeouts import await_that
from enhancement_kit.errors import HarnessError
from enhancement_kit.local.processes import Running, free_ports
from enhancement_kit.temporary.leftovers import of_session, processes, running_in

OWNER = """
import sys, time
from enhancement_kit.local.processes import Running
running = Running()
running.start([sys.executable, "-c", "import time; time.sleep(600)", f"{running.folder}/data"], name="named")
running.start(["/bin/sh", "-c", "sleep 600 & sleep 600"], name="unnamed")
print(running.folder, *(program.pid for program in running._programs.values()), flush=True)
sys.stdin.read()
"""
LISTENS = """
import os, socket, sys
if os.fork():
    os.wait()
os.setpgid(0, 0)
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
open(sys.argv[2], "w").close()
server.accept()
"""
WITHIN = 30.0


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def owner() -> Iterator[tuple[subprocess.Popen[str], Path, list[int]]]:
    """Another process with programs of its own: their folder and sessions."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    folder, *sessions = process.stdout.readline().split()
    yield process, Path(folder), [int(session) for session in sessions]
    process.kill()
    process.communicate()


def await_nothing(folder: Path, sessions: list[int]) -> None:
    def left() -> list[int]:
        return [*running_in(folder), *(one for session in sessions for one in of_session(session))]

    await_that(lambda: not left(), WITHIN, lambda: f"these run on: {left()}")
    await_that(lambda: not folder.parent.exists(), WITHIN, lambda: f"{folder.parent} is still there")


def test_nothing_outlives_an_owner_that_is_killed(owner: tuple[subprocess.Popen[str], Path, list[int]]) -> None:
    process, folder, sessions = owner
    assert [len(of_session(session)) for session in sessions] == [1, 3]
    # as the kernel does it where memory is short, or a CI job is out of time
    os.killpg(process.pid, signal.SIGKILL)
    await_nothing(folder, sessions)


def test_what_is_left_goes_at_the_next_start_where_all_were_killed(
    owner: tuple[subprocess.Popen[str], Path, list[int]],
) -> None:
    process, folder, sessions = owner
    (watch,) = (one.id for one in processes() if one.arguments.endswith(str(folder.parent)))
    os.kill(watch, signal.SIGKILL)
    process.kill()
    process.wait()
    (program,) = running_in(folder)
    os.kill(program, 0)
    with Running():
        assert running_in(folder) == []
        assert not folder.exists()
    for session in sessions:
        for one in of_session(session):
            os.kill(one, signal.SIGKILL)


def test_what_belongs_to_a_living_owner_stays(owner: tuple[subprocess.Popen[str], Path, list[int]]) -> None:
    _, folder, sessions = owner
    with Running():
        assert len(running_in(folder)) == 1
        assert [len(of_session(session)) for session in sessions] == [1, 3]
    assert folder.is_dir()


def test_nothing_of_an_ended_program_is_left(place: Path) -> None:
    """Its port is free at once, also where another process of it has it, and no descriptor is left here."""
    (port,) = free_ports(1)
    with Running() as running:
        before = os.listdir("/dev/fd")
        name = running.start([sys.executable, "-c", LISTENS, port, place / "ready"])
        await_that((place / "ready").exists, WITHIN, lambda: running.last_lines(name))
        running.end(name)
        with socket.create_server(("127.0.0.1", port)):
            pass
        # the pipe of what watches over this process has come
        assert len(os.listdir("/dev/fd")) == len(before) + 1
        running.end(name)


def test_a_program_may_end_in_order_where_it_gets_the_time(place: Path) -> None:
    running = Running(grace=WITHIN)
    code = f"trap 'touch {place}/cleaned; exit' TERM; touch {place}/ready; sleep 600 & wait"
    running.start(["/bin/sh", "-c", code])
    await_that((place / "ready").exists, WITHIN, lambda: running.last_lines("sh"))
    running.close()
    assert (place / "cleaned").exists()


def test_a_program_that_ends_by_itself_is_named_with_its_last_words() -> None:
    with Running() as running:
        name = running.start(["/bin/sh", "-c", "echo one; echo no room >&2; exit 7"])
        assert running.wait(name) == 7
        assert running.ended() == "sh ended with code 7: one | no room"
        running.end("never started")
    running.close()
    assert not running.folder.exists()


def test_a_program_that_takes_too_long_is_an_error() -> None:
    with Running() as running:
        name = running.start(["/bin/sh", "-c", "echo waiting; sleep 600"])
        await_that(lambda: running.lines(name) == ["waiting"], WITHIN, lambda: "it does not start")
        with pytest.raises(HarnessError, match=r"sh has not ended after 0 s: waiting"):
            running.finish(name, 0.01)
        assert running.ended() == ""


def test_a_missing_program_is_an_error_of_the_kit() -> None:
    with Running() as running, pytest.raises(HarnessError, match=r"/no/such/program cannot be run: No such file"):
        running.start(["/no/such/program"])


def test_a_place_that_others_can_reach_is_refused(place: Path) -> None:
    temporary.root().chmod(0o777)
    with pytest.raises(HarnessError, match=r"is open to others \(mode 0777\)"):
        Running()
