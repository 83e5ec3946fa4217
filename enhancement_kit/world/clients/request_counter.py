"""A client of the Kubernetes API that counts the requests made through it."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any


class Counted:
    """An `ApiClient` on behalf of a component; everything but the counting is the client's own."""

    def __init__(self, client: Any, component: str, requests: Counter[str]) -> None:
        """Count in `requests` under the component's name."""
        self._client = client
        self.rest_client = _CountedRest(client.rest_client, component, requests)

    def __getattr__(self, name: str) -> Any:
        """Whatever the client has."""
        return getattr(self._client, name)


class _CountedRest:
    def __init__(self, rest: Any, component: str, requests: Counter[str]) -> None:
        self._rest = rest
        inner = rest.request

        @functools.wraps(inner)
        def request(*args: Any, **kwargs: Any) -> Any:
            requests[component] += 1
            return inner(*args, **kwargs)

        self.request = request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rest, name)
