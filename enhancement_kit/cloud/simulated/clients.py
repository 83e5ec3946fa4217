"""boto3 clients of the simulated AWS: one session, clients that never leave the process, every call recorded.

Each client is addressed to an endpoint under a reserved domain that nothing resolves (or to the one asked for). A
`before-send` hook on the client hands its requests to moto, or to the listener on loopback that plays the endpoint. A
client without the hook therefore gets no answer at all.
"""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from enhancement_kit.cloud.simulated.answering import Answering, Request, origin, path_below
from enhancement_kit.cloud.simulated.listeners import Listeners
from enhancement_kit.cloud.simulated.zones import ensure_region

DOMAIN = "aws.kit.invalid"
"""RFC 6761 reserves `.invalid`: no resolver may answer for it."""

PATIENCE = 60.0
"""The seconds after which a client gives up on an answer, as botocore's do unless told otherwise; nobody waits them."""


class Clients:
    """The client factory: one session per process, clients cached by component, service, region and endpoint."""

    def __init__(self, answering: Answering, listeners: Listeners) -> None:
        """No client is made yet."""
        self._answering, self._listeners = answering, listeners
        self._lock = threading.Lock()
        self._clients: dict[tuple[str, str, str, str], Any] = {}

    def client(self, component: str, service: str, region: str, endpoint: str | None) -> Any:
        """The client of a component for a service, made at the first request for it.

        Raises ValueError, as boto3 does, for an empty text as endpoint: only None means the default.
        """
        if endpoint == "":
            raise ValueError("Invalid endpoint: ")
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
            # who calls is told by the access key, to listeners as well
            aws_access_key_id=component,
            aws_secret_access_key="simulated",
            config=Config(
                # one try: a retry would sleep, and hide what the implementation does about errors
                retries={"total_max_attempts": 1, "mode": "standard"},
                proxies={},
                # the name of a bucket is no part of the host, which has to be one that listens
                s3={"addressing_style": "path"},
                connect_timeout=1,
                read_timeout=1,
            ),
        )
        door = _Door(self._answering, self._listeners, component, service, region, endpoint)
        events = client.meta.events
        events.register_first("before-parameter-build", door.note_parameters)
        events.register_first("before-send", door.answer)
        return client


class _Door:
    """A client's hooks: they know who calls which service."""

    def __init__(
        self, answering: Answering, listeners: Listeners, component: str, service: str, region: str, endpoint: str
    ) -> None:
        self._answering, self._listeners = answering, listeners
        self._component, self._service, self._region, self._endpoint = component, service, region, endpoint
        self._threads = threading.local()

    def note_parameters(self, params: Mapping[str, Any], **_: Any) -> None:
        # A client has at most one call under way in a thread, and moto works on what is sent, not on this copy.
        self._threads.parameters = copy.deepcopy(dict(params))

    def answer(self, request: Any, event_name: str, **_: Any) -> Any:
        from botocore.awsrequest import AWSResponse
        from botocore.compat import HTTPHeaders
        from botocore.exceptions import ReadTimeoutError
        from moto.core.botocore_stubber import MockRawResponse

        parameters = getattr(self._threads, "parameters", {})
        self._threads.parameters = {}
        address = origin(urlsplit(request.url))
        listener = self._listeners.at(address)
        if listener is not None:
            return listener.send(request)
        answer = self._answering.answer(
            Request(
                component=self._component,
                service=self._service,
                operation=event_name.rsplit(".", 1)[-1],
                parameters=parameters,
                region=self._region,
                endpoint=address,
                method=request.method,
                path=path_below(request.url, self._endpoint),
                headers=request.headers,
                body=request.body,
            )
        )
        if answer.seconds >= PATIENCE:
            raise ReadTimeoutError(endpoint_url=address)
        raw: Any = MockRawResponse(answer.body)
        return AWSResponse(request.url, answer.status, HTTPHeaders.from_dict(answer.headers), raw)


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
                    region_name="us-east-1",
                    botocore_session=botocore.session.Session(session_vars=deaf),
                )
            )
        return _SESSIONS[0]
