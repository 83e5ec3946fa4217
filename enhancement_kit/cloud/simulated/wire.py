"""Parsing requests from outside: which service, which operation with which parameters, in which region, and who calls.

The credential scope of the signature names service and region, the access key id names the caller, whatever host the
request was sent to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl
from xml.parsers import expat

from enhancement_kit.cloud.simulated import limits, signing
from enhancement_kit.cloud.simulated.answering import Request
from enhancement_kit.cloud.simulated.constraints.sent import document_violations, form_violations
from enhancement_kit.cloud.simulated.services import SERVED, Service, service
from enhancement_kit.cloud.simulated.signing import Unreadable

STRANGER = "unsigned"
"""The component of a request without a signature."""

_REGION = "us-east-1"
_HEARD = ("Authorization", "Content-Type", "Host", "X-Amz-Date", "X-Amz-Security-Token")
"""Headers that say something to AWS; moto would follow others, too."""
_FORM = "application/x-www-form-urlencoded"
_NOT_PARSED = (AttributeError, KeyError, TypeError, ValueError, OverflowError, RecursionError)
"""What moto's parsers raise, beside an error of their own, for words where numbers or structures belong."""
_QUERY = frozenset({"ec2", "query"})
_OF_PROTOCOL: Mapping[str, tuple[str, str]] = {
    "ec2": ("InvalidParameterValue", "A value of the request is not of the type of its parameter."),
    "query": ("MalformedInput", "A value of the request is not of the type of its parameter."),
    "rest-xml": ("InvalidInput", "Invalid XML ; a value is not of the type of its element."),
}
_JSON = ("SerializationException", "The body is not the JSON document of the operation.")


def read(
    method: str, path: str, headers: Mapping[str, str], body: bytes, endpoint: str, secret: str | None = None
) -> Request:
    """Parse a request as AWS understands it. Raises Unreadable, also for one that is not signed with the secret.

    Without a secret everybody may sign with any. `path` is the path and the query, as the client has signed them.
    """
    form = _form(path, headers, body)
    signature = signing.signature_of(headers)
    if signature is None:
        facts = service(signing.likely_service(headers, path, form.get("Version", "")))
        if facts.name != "sts" or form.get("Action", "") not in signing.UNSIGNED:
            raise signing.unsigned(facts.name)
        if secret is not None:
            # who it is that brings a token of another party, nobody can tell here
            raise Unreadable("InvalidIdentityToken", signing.NO_PROVIDER)
        component, region = STRANGER, _REGION
    else:
        component, region = signature.key, signature.region
        facts = _service(signature.service, form.get("Version", ""))
        if secret is not None:
            signing.verify(secret, signature, facts, method, path, headers, body)
    headers = _heard(headers, facts)
    if facts.protocol in _QUERY:
        path = f"/?{path.partition('?')[2]}"
        if not _is_form(headers):
            # what is no form has no parameters
            body = b""
            headers.pop("Content-Type", None)
    # two slashes would begin a host
    path = "/" + path.lstrip("/")
    operation, parameters = _operation(facts, method, path, headers, body)
    sent = body if facts.protocol == "rest-xml" else form if facts.protocol in _QUERY else None
    return Request(
        component, facts.name, operation, parameters, region, endpoint, method, path, headers, body, sent=sent
    )


def _heard(headers: Mapping[str, str], facts: Service) -> dict[str, str]:
    """Return the headers that say something, of repeated ones the first."""
    names = (*_HEARD, "X-Amz-Target") if "json" in facts.protocol else _HEARD
    return {name: headers[name] for name in names if name in headers}


def _is_form(headers: Mapping[str, str]) -> bool:
    return headers.get("Content-Type", "").partition(";")[0].strip().lower() == _FORM


def _form(path: str, headers: Mapping[str, str], body: bytes) -> dict[str, str]:
    """Return the parameters of the query protocols, from query and body; of a repeated one the first, as moto does.

    Raises Unreadable for more than the limit.
    """
    text = path.partition("?")[2]
    if _is_form(headers):
        text = f"{text}&{body.decode(errors='replace')}"
    if text.count("&") > limits.PARAMETERS:
        raise Unreadable(
            "RequestEntityTooLarge",
            f"The request has more than {limits.PARAMETERS} parameters.",
            signing.likely_service(headers, path),
        )
    found: dict[str, str] = {}
    for name, value in parse_qsl(text):
        found.setdefault(name, value)
    return found


def _service(signing_name: str, version: str) -> Service:
    """Return the service of a signature: both load balancer services sign alike and differ by their version."""
    found = [facts for facts in map(service, SERVED) if facts.signing_name == signing_name]
    chosen = next((facts for facts in found if facts.version == version), found[0] if len(found) == 1 else None)
    if chosen is None:
        names = ", ".join(sorted({service(name).signing_name for name in SERVED}))
        raise Unreadable(
            "InvalidAction",
            f"the simulated AWS has no service '{signing_name[:100]}' of version '{version[:100]}'; it has {names}",
        )
    return chosen


def _operation(
    facts: Service, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> tuple[str, dict[str, Any]]:
    """Return the operation and its parameters, as botocore's model of the service reads them. Raises Unreadable."""
    from moto.core.parse import PROTOCOL_PARSERS, RequestParserError
    from moto.core.request import Request as MotoRequest
    from moto.core.routing import get_service_router
    from werkzeug.exceptions import HTTPException

    if facts.protocol == "rest-xml" and body:
        _check_document(body, facts)
    if "json" in facts.protocol and not _is_object(body):
        raise Unreadable(*_JSON, facts.name)
    request = MotoRequest.from_primitives(method, f"https://aws{path}", headers, body)
    try:
        operation, labels = get_service_router(facts.name).match(request)
    except (HTTPException, NotImplementedError, *_NOT_PARSED):
        action = _form(path, headers, body).get("Action", path.partition("?")[0])[:200]
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
    except (*_NOT_PARSED, RequestParserError):
        # The rules about models say what is wrong with a form or a document; for what they do not see this is all.
        if facts.protocol in _QUERY:
            wrong = any(form_violations(operation, _form(path, headers, body)))
        else:
            wrong = facts.protocol == "rest-xml" and any(document_violations(operation, body))
        if not wrong:
            raise Unreadable(*_OF_PROTOCOL.get(facts.protocol, _JSON), facts.name) from None
        parsed = {}
    return str(operation.name), {name: value for name, value in parsed.items() if value is not None}


def _is_object(body: bytes) -> bool:
    """Check whether a body is an object of JSON whose texts can be written."""
    try:
        found = json.loads(body.decode() or "{}")
        json.dumps(found, ensure_ascii=False).encode()
        return isinstance(found, dict)
    except (ValueError, RecursionError):
        return False


def _check_document(body: bytes, facts: Service) -> None:
    """Raise Unreadable for an XML document with definitions of its own, or nested deeper than any of the models."""
    depth = 0

    def refuse(*_: Any) -> None:
        raise Unreadable("InvalidInput", "Invalid XML ; a document type is not allowed.", facts.name)

    def enter(*_: Any) -> None:
        nonlocal depth
        depth += 1
        if depth > limits.DEPTH:
            raise Unreadable("InvalidInput", f"Invalid XML ; it has more than {limits.DEPTH} levels.", facts.name)

    def leave(*_: Any) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler, parser.EndElementHandler = refuse, enter, leave
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, ValueError, LookupError):
        raise Unreadable("InvalidInput", "Invalid XML ; it is not well-formed.", facts.name) from None
