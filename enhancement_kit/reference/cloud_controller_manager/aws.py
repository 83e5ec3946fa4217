"""AWS calls, their errors, and how the provider prints them: one layout for each generation of the AWS SDK for Go."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError


class ProviderError(Exception):
    """The provider could not do what the Service asks for; the text is the provider's own."""


class AwsError(Exception):
    """AWS refused a call."""

    def __init__(
        self, *, service: str, operation: str, code: str, message: str, status: int, request: str, modelled: bool
    ) -> None:
        """Keep the values that the layouts print."""
        super().__init__(f"{code}: {message}")
        self.service = service
        self.operation = operation
        self.code = code
        self.message = message
        self.status = status
        self.request = request
        self.modelled = modelled
        """Whether the service's API model declares the error; SDK v2 prints others as `api error <code>`."""


def call(client: Any, operation: str, **parameters: Any) -> dict[str, Any]:
    """Call `operation` (its Python name) of a boto3 client.

    Raises AwsError, or ProviderError if AWS does not answer.
    """
    try:
        answer: dict[str, Any] = getattr(client, operation)(**parameters)
        return answer
    except ClientError as error:
        raise from_client_error(client, error) from error
    except BotoCoreError as error:
        raise ProviderError(str(error)) from error


def from_client_error(client: Any, error: ClientError) -> AwsError:
    """Convert botocore's error into one with the values that the Go SDKs print."""
    model = client.meta.service_model
    told, meta = error.response.get("Error", {}), error.response.get("ResponseMetadata", {})
    code, message = str(told.get("Code", "")), str(told.get("Message", ""))
    codes = {shape.error_code for shape in model.error_shapes}
    return AwsError(
        service=model.service_id,
        operation=error.operation_name,
        code=code,
        message=message,
        status=int(meta.get("HTTPStatusCode", 400)),
        request=str(meta["RequestId"]),
        modelled=code in codes,
    )


# Layouts. lb-subnet-selection-aws prints an unwrapped error without the SDK's suffix, set_eip_nlb_ingress a quoted one
# with it; both are SDK v1 (interpretations LSS-A06, EIP-A13). What ships now is SDK v2.


def v1_plain(error: AwsError) -> str:
    """Format an error returned as it is, in the document's layout."""
    return f"{error.code}: {error.message}"


def v1_full(error: AwsError) -> str:
    """Format an error wrapped in another, in the document's layout."""
    return f"{error.code}: {error.message}\n\tstatus code: {error.status}, request id: {error.request}"


def v2(error: AwsError) -> str:
    """Format an error as SDK v2 prints it."""
    kind = "" if error.modelled else "api error "
    return (
        f"operation error {error.service}: {error.operation}, https response error StatusCode: {error.status}, "
        f"RequestID: {error.request}, {kind}{error.code}: {error.message}"
    )


PLAIN: dict[str, Callable[[AwsError], str]] = {"document": v1_plain, "shipped": v2}
FULL: dict[str, Callable[[AwsError], str]] = {"document": v1_full, "shipped": v2}


def text(error: Exception, profile: str) -> str:
    """Format an error as `%v` prints it."""
    return PLAIN[profile](error) if isinstance(error, AwsError) else str(error)


def quoted(error: Exception, profile: str) -> str:
    """Format an error as `%q` prints it, in Go quotes: line feeds and tabs become `\\n` and `\\t`."""
    full = FULL[profile](error) if isinstance(error, AwsError) else str(error)
    return json.dumps(full, ensure_ascii=False)
