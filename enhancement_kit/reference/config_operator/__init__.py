"""The config operator: mirrors custom AWS endpoints to status and stitches them into the cloud config.

The document assigns the two functions to two operators (interpretation CRE-A10); here, as shipped, one has both.
"""

# no `from __future__ import annotations` here: it would hide the module of that name
from .build import EVENT_SOURCE, NAME, Operator
from .component import controllers

__all__ = ["EVENT_SOURCE", "NAME", "Operator", "controllers"]
