"""A Kubernetes API in memory without schemas, small enough to test the runtime alone against it."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit


class VirtualClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.time = datetime(2024, 4, 10, 0, 20, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


def merged(target: Any, change: Any) -> Any:
    """Merge a patch as RFC 7386 defines it."""
    if not isinstance(change, dict):
        return change
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in change.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


@dataclass
class MemoryApi:
    """A replacement for kubernetes.client.ApiClient: objects by collection path and name."""

    objects: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    requests: list[tuple[str, str]] = field(default_factory=list)
    versions: int = 0

    def __post_init__(self) -> None:
        self.default_headers = {"User-Agent": "test"}
        self.configuration = SimpleNamespace(host="http://memory", auth_settings=dict)
        self.rest_client = SimpleNamespace(request=self._request)

    def _request(self, method: str, url: str, headers: Any = None, body: Any = None) -> Any:
        path = urlsplit(url).path
        self.requests.append((method, path))
        status, answer = self._answer(method, path, body)
        return SimpleNamespace(status=status, data=json.dumps(answer).encode())

    def _answer(self, method: str, path: str, body: Any) -> tuple[int, dict[str, Any]]:
        body = copy.deepcopy(body)
        if method == "GET" and (items := self._collection(path)) is not None:
            return 200, {"items": items, "metadata": {"resourceVersion": str(self.versions)}}
        if method == "POST":
            key = (path, body["metadata"]["name"])
            if key in self.objects:
                return refusal(409, "AlreadyExists", f'"{key[1]}" already exists')
            body["metadata"] |= {"uid": f"uid-{self.versions}", "generation": 1}
            return 201, self._store(key, body)
        parts = path.split("/")
        status_only = parts[-1] == "status"
        if status_only:
            parts = parts[:-1]
        key = ("/".join(parts[:-1]), parts[-1])
        if key not in self.objects:
            return refusal(404, "NotFound", f'"{key[1]}" not found')
        current = self.objects[key]
        if method == "GET":
            return 200, current
        if method == "DELETE":
            if current["metadata"].get("finalizers"):
                current["metadata"]["deletionTimestamp"] = "2024-04-10T00:20:00Z"
                return 200, self._store(key, current)
            del self.objects[key]
            return 200, {"kind": "Status", "status": "Success"}
        new = merged(current, body) if method == "PATCH" else body
        given = new["metadata"].get("resourceVersion")
        if given and given != current["metadata"]["resourceVersion"]:
            return refusal(409, "Conflict", "the object has been modified")
        if status_only:
            new = {**current, "status": new.get("status")}
        elif "status" in current:
            new["status"] = current["status"]
        if new == current:
            return 200, current
        if new.get("spec") != current.get("spec"):
            new["metadata"]["generation"] = current["metadata"]["generation"] + 1
        answer = self._store(key, new)
        if new["metadata"].get("deletionTimestamp") and not new["metadata"].get("finalizers"):
            del self.objects[key]
        return 200, answer

    def _store(self, key: tuple[str, str], obj: dict[str, Any]) -> dict[str, Any]:
        self.versions += 1
        obj["metadata"]["resourceVersion"] = str(self.versions)
        self.objects[key] = obj
        return obj

    def _collection(self, path: str) -> list[dict[str, Any]] | None:
        tail = path.rsplit("/", 1)[-1]
        if not tail.endswith("s"):
            return None
        root = path.rsplit("/", 1)[0]
        return [
            obj
            for (collection, _), obj in self.objects.items()
            if collection == path or (collection.startswith(root + "/namespaces/") and collection.endswith("/" + tail))
        ]


def refusal(code: int, reason: str, message: str) -> tuple[int, dict[str, Any]]:
    """Build an error response with a Status object."""
    return code, {"kind": "Status", "status": "Failure", "reason": reason, "message": message, "code": code}
