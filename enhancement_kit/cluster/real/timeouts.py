"""How long the kit waits for a real control plane, in seconds, and the one function that waits.

Nothing here is a pause: each wait ends with what it waits for, and a bound that is reached is an error.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from enhancement_kit.errors import HarnessError

START = 60.0  # etcd and kube-apiserver together: 3 to 5 s on an idle machine, more while others compile
ENFORCED = 30.0  # a CRD that was written: 20 to 200 ms
REMOVED = 30.0  # a CRD that was deleted, with its objects: below 1 s
# the garbage collector: 20 ms, up to 3 s while it starts, and 30 s more where a kind is removed while it lists all
# kinds: it waits that long for the removed one before it goes on
COLLECTED = 90.0
NOTICED = (
    120.0  # the same, of a kind that it does not know yet: it looks for new ones every 30 s and backs off up to 30 s
)
ROLLED_OUT = 60.0  # a Deployment, by the controllers of a cluster: 0.1 s
EMPTIED = 180.0  # namespaces that are deleted at the end of a run: 5 s
CREATED = 900.0  # a kind cluster: 40 s, and as long as it takes to fetch the node image
DELETED = 120.0  # a kind cluster: 2 s
ANSWER = 30.0  # one answer of the API or of etcd: 5 ms
_BETWEEN_LOOKS = 0.005


def await_that(holds: Callable[[], bool], within: float, otherwise: Callable[[], str]) -> None:
    """Poll until a condition holds. Raises HarnessError with the text of `otherwise` when it does not come true."""
    end = time.monotonic() + within
    while not holds():
        if time.monotonic() > end:
            raise HarnessError(f"{otherwise()} (waited {within:.0f} s)")
        time.sleep(_BETWEEN_LOOKS)
