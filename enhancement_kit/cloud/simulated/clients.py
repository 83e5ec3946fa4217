"""boto3 clients of the simulated AWS: one session, clients that never leave the process, every call recorded.

Each client is addressed to an endpoint under a reserved domain that nothing resolves (or to the one asked for). Hooks
on the client pass its requests to moto, neither signed nor serialized where `direct` covers the operation, or to the
listener on loopback that stands in for the endpoint. A client without the hooks therefore gets no answer at all.
"""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from enhancement_kit.cloud.simulated import in_process
from enhancement_kit.cloud.simulated.answering import Answer, Answering, Request, origin, path_below
from enhancement_kit.cloud.simulated.listeners import Listeners
from enhancement_kit.cloud.simulated.partitions import signing_region
from enhancement_kit.cloud.simulated.zones import ensure_region

DOMAIN = "aws.kit.invalid"
"""RFC 6761 reserves `.invalid`: no resolver may answer for it."""

PATIENCE = 60.0
"""The seconds after which a client gives up on an answer, botocore's default; no test waits that long."""


class Clients:
    """The client factory: one session per process, clients cached by component, service, region and endpoint."""

    def __init__(self, answering: Answering, listeners: Listeners) -> None:
        """Store what the clients call; none is created yet."""
        self._answering, self._listeners = answering, listeners
        self._lock = threading.Lock()
        self._clients: dict[tuple[str, str, str, str], Any] = {}

    def client(self, component: str, service: str, region: str, endpoint: str | None) -> Any:
        """Return the client of a component for a service, creating it at the first request.

        Raises ValueError, as boto3 does, for an empty text as endpoint: only None means the default.
        """
        if endpoint == "":
            raise ValueError("Invalid endpoint: ")
        address = endpoint or f"https://{service}.{signing_region(service, region)}.{DOMAIN}"
        key = (component, service, region, address)
        with self._lock:
            client = self._clients.get(key)
            if client is None:
                ensure_region(region)
                client = self._make(*key)
                self._clients[key] = client
        return client

    def forget_endpoints(self, *, but: frozenset[str] = frozenset()) -> None:
        """Drop the clients of custom endpoints except these: the endpoint may be gone, and clients are large."""
        with self._lock:
            self._clients = {
                key: client
                for key, client in self._clients.items()
                if key[3] in but or str(urlsplit(key[3]).hostname).endswith(DOMAIN)
            }

    def _make(self, component: str, service: str, region: str, endpoint: str) -> Any:
        from botocore.config import Config

        client = _session().client(
            service,
            region_name=region,
            endpoint_url=endpoint,
            # the access key identifies the component, to listeners as well
            aws_access_key_id=component,
            aws_secret_access_key="simulated",
            config=Config(
                # one try: a retry would sleep, and hide what the implementation does about errors
                retries={"total_max_attempts": 1, "mode": "standard"},
                proxies={},
                # keep the bucket's name out of the host: only the endpoint's own host has a listener
                s3={"addressing_style": "path"},
                connect_timeout=1,
                read_timeout=1,
            ),
        )
        door = _Door(self._answering, self._listeners, component, service, region, endpoint)
        events = client.meta.events
        events.register_first("before-parameter-build", door.note_parameters)
        events.register_first("before-call", door.answer_unsent)
        events.register_first("before-send", door.answer)
        return client


_PATH_IDS = frozenset({"Id", "HostedZoneId", "ResourceId", "DelegationSetId"})


