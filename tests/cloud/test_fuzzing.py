"""Random hostile requests to the served simulated AWS, and whether those who send them notice what is wrong."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import web

from enhancement_kit.local.loopback import Loopback
from tests.fuzzing import aws
from tests.fuzzing.__main__ import main
from tests.fuzzing.attack import Attack, Outcome, Plan
from tests.fuzzing.judging import Answer, answer_of, fault_of, is_whole, python_in
from tests.fuzzing.subjects import SUBJECTS, Size, Started

BUDGET, SEED = 100, 4


def test_the_served_aws(tmp_path: Path) -> None:
    words = ["--server", "aws", "--requests", str(BUDGET), "--seconds", "120", "--seed", str(SEED)]
    command = [sys.executable, "-m", "tests.fuzzing", *words, "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"aws: {BUDGET} requests; statuses" in done.stdout
    assert not list(tmp_path.iterdir())


def test_the_same_seed_sends_the_same() -> None:
    def made(seed: int) -> list[bytes]:
        return list(islice(aws.requests(random.Random(seed)), 50))

    assert made(1) == made(1) != made(2)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n<Code>ValidationError</Code>", ""),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n<Message>asked</Message>", ""),
        (b"HTTP/1.1 501 Not Implemented\r\n\r\n<Code>NotImplemented</Code>", ""),
        (b"HTTP/1.1 501 Not Implemented\r\n\r\n", "status 501"),
        (b"HTTP/1.1 500 Internal Server Error\r\n\r\n<Code>InternalFailure</Code>", "status 500"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\ninvalid literal for int()", "the words 'invalid literal for int'"),
        (b"HTTP/1.1 200 OK\r\nServer: Python aiohttp\r\n\r\n", "the words 'aiohttp'"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n<!doctype html>", "the words '<!doctype html'"),
        (b"HTTP/1.1 404 Not Found\r\n\r\nKeyError", ""),
        (b"", ""),
    ],
)
def test_what_an_answer_may_not_be(answer: bytes, fault: str) -> None:
    """Words of the request may be repeated."""
    assert fault_of(answer_of(answer), b"asked for a KeyError", aws.DOCUMENTED) == fault


def test_answers_are_taken_to_pieces() -> None:
    assert answer_of(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 Too Large\r\n\r\n") == Answer(
        413, b"HTTP/1.1 413 Too Large\r\n\r\n"
    )
    assert is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
    assert not is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na")
    assert not is_whole(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n")
    assert python_in("a\nTraceback (most recent call last):") == "Traceback"


class Faulty:
    """A server whose faults its clients choose by the path of a request."""

    def __init__(self) -> None:
        self.printed, self.runs = "", True
        self.sizes = iter([Size(100, 2, 8), Size(300, 12, 80)])
        self.paths: list[str] = []
        self.module = SimpleNamespace(DOCUMENTED={}, requests=self._requests, probe=lambda: _get("/"))
        self.host, self.port = "127.0.0.1", 0

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        match request.path:
            case "/breaks":
                return web.Response(status=500, text="InternalFailure")
            case "/slow":
                # everybody waits
                time.sleep(0.6)
            case "/prints":
                self.printed += "a Traceback\n"
        return web.Response(text="fine")

    def _requests(self, _rng: random.Random) -> Iterator[bytes]:
        return map(_get, self.paths)

    def told(self) -> str:
        return self.printed

    def measure(self) -> Size | None:
        return next(self.sizes, None)


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def _attacked(*paths: str) -> Outcome:
    faulty, loopback = Faulty(), Loopback("faulty")
    faulty.paths = list(paths)
    faulty.port = loopback.open(faulty).number
    started: Any = faulty
    try:
        plan = Plan(seed=1, seconds=60, requests=len(paths), limit=0.4)
        return Attack(started, plan, lambda _text: None).run()
    finally:
        loopback.stop()


def test_every_fault_is_noticed() -> None:
    outcome = _attacked("/fine", "/breaks", "/prints", "/slow", "/breaks", "/fine", "/fine")
    told = [finding.what for finding in outcome.findings]
    assert any(text.startswith("an answer has status 500") for text in told)
    assert any(text.startswith("the server prints words of Python: a Traceback") for text in told)
    assert any(text.startswith("others wait for 0.") for text in told)
    assert "memory has grown by 200 MiB in 4 requests, more than 64 MiB" in told
    assert "there were 2 threads, now 12" in told
    assert "there were 8 open files, now 80" in told
    assert len(told) == 6, "the same fault is told once"
    slow = next(finding for finding in outcome.findings if finding.what.startswith("others wait"))
    assert slow.request == _get("/slow")
    assert outcome.slowest_probe > 0.4
    assert outcome.statuses[500] == 2


def test_a_server_that_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aws, "SECRET", "--no-such-option")
    with pytest.raises(RuntimeError, match="ended: "):
        Started(SUBJECTS["aws"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--server", "cloud"], "invalid choice"),
        (["--seconds", "0"], "no number of seconds above 0"),
        (["--seconds", "x"], "invalid"),
        (["--repeat", "x"], "name the server by --server"),
        (["--server", "aws", "--repeat", "/none"], "cannot be read: No such file"),
    ],
)
def test_wrong_words(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    printed = capsys.readouterr().out
    assert "exit codes: 0 no findings, 1 findings, 2 " in printed
    assert "python -m tests.fuzzing --server aws --seconds 60 --seed 7" in printed
