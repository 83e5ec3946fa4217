"""Go's net/url: what ParseRequestURI accepts, and the parts that Parse finds. Python's urlsplit accepts too much."""

from __future__ import annotations

from dataclasses import dataclass, field

from .fielderrors import quote
from .ip_addresses import parse_ip

_HEX = frozenset("0123456789abcdefABCDEF")
_UNRESERVED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~")
_HOST_EXTRA = frozenset("!$&'()*+,;=:[]<>\"")
_PATH_PLAIN = _UNRESERVED | frozenset("$&+,/:;=@")
_PATH_ENCODED = _PATH_PLAIN | frozenset("!'()*[]%")
_USER = _UNRESERVED | frozenset(":!$&'()*+,;=%@")


class UrlError(ValueError):
    """A text that is no URL; the message is Go's."""


@dataclass
class Url:
    """The parts of a URL."""

    scheme: str = ""
    host: str = ""
    path: str = ""
    query: dict[str, list[str]] = field(default_factory=dict)

    @property
    def hostname(self) -> str:
        """The host without its port and brackets."""
        return _split_port(self.host)[0]

    @property
    def port(self) -> str:
        """The port, or nothing."""
        return _split_port(self.host)[1]


def _split_port(host: str) -> tuple[str, str]:
    name, port = host, ""
    colon = host.rfind(":")
    if colon != -1 and _valid_port(host[colon:]):
        name, port = host[:colon], host[colon + 1 :]
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    return name, port


def parse_request_uri(text: str) -> Url:
    """Parse as url.ParseRequestURI does. Raises UrlError with its text."""
    return _parse(text, text, request=True)


def parse(text: str) -> Url:
    """Parse as url.Parse does. Raises UrlError with its text."""
    rest, _, fragment = text.partition("#")
    out = _parse(rest, text, request=False)
    _unescape(fragment, text)
    return out


def _fail(whole: str, why: str) -> UrlError:
    return UrlError(f"parse {quote(whole)}: {why}")


def _parse(text: str, whole: str, *, request: bool) -> Url:
    if any(c < " " or c == "\x7f" for c in text):
        raise _fail(whole, "net/url: invalid control character in URL")
    if not text and request:
        raise _fail(whole, "empty url")
    url = Url()
    if text == "*":
        url.path = "*"
        return url
    url.scheme, rest = _scheme(text, whole)
    rest, _, query = rest.partition("?")
    url.query = _query(query)
    if not rest.startswith("/"):
        if url.scheme:
            return url
        if request:
            raise _fail(whole, "invalid URI for request")
        if ":" in rest.partition("/")[0]:
            raise _fail(whole, "first path segment in URL cannot contain colon")
    if (url.scheme or (not request and not rest.startswith("///"))) and rest.startswith("//"):
        authority, slash, path = rest[2:].partition("/")
        rest = slash + path
        url.host = _authority(authority, whole)
    decoded = _unescape(rest, whole)
    url.path = rest if all(c in _PATH_ENCODED for c in rest) else _escape(decoded)
    return url


def _scheme(text: str, whole: str) -> tuple[str, str]:
    for i, c in enumerate(text):
        if c.isascii() and c.isalpha():
            continue
        if c in "0123456789+-.":
            if i == 0:
                return "", text
        elif c == ":":
            if i == 0:
                raise _fail(whole, "missing protocol scheme")
            return text[:i].lower(), text[i + 1 :]
        else:
            return "", text
    return "", text


def _authority(authority: str, whole: str) -> str:
    user, at, host = authority.rpartition("@")
    if at:
        if any(c not in _USER for c in user):
            raise _fail(whole, "net/url: invalid userinfo")
        _unescape(user, whole)
    if host.startswith("["):
        end = host.rfind("]")
        if end < 0:
            raise _fail(whole, "missing ']' in host")
        if not _valid_port(host[end + 1 :]):
            raise _fail(whole, f"invalid port {quote(host[end + 1 :])} after host")
        address, zone, _ = host[1:end].partition("%25")
        if parse_ip(address) is None or ":" not in address:
            raise _fail(whole, "invalid host: IP-literal is not an IPv6 address")
        return host[: host.find("%25")] + "%" + _unescape(host[len(address) + 4 :], whole) if zone else host
    colon = host.rfind(":")
    if colon != -1 and not _valid_port(host[colon:]):
        raise _fail(whole, f"invalid port {quote(host[colon:])} after host")
    for i, c in enumerate(host):
        if c == "%":
            code = host[i : i + 3]
            if len(code) < 3 or not set(code[1:]) <= _HEX or (int(code[1], 16) < 8 and code != "%25"):
                raise _fail(whole, f"invalid URL escape {quote(code)}")
        elif c.isascii() and c not in _UNRESERVED and c not in _HOST_EXTRA:
            raise _fail(whole, f"invalid character {quote(c)} in host name")
    return _unescape(host, whole)


def _valid_port(text: str) -> bool:
    return not text or (text[0] == ":" and all(c in "0123456789" for c in text[1:]))


def _unescape(text: str, whole: str) -> str:
    if "%" not in text:
        return text
    out = bytearray()
    i = 0
    while i < len(text):
        if text[i] == "%":
            code = text[i : i + 3]
            if len(code) < 3 or not set(code[1:]) <= _HEX:
                raise _fail(whole, f"invalid URL escape {quote(code)}")
            out.append(int(code[1:], 16))
            i += 3
        else:
            out += text[i].encode()
            i += 1
    return out.decode(errors="replace")


def _escape(path: str) -> str:
    return "".join(c if c in _PATH_PLAIN else "".join(f"%{b:02X}" for b in c.encode()) for c in path)


def _query(text: str) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for pair in filter(None, text.split("&")):
        key, _, value = pair.partition("=")
        try:
            key, value = (_unescape(p.replace("+", " "), pair) for p in (key, value))
        except UrlError:
            continue  # url.Query drops what it cannot parse, and so does getQuery
        out.setdefault(key, []).append(value)
    return out
