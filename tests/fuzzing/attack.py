"""Sends random requests to one server and notes what is wrong with it."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from .exchanges import Hung, Line, Prober
from .judging import fault_of, python_in
from .subjects import Size, Started

MIB_OF_CACHES = 64
"""MiB that a server may grow by after the warm-up, whatever it is asked."""
KIB_OF_REQUEST = 8
"""KiB more for each request after the warm-up: what requests create stays, as with the real server."""
WARM_UP = 1 / 3
"""The share of the time, or of the requests, after which the first measurement is made."""
MORE_THREADS, MORE_FILES = 4, 16
"""Threads and open files that a server may have at the end more than after the warm-up."""
MOST = 20
"""Findings after which an attack ends."""
_SAME = 160
"""Characters of an answer that tell findings apart."""


@dataclass(frozen=True)
class Finding:
    """Something that is wrong."""

    what: str
    request: bytes = b""
    """What it was found with; empty where no single request is to blame."""
    number: int = 0
    """How many requests had been sent before."""
    answer: bytes = b""


@dataclass
class Outcome:
    """What an attack has found."""

    findings: list[Finding] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    sent: int = 0
    slowest_probe: float = 0.0
    probes: int = 0
    once_slow: int = 0
    """Probes that were slow while a request was answered that was fast when it was sent again."""
    sizes: list[Size] = field(default_factory=list)
    """After the warm-up and at the end."""


@dataclass(frozen=True)
class Plan:
    """How long an attack lasts, and with what."""

    seed: int
    seconds: float
    requests: int | None = None
    """Ends after this many, whatever the time."""
    limit: float = 1.0
    """Seconds in which probes have to be answered."""


class Attack:
    """One attack on a running server."""

    def __init__(self, started: Started, plan: Plan, told: Callable[[str], None]) -> None:
        """Store what is attacked; `told` gets lines of progress."""
        self._started, self._plan, self._told = started, plan, told
        self._line = Line(started.host, started.port, probe_of(started))
        self._current = b""
        self._begun = time.monotonic()
        self._known: set[str] = set()
        self._judged: set[bytes] = set()
        """Requests that were sent again, because a probe was slow."""
        self._sent_at: list[int] = []
        """How many requests had been sent at each measurement."""
        self._printed = 0
        self.outcome = Outcome()

    def run(self) -> Outcome:
        """Send requests until the time is over; return what was found. Ctrl-C ends it early."""
        outcome, plan = self.outcome, self._plan
        self._begun = time.monotonic()
        with Prober(self._line, lambda: self._current, plan.limit) as prober:
            try:
                for request in self._requests():
                    self._one(request)
                    self._slow(prober)
                    if prober.hung or not self._started.runs or len(outcome.findings) >= MOST:
                        break
            except KeyboardInterrupt:
                self._told("interrupted")
            except (Hung, ConnectionRefusedError) as error:
                self._find(Finding(f"the server does not answer any more: {error}", self._current, outcome.sent))
        outcome.slowest_probe, outcome.probes = prober.slowest, prober.probes
        if not self._started.runs:
            self._find(Finding("the server has ended", self._current, outcome.sent))
        elif prober.hung:
            self._find(Finding(prober.hung, self._current, outcome.sent))
        self._measure()
        self._grown()
        return outcome

    def repeat(self, request: bytes) -> Outcome:
        """Send one request, and again to measure it."""
        self._one(request)
        took = self._line.send(request)[1] if self._started.runs else 0.0
        if took > self._plan.limit:
            self._find(Finding(f"others wait for {took:.1f} s", request))
        return self.outcome

    def _requests(self) -> Iterator[bytes]:
        warm, told = False, 0.0
        made = self._started.module.requests(random.Random(self._plan.seed))
        for request in islice(made, self._plan.requests):
            passed = time.monotonic() - self._begun
            if passed > self._plan.seconds:
                return
            if not warm and self._share(passed) >= WARM_UP:
                warm = True
                self._measure()
            if passed - told >= 5:
                told = passed
                self._told(f"{passed:.0f} s, {self.outcome.sent} requests, {len(self.outcome.findings)} findings")
            yield request

    def _share(self, passed: float) -> float:
        of_requests = self.outcome.sent / self._plan.requests if self._plan.requests else 0.0
        return max(passed / self._plan.seconds, of_requests)

    def _one(self, request: bytes) -> None:
        outcome = self.outcome
        self._current = request
        answer, _ = self._line.send(request)
        outcome.sent += 1
        outcome.statuses[answer.status] += 1
        fault = fault_of(answer, request, self._started.module.DOCUMENTED)
        if fault:
            self._find(Finding(f"an answer has {fault}", request, outcome.sent - 1, answer.text))
        told = self._started.told()
        fresh, self._printed = told[self._printed :], len(told)
        if fresh.strip():
            what = "words of Python" if python_in(fresh) else "words"
            self._find(Finding(f"the server prints {what}: {fresh.strip()[-1500:]}", request, outcome.sent - 1))

    def _slow(self, prober: Prober) -> None:
        """Send again what was being answered while a probe took too long: only what is slow twice is to blame."""
        suspects, prober.suspects = set(prober.suspects), []
        for suspect in suspects - self._judged if not prober.hung else ():
            self._judged.add(suspect)
            took = self._line.send(suspect)[1] if suspect else 0.0
            if took > self._plan.limit:
                self._find(Finding(f"others wait for {took:.1f} s", suspect, self.outcome.sent - 1))
            else:
                self.outcome.once_slow += 1

    def _find(self, finding: Finding) -> None:
        kind = finding.what[:40] + finding.answer.rpartition(b"\r\n\r\n")[2][:_SAME].decode(errors="replace")
        if kind not in self._known:
            self._known.add(kind)
            self.outcome.findings.append(finding)
            self._told(f"finding {len(self.outcome.findings)}: {finding.what}")

    def _measure(self) -> None:
        size = self._started.measure() if self._started.runs else None
        if size is not None:
            self.outcome.sizes.append(size)
            self._sent_at.append(self.outcome.sent)

    def _grown(self) -> None:
        if len(self.outcome.sizes) < 2:
            return
        before, after = self.outcome.sizes[0], self.outcome.sizes[-1]
        requests = self._sent_at[-1] - self._sent_at[0]
        bound = MIB_OF_CACHES + requests * KIB_OF_REQUEST / 1024
        grown = after.mib - before.mib
        if grown > bound:
            self._find(
                Finding(f"memory has grown by {grown:.0f} MiB in {requests} requests, more than {bound:.0f} MiB")
            )
        if after.threads > before.threads + MORE_THREADS:
            self._find(Finding(f"there were {before.threads} threads, now {after.threads}"))
        if after.files > before.files + MORE_FILES:
            self._find(Finding(f"there were {before.files} open files, now {after.files}"))


def probe_of(started: Started) -> bytes:
    """Return the probe of a server: the module's own, or a GET of its version with the module's credential."""
    probe = getattr(started.module, "probe", None)
    if probe is not None:
        return bytes(probe())
    token = getattr(started.module, "TOKEN", "")
    lines = ("GET /version HTTP/1.1", "Host: localhost", f"Authorization: Bearer {token}", "Connection: close", "", "")
    return "\r\n".join(lines).encode()
