"""What a control plane stores in etcd: reset directly in etcd, which takes one request and no waiting.

Deleting through the API would take a request per object, and seconds per namespace. The API server watches etcd and
so sees what went; its own objects stay.
"""

from __future__ import annotations

import base64
import ipaddress
import json
import ssl
from typing import Any

import urllib3

from enhancement_kit.errors import HarnessError

from ..real.timeouts import ANSWER

ROOT = "/registry/"
# Written by the API server itself, at any time: its leases, what it derives from CRDs, and the Service of the API.
OWN = (
    "/registry/apiextensions.k8s.io/",
    "/registry/apiregistration.k8s.io/",
    "/registry/leases/kube-system/apiserver-",
)
API_SERVICE = "/registry/services/specs/default/kubernetes"


class Storage:
    """The etcd of one control plane."""

    def __init__(self, url: str, service_network: str, tls: ssl.SSLContext) -> None:
        """Talk to the etcd at `url`, of a cluster that gives Services addresses of that network, as `tls` says."""
        self._url = url
        first = next(ipaddress.ip_network(service_network).hosts())
        self._own = frozenset({API_SERVICE, f"{ROOT}ipaddresses/{first}"})
        self._pool = urllib3.PoolManager(retries=False, timeout=ANSWER, ssl_context=tls)
        self._revisions: dict[str, str] = {}
        self._values: dict[str, str] = {}

    def remember(self) -> None:
        """Remember what is there now as the contents of a new cluster."""
        kept = self._ours(self._range(ROOT))
        self._values = {item["key"]: item["value"] for item in kept}
        self._revisions = {item["key"]: item["mod_revision"] for item in kept}

    def restore(self) -> None:
        """Remove what a new cluster does not have, and put back what it has. Raises HarnessError."""
        there = {item["key"]: item["mod_revision"] for item in self._ours(self._range(ROOT, keys_only=True))}
        new = [key for key in there if key not in self._values]
        changed = [key for key, revision in self._revisions.items() if there.get(key) != revision]
        if not new and not changed:
            return
        revision = self._change(
            [{"request_delete_range": {"key": _encoded(key)}} for key in new]
            + [{"request_put": {"key": _encoded(key), "value": self._values[key]}} for key in changed]
        )
        self._revisions.update(dict.fromkeys(changed, revision))

    def drop(self, group: str, plural: str) -> None:
        """Forget all objects of a kind that a CRD defines."""
        prefix = f"{ROOT}{group}/{plural}/"
        self._change([{"request_delete_range": {"key": _encoded(prefix), "range_end": _encoded(_after(prefix))}}])

    def close(self) -> None:
        """Close the connections."""
        self._pool.clear()

    def _ours(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [item for item in items if not item["key"].startswith(OWN) and item["key"] not in self._own]

    def _range(self, prefix: str, *, keys_only: bool = False) -> list[dict[str, Any]]:
        query = {"key": _encoded(prefix), "range_end": _encoded(_after(prefix)), "keys_only": keys_only}
        found = self._ask("range", query).get("kvs", [])
        return [{**item, "key": base64.b64decode(item["key"]).decode()} for item in found]

    def _change(self, changes: list[dict[str, Any]]) -> str:
        """Run one transaction; return its revision."""
        return str(self._ask("txn", {"success": changes})["header"]["revision"])

    def _ask(self, what: str, query: dict[str, Any]) -> Any:
        address = f"{self._url}/v3/kv/{what}"
        try:
            answer = self._pool.request("POST", address, body=json.dumps(query).encode())
        except urllib3.exceptions.HTTPError as error:
            raise HarnessError(f"etcd does not answer: {error}") from error
        if answer.status != 200:
            raise HarnessError(f"etcd refuses {what}: {answer.data.decode(errors='replace')[:200]}")
        return json.loads(answer.data)


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _after(prefix: str) -> str:
    """Return the first key after all that start with a prefix."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)
