"""What rules about answers share: the call that moto reads, and the result before it is written, through both doors."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

from enhancement_kit.cloud.simulated.shaping import Reader, Shaper
from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation

RESPONSE = "moto.core.responses:BaseResponse"
_RESULT = "moto.core.responses:ActionResult"


def table(name: str) -> Any:
    """Return the content of a file of data beside the rules."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(Path(__file__).with_name(name).read_text("utf-8"), Loader=loader)


def asked(change: Callable[[Any, str], None]) -> Around:
    """Return the correction that may change what an action is asked: moto's response, its `params`, and operation."""

    def correct(call: Invocation) -> Any:
        change(call.backend, call.backend._get_action())
        return call.proceed()

    return Around(RESPONSE, "call_action", correct)


def answered(change: Callable[[Any, str, dict[str, Any]], None]) -> Around:
    """Return the correction that may change the members of a result, which no refusal is."""

    def correct(call: Invocation) -> Any:
        context, result = call["context"], call.backend
        if isinstance(result.result, dict):
            change(context.response, str(context.operation_model.name), result.result)
        return call.proceed()

    return Around(_RESULT, "execute_result", correct)


def reader(response: Any, operation: str, path: Sequence[str], items: Sequence[str] = ()) -> Reader:
    """Return what reads a path from the items of an operation's answer."""
    kind: Any = type(response)
    return _reader(kind, response.boto3_service_name, operation, tuple(path), tuple(items))


@functools.cache
def _reader(kind: Hashable, service: str, operation: str, path: tuple[str, ...], items: tuple[str, ...]) -> Reader:
    return _shaper(kind, service, operation).reader(path, items)


@functools.cache
def _shaper(kind: Hashable, service: str, operation: str) -> Shaper:
    from moto.core.utils import get_service_model

    transforms = getattr(kind, "RESPONSE_KEY_PATH_TO_TRANSFORMER", None) or {}
    return Shaper(get_service_model(service).operation_model(operation), transforms)
