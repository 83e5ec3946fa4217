"""Where the kit listens."""

from __future__ import annotations

HOST = "127.0.0.1"
