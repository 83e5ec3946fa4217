"""The simulated AWS for programs outside this process: the kit's clients stay inside, theirs come over HTTPS."""

from __future__ import annotations

from collections.abc import Mapping

from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.cloud.simulated.listeners import Served
from enhancement_kit.errors import HarnessError


class ServedCloud(SimulatedCloud):
    """Implements `enhancement_kit.cloud.interface.Cloud`; serves from `start` to `stop`."""

    name = "served"

    _served: Served | None = None

    def start(self, *, strict: bool | None = None) -> None:
        """Start answering, also on a free port of loopback. Raises HarnessError as `SimulatedCloud.start` does."""
        super().start(strict=strict)
        if self._served is None:
            self._served = self.serve(tls=True)

    @property
    def served(self) -> Served:
        """Where programs reach it, and the environment they need. Raises HarnessError before `start`."""
        if self._served is None:
            raise HarnessError("The served AWS has no address before it is started; call start() first.")
        return self._served

    @property
    def address(self) -> str:
        """Where programs outside this process reach it."""
        return self.served.url

    def environment(self, component: str, *, region: str) -> Mapping[str, str]:
        """Return the environment variables with which an outside program calls it under a component's name."""
        return self.served.environment(component, region)

    def stop(self) -> None:
        """Free everything; safe to call twice."""
        self._served = None
        super().stop()
