"""Injected faults: which of the next AWS calls fail, with which error, and the answer on the wire that says so."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from xml.sax.saxutils import escape

from enhancement_kit.errors import UsageError

# What botocore calls the wire protocol, and the answer an AWS service of that protocol gives on an error.
_REQUEST_ID = "00000000-0000-4000-8000-000000000000"
_BODIES = {
    "ec2": (
        "<Response><Errors><Error><Code>{code}</Code><Message>{message}</Message></Error></Errors>"
        f"<RequestID>{_REQUEST_ID}</RequestID></Response>"
    ),
    "query": (
        "<ErrorResponse><Error><Type>Sender</Type><Code>{code}</Code><Message>{message}</Message></Error>"
        f"<RequestId>{_REQUEST_ID}</RequestId></ErrorResponse>"
    ),
}
_BODIES["rest-xml"] = _BODIES["query"]
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document can hold: https://www.w3.org/TR/xml/#charsets"""


@dataclass
class Fault:
    """One injected fault; `left` counts down, None means for ever."""

    service: str | None
    operation: str
    code: str | None
    """The AWS error code; None where the call succeeds."""
    message: str
    left: int | None
    seconds: float = 0
    """How long AWS takes to answer."""
    stale: bool = False
    """Whether the answer is that of an equal call before."""


class Faults:
    """The pending faults. The oldest matching one applies to a call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: list[Fault] = []

    def add(
        self,
        operation: str,
        code: str | None = None,
        message: str = "",
        times: int | None = None,
        *,
        seconds: float = 0,
        stale: bool = False,
    ) -> None:
        """Inject a fault into calls of `operation` (`SetSubnets`, or `elbv2:SetSubnets` for one service).

        Raises UsageError where the operation is empty or `times` is below 1.
        """
        service, _, name = operation.rpartition(":")
        if not name:
            raise UsageError(f"An injected fault needs an operation such as CreateLoadBalancer, got {operation!r}.")
        if times is not None and times < 1:
            raise UsageError(f"An injected fault of {operation} has to happen at least once, got times={times}.")
        with self._lock:
            self._faults.append(Fault(service or None, name, code, message, times, seconds, stale))

    def take(self, service: str, operation: str) -> Fault | None:
        """Return the fault that applies to this call and count it down; None where no fault applies."""
        with self._lock:
            for fault in self._faults:
                if fault.operation == operation and fault.service in (None, service):
                    if fault.left is not None:
                        fault.left -= 1
                        if fault.left == 0:
                            self._faults.remove(fault)
                    return fault
        return None

    def clear(self) -> None:
        """Forget every fault."""
        with self._lock:
            self._faults = []


def error_body(protocol: str, code: str, message: str) -> bytes:
    """Build the body of an error answer in the wire protocol of a service."""
    if protocol in _BODIES:
        told = escape(_NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", message))
        return _BODIES[protocol].format(code=escape(code), message=told).encode()
    return json.dumps({"__type": code, "message": message}).encode()
