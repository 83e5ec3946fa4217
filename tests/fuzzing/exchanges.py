"""One exchange with a server: bytes sent, bytes received, and how long others had to wait meanwhile."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable

from .judging import Answer, answer_of, is_whole

_QUIET = 0.2
"""Seconds without a byte after which a server is asked whether it is busy or waits for the rest of the request."""
_PATIENCE = 30.0
"""Seconds after which a server is taken to hang."""
_EVERY = 0.05
"""Seconds between two probes."""


class Hung(Exception):
    """A server does not answer a probe."""


class Line:
    """How to reach a server."""

    def __init__(self, host: str, port: int, probe: bytes) -> None:
        """Store the address, and a request that is answered at once by a server that is not busy."""
        self._host, self._port, self._probe = host, port, probe

    def send(self, request: bytes) -> tuple[Answer, float]:
        """Send a request; return the answer and the seconds that it took. Raises Hung, ConnectionRefusedError.

        A server that is not busy and has not answered waits for the rest of the request: then nothing came back.
        """
        start = time.monotonic()
        received = b""
        with self._connect() as connection:
            try:
                connection.sendall(request)
                connection.settimeout(_QUIET)
                asked = False
                while not is_whole(received):
                    try:
                        part = connection.recv(1 << 20)
                    except TimeoutError:
                        if asked:
                            break
                        self.probe()
                        asked = True
                        continue
                    if not part:
                        break
                    received += part
            except (ConnectionError, BrokenPipeError):
                # refused before everything was sent
                pass
        return answer_of(received), time.monotonic() - start

    def probe(self) -> float:
        """Return the seconds in which a probe is answered. Raises Hung."""
        start = time.monotonic()
        try:
            with self._connect() as connection:
                connection.sendall(self._probe)
                if not connection.recv(1 << 16).startswith(b"HTTP/1.1 200 "):
                    raise Hung("a probe is not answered with status 200")
        except TimeoutError:
            raise Hung(f"a probe is not answered in {_PATIENCE:.0f} s") from None
        except ConnectionError as error:
            raise Hung(f"a probe is not answered: {error.strerror or 'the connection is gone'}") from None
        return time.monotonic() - start

    def _connect(self) -> socket.socket:
        return socket.create_connection((self._host, self._port), timeout=_PATIENCE)


class Prober:
    """Probes a server from a thread of its own for as long as it is entered."""

    def __init__(self, line: Line, current: Callable[[], bytes], limit: float) -> None:
        """Remember what `current` says is being answered when a probe takes longer than the limit (seconds)."""
        self._line, self._current, self._limit = line, current, limit
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.slowest = 0.0
        self.probes = 0
        self.suspects: list[bytes] = []
        self.hung = ""

    def __enter__(self) -> Prober:
        """Start."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._ended.set()
        self._thread.join(_PATIENCE + 5)

    def _run(self) -> None:
        while not self._ended.wait(_EVERY):
            before = self._current()
            try:
                took = self._line.probe()
            except Hung as error:
                self.hung = str(error)
                self.suspects.append(before)
                return
            self.probes += 1
            self.slowest = max(self.slowest, took)
            if took > self._limit:
                self.suspects += {before, self._current()}
