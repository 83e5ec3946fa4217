"""The limits of requests over HTTP, and of what they make the server keep. They are the kit's own: AWS tells none.

They are far above what clients send, and bound what one request costs, since requests are answered one at a time.
"""

from __future__ import annotations

from enhancement_kit.local.connections import Limits

BODY = 1024 * 1024
"""Bytes of a body."""
BODY_SECONDS = 30
"""Seconds to send a body."""
PARAMETERS = 1200
"""Parameters of a form. Reading one costs time by the square of their number."""
DIGITS = 19
"""Digits of a whole number: a long has no more."""
DEPTH = 64
"""Nested elements, arrays and objects of a document. The models have less than ten."""
ACCESS_KEY = 128
"""Characters of an access key id, as in the model of IAM."""
REGIONS = 100
"""Regions that botocore does not know and requests have named: each costs a table of zones."""
CALLS = 10_000
"""Calls that the record of `ekit serve cloud` and the playground keeps; of more, the oldest are forgotten."""
ANSWERS = 500
"""Answers that are kept for reads of an earlier state; of more, the oldest are forgotten."""

CONNECTIONS = Limits(body=BODY, head=64 * 1024, head_seconds=20, idle_seconds=60, decompresses=False)
"""What each connection may cost."""
