"""Admission webhooks: which are asked about a write, what they are sent, and what becomes of their answers."""

from .admission import Admission

__all__ = ["Admission"]
