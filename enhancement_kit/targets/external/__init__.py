"""Target `external`: foreign programs, or what runs in the cluster already."""

from __future__ import annotations

from .target import ExternalTarget, notice

__all__ = ["ExternalTarget", "notice"]
