"""String formats that kube-apiserver checks (kube-openapi pkg/validation/strfmt); unknown formats are ignored."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
from collections.abc import Callable
from datetime import datetime

from ..ip_addresses import parse_cidr, parse_ip
from ..names import is_label, is_subdomain
from ..urls import UrlError, parse_request_uri

_HOST = re.compile(
    r"([a-zA-Z0-9\u00a1-\uffff]([a-zA-Z0-9\-\u00a1-\uffff]{0,62}[a-zA-Z0-9\u00a1-\uffff])?)"
    r"(\.([a-zA-Z0-9\u00a1-\uffff]([a-zA-Z0-9\-\u00a1-\uffff]{0,62}[a-zA-Z0-9\u00a1-\uffff])?))*\.?\Z"
)
_DATE_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)\Z", re.ASCII)
_UUID = r"[0-9a-f]{8}-?[0-9a-f]{4}-?%s[0-9a-f]{3}-?%s[0-9a-f]{3}-?[0-9a-f]{12}\Z"
_DURATION_UNIT = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)")
_LONG_DURATION = re.compile(
    r"(\d+)\s*(ns|nano|nanos?|nanoseconds?|us|µs|μs|micros?|microseconds?|ms|millis?|milliseconds?|s|secs?|seconds?|"
    r"m|mins?|minutes?|h|hr|hours?|d|days?|w|wk|weeks?)\Z",
    re.IGNORECASE,
)
_MAC = re.compile(
    r"([0-9a-fA-F]{2}([:-])([0-9a-fA-F]{2}\2){4,6}[0-9a-fA-F]{2}|([0-9a-fA-F]{4}\.){2,3}[0-9a-fA-F]{4})\Z"
)
_EMAIL = re.compile(r"[^@\s<>]+@[^@\s<>]+\Z")
_COLOR = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")


def go_duration(text: str) -> bool:
    """Return whether Go's time.ParseDuration accepts a text."""
    rest = text[1:] if text[:1] in ("+", "-") else text
    if rest == "0":
        return True
    at = 0
    while at < len(rest):
        found = _DURATION_UNIT.match(rest, at)
        if found is None or rest[at] in "+-":
            return False
        at = found.end()
    return bool(rest)


def _duration(text: str) -> bool:
    return go_duration(text) or bool(_LONG_DURATION.match(text))


def _date_time(text: str) -> bool:
    found = _DATE_TIME.match(text)
    if not found:
        return False
    year, month, day, hour, minute, second = (int(found[i]) for i in range(1, 7))
    try:
        datetime(max(year, 1), month, day, hour, minute, min(second, 59))
    except ValueError:
        return False
    return second <= 59


def _date(text: str) -> bool:
    if not re.match(r"\d{4}-\d\d-\d\d\Z", text, re.ASCII):
        return False
    try:
        datetime.strptime(text, "%Y-%m-%d")
    except ValueError:
        return False
    return True


def _byte(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _uri(text: str) -> bool:
    try:
        parse_request_uri(text)
    except UrlError:
        return False
    return True


def _sloppy(text: str) -> str:
    """Return an address without the leading zeros of its decimal parts: formats tolerate them (net.ParseIPSloppy)."""
    return re.sub(r"(^|[.:])0+(?=\d+(\.|/|\Z))", r"\1", text) if "." in text else text


def _ipv4(text: str) -> bool:
    found = parse_ip(_sloppy(text))
    return isinstance(found, ipaddress.IPv4Address)


def _ipv6(text: str) -> bool:
    found = parse_ip(_sloppy(text))
    return isinstance(found, ipaddress.IPv6Address)


def _hostname(text: str) -> bool:
    return len(text) <= 255 and bool(_HOST.match(text))


def _uuid(version: str = "[0-9a-f]", variant: str = "[0-9a-f]") -> Callable[[str], bool]:
    rule = re.compile(_UUID % (version, variant), re.IGNORECASE)
    return lambda text: bool(rule.match(text))


FORMATS: dict[str, Callable[[str], bool]] = {
    "byte": _byte,
    "date": _date,
    "date-time": _date_time,
    "datetime": _date_time,
    "duration": _duration,
    "uri": _uri,
    "email": lambda text: bool(_EMAIL.match(text)),
    "hostname": _hostname,
    "ipv4": _ipv4,
    "ipv6": _ipv6,
    "cidr": lambda text: parse_cidr(_sloppy(text), strict=False) is not None,
    "mac": lambda text: bool(_MAC.match(text)),
    "uuid": _uuid(),
    "uuid3": _uuid("3"),
    "uuid4": _uuid("4", "[89ab]"),
    "uuid5": _uuid("5", "[89ab]"),
    "hexcolor": lambda text: bool(_COLOR.match(text)),
    "k8s-short-name": lambda text: not is_label(text),
    "k8s-long-name": lambda text: not is_subdomain(text),
    "password": lambda _text: True,
}
