"""The garbage collector of the kit's own control plane: restarted for new kinds, and awaited until it works."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from ..real.api import Api
from ..real.timeouts import COLLECTED, await_that

_MAPS = "/api/v1/namespaces/default/configmaps"


class Collector:
    """Implements `enhancement_kit.cluster.real.definitions.Controllers`."""

    def __init__(self, api: Api, start_anew: Callable[[], None]) -> None:
        """Look through `api`; `start_anew` starts the controllers, or ends them and starts them again."""
        self._api = api
        self._start_anew = start_anew
        self._starting = False

    def look_after_new_kinds(self) -> None:
        """Restart the controllers. Running ones learn of new kinds within 30 s, which is too late for a scenario."""
        self._start_anew()
        self._starting = True

    def await_work(self) -> None:
        """Wait until the collector has seen the objects of all kinds, and collects.

        A kind that goes before that leaves it waiting for half a minute. Raises HarnessError.
        """
        if not self._starting:
            return
        name = f"collected-{uuid.uuid4()}"
        nobody = {"apiVersion": "v1", "kind": "ConfigMap", "name": "nobody", "uid": str(uuid.uuid4())}
        self._api.must("POST", _MAPS, {"metadata": {"name": name, "ownerReferences": [nobody]}})
        path = f"{_MAPS}/{name}"
        await_that(
            lambda: self._api("GET", path).code == 404,
            COLLECTED,
            lambda: f"the garbage collector, started anew, has not collected {path}",
        )
        self._starting = False
