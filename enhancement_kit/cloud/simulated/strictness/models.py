"""Rules about what AWS's own service models say: one for each protocol, since AWS words a refusal by the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from enhancement_kit.cloud.simulated.constraints import wording
from enhancement_kit.cloud.simulated.constraints.sent import document_violations, form_violations
from enhancement_kit.cloud.simulated.constraints.violations import Violation, model, violations
from enhancement_kit.cloud.simulated.strictness.ec2_requests import ERRORS
from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule

QUERY = ("elb", "elbv2", "iam", "sts")
MODELLED = ("ec2", *QUERY, "route53", "resourcegroupstaggingapi", "kms")
"""The services whose calls are held against their models."""

Words = Callable[[Sequence[Violation]], tuple[str, str]]


def _held(services: Sequence[str], words: Words) -> OnCall:
    """Return a correction that refuses the calls of services that break their model."""

    def check(call: Asking) -> None:
        if call.service not in services:
            return
        found = _unreadable(call) or violations(call.service, call.operation, call.parameters)
        if found:
            raise Refusal(*words(found))

    return OnCall(check)


def _unreadable(call: Asking) -> list[Violation]:
    operation = model(call.service, call.operation)
    if operation is None or call.sent is None:
        return []
    if isinstance(call.sent, bytes):
        return list(document_violations(operation, call.sent))
    return list(form_violations(operation, call.sent))


_ALL = "botocore's model of each service"

RULES = (
    Rule(
        id="model-ec2",
        calls=("ec2 *",),
        moto="looks at few of the constraints that its model has",
        aws="refuses a call without a required parameter (MissingParameter), with one that the operation does not have "
        "(UnknownParameter) or with a value that the model does not allow (InvalidParameterValue)",
        code="UnknownParameter",
        message="The parameter <name> is not recognized",
        source=f"{_ALL}; {ERRORS} (codes); "
        "appoxy/aws issue 32 (text for unknown parameters); aws/aws-sdk-ruby pull request 2575 (text for numbers); "
        "other texts are like these",
        corrections=(_held(("ec2",), wording.ec2),),
    ),
    Rule(
        id="model-query",
        calls=tuple(f"{service} *" for service in QUERY),
        moto="looks at few of the constraints that the models have",
        aws="refuses a call that breaks one, and names all that it breaks",
        code="ValidationError",
        message="1 validation error detected: Value '<value>' at '<member>' failed to satisfy constraint: <constraint>",
        source=f"{_ALL}; hashicorp/terraform-provider-aws pull request 5246 (text); what has no place in the model is "
        "MalformedInput (boto/boto issue 37; its text is like AWS's)",
        corrections=(_held(QUERY, wording.query),),
    ),
    Rule(
        id="model-documents",
        calls=("route53 *",),
        moto="looks at few of the constraints that its model has",
        aws="refuses a call that breaks one, and names all that it breaks",
        code="InvalidInput",
        message="1 validation error detected: Value '<value>' at '<member>' failed to satisfy constraint: <constraint>",
        source=f"{_ALL}; hashicorp/terraform-provider-aws issue 37817 (text); hashicorp/terraform-provider-aws pull "
        "request 7606 (documents that are no valid XML of the schema)",
        corrections=(_held(("route53",), wording.documents),),
    ),
    Rule(
        id="model-tagging",
        calls=("resourcegroupstaggingapi *",),
        moto="looks at few of the constraints that its model has",
        aws="refuses a call that breaks one, and names all that it breaks",
        code="InvalidParameterException",
        message="1 validation error detected: Value '<value>' at '<member>' failed to satisfy constraint: <constraint>",
        source=f"{_ALL} (constraints and code); the text is that of other services",
        verified=False,
        corrections=(_held(("resourcegroupstaggingapi",), wording.json_with("InvalidParameterException")),),
    ),
    Rule(
        id="model-keys",
        calls=("kms *",),
        moto="looks at few of the constraints that its model has",
        aws="refuses a call that breaks one, and names all that it breaks",
        code="ValidationException",
        message="1 validation error detected: Value '<value>' at '<member>' failed to satisfy constraint: <constraint>",
        source=f"{_ALL}; https://docs.aws.amazon.com/kms/latest/APIReference/CommonErrors.html (code); the text is "
        "that of other services",
        verified=False,
        corrections=(_held(("kms",), wording.json_with("ValidationException")),),
    ),
)
