"""Commands of the AWS command line, carried out through boto3: operations, parameters and shapes are botocore's."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import jmespath
from botocore import xform_name
from botocore.exceptions import ClientError, ParamValidationError
from botocore.model import Shape

from enhancement_kit.errors import UsageError
from enhancement_kit.world.clients.aws import AwsClientMaker

QUERY = "query"


def run(words: Sequence[str], client: AwsClientMaker) -> str:
    """Carry out `aws <service> <operation> --parameter value ...`; return what it prints, AWS errors included.

    Raises UsageError for an operation or a parameter that the service does not have.
    """
    if len(words) < 2:
        raise UsageError("an aws command names a service and an operation: aws ec2 allocate-address --domain vpc")
    service, operation, *rest = words
    api = client(service)
    method = operation.replace("-", "_")
    if method not in api.meta.method_to_api_mapping:
        raise UsageError(f"service {service} has no operation {operation}")
    shape = api.meta.service_model.operation_model(api.meta.method_to_api_mapping[method]).input_shape
    options = _options(rest)
    query = " ".join(options.pop(QUERY, []))
    parameters = _structure(options, shape, f"aws {service} {operation}")
    try:
        answer = getattr(api, method)(**parameters)
    except ClientError as error:
        return str(error)
    except ParamValidationError as error:
        raise UsageError(f"aws {service} {operation}: {error}") from error
    answer.pop("ResponseMetadata", None)
    found = jmespath.search(query, answer) if query else answer
    return found if isinstance(found, str) else json.dumps(found, default=str)


def _options(words: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    name = ""
    for word in words:
        if word.startswith("--"):
            name = word.removeprefix("--")
            found[name] = []
        elif name:
            found[name].append(word)
        else:
            raise UsageError(f"{word!r} belongs to no parameter; write --<parameter> before it")
    return found


def _structure(options: Mapping[str, Sequence[str]], shape: Shape, command: str) -> dict[str, Any]:
    members = {xform_name(name, "-"): name for name in shape.members} if shape is not None else {}
    unknown = [name for name in options if name not in members]
    if unknown:
        raise UsageError(f"{command} has no parameter --{unknown[0]}; it has {', '.join(sorted(members))}")
    return {members[name]: _value(words, shape.members[members[name]]) for name, words in options.items()}


def _value(words: Sequence[str], shape: Shape) -> Any:
    kind = shape.type_name
    if kind == "list":
        return [_value([word], shape.member) for word in words]
    if kind == "boolean":
        return True
    if kind == "structure":
        return _shorthand(words[0], shape)
    return int(words[0]) if kind in ("integer", "long") else words[0]


def _shorthand(text: str, shape: Shape) -> dict[str, Any]:
    """Parse `Name=vpc-id,Values=a,b`: a part without `=` is a further element of the list before it."""
    parts: dict[str, list[str]] = {}
    name = ""
    for part in text.split(","):
        head, equals, tail = part.partition("=")
        if equals:
            name, part = head, tail
        if name not in shape.members:
            raise UsageError(f"{text!r} is no shorthand of {', '.join(shape.members)}")
        parts.setdefault(name, []).append(part)
    return {name: _value(values, shape.members[name]) for name, values in parts.items()}