class _Door:
    """The hooks of one client, which know its component and service."""

    def __init__(
        self, answering: Answering, listeners: Listeners, component: str, service: str, region: str, endpoint: str
    ) -> None:
        self._answering, self._listeners = answering, listeners
        self._component, self._service, self._endpoint = component, service, endpoint
        # botocore finds the region to sign for with the default endpoint; at a custom one it signs for the client's
        default = str(urlsplit(endpoint).hostname).endswith(DOMAIN)
        self._region = signing_region(service, region) if default else region
        self._threads = threading.local()
        self._scope = f"AWS4-HMAC-SHA256 Credential={component}/20260101/{region}/{service}/aws4_request"
        """What names the region, and with it the partition, of a call that nobody signs."""

    def note_parameters(self, params: Mapping[str, Any], **_: Any) -> None:
        # A client has at most one call under way in a thread, and moto works on what is sent, not on this copy.
        self._threads.parameters = copy.deepcopy(dict(params))

    def answer_unsent(self, model: Any, params: Mapping[str, Any], **_: Any) -> tuple[Any, dict[str, Any]] | None:
        """Answer a call without signing or sending it; None where it has to go over the wire.

        The result is the HTTP response and what botocore reads in it. Over the wire go calls to a listener, and those
        to services that `direct` does not cover.
        """
        address = origin(urlsplit(params["url"]))
        short = in_process.goes(self._service, model.name)
        if not (short or self._service in in_process.UNSIGNED) or self._listeners.at(address) is not None:
            return None
        body, form = (b"", self._form(params)) if short else (params["body"], None)
        headers = {**params["headers"], "Authorization": self._scope}
        answer = self._answer(model.name, address, params["method"], params["url"], headers, body, form=form)
        response = _response(params["url"], answer)
        if answer.unwritten is None:
            return response, _read(model, response)
        metadata = {
            "RequestId": answer.headers.get("x-amzn-requestid", ""),
            "HTTPStatusCode": answer.status,
            "HTTPHeaders": {name.lower(): str(value) for name, value in answer.headers.items()},
            "RetryAttempts": 0,
        }
        return response, {**answer.unwritten, "ResponseMetadata": metadata}

    def _form(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the parameters of a call that is not written: the form, or where there is none, what the caller gave.

        Ids of Route 53 may stand behind a path, of which botocore takes the last part.
        """
        form = params["body"]
        if isinstance(form, Mapping):
            return form
        given = copy.deepcopy(getattr(self._threads, "parameters", {}))
        return {
            name: value.rpartition("/")[2] if name in _PATH_IDS and isinstance(value, str) else value
            for name, value in given.items()
        }

    def answer(self, request: Any, event_name: str, **_: Any) -> Any:
        """Answer a request that botocore would send."""
        address = origin(urlsplit(request.url))
        listener = self._listeners.at(address)
        if listener is not None:
            return listener.send(request)
        operation = event_name.rsplit(".", 1)[-1]
        answer = self._answer(operation, address, request.method, request.url, request.headers, request.body)
        return _response(request.url, answer)

    def _answer(
        self,
        operation: str,
        address: str,
        method: str,
        url: str,
        headers: Any,
        body: Any,
        form: Mapping[str, Any] | None = None,
    ) -> Answer:
        from botocore.exceptions import ReadTimeoutError

        parameters = getattr(self._threads, "parameters", {})
        self._threads.parameters = {}
        answer = self._answering.answer(
            Request(
                component=self._component,
                service=self._service,
                operation=operation,
                parameters=parameters,
                region=self._region,
                endpoint=address,
                method=method,
                path=path_below(url, self._endpoint),
                headers=headers,
                body=body,
                form=form,
            )
        )
        if answer.seconds >= PATIENCE:
            raise ReadTimeoutError(endpoint_url=address)
        return answer


def _response(url: str, answer: Answer) -> Any:
    from botocore.awsrequest import AWSResponse
    from botocore.compat import HTTPHeaders
    from moto.core.botocore_stubber import MockRawResponse

    raw: Any = MockRawResponse(answer.body)
    return AWSResponse(url, answer.status, HTTPHeaders.from_dict(answer.headers), raw)


def _read(model: Any, response: Any) -> dict[str, Any]:
    """Parse an answer on the wire as botocore does."""
    from botocore.parsers import create_parser

    parser = create_parser(model.service_model.protocol)
    parts = {"headers": response.headers, "status_code": response.status_code, "body": response.content}
    parsed: dict[str, Any] = parser.parse(parts, model.output_shape)
    code = parsed.get("Error", {}).get("Code") if response.status_code >= 300 else None
    error = model.service_model.shape_for_error_code(code) if code else None
    if error is not None:
        parsed.update(parser.parse(parts, error))
    parsed.setdefault("ResponseMetadata", {})["RetryAttempts"] = 0
    return parsed


_SESSION_LOCK = threading.Lock()
_SESSIONS: list[Any] = []


def _session() -> Any:
    """Return the process's one boto3 session, which ignores profiles, configuration files and environment variables."""
    with _SESSION_LOCK:
        if not _SESSIONS:
            import boto3
            import botocore.session

            known = botocore.configprovider.BOTOCORE_DEFAUT_SESSION_VARIABLES
            deaf = {name: (file, None, default, convert) for name, (file, _, default, convert) in known.items()}
            nowhere = (None, None, os.devnull, None)
            deaf |= {"config_file": nowhere, "credentials_file": nowhere}
            _SESSIONS.append(
                boto3.Session(
                    region_name="us-east-1",
                    botocore_session=botocore.session.Session(session_vars=deaf),
                )
            )
        return _SESSIONS[0]
