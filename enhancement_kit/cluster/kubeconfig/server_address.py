"""The address of an API server, read once and strictly: every client has to reach the host that the checks judged.

Libraries disagree about unusual addresses. `https://127.0.0.1\\@host` is another host to a browser than to a parser of
RFC 3986, and `https://2130706433` or `https://0x7f.1` is 127.0.0.1 to a resolver alone. Such addresses are refused.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from enhancement_kit.errors import UsageError
from enhancement_kit.local.hosts import is_local

_URL = re.compile(r"https?://(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/-]*)?")
_NAME = re.compile(
    r"(?=.{1,253}\.?\Z)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?)*\.?"
)
_NUMBER = re.compile(r"(?:0[xX][0-9A-Fa-f]*|[0-9]+)\.?")
_HIGHEST_PORT = 65535


@dataclass(frozen=True)
class ServerAddress:
    """An address that all clients read alike."""

    url: str
    host: str

    @property
    def is_here(self) -> bool:
        """Whether the host is this machine, also by what its name resolves to."""
        if not is_local(self.host):
            return False
        try:
            found = socket.getaddrinfo(self.host, None)
        except OSError:
            return False
        return all(is_local(str(entry[4][0])) for entry in found)


def read_address(url: str, where: str) -> ServerAddress:
    """Return the address. Raises UsageError, with `where` it stands, for one that clients could read differently."""
    if "@" in url.partition("://")[2].partition("/")[0]:
        raise UsageError(f"{where}: the server's address contains credentials or an @: it has to be https://HOST:PORT")
    if not _URL.fullmatch(url):
        raise UsageError(f"{where}: the server's address {url!r} is not of the form https://HOST:PORT")
    parts = urlsplit(url)
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise UsageError(f"{where}: the server's address {url!r} has no valid port") from None
    if port == 0:
        raise UsageError(f"{where}: the server's address {url!r} has no valid port")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]) or not _NAME.fullmatch(host):
            raise UsageError(
                f"{where}: the server's host {host} is neither a name nor an IP address in its usual form, such as "
                "127.0.0.1"
            ) from None
    return ServerAddress(url.rstrip("/"), host)
