"""Parsing requests from outside: which service, which operation with which parameters, in which region, and who calls.

The credential scope of the signature names service and region, the access key id names the caller, whatever host the
request was sent to. Signatures are not verified: whoever reaches loopback may call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from enhancement_kit.cloud.simulated.answering import Request
from enhancement_kit.cloud.simulated.services import SERVED, Service, service

STRANGER = "unsigned"
"""The component of a request without a signature."""

_SCOPE = re.compile(r"Credential=(?P<key>[^/,\s]+)/\d{8}/(?P<region>[^/,\s]+)/(?P<service>[^/,\s]+)/aws4_request")
_UNSIGNED = frozenset({"AssumeRoleWithSAML", "AssumeRoleWithWebIdentity"})
_REGION = "us-east-1"
_NOT_PARSED = (AttributeError, KeyError, TypeError, ValueError)
"""What moto's parsers raise, beside an error of their own, for words where numbers or structures belong."""


class Unreadable(Exception):
    """A request that no service takes: code and message as AWS answers them, and the service where it is known."""

    def __init__(self, code: str, message: str, service_name: str = "sts") -> None:
        """Store the code and message of the error."""
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.service = code, message, service_name


def read(method: str, path: str, headers: Mapping[str, str], body: bytes, endpoint: str) -> Request:
    """Parse a request as AWS understands it. Raises Unreadable."""
    form = _form(path, headers, body)
    scope = _SCOPE.search(headers.get("Authorization", ""))
    if scope is None:
        action = form.get("Action", "")
        if action not in _UNSIGNED:
            raise Unreadable("MissingAuthenticationToken", "Request is missing Authentication Token")
        component, region, facts = STRANGER, _REGION, service("sts")
    else:
        component, region = scope["key"], scope["region"]
        facts = _service(scope["service"], form.get("Version", ""))
    operation, parameters = _operation(facts, method, path, headers, body)
    sent = body if facts.protocol == "rest-xml" else form if facts.protocol in ("ec2", "query") else None
    return Request(
        component, facts.name, operation, parameters, region, endpoint, method, path, headers, body, sent=sent
    )


def _form(path: str, headers: Mapping[str, str], body: bytes) -> dict[str, str]:
    """Return the parameters of the query protocols, from query and body."""
    text = urlsplit(path).query
    if headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded"):
        text = f"{text}&{body.decode(errors='replace')}"
    return {name: values[-1] for name, values in parse_qs(text).items()}


def _service(signing_name: str, version: str) -> Service:
    """Return the service of a signature: both load balancer services sign alike and differ by their version."""
    found = [facts for facts in map(service, SERVED) if facts.signing_name == signing_name]
    chosen = next((facts for facts in found if facts.version == version), found[0] if len(found) == 1 else None)
    if chosen is None:
        names = ", ".join(sorted({service(name).signing_name for name in SERVED}))
        raise Unreadable(
            "InvalidAction",
            f"the simulated AWS has no service {signing_name!r} of version {version!r}; it has {names}",
        )
    return chosen


def _operation(
    facts: Service, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> tuple[str, dict[str, Any]]:
    """Return the operation and its parameters, as botocore's model of the service reads them. Raises Unreadable."""
    from moto.core.parse import PROTOCOL_PARSERS, RequestParserError
    from moto.core.request import Request as MotoRequest
    from moto.core.routing import get_service_router
    from werkzeug.exceptions import NotFound

    request = MotoRequest.from_primitives(method, f"https://aws{path}", headers, body)
    try:
        operation, labels = get_service_router(facts.name).match(request)
    except (NotFound, NotImplementedError):
        action = _form(path, headers, body).get("Action", urlsplit(path).path)
        raise Unreadable(
            "InvalidAction", f"The action {action} is not valid for this web service.", facts.name
        ) from None
    asked: Any = {
        "method": request.method,
        "values": request.values,
        "headers": request.headers,
        "body": request.data,
        "url_path": request.path,
        "url_params": labels,
    }
    try:
        parsed = PROTOCOL_PARSERS[facts.protocol](operation).parse(asked)
    except (*_NOT_PARSED, RequestParserError) as error:
        # The rules about models say what is wrong with a form or a document; for other protocols this is all.
        if facts.protocol not in ("ec2", "query", "rest-xml"):
            raise Unreadable("SerializationException", str(error), facts.name) from None
        parsed = {}
    return str(operation.name), {name: value for name, value in parsed.items() if value is not None}
