"""boto3 clients of the simulated AWS: one session, clients that never leave the process, every call recorded.

Each client is addressed to an endpoint under a reserved domain that nothing resolves (or to the one asked for). A
`before-send` hook on the client hands its requests to moto. A client without the hook therefore gets no answer at all.
"""

from __future__ import annotations

import copy
import os
import re
import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from enhancement_kit.cloud.simulated.backends import Backends
from enhancement_kit.cloud.simulated.faults import Faults, error_body
from enhancement_kit.cloud.simulated.record import Record
from enhancement_kit.cloud.simulated.zones import ensure_region, url_suffix

DOMAIN = "aws.kit.invalid"
"""RFC 6761 reserves `.invalid`: no resolver may answer for it."""

KIT = "kit"
"""The component of calls that prepare worlds; injected faults pass them by."""

# Services with one endpoint for a whole partition.
_GLOBAL = frozenset({"route53", "iam", "cloudfront"})

_CODE = re.compile(rb"<Code>(.*?)</Code>", re.DOTALL)
_MESSAGE = re.compile(rb"<Message>(.*?)</Message>", re.DOTALL)


class Clients:
    """The client factory: one session per process, clients cached by component, service, region and endpoint."""

    def __init__(self, backends: Backends, record: Record, faults: Faults) -> None:
        self._backends, self._record, self._faults = backends, record, faults
        self._lock = threading.Lock()
        self._clients: dict[tuple[str, str, str, str], Any] = {}

    def client(self, component: str, service: str, region: str, endpoint: str | None) -> Any:
        """The client of a component for a service, made at the first request for it."""
        address = endpoint or f"https://{service}.{region}.{DOMAIN}"
        key = (component, service, region, address)
        with self._lock:
            client = self._clients.get(key)
            if client is None:
                ensure_region(region)
                client = self._make(*key)
                self._clients[key] = client
        return client

    def _make(self, component: str, service: str, region: str, endpoint: str) -> Any:
        from botocore.config import Config

        client = _session().client(
            service,
            region_name=region,
            endpoint_url=endpoint,
            config=Config(
                # one try: a retry would sleep, and hide what the implementation does about errors
                retries={"total_max_attempts": 1, "mode": "standard"},
                proxies={},
                connect_timeout=1,
                read_timeout=1,
            ),
        )
        door = _Door(self, component, service, region, endpoint, client)
        events = client.meta.events
        events.register_first("before-parameter-build", door.note_parameters)
        events.register_first("before-send", door.answer)
        return client

    def answer(self, door: _Door, operation: str, parameters: Mapping[str, Any], request: Any) -> Any:
        """The answer to one request: an injected fault or what moto says; recorded either way."""
        from botocore.awsrequest import AWSPreparedRequest, AWSResponse
        from botocore.compat import HTTPHeaders
        from moto.core.botocore_stubber import MockRawResponse

        fault = None if door.component == KIT else self._faults.take(door.service, operation)
        outcome: tuple[str | None, str | None] = ("InternalFailure", "the simulated AWS broke")
        try:
            if fault:
                status, headers = door.error_status(fault.code), {"Content-Type": door.content_type}
                body = error_body(door.protocol, fault.code, fault.message)
                outcome = (fault.code, fault.message)
            else:
                copied = AWSPreparedRequest(
                    request.method, door.aws_url(request.url), request.headers, request.body, False
                )
                status, headers, body = self._backends.answer(door.service, copied)
                outcome = _outcome(status, body)
        finally:
            self._record.add(
                component=door.component,
                service=door.service,
                operation=operation,
                parameters=parameters,
                region=door.region,
                endpoint=_origin(request.url),
                error=outcome[0],
                message=outcome[1],
            )
        raw: Any = MockRawResponse(body)
        return AWSResponse(request.url, status, HTTPHeaders.from_dict(headers), raw)


class _Door:
    """What a client's hooks know: who calls which service, and where AWS would be."""

    def __init__(self, clients: Clients, component: str, service: str, region: str, endpoint: str, client: Any) -> None:
        model = client.meta.service_model
        self._clients, self.component, self.service, self.region = clients, component, service, region
        self.protocol: str = model.resolved_protocol
        self.content_type = "application/x-amz-json-1.1" if "json" in self.protocol else "text/xml"
        self._statuses = {
            shape.error_code: shape.metadata.get("error", {}).get("httpStatusCode", 400) for shape in model.error_shapes
        }
        self._prefix_path = urlsplit(endpoint).path.rstrip("/")
        place = "" if service in _GLOBAL else f".{region}"
        self._aws = f"https://{model.endpoint_prefix}{place}.{url_suffix(region)}"
        self._threads = threading.local()

    def note_parameters(self, params: Mapping[str, Any], **_: Any) -> None:
        # A client has at most one call under way in a thread, and moto works on what is sent, not on this copy.
        self._threads.parameters = copy.deepcopy(dict(params))

    def answer(self, request: Any, event_name: str, **_: Any) -> Any:
        parameters = getattr(self._threads, "parameters", {})
        self._threads.parameters = {}
        return self._clients.answer(self, event_name.rsplit(".", 1)[-1], parameters, request)

    def aws_url(self, url: str) -> str:
        """The URL on the AWS host that stands for a URL on this client's endpoint."""
        parts = urlsplit(url)
        path = parts.path.removeprefix(self._prefix_path) or "/"
        return f"{self._aws}{path}" + (f"?{parts.query}" if parts.query else "")

    def error_status(self, code: str) -> int:
        """The HTTP status of an error code in the service's model; 400 for codes that the model lacks."""
        return int(self._statuses.get(code, 400))


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _outcome(status: int, body: bytes) -> tuple[str | None, str | None]:
    """Error code and message of an answer, None and None for a success."""
    if status < 400:
        return None, None
    code, message = _CODE.search(body), _MESSAGE.search(body)
    if code:
        return _text(code.group(1)), _text(message.group(1)) if message else None
    return f"HTTP {status}", body.decode(errors="replace")[:500] or None


def _text(value: bytes) -> str:
    from xml.sax.saxutils import unescape

    return unescape(value.decode(errors="replace"), {"&quot;": '"', "&apos;": "'"})


_SESSION_LOCK = threading.Lock()
_SESSIONS: list[Any] = []


def _session() -> Any:
    """The process's one boto3 session, deaf to profiles, configuration files and variables of the environment."""
    with _SESSION_LOCK:
        if not _SESSIONS:
            import boto3
            import botocore.session

            deaf = {
                "profile": (None, None, None, None),
                "config_file": (None, None, os.devnull, None),
                "credentials_file": (None, None, os.devnull, None),
                "ca_bundle": (None, None, None, None),
            }
            _SESSIONS.append(
                boto3.Session(
                    aws_access_key_id="KITSIMULATEDACCESSKEY",
                    aws_secret_access_key="simulated",
                    region_name="us-east-1",
                    botocore_session=botocore.session.Session(session_vars=deaf),
                )
            )
        return _SESSIONS[0]
