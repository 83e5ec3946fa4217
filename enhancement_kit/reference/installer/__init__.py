"""The installer for AWS: turns an install-config into manifests and a cluster."""

from __future__ import annotations

from . import regions
from .component import NAME, PROFILES, Installer
from .errors import InstallError, Refused, UnknownField, UnusableDirectory
from .explanations import explain
from .findings import Finding
from .static_rules import GENERAL

__all__ = [
    "GENERAL",
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
