"""The shared cloud of the tests, served to programs outside once for all who need it."""

from __future__ import annotations

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.listeners import Served


def served_once(cloud: SimulatedCloud, *, tls: bool = False) -> Served:
    """Serve the cloud once, and again where a test has stopped it together with its servers."""
    known = cloud.__dict__.setdefault("_served_in_tests", {})
    listeners, served = known.get(tls, (frozenset(), None))
    if served is None or not listeners <= cloud._servers:
        before = cloud._servers
        served = cloud.serve(tls=tls)
        known[tls] = (cloud._servers - before, served)
    return served  # type: ignore[no-any-return]
