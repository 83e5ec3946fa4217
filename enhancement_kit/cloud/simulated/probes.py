"""Who says what listens on instances: the simulated AWS has machines, but nothing runs on them."""

from __future__ import annotations

from enhancement_kit.cloud.interface import Probe

_current: Probe | None = None


def set_probe(probe: Probe | None) -> None:
    """Ask this probe from now on; None: whatever security groups let in is answered."""
    global _current
    _current = probe


def answers(instance_id: str, protocol: str, port: int, path: str) -> bool:
    """Check whether an instance answers a health check of that protocol (`TCP`, `HTTP`, ...) on a port."""
    return _current is None or _current(instance_id, protocol, port, path)
