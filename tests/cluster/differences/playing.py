"""Playing sessions on both servers, and making one that shows a difference as small as it can be."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from .. import record
from ..behaviours import Teller
from ..conftest import Http, Json, Reply
from .comparing import Difference, compare
from .kinds import Kind

TRIES = 40
"""How many smaller sessions are tried for one difference."""


@dataclass
class Found:
    """All differences with one signature."""

    difference: Difference
    session: list[Json]
    row: Json | None = None
    times: int = 1


@dataclass
class Player:
    """Plays sessions, each in a namespace of its own."""

    real: Http
    embedded: Http
    kinds: list[Kind]
    asked: int = 0
    equal: int = 0
    sessions: int = 0
    _run: str = field(default_factory=lambda: secrets.token_hex(2))
    _namespaces: list[str] = field(default_factory=list)
    _aside: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    def tellers(self) -> tuple[Teller, Teller]:
        """Return tellers for both servers in a new namespace."""
        self.sessions += 1
        name = f"d{self._run}-{self.sessions}"
        for http in (self.real, self.embedded):
            made = http("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
            assert made.code == 201, made.message
        self._namespaces.append(name)
        return Teller(self.real, name), Teller(self.embedded, name)

    def play(self, session: list[Json]) -> Iterator[tuple[int, Difference | None, Reply, Teller]]:
        """Send the requests of a session, and yield how each is answered, until the servers' contents differ."""
        real, embedded = self.tellers()
        kind = self.kind_of(session)
        try:
            for i, exchange in enumerate(session):
                if _refers_to_refusal(exchange, real):
                    continue
                theirs = self._aside.submit(real.ask, exchange)
                ours = embedded.ask(exchange)
                reply = theirs.result()
                difference = compare(exchange, reply, ours, kind)
                yield i, difference, reply, real
                writes = exchange["ask"].split(" ")[0] not in ("GET", "WATCH")
                if difference is not None and writes and min(reply.code, ours.code) < 400:
                    return
        finally:
            self._clean(kind, real, embedded)

    def kind_of(self, session: list[Json]) -> str:
        """Return the kind that a session is about."""
        for exchange in session:
            path = exchange["ask"].partition(" ")[2]
            for kind in self.kinds:
                if path == kind.path or path.startswith((kind.path + "/", kind.path + "?")):
                    return f"{kind.api_version} {kind.name}"
        return "any"

    def _clean(self, kind: str, *tellers: Teller) -> None:
        for one in self.kinds:
            if one.cluster and f"{one.api_version} {one.name}" == kind:
                for teller in tellers:
                    teller.http("DELETE", f"{one.path}?labelSelector=in%3D{teller.namespace}")

    def close(self) -> None:
        """Remove what the sessions left on a server that stays."""
        self._aside.shutdown()
        for name in self._namespaces:
            self.real("DELETE", f"/api/v1/namespaces/{name}")

    # the smallest session

    def shows(self, session: list[Json], signature: str) -> Difference | None:
        """Return the difference where the last request of a session shows it."""
        try:
            last = None
            for i, difference, *_ in self.play(session):
                last = difference if i == len(session) - 1 else None
        except KeyError:
            # a body is built from an answer that no request keeps any more
            return None
        return last if last is not None and last.signature == signature else None

    def smallest(self, session: list[Json], difference: Difference) -> tuple[list[Json], Difference]:
        """Leave out requests, options and fields as long as the last request shows the same difference."""
        tries = TRIES
        for i in reversed(range(len(session) - 1)):
            fewer = session[:i] + session[i + 1 :]
            tries -= 1
            if seen := self.shows(fewer, difference.signature):
                session, difference = fewer, seen
        for path in _paths(session[-1].get("body")):
            if tries <= 0:
                break
            fewer = deepcopy(session)
            if not _leave_out(fewer[-1]["body"], path):
                continue
            tries -= 1
            if seen := self.shows(fewer, difference.signature):
                session, difference = fewer, seen
        return session, difference

    def row(self, session: list[Json], difference: Difference) -> Json:
        """Return a session with the real server's answers, as a row of the behaviours."""
        told = []
        for i, last, reply, teller in self.play(session):
            exchange = dict(session[i])
            if i == len(session) - 1 and last is not None and last.paths:
                exchange["see"] = list(last.paths[:6])
            told.append(record.answered(teller, exchange, reply))
        return {"name": difference.signature[:110], "exchanges": told}


def _refers_to_refusal(exchange: Json, teller: Teller) -> bool:
    """Return whether a body would be built from an answer that is no object."""
    body = exchange.get("body")
    kept = teller.kept.get(body["$from"], {}) if isinstance(body, dict) and "$from" in body else None
    return kept is not None and (not isinstance(kept, dict) or kept.get("kind") in (None, "Status"))


def _paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all fields, those that hold most first."""
    out: list[tuple[Any, ...]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        out.append((*at, key))
        out += _paths(inner, (*at, key))
    return sorted(out, key=len)


def _leave_out(value: Any, path: tuple[Any, ...]) -> bool:
    for key in path[:-1]:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return False
    try:
        del value[path[-1]]
    except (KeyError, IndexError, TypeError):
        return False
    return True
