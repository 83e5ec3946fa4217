"""IP addresses and networks as Go's net/netip reads them."""

from __future__ import annotations

import ipaddress
import re

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Interface = ipaddress.IPv4Interface | ipaddress.IPv6Interface


def parse_ip(text: str) -> Address | None:
    """Parse an address; None for anything else, zones included. The caller checks for IPv4-mapped IPv6 addresses."""
    if "%" in text or "/" in text:
        return None
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def mapped(address: Address) -> bool:
    """Return whether an address is an IPv4-mapped IPv6 address."""
    return isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None


def parse_cidr(text: str, *, strict: bool = True) -> Interface | None:
    """Parse a network, keeping host bits; None for anything else. `strict` refuses IPv4-mapped ones as CEL does."""
    address, slash, length = text.partition("/")
    found = parse_ip(address)
    if found is None or not slash or not re.fullmatch(r"0|[1-9][0-9]{0,2}", length, re.ASCII):
        return None
    if int(length) > found.max_prefixlen or (strict and mapped(found)):
        return None
    return ipaddress.ip_interface(text)


def canonical(address: Address) -> str:
    """Return the address as Go prints it: IPv4-mapped ones in dotted form."""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return f"::ffff:{address.ipv4_mapped}"
    return str(address)


def global_unicast(address: Address) -> bool:
    """Return whether an address is none of unspecified, loopback, multicast, link-local and broadcast."""
    broadcast = address == ipaddress.IPv4Address("255.255.255.255")
    return not (
        address.is_unspecified or address.is_loopback or address.is_multicast or address.is_link_local or broadcast
    )
