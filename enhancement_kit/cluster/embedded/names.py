"""Rules for names (k8s.io/apimachinery pkg/util/validation)."""

from __future__ import annotations

import re

_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_SUBDOMAIN = re.compile(rf"{_LABEL}(\.{_LABEL})*\Z")
_LABEL_ONLY = re.compile(rf"{_LABEL}\Z")
_LABEL_1035 = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?\Z")
SUBDOMAIN_TEXT = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
LABEL_TEXT = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
LABEL_1035_TEXT = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')"
)


def is_subdomain(name: str) -> list[str]:
    """Return why a name is not an RFC 1123 subdomain (the rule for most objects)."""
    out = ["must be no more than 253 characters"] if len(name) > 253 else []
    return out if _SUBDOMAIN.match(name) else [*out, SUBDOMAIN_TEXT]


def is_label(name: str) -> list[str]:
    """Return why a name is not an RFC 1123 label (the rule for namespaces)."""
    out = ["must be no more than 63 characters"] if len(name) > 63 else []
    if _LABEL_ONLY.match(name):
        return out
    return [*out, "must not contain dots" if _SUBDOMAIN.match(name) else LABEL_TEXT]


def is_label_1035(name: str) -> list[str]:
    """Return why a name is not an RFC 1035 label (the rule for Services)."""
    out = ["must be no more than 63 characters"] if len(name) > 63 else []
    return out if _LABEL_1035.match(name) else [*out, LABEL_1035_TEXT]


def is_path_segment(name: str) -> list[str]:
    """Return why a name cannot be part of a path (the rule for RBAC objects)."""
    if name in (".", ".."):
        return [f"may not be '{name}'"]
    return [f"may not contain '{c}'" for c in "/%" if c in name]
