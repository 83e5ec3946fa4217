"""Whom requests are for and where they come from: a web page may not make a browser talk to this server.

A browser that a page was loaded into sends requests to loopback as well, and with a name that leads there (DNS
rebinding) it lets the page read the answers. It tells the name as `Host` and the page's site as `Origin`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from .fielderrors import quote
from .status import ApiError

_LOCAL = "localhost"


class Origins:
    """The names under which a server may be asked, besides addresses of loopback."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Accept these names and addresses; one that begins with `*.` stands for names with another first part."""
        self._names = frozenset(name.lower() for name in names)
        self._known: set[str] = set()
        """Values of the header that are accepted, so that they need not be taken apart again."""

    def check(self, headers: Mapping[str, str]) -> None:
        """Raise ApiError 403 for a request to another server, or of a page of another site."""
        host = headers.get("Host", "")
        if host and host not in self._known:
            if not self._is_own(_host_of(host)):
                raise _refused("Host", host)
            # a client may not fill the memory with names
            if len(self._known) < 100:
                self._known.add(host)
        origin = headers.get("Origin")
        if origin is not None and not self._is_own(_host_of(origin.partition("://")[2])):
            raise _refused("Origin", origin)

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


def _refused(header: str, value: str) -> ApiError:
    why = f"this server is not asked as {quote(value[:100])} ({header} header); --allow-host NAME accepts another name"
    return ApiError(403, "Forbidden", f"forbidden: {why}", {})
