"""Calls from clients in this process that bypass the wire protocol: moto's actions without URL, signature and XML.

The action is the same, with the parameters that it would read from the wire, so are the backends, the strictness rules
and the answer (`shaping`). The services that scenarios call most are covered; unknown operations and all refusals use
the wire protocol. A direct call takes a third of the time.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping
from typing import Any

from enhancement_kit.cloud.simulated.shaping import Shaper, shapeable

_RESPONSES: Mapping[str, str] = {
    "ec2": "moto.ec2.responses:EC2Response",
    "elb": "moto.elb.responses:ELBResponse",
    "elbv2": "moto.elbv2.responses:ELBV2Response",
    "route53": "moto.route53.responses:Route53",
}
"""moto's classes that hold the actions of a service."""

UNSIGNED = frozenset({"route53"})
"""Services that look neither at who calls nor at a signature: what goes over the wire is not signed and sent."""

_DOCUMENTS = frozenset({"rest-xml"})
"""Protocols with paths and documents, unlike the query protocols with their forms."""

_REQUEST_ID = "00000000-0000-4000-8000-000000000000"


def goes(service: str, operation: str) -> bool:
    """Check whether calls of an operation can bypass the wire protocol."""
    return service in _RESPONSES and _shapeable(service, operation)


def act(service: str, region: str, account: str, operation: str, form: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Run an action; return status, headers and answer: a dictionary, or the text on the wire where moto refuses."""
    kind = _short(service)
    response: Any = kind(_model(service, operation), region, account, form)
    return response.call_action()  # type: ignore[no-any-return]


@functools.cache
def _model(service: str, operation: str) -> Any:
    """Return the model of an operation, as moto reads it. Raises OperationNotFoundError."""
    from moto.core.utils import get_service_model

    return get_service_model(service).operation_model(operation)


@functools.cache
def _shapeable(service: str, operation: str) -> bool:
    return shapeable(_model(service, operation).output_shape)


@functools.cache
def _short(service: str) -> type:
    """Derive a class that bypasses the wire protocol in both directions from moto's class for a service."""
    module, _, name = _RESPONSES[service].partition(":")
    kind: Any = getattr(importlib.import_module(module), name)
    return type(f"Short{name}", (_Short, kind), {"kit_shapers": {}})


class _Short:
    """Replaces how moto's response classes parse a request and serialize an answer."""

    kit_shapers: dict[str, Shaper]
    """By operation, for all responses of a class."""

    def __init__(self, operation: Any, region: str, account: str, form: Mapping[str, Any]) -> None:
        """Set what actions read: parameters, region and account."""
        from moto.core.parse import PROTOCOL_PARSERS
        from moto.utilities.utils import get_partition

        super().__init__()
        me: Any = self
        protocol, values = operation.service_model.protocol, {}
        if protocol in _DOCUMENTS:
            # the call's own parameters
            me.params = dict(form)
        else:
            values = {name: str(value) for name, value in form.items()}
            parser: Any = PROTOCOL_PARSERS[protocol](operation, map_type=me.PROTOCOL_PARSER_MAP_TYPE)
            me.params = parser.parse({"values": values})
        me.kit_operation = operation
        me.querystring = me.data = {name: [value] for name, value in values.items()}
        me.region, me.partition, me.current_account = region, get_partition(region), account
        me.headers, me.uri_match, me.body = {}, {}, ""
        me.response_headers = {"server": "amazon.com"}

    def _get_action(self) -> str:
        """Return the name of the action, which moto would look for in the request."""
        me: Any = self
        return str(me.kit_operation.name)

    def serialized(self, action_result: Any) -> Any:
        """Return the answer itself, or the text on the wire for a refusal."""
        me: Any = self
        if isinstance(action_result.result, Exception):
            return super().serialized(action_result)  # type: ignore[misc]
        from moto.core.responses import ActionContext

        operation = me.kit_operation
        unwritten = functools.partial(_Unwritten, me)
        context = ActionContext(operation.service_model, operation, unwritten, me)  # type: ignore[arg-type]
        status, headers, answer = action_result.execute_result(context)
        return status, {**headers, **me.response_headers}, answer

    def _enrich_response(self, headers: dict[str, Any], body: Any) -> tuple[dict[str, Any], Any]:
        """Set a fixed request id; moto would draw 52 random characters for it."""
        return {**headers, "x-amzn-requestid": _REQUEST_ID}, body

    def kit_shaper(self) -> Shaper:
        """Return the shaper of this operation's answers; a new one where moto changed its corrections."""
        me: Any = self
        name, transforms = me.kit_operation.name, me.RESPONSE_KEY_PATH_TO_TRANSFORMER
        shaper = self.kit_shapers.get(name)
        if shaper is None or shaper.transforms != transforms:
            shaper = self.kit_shapers[name] = Shaper(me.kit_operation, transforms)
        return shaper


class _Unwritten:
    """Takes the place of moto's serializer of a protocol."""

    def __init__(self, response: _Short, operation_model: Any, **_: Any) -> None:
        self._response, self._operation = response, operation_model

    def serialize(self, result: Any) -> dict[str, Any]:
        """Return a result as the client reads it."""
        status = self._operation.http.get("responseCode", 200)
        return {"status_code": status, "headers": {}, "body": self._response.kit_shaper().answer(result)}
