"""Servers on loopback: one event loop on a thread of its own, and any number of ports that listen on it."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from aiohttp import web

from enhancement_kit.errors import HarnessError

from .addresses import HOST
from .connections import Limits, Server, make_request

_GRACE = 0.05
"""Seconds that open requests get to finish when their port closes; 0 would mean no limit."""
_PATIENCE = 30.0
_LIMITS = Limits()
_T = TypeVar("_T")

Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class Loopback:
    """The event loop and its thread, started with the first port that opens and ended by `stop`."""

    def __init__(self, name: str) -> None:
        """Store the name of the thread, which is not started yet."""
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ports: list[Port] = []

    def open(
        self,
        handler: Handler,
        *,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        limits: Limits = _LIMITS,
        who: str = "nothing can",
    ) -> Port:
        """Open a port (0: a free one) where `handler` answers requests within these limits.

        Raises HarnessError where the port is taken; `who` begins its message.
        """
        opened = Port(self, handler, limits)
        try:
            self.run(opened._open(port, tls))
        except OSError as error:
            raise HarnessError(
                f"{who} listen on {HOST}:{port}: {error.strerror or error}; choose another port"
            ) from error
        self._ports.append(opened)
        return opened

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine on the loop and return its result. Raises HarnessError where it does not end."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name=self._name, daemon=True)
                self._thread.start()
            loop = self._loop
        try:
            return asyncio.run_coroutine_threadsafe(work, loop).result(timeout=_PATIENCE)
        except TimeoutError as error:
            raise HarnessError(f"{self._name}: a server on loopback neither starts nor stops") from error

    def stop(self) -> None:
        """Close every port and end the thread; safe to call twice."""
        if self._loop is None or self._thread is None:
            return
        for port in list(self._ports):
            port.close()
        self.run(_end_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        self._loop.close()
        self._loop = self._thread = None


async def _end_all() -> None:
    """Cancel the tasks that still run on the loop, which are requests without an answer."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class Port:
    """One listening port."""

    def __init__(self, loopback: Loopback, handler: Handler, limits: Limits) -> None:
        """Store the settings of a port, which the loop opens later."""
        self._loopback, self._handler, self._limits = loopback, handler, limits
        self._runner: web.ServerRunner | None = None
        self.number = 0

    async def _open(self, port: int, tls: ssl.SSLContext | None) -> None:
        server = Server(self._handler, self._limits, request_factory=make_request(self._limits))
        runner = web.ServerRunner(server, shutdown_timeout=_GRACE)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, port, ssl_context=tls).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.number = int(runner.addresses[0][1])

    def close(self) -> None:
        """Stop listening and drop what is connected; safe to call twice."""
        if self._runner is not None:
            self._loopback.run(self._runner.cleanup())
            self._runner = None
            self._loopback._ports.remove(self)
