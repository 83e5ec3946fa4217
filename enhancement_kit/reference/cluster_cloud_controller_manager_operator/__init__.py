"""The operator of the cloud controller manager: provides it with the stitched cloud config."""

# no `from __future__ import annotations` here: it would hide the module of that name
from .config_sync import NAME, controllers

__all__ = ["NAME", "controllers"]
