"""Checks that many kinds share: label selectors, numbers, percentages, addresses, domains."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..fielderrors import FieldError, forbidden, invalid, not_supported, required
from ..gonumbers import clamped
from ..ip_addresses import mapped, parse_cidr, parse_ip
from ..labelselectors import chosen
from ..names import is_label, is_path_segment, is_subdomain
from ..objectmeta import bad_label_key, bad_label_value
from ..objects import Manifest, mapping
from .service_rules import bad_port_name

PROTOCOLS = ("SCTP", "TCP", "UDP")
_LISTED = ("In", "NotIn")
_UNLISTED = ("Exists", "DoesNotExist")
_PERCENT = re.compile(r"[0-9]+%\Z")
_PERCENT_TEXT = (
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for "
    "validation is '[0-9]+%')"
)
_WILDCARD = re.compile(r"\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\Z")
_WILDCARD_TEXT = (
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of "
    "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', "
    "regex used "
    r"for validation is '\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
_HTTP_PATH = re.compile(r"[A-Za-z0-9/\-._~%!$&'()*+,;=:]+\Z")
_HTTP_PATH_TEXT = r"Invalid path (regex used for validation is '[A-Za-z0-9/\-._~%!$&'()*+,;=:]+')"


def nonnegative(path: str, value: Any) -> list[FieldError]:
    """Return an error of a number below zero; a number that is not set has none."""
    return [invalid(path, value, "must be greater than or equal to 0")] if value is not None and value < 0 else []


def all_nonnegative(at: str, value: Manifest, names: Sequence[str]) -> list[FieldError]:
    """Return the errors of numbers below zero."""
    return [error for name in names for error in nonnegative(f"{at}.{name}", value.get(name))]


def one_of(path: str, value: Any, allowed: Sequence[str]) -> list[FieldError]:
    """Return the error of a value outside an enumeration, or of one that is not set."""
    if not value:
        return [required(path)]
    return [] if value in allowed else [not_supported(path, value, allowed)]


def because(path: str, value: Any, why: Sequence[str]) -> list[FieldError]:
    """Return one error for each reason."""
    return [invalid(path, value, text) for text in why]


def label(path: str, value: str) -> list[FieldError]:
    """Return the errors of a DNS label."""
    return because(path, value, is_label(value))


def subdomain(path: str, value: str) -> list[FieldError]:
    """Return the errors of a DNS subdomain."""
    return because(path, value, is_subdomain(value))


def segment(path: str, value: str) -> list[FieldError]:
    """Return the errors of a required name that is part of a path."""
    return because(path, value, is_path_segment(value)) if value else [required(path)]


def qualified(path: str, value: str) -> list[FieldError]:
    """Return the errors of a qualified name."""
    return because(path, value, bad_label_key(value))


def labels(path: str, value: Any) -> list[FieldError]:
    """Return the errors of a map of labels."""
    out: list[FieldError] = []
    for key, text in mapping(value).items():
        out += because(path, key, bad_label_key(key)) + because(path, text, bad_label_value(text))
    return out


def selector(path: str, value: Manifest | None) -> list[FieldError]:
    """Return the errors of a label selector."""
    if not value:
        return []
    out = labels(f"{path}.matchLabels", value.get("matchLabels"))
    for i, requirement in enumerate(value.get("matchExpressions") or ()):
        at, operator, values = f"{path}.matchExpressions[{i}]", requirement["operator"], requirement.get("values") or []
        if operator in _LISTED and not values:
            out.append(required(f"{at}.values", "must be specified when `operator` is 'In' or 'NotIn'"))
        elif operator in _UNLISTED and values:
            text = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            out.append(forbidden(f"{at}.values", text))
        elif operator not in _LISTED + _UNLISTED:
            out.append(invalid(f"{at}.operator", operator, "not a valid selector operator"))
        out += qualified(f"{at}.key", requirement["key"])
        out += [e for n, v in enumerate(values) for e in because(f"{at}.values[{n}]", v, bad_label_value(v))]
    return out


def is_empty(value: Manifest | None) -> bool:
    """Return whether a selector names nothing."""
    return not value or not (value.get("matchLabels") or value.get("matchExpressions"))


def template_matches(at: str, wanted: Manifest, template: Manifest) -> list[FieldError]:
    """Return the error of a template whose labels its selector does not match."""
    found = mapping(mapping(template.get("metadata")).get("labels"))
    if chosen(wanted, found):
        return []
    return [invalid(f"{at}.metadata.labels", found or None, "`selector` does not match template `labels`")]


def int_or_percent(path: str, value: Any) -> list[FieldError]:
    """Return the errors of a number or a percentage."""
    if isinstance(value, int):
        return nonnegative(path, value)
    return [] if _PERCENT.match(value) else [invalid(path, value, _PERCENT_TEXT)]


def at_most_all(path: str, value: Any) -> list[FieldError]:
    """Return the error of a percentage above 100."""
    above = isinstance(value, str) and _PERCENT.match(value) and clamped(value[:-1]) > 100
    return [invalid(path, value, "must not be greater than 100%")] if above else []


def amount(value: Any) -> int:
    """Return the number in a number or a percentage."""
    if isinstance(value, int):
        return value
    return clamped(value[:-1]) if _PERCENT.match(value) else 0


def port_or_name(path: str, value: Any) -> list[FieldError]:
    """Return the errors of a port by number or by name."""
    return because(path, value, bad_port_name(value)) if isinstance(value, str) else port(path, value)


def port(path: str, value: int) -> list[FieldError]:
    """Return the error of a port number."""
    return [] if 1 <= value <= 65535 else [invalid(path, value, "must be between 1 and 65535, inclusive")]


def ip(path: str, value: str) -> list[FieldError]:
    """Return the errors of an IP address in a field of old."""
    found = parse_ip(value)
    if found is None:
        return [invalid(path, value, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")]
    return [invalid(path, value, "must not be an IPv4-mapped IPv6 address")] if mapped(found) else []


def endpoint_ip(path: str, value: str) -> list[FieldError]:
    """Return why an address cannot be an endpoint."""
    found = parse_ip(value)
    if found is None:
        return [invalid(path, value, "must be a valid IP address")]
    out = []
    if found.is_unspecified:
        out.append(invalid(path, value, f"may not be unspecified ({value})"))
    if found.is_loopback:
        out.append(invalid(path, value, "may not be in the loopback range (127.0.0.0/8, ::1/128)"))
    if found.is_link_local:
        out.append(invalid(path, value, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"))
    return out


def cidr(path: str, value: str) -> list[FieldError]:
    """Return the errors of a network in a field of old."""
    found = parse_cidr(value, strict=False)
    if found is None:
        return [invalid(path, value, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)")]
    if mapped(found.ip):
        return [invalid(path, value, "must not have an IPv4-mapped IPv6 address")]
    if found.ip != found.network.network_address:
        return [invalid(path, value, "must not have bits set beyond the prefix length")]
    return []


def domain(path: str, value: str) -> list[FieldError]:
    """Return the errors of a fully qualified domain name."""
    if not value:
        return [required(path)]
    value = value.removesuffix(".")
    if why := is_subdomain(value):
        return [invalid(path, value, ",".join(why))]
    if "." not in value:
        return [invalid(path, value, "should be a domain with at least two segments separated by dots")]
    return next(([invalid(path, part, ",".join(w))] for part in value.split(".") if (w := is_label(part))), [])


def domain_path(path: str, value: str) -> list[FieldError]:
    """Return the errors of a path behind a domain."""
    if not value:
        return [required(path)]
    host, slash, rest = value.partition("/")
    if not slash or not host or not rest:
        return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')]
    out = because(path, host, is_subdomain(host))
    return out if _HTTP_PATH.match(rest) else [*out, invalid(path, rest, _HTTP_PATH_TEXT)]


def wildcard(path: str, value: str) -> list[FieldError]:
    """Return the errors of a domain with a wildcard."""
    out = ["must be no more than 253 characters"] if len(value) > 253 else []
    return because(path, value, out if _WILDCARD.match(value) else [*out, _WILDCARD_TEXT])


def host(path: str, value: str) -> list[FieldError]:
    """Return the errors of a host name, perhaps with a wildcard."""
    return wildcard(path, value) if "*" in value else subdomain(path, value)
