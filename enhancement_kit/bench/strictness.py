"""Counts which constraints of AWS's models the simulated AWS enforces: each is broken alone, by a client over HTTP."""

from __future__ import annotations

from collections import Counter
from typing import Any

from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.constraints.broken_calls import NONSENSE, BrokenCall, broken_calls
from enhancement_kit.cloud.simulated.operations import called

_REGION = "us-east-2"
CODES = frozenset(
    {"InvalidInput", "InvalidParameter", "InvalidParameterException", "InvalidParameterValue", "MalformedInput"}
    | {"MissingParameter", "SerializationException", "UnknownParameter", "ValidationError"}
)
"""The codes with which AWS refuses parameters, whatever the operation."""


def run() -> dict[str, float | str]:
    """Return how many constraints there are and how many are enforced, by kind, and the first calls that got through.

    The operations are those of operations.yaml. A constraint is enforced where the call that breaks it is refused with
    a code about parameters.
    """
    cloud = SimulatedCloud()
    cloud.start()
    try:
        return _counted(Clients(cloud.serve().url))
    finally:
        cloud.stop()


def _counted(clients: Clients) -> dict[str, float | str]:
    asked: Counter[str] = Counter()
    enforced: Counter[str] = Counter()
    through: list[str] = []
    for service, operations in called().items():
        for operation in operations:
            for call in broken_calls(service, operation):
                asked[call.kind] += 1
                if clients.code(call) in CODES:
                    enforced[call.kind] += 1
                else:
                    through.append(str(call))
    total = sum(asked.values())
    counts: dict[str, float | str] = {
        "operations": sum(map(len, called().values())),
        "constraints": total,
        "enforced": sum(enforced.values()),
        "enforced_percent": round(100 * sum(enforced.values()) / total, 1),
        **{f"{kind}": f"{enforced[kind]} of {count}" for kind, count in sorted(asked.items())},
    }
    return {**counts, "not enforced": "; ".join(through) or "none"}


class Clients:
    """Clients that send whatever they are given."""

    def __init__(self, url: str) -> None:
        """Remember where AWS answers; a client is made for each service at its first call."""
        self._url = url
        self._made: dict[str, Any] = {}
        self._unknown: dict[str, str] = {}

    def code(self, call: BrokenCall) -> str:
        """Send a call and return the code of the refusal; empty where it is not refused."""
        from botocore.exceptions import ClientError

        parameters = dict(call.parameters)
        # botocore cannot write what its model lacks
        self._unknown = {name: parameters.pop(name) for name in call.parameters if name == NONSENSE}
        try:
            self._client(call.service)._make_api_call(call.operation, parameters)
        except ClientError as error:
            return str(error.response["Error"]["Code"])
        return ""

    def _client(self, service: str) -> Any:
        if service not in self._made:
            from boto3 import Session
            from botocore.config import Config

            client = Session().client(
                service,
                region_name=_REGION,
                endpoint_url=self._url,
                aws_access_key_id="bench",
                aws_secret_access_key="bench",
                config=Config(parameter_validation=False, retries={"total_max_attempts": 1}),
            )
            client.meta.events.register("before-call", self._add_unknown)
            self._made[service] = client
        return self._made[service]

    def _add_unknown(self, params: Any, **_: Any) -> None:
        if self._unknown:
            params["body"].update(self._unknown)
