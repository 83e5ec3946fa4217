"""A rule of IAM: what a user has goes before the user."""

from __future__ import annotations

from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse

_KEYS_FIRST = "Cannot delete entity, must delete access keys first."


def _without_keys(call: Invocation) -> None:
    user = call.backend.users.get(call["user_name"])
    if user is not None and user.access_keys:
        refuse("iam", "DeleteConflict", _KEYS_FIRST)


RULES = (
    Rule(
        id="iam-used-user",
        calls=("iam DeleteUser",),
        moto="deletes a user who has access keys (with policies it refuses the call)",
        aws="refuses the call",
        code="DeleteConflict",
        message=_KEYS_FIRST,
        source="https://docs.aws.amazon.com/IAM/latest/APIReference/API_DeleteUser.html (code); "
        "aws-controllers-k8s/community issue 2229 (message)",
        corrections=(Before("moto.iam.models:IAMBackend", "delete_user", _without_keys),),
    ),
)
