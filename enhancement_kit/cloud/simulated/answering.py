"""One request to AWS and its answer: an injected fault or what moto says, recorded either way.

All requests are handled here, from clients in this process and from outside, so that both meet the same backends,
rules and faults.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import SplitResult, urlsplit

from enhancement_kit.cloud.record import Record
from enhancement_kit.cloud.simulated import limits
from enhancement_kit.cloud.simulated.backends import Backends
from enhancement_kit.cloud.simulated.faults import Faults, error_body
from enhancement_kit.cloud.simulated.services import service
from enhancement_kit.cloud.simulated.strictness import engine
from enhancement_kit.cloud.simulated.strictness.engine import Asking, Refusal

KIT = "kit"
"""The component of calls that prepare worlds; injected faults pass them by."""

_CODE = re.compile(rb"<Code>(.*?)</Code>", re.DOTALL)
_MESSAGE = re.compile(rb"<Message>(.*?)</Message>", re.DOTALL)


@dataclass(frozen=True)
class Request:
    """A parsed request: caller, operation and region."""

    component: str
    service: str
    operation: str
    parameters: Mapping[str, Any]
    region: str
    endpoint: str
    """Scheme and host it was addressed to."""
    method: str
    path: str
    """Path and query as AWS would get them."""
    headers: Any
    body: Any
    form: Mapping[str, Any] | None = None
    """The parameters as a query protocol writes them, where the caller accepts an answer outside the wire protocol."""
    sent: Mapping[str, str] | bytes | None = None
    """The form or the document of a request that no client of this process made."""


@dataclass(frozen=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float = 0
    """How long AWS takes to answer."""
    unwritten: dict[str, Any] | None = None
    """What the client would read in the body, where the answer bypasses the wire protocol."""


class Answering:
    """Answers requests from moto's backends."""

    def __init__(self, backends: Backends, record: Record, faults: Faults) -> None:
        """Store what answers, records and injects faults; nothing is answered yet."""
        self._backends, self._record, self._faults = backends, record, faults
        self._answered: dict[tuple[str, ...], Answer] = {}

    def answer(self, request: Request) -> Answer:
        """Answer one request. Raises HarnessError where moto fails."""
        fault = None if request.component == KIT else self._faults.take(request.service, request.operation)
        error: str | None = "InternalFailure"
        message: str | None = "the simulated AWS broke"
        try:
            if fault and fault.code:
                answer = refusal(request.service, fault.code, fault.message)
            else:
                answer = self._truth(request, stale=fault is not None and fault.stale)
            error, message = _outcome(answer)
        finally:
            self.note(request, error, message)
        return replace(answer, seconds=fault.seconds) if fault else answer

    def forget(self) -> None:
        """Forget the answers kept for stale reads."""
        self._answered.clear()

    def _truth(self, request: Request, *, stale: bool) -> Answer:
        """Ask moto; for a stale read, return the last answer to an equal call, if there was one."""
        key = (request.service, request.region, request.operation, repr(request.parameters))
        if stale and key in self._answered:
            known = self._answered[key]
            return replace(known, unwritten=copy.deepcopy(known.unwritten))
        answer = self._asked(request)
        if request.operation.startswith(("Describe", "Get", "List")) and answer.status < 400:
            self._answered.pop(key, None)
            self._answered[key] = answer
            if len(self._answered) > limits.ANSWERS:
                del self._answered[next(iter(self._answered))]
        return answer

    def note(self, request: Request, error: str | None, message: str | None) -> None:
        """Record a request and its outcome."""
        self._record.add(
            component=request.component,
            service=request.service,
            operation=request.operation,
            parameters=request.parameters,
            region=request.region,
            endpoint=request.endpoint,
            error=error,
            message=message,
        )

    def _asked(self, request: Request) -> Answer:
        try:
            engine.check(Asking(request.service, request.operation, request.region, request.parameters, request.sent))
        except Refusal as error:
            return refusal(request.service, error.code, error.message)
        if request.form is not None:
            status, headers, body, unwritten = self._backends.act(
                request.service, request.region, request.operation, request.form
            )
            return Answer(status, headers, body, unwritten=unwritten)
        from botocore.awsrequest import AWSPreparedRequest

        url = f"https://{service(request.service).host(request.region)}{request.path}"
        prepared = AWSPreparedRequest(request.method, url, request.headers, request.body, False)
        return Answer(*self._backends.answer(request.service, prepared))


def refusal(service_name: str, code: str, message: str) -> Answer:
    """Build the error answer in the wire protocol of a service, with the status that its model gives the code."""
    facts = service(service_name)
    body = error_body(facts.protocol, code, message)
    return Answer(facts.error_status(code), {"Content-Type": facts.content_type}, body)


def origin(parts: SplitResult) -> str:
    """Return the scheme and host of a URL."""
    return f"{parts.scheme}://{parts.netloc}"


def path_below(url: str, base: str) -> str:
    """Return the path and query of a URL relative to a base URL's path."""
    parts = urlsplit(url)
    path = parts.path.removeprefix(urlsplit(base).path.rstrip("/")) or "/"
    return path + (f"?{parts.query}" if parts.query else "")


def _outcome(answer: Answer) -> tuple[str | None, str | None]:
    """Return the error code and message of an answer, or None and None for a success."""
    if answer.status < 400:
        return None, None
    code, message = _CODE.search(answer.body), _MESSAGE.search(answer.body)
    if code:
        return _text(code.group(1)), _text(message.group(1)) if message else None
    if answer.body.startswith(b"{"):
        said = json.loads(answer.body)
        return str(said.get("__type", f"HTTP {answer.status}")), said.get("message", said.get("Message"))
    return f"HTTP {answer.status}", answer.body.decode(errors="replace")[:500] or None


def _text(value: bytes) -> str:
    from xml.sax.saxutils import unescape

    return unescape(value.decode(errors="replace"), {"&quot;": '"', "&apos;": "'"})
