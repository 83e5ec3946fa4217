"""The installer for AWS: an install-config in, manifests and a cluster out."""

from __future__ import annotations

from . import regions
from .component import NAME, PROFILES, Installer
from .errors import InstallError, Refused, UnknownField, UnusableDirectory
from .explanations import explain
from .findings import Finding

__all__ = [
    "NAME",
    "PROFILES",
    "Finding",
    "InstallError",
    "Installer",
    "Refused",
    "UnknownField",
    "UnusableDirectory",
    "explain",
    "regions",
]
