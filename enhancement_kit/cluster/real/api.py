"""The kit's own requests to a Kubernetes API server: JSON in, JSON out, refusals as values."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import urllib3

from enhancement_kit.errors import HarnessError

from .timeouts import ANSWER

MERGE_PATCH = "application/merge-patch+json"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"
DISCOVERY = "application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList"


@dataclass(frozen=True)
class Answer:
    """An answer of the server."""

    code: int
    body: Any

    @property
    def ok(self) -> bool:
        """Whether the request succeeded."""
        return 200 <= self.code < 300

    @property
    def message(self) -> str:
        """The error message of a refusal."""
        return str(self.body.get("message", "")) if isinstance(self.body, dict) else str(self.body)


class Api:
    """Requests over kept connections. The kit does not wait for their effects; `write_effects` does."""

    def __init__(self, url: str, pool: urllib3.PoolManager, credentials: Callable[[], Mapping[str, str]]) -> None:
        """Talk to `url` over `pool`; `credentials` gives the headers that say who asks."""
        self.url = url
        self.credentials = credentials
        self._pool = pool

    def __call__(
        self, method: str, path: str, body: Any = None, *, media: str = "application/json", accept: str = ""
    ) -> Answer:
        """Send one request. Raises HarnessError when there is no answer."""
        headers = {
            "User-Agent": "kit",
            "Accept": accept or "application/json",
            "Content-Type": media,
            **self.credentials(),
        }
        data = None if body is None else json.dumps(body).encode()
        try:
            response = self._pool.request(method, self.url + path, headers=headers, body=data, timeout=ANSWER)
        except urllib3.exceptions.HTTPError as error:
            raise HarnessError(f"the API server does not answer {method} {path}: {error}") from error
        raw = response.data
        try:
            return Answer(response.status, json.loads(raw))
        except ValueError:
            return Answer(response.status, raw.decode(errors="replace"))

    def must(self, method: str, path: str, body: Any = None, *, media: str = "application/json") -> Any:
        """Return the body of an answer that may not be a refusal. Raises HarnessError with the refusal."""
        answer = self(method, path, body, media=media)
        if not answer.ok:
            raise HarnessError(f"the API server refuses {method} {path}: {answer.code} {answer.message}")
        return answer.body

    def close(self) -> None:
        """Close the connections."""
        self._pool.clear()
