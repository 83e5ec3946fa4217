"""Whom requests are for and where they come from: a web page may not make a browser talk to a server on loopback.

A browser that a page was loaded into sends requests to loopback as well, and with a name that leads there (DNS
rebinding) it lets the page read the answers. It tells the name as `Host` and the page's site as `Origin`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlsplit

_LOCAL = "localhost"
_KNOWN = 100
"""Values of the header that are remembered: a client may not fill the memory with names."""


class OwnNames:
    """The names under which a server may be asked, besides addresses of loopback."""

    def __init__(self, names: Iterable[str] = (), also: Callable[[str], bool] | None = None) -> None:
        """Accept these names and addresses; one that begins with `*.` stands for names with another first part.

        `also` accepts further names of the server, but no pages that come from them.
        """
        self._names = frozenset(name.lower() for name in names)
        self._also = also
        self._known: set[str] = set()
        """Values of the header that are accepted, so that they need not be taken apart again."""

    def foreign(self, headers: Mapping[str, str]) -> tuple[str, str] | None:
        """Return the header, and its value, that says that a request is for another server or of a page elsewhere."""
        host = headers.get("Host", "")
        if host and host not in self._known:
            name = _host_of(host)
            if not self._is_own(name) and not (self._also is not None and self._also(name)):
                return "Host", host
            if len(self._known) < _KNOWN:
                self._known.add(host)
        origin = headers.get("Origin")
        if origin is not None and not self._is_own(_host_of(origin.partition("://")[2])):
            return "Origin", origin
        return None

    def _is_own(self, name: str) -> bool:
        if name == _LOCAL or name in self._names or "*." + name.partition(".")[2] in self._names:
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False


def _host_of(authority: str) -> str:
    """Return the name or the address in an authority (`name:port`), in lower case; empty where there is none."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").lower()
    except ValueError:
        return ""
