"""Lists of AWS, with all of their pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def listed(client: Any, operation: str, key: str, **parameters: Any) -> Iterator[Any]:
    """Yield the entries of a list, from every page. Raises ClientError, BotoCoreError."""
    if client.can_paginate(operation):
        for page in client.get_paginator(operation).paginate(**parameters):
            yield from page[key]
    else:
        yield from getattr(client, operation)(**parameters)[key]
