"""A client of the Kubernetes API that counts the requests made through it."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kubernetes.client import ApiClient
    from kubernetes.client.rest import RESTClientObject


class Counted:
    """An `ApiClient` on behalf of a component; everything but the counting is the client's own."""

    def __init__(self, client: ApiClient, component: str, requests: Counter[str]) -> None:
        """Count the requests in `requests` under the component's name."""
        self._client = client
        self.rest_client = _CountedRest(client.rest_client, component, requests)

    def __getattr__(self, name: str) -> Any:
        """Return the client's own attribute."""
        return getattr(self._client, name)


class _CountedRest:
    def __init__(self, rest: RESTClientObject, component: str, requests: Counter[str]) -> None:
        self._rest = rest
        inner: Callable[..., Any] = rest.request

        @functools.wraps(inner)
        def request(*args: Any, **kwargs: Any) -> Any:
            requests[component] += 1
            return inner(*args, **kwargs)

        self.request = request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rest, name)
