"""How long the kit waits for a real control plane, in seconds.

Nothing here is a pause: each wait ends with what it waits for, and a bound that is reached is an error.
"""

from __future__ import annotations

START = 60.0  # etcd and kube-apiserver together: 3 to 5 s on an idle machine, more while others compile
ENFORCED = 30.0  # a CRD that was written: 20 to 200 ms
REMOVED = 30.0  # a CRD that was deleted, with its objects: below 1 s
COLLECTED = 30.0  # the garbage collector: 20 ms, and up to 3 s while it starts
ANSWER = 30.0  # one answer of the API or of etcd: 5 ms
