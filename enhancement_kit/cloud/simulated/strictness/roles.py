"""A rule of STS: a role that does not exist cannot be assumed."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Around, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse


def _assume(call: Invocation) -> Any:
    response = call.backend
    role = str(response._get_param("RoleArn"))
    if not _exists(role):
        caller = response.backend.get_caller_identity(response.get_access_key(), response.region)[1]
        refuse(
            "sts", "AccessDenied", f"User: {caller} is not authorized to perform: sts:AssumeRole on resource: {role}"
        )
    return call.proceed()


def _exists(arn: str) -> bool:
    from moto.iam.models import iam_backends

    _, partition, _, _, account, *_ = [*arn.split(":"), "", "", "", "", ""]
    if account not in iam_backends or partition not in iam_backends[account]:
        return False
    return any(role.arn == arn for role in iam_backends[account][partition].get_roles())


RULES = (
    Rule(
        id="sts-unknown-role",
        calls=("sts AssumeRole",),
        moto="lets anybody assume roles that do not exist",
        aws="refuses the call, with the same message as for a role that the caller may not assume",
        code="AccessDenied",
        message="User: <caller> is not authorized to perform: sts:AssumeRole on resource: <role>",
        source="nccgroup/aws-inventory issue 34, aws/karpenter-provider-aws issue 4680 (message); that a missing role "
        "gets the same: general knowledge",
        corrections=(Around("moto.sts.responses:TokenResponse", "assume_role", _assume),),
    ),
)
