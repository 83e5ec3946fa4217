"""The CEL libraries for IP addresses, networks and URLs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ip_addresses, urls
from ..fielderrors import quote
from .tagged import BOOL, INT, STRING, STRINGS, TAGGED, Row, T, tag, text_of

# addresses


def _ip(text: str) -> ip_addresses.Address:
    found = ip_addresses.parse_ip(text)
    if found is None:
        raise ValueError(
            f"IP Address {quote(text)} parse error during conversion from string: "
            f"ParseAddr({quote(text)}): unable to parse IP"
        )
    if ip_addresses.mapped(found):
        raise ValueError(f"IPv4-mapped IPv6 address {quote(text)} is not allowed")
    return found


def _is_ip(text: str) -> bool:
    found = ip_addresses.parse_ip(text)
    return found is not None and not ip_addresses.mapped(found)


def _address(value: Any) -> ip_addresses.Address:
    return _ip(text_of(value, "ip"))


def _cidr(text: str) -> ip_addresses.Interface:
    found = ip_addresses.parse_cidr(text)
    if found is None:
        why = f"netip.ParsePrefix({quote(text)}): " + ("no '/'" if "/" not in text else "ParseAddr: unable to parse IP")
        # the real server repeats this text
        start = "network address parse error during conversion from string: "
        raise ValueError(f"{start}{start}{why}")
    return found


def _net(value: Any) -> ip_addresses.Interface:
    return _cidr(text_of(value, "cidr"))


def _either(value: Any) -> ip_addresses.Address | ip_addresses.Interface:
    return _address(value) if isinstance(value, dict) and value.get("@") == "ip" else _net(value)


def _family(value: Any) -> int:
    return _either(value).version


def _contains_ip(net: ip_addresses.Interface, address: ip_addresses.Address) -> bool:
    return address.version == net.version and address in net.network


def _contains_cidr(net: ip_addresses.Interface, other: ip_addresses.Interface) -> bool:
    if net.version != other.version:
        return False
    return other.ip in net.network and other.network.prefixlen >= net.network.prefixlen


def shown(value: Any) -> str:
    """Return an address or network as a string. Raises ValueError for anything else."""
    if isinstance(value, dict) and value.get("@") in ("ip", "cidr"):
        return str(value["v"]) if value["@"] == "cidr" else ip_addresses.canonical(_address(value))
    raise ValueError("no such overload")


NETWORK: list[Row] = [
    ("isIP", False, BOOL, [STRING], _is_ip),
    ("ip", False, TAGGED, [STRING], lambda s: tag("ip", ip_addresses.canonical(_ip(s)))),
    ("ip.isCanonical", False, BOOL, [STRING], lambda s: ip_addresses.canonical(_ip(s)) == s),
    ("family", True, INT, [TAGGED], _family),
    ("isUnspecified", True, BOOL, [TAGGED], lambda v: _address(v).is_unspecified),
    ("isLoopback", True, BOOL, [TAGGED], lambda v: _address(v).is_loopback),
    ("isLinkLocalMulticast", True, BOOL, [TAGGED], lambda v: _link_local_multicast(_address(v))),
    ("isLinkLocalUnicast", True, BOOL, [TAGGED], lambda v: _address(v).is_link_local),
    ("isGlobalUnicast", True, BOOL, [TAGGED], lambda v: ip_addresses.global_unicast(_address(v))),
    ("isCIDR", False, BOOL, [STRING], lambda s: ip_addresses.parse_cidr(s) is not None),
    ("cidr", False, TAGGED, [STRING], lambda s: tag("cidr", str(_cidr(s)))),
    ("prefixLength", True, INT, [TAGGED], lambda v: _net(v).network.prefixlen),
    ("masked", True, TAGGED, [TAGGED], lambda v: tag("cidr", str(_net(v).network))),
    ("ip", True, TAGGED, [TAGGED], lambda v: tag("ip", str(_net(v).ip))),
    ("containsIP", True, BOOL, [TAGGED, STRING], lambda v, s: _contains_ip(_net(v), _ip(s))),
    ("containsIP", True, BOOL, [TAGGED, TAGGED], lambda v, o: _contains_ip(_net(v), _address(o))),
    ("containsCIDR", True, BOOL, [TAGGED, STRING], lambda v, s: _contains_cidr(_net(v), _cidr(s))),
    ("containsCIDR", True, BOOL, [TAGGED, TAGGED], lambda v, o: _contains_cidr(_net(v), _net(o))),
]


def _link_local_multicast(address: ip_addresses.Address) -> bool:
    first = address.packed[:2]
    if address.version == 4:
        return address.packed[:3] == bytes((224, 0, 0))
    return first[0] == 0xFF and first[1] & 0x0F == 2


# URLs


def _url(text: str) -> urls.Url:
    try:
        urls.parse_request_uri(text)
        return urls.parse(text)
    except urls.UrlError as e:
        raise ValueError(f"URL parse error during conversion from string: {e}") from None


def _is_url(text: str) -> bool:
    try:
        urls.parse_request_uri(text)
    except urls.UrlError:
        return False
    return True


def _checked_url(text: str) -> dict[str, str]:
    _url(text)
    return tag("url", text)


def _part(get: Callable[[urls.Url], Any]) -> Callable[[Any], Any]:
    return lambda value: get(_url(text_of(value, "url")))


URLS: list[Row] = [
    ("isURL", False, BOOL, [STRING], _is_url),
    ("url", False, TAGGED, [STRING], _checked_url),
    ("getScheme", True, STRING, [TAGGED], _part(lambda u: u.scheme)),
    ("getHost", True, STRING, [TAGGED], _part(lambda u: u.host)),
    ("getHostname", True, STRING, [TAGGED], _part(lambda u: u.hostname)),
    ("getPort", True, STRING, [TAGGED], _part(lambda u: u.port)),
    ("getEscapedPath", True, STRING, [TAGGED], _part(lambda u: u.path)),
    ("getQuery", True, T.Map(STRING, STRINGS), [TAGGED], _part(lambda u: u.query)),
]
