"""Admission: the policies and webhooks that judge or change a write, and what becomes of their answers."""

from .admission import Admission
from .write import Write

__all__ = ["Admission", "Write"]
