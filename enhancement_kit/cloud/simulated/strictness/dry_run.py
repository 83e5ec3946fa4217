"""The rule of EC2 about dry runs: every operation checks the call, and changes and shows nothing."""

from __future__ import annotations

from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule

_MESSAGE = "Request would have succeeded, but DryRun flag is set."


def _nothing(call: Asking) -> None:
    if call.service == "ec2" and call.parameters.get("DryRun") is True:
        raise Refusal("DryRunOperation", _MESSAGE)


RULES = (
    Rule(
        id="ec2-dry-run",
        calls=("ec2 *",),
        moto="ignores the flag in many operations and does what they are asked",
        aws="answers with an error to a call with the flag that would succeed, with status 412, and changes nothing",
        code="DryRunOperation",
        message=_MESSAGE,
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/CommonParameters.html and errors-overview.html; "
        "moto's own message",
        corrections=(OnCall(_nothing),),
    ),
)
