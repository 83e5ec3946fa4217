"""Connections of botocore to endpoints whose names do not resolve: each goes to a port on loopback."""

from __future__ import annotations

import socket
from typing import Any

from enhancement_kit.local.addresses import HOST


def session(port: int, bundle: str, *, connect: float, read: float) -> Any:
    """Create a botocore HTTP session that connects to a loopback port, whatever host the URL names.

    Server certificates are verified for that host, against the bundle; errors are botocore's own. Time-outs in seconds.
    """
    from botocore.awsrequest import (
        AWSHTTPConnection,
        AWSHTTPConnectionPool,
        AWSHTTPSConnection,
        AWSHTTPSConnectionPool,
    )
    from botocore.httpsession import URLLib3Session

    def loopback(connection_class: Any) -> type[Any]:
        class Connection(connection_class):  # type: ignore[misc]
            """A connection that knows the host name of the URL and the loopback port that stands for it."""

            _dns_host: str
            port: int

            def _new_conn(self) -> Any:
                name, named_port = self._dns_host, self.port
                self._dns_host, self.port = HOST, port
                try:
                    return super()._new_conn()
                finally:
                    self._dns_host, self.port = name, named_port

        return Connection

    class Plain(AWSHTTPConnectionPool):  # type: ignore[misc]
        """Connections for http."""

        ConnectionCls = loopback(AWSHTTPConnection)

    class Secure(AWSHTTPSConnectionPool):  # type: ignore[misc]
        """Connections for https."""

        ConnectionCls = loopback(AWSHTTPSConnection)

    # without it the kernel holds a body back for 40 ms, until the server confirms the headers
    at_once = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    made = URLLib3Session(verify=bundle, proxies={}, timeout=(connect, read), socket_options=at_once)
    made._manager.pool_classes_by_scheme = {"http": Plain, "https": Secure}
    return made
