"""String formats that kube-apiserver checks (kube-openapi pkg/validation/strfmt); unknown formats are ignored."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from datetime import date

from ..ip_addresses import parse_cidr, parse_ip
from ..names import is_label, is_subdomain
from ..regexes import search
from ..urls import UrlError, parse_request_uri
from .checksums import is_credit_card, is_isbn_10, is_isbn_13

_HOST_RUNE = r"[a-zA-Z0-9\p{S}\p{L}]"
_HOST = (
    rf"^({_HOST_RUNE}(-?{_HOST_RUNE}{{0,62}})?|"
    rf"({_HOST_RUNE}([a-zA-Z0-9-\p{{S}}\p{{L}}]{{0,61}}{_HOST_RUNE})?\.)+[a-zA-Z\p{{L}}]{{2,63}})$"
)
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)([^\n]\d+)?(z|[+-]\d\d:\d\d)\Z", re.ASCII)
_UUID = r"[0-9a-f]{8}-?[0-9a-f]{4}-?%s[0-9a-f]{3}-?%s[0-9a-f]{3}-?[0-9a-f]{12}\Z"
_DURATION_UNIT = re.compile(r"(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)", re.ASCII)
_LONG_DURATION = re.compile(r"(\d+)\s*([A-Za-zµ]+)", re.ASCII)
_UNITS = frozenset({"ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk"})
_UNIT_PREFIXES = ("nano", "micro", "milli", "sec", "min", "hour", "day", "week")
_INT_LIMIT, _INT_DIGITS = 2**63, 400
_HEX = r"[0-9a-fA-F]"
_MAC = re.compile(
    "|".join(
        rf"{_HEX}{{2}}(:{_HEX}{{2}}){{{n - 1}}}\Z|{_HEX}{{2}}(-{_HEX}{{2}}){{{n - 1}}}\Z|"
        rf"{_HEX}{{4}}(\.{_HEX}{{4}}){{{n // 2 - 1}}}\Z|{_HEX}{{{2 * n}}}\Z"
        for n in (6, 8, 20)
    )
)
_ATOM = r"[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~\u0080-\U0010ffff]+"
_DOTTED = rf"{_ATOM}(\.{_ATOM})*"
_QUOTED_RUNE = r'(\\[^\x00-\x08\x0a-\x1f\x7f]|[^"\\\x00-\x08\x0a-\x1f\x7f])'
_MAILBOX = rf'[ \t]*({_DOTTED}|"{_QUOTED_RUNE}+")@[ \t]*({_DOTTED}|\[(?P<address>[^\[\]]*)\])'
_PHRASE = rf'(({_ATOM}|"{_QUOTED_RUNE}*"|\.)[ \t]*)*'
_EMAILS = (re.compile(rf"{_MAILBOX}[ \t]*\Z"), re.compile(rf"[ \t]*{_PHRASE}<{_MAILBOX}>[ \t]*\Z"))
_COLOR = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")
_BYTE = r"(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])"
_RGB = re.compile(rf"rgb\(\s*{_BYTE}\s*,\s*{_BYTE}\s*,\s*{_BYTE}\s*\)\Z", re.ASCII)
_BASE64 = re.compile(r"([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})\Z")
_SSN = re.compile(r"\d{3}[- ]\d{2}[- ]\d{4}\Z", re.ASCII)
_OBJECT_ID = re.compile(r"[0-9a-fA-F]{24}\Z")
_IPV4_MASKED = re.compile(r"(.*/)0+(\d+)\Z", re.ASCII)


def go_duration(text: str) -> bool:
    """Return whether Go's time.ParseDuration accepts a text."""
    rest = text[1:] if text[:1] in ("+", "-") else text
    if rest == "0":
        return True
    at = 0
    while at < len(rest):
        found = _DURATION_UNIT.match(rest, at)
        if found is None:
            return False
        at = found.end()
    return bool(rest)


def _duration(text: str) -> bool:
    """Return whether Go reads a duration, or some part of a text is one in words."""
    if go_duration(text):
        return True
    found = _LONG_DURATION.findall(text)
    units = [unit.lower() for _, unit in found]
    known = any(unit in _UNITS or unit.startswith(_UNIT_PREFIXES) for unit in units)
    return known and all(len(number) < _INT_DIGITS and int(number) < _INT_LIMIT for number, _ in found)


def _date_time(text: str) -> bool:
    day, _, rest = text.lower().partition("t")
    found = _TIME.match(rest.partition("t")[0])
    return found is not None and _date(day) and found[1] <= "23" and found[2] <= "59" and found[3] <= "59"


def _date(text: str) -> bool:
    found = re.match(r"(\d{4})-(\d\d)-(\d\d)\Z", text, re.ASCII)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    try:
        # the calendar repeats after 400 years, and Python's begins in the year 1
        date(year or 400, month, day)
    except ValueError:
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
    return "." in text and parse_ip(_sloppy(text)) is not None


def _ipv6(text: str) -> bool:
    return isinstance(parse_ip(text), ipaddress.IPv6Address)


def _cidr(text: str) -> bool:
    return parse_cidr(_IPV4_MASKED.sub(r"\1\2", _sloppy(text)), strict=False) is not None


def _email(text: str) -> bool:
    found = next(filter(None, (form.match(text) for form in _EMAILS)), None)
    return found is not None and (found["address"] is None or parse_ip(found["address"]) is not None)


def _hostname(text: str) -> bool:
    if not search(_HOST, text) or len(text.encode()) > 255:
        return False
    return all(len(part.encode()) <= 63 for part in text.split("."))


def _uuid(version: str = "[0-9a-f]", variant: str = "[0-9a-f]") -> Callable[[str], bool]:
    return _like(re.compile(_UUID % (version, variant), re.IGNORECASE | re.ASCII))


def _like(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.match(text) is not None


FORMATS: dict[str, Callable[[str], bool]] = {
    "byte": _like(_BASE64),
    "bsonobjectid": _like(_OBJECT_ID),
    "date": _date,
    "datetime": _date_time,
    "duration": _duration,
    "uri": _uri,
    "email": _email,
    "hostname": _hostname,
    "ipv4": _ipv4,
    "ipv6": _ipv6,
    "cidr": _cidr,
    "mac": _like(_MAC),
    "uuid": _uuid(),
    "uuid3": _uuid("3"),
    "uuid4": _uuid("4", "[89ab]"),
    "uuid5": _uuid("5", "[89ab]"),
    "isbn": lambda text: is_isbn_10(text) or is_isbn_13(text),
    "isbn10": is_isbn_10,
    "isbn13": is_isbn_13,
    "creditcard": is_credit_card,
    "ssn": _like(_SSN),
    "hexcolor": _like(_COLOR),
    "rgbcolor": _like(_RGB),
    "k8sshortname": lambda text: not is_label(text),
    "k8slongname": lambda text: not is_subdomain(text),
    "password": lambda _text: True,
}
"""What each format of texts accepts, by its name without hyphens."""
_NUMERIC = {"integer": frozenset({"int32", "int64"}), "number": frozenset({"float", "double"})}


def checked_format(kind: str, name: str) -> str:
    """Return the format that is checked for values of a type: empty where the type does not know it."""
    if kind in ("", "string"):
        return name if name.replace("-", "") in FORMATS else ""
    return name if name in _NUMERIC.get(kind, ()) else ""


def checker(name: str) -> Callable[[str], bool] | None:
    """Return what checks a text for a format."""
    return FORMATS.get(name.replace("-", ""))
