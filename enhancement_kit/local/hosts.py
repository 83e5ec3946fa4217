"""Tells which hosts are this machine."""

from __future__ import annotations

import ipaddress

_LOCAL_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost")


def is_local(host: str | bytes | None) -> bool:
    """Check whether a host is this machine: loopback addresses and `localhost` (and nothing that needs a resolver)."""
    if host is None or host == "" or host == b"":
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if name.lower().rstrip(".") in _LOCAL_NAMES:
        return True
    try:
        # a zone belongs to an address of IPv6 only
        address = ipaddress.ip_address(name.partition("%")[0] if ":" in name else name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
