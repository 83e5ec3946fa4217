"""The kit's own requests to a Kubernetes API server: JSON in, JSON out, refusals as values.

What clients of a scenario send goes through `around` of the cluster, which asks by this class what became of a request.
So this class needs a way to the server that is not wrapped, by path, with a time-out for each request, and with answers
that are not errors where an object is missing. It shares answers and discovery with `enhancement_kit.cluster.client`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import urllib3

from enhancement_kit.errors import HarnessError

from ..answers import JSON, Answer
from .timeouts import ANSWER

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"


class Api:
    """Requests over kept connections. The kit does not wait for their effects; `write_effects` does."""

    def __init__(self, url: str, pool: urllib3.PoolManager, credentials: Callable[[], Mapping[str, str]]) -> None:
        """Talk to `url` over `pool`; `credentials` gives the headers that say who asks."""
        self.url = url
        self.credentials = credentials
        self._pool = pool

    def __call__(self, method: str, path: str, body: Any = None, *, media: str = JSON, accept: str = "") -> Answer:
        """Send one request. Raises HarnessError when there is no answer."""
        headers = {
            "User-Agent": "kit",
            "Accept": accept or JSON,
            "Content-Type": media,
            **self.credentials(),
        }
        data = None if body is None else json.dumps(body).encode()
        try:
            # an API server redirects nowhere: another server was not judged, and is not asked
            response = self._pool.request(
                method, self.url + path, headers=headers, body=data, timeout=ANSWER, redirect=False
            )
        except urllib3.exceptions.HTTPError as error:
            raise HarnessError(f"the API server does not answer {method} {path}: {error}") from error
        return Answer.read(response.status, response.data)

    def must(self, method: str, path: str, body: Any = None, *, media: str = JSON) -> Any:
        """Return the body of an answer that may not be a refusal. Raises HarnessError with the refusal."""
        answer = self(method, path, body, media=media)
        if not answer.ok:
            raise HarnessError(f"the API server refuses {method} {path}: {answer.code} {answer.message}")
        return answer.body

    def close(self) -> None:
        """Close the connections."""
        self._pool.clear()
