"""How long the kit waits for components that work in their own time, in seconds: the one table, and its meaning.

What has to come about comes about within the bound or is an error that names it; what must not happen is looked at
until nothing has moved for as long as QUIET.
"""

from __future__ import annotations

PASSED_MARKER = 60.0  # eventually: a marker behind all work; 30 ms idle, up to 3 s a load balancer, start-up included
SETTLED = 120.0  # eventually: no more rounds between components that wake each other; two to four rounds
BECAME_QUIET = 120.0  # eventually: QUIET without a change; 5 s of backoff after a failure, and twice that after two
QUIET = 3.0  # consistently: longer than any pause between two steps of one sync, shorter than a failure's backoff
LOOK = 1.0  # one watch for the marker, after which it is looked whether the program still runs
