"""A rule of the services that a partition has once: requests are signed for the one region where the service is."""

from __future__ import annotations

from enhancement_kit.cloud.simulated.partitions import GLOBAL_SERVICES, is_invented, signing_region
from enhancement_kit.cloud.simulated.strictness.engine import Asking, OnCall, Refusal, Rule


def _signed_for_its_region(call: Asking) -> None:
    if call.service not in GLOBAL_SERVICES or call.region == signing_region(call.service, call.region):
        return
    # where the services of a region that no partition knows are, nobody can tell
    if not is_invented(call.region):
        message = f"Credential should be scoped to a valid region, not '{call.region}'. "
        raise Refusal("SignatureDoesNotMatch", message)


RULES = (
    Rule(
        id="signed-for-the-region-of-a-global-service",
        calls=("route53 *", "iam *"),
        moto="takes signatures for any region",
        aws="takes only those for the one region of the partition in which the service is. At the default endpoint "
        "SDKs know it; at a custom one botocore signs for the region of the client",
        code="SignatureDoesNotMatch",
        message="Credential should be scoped to a valid region, not '<region>'. ",
        source="aws/aws-sdk-php issue 732 (Route 53), JuliaCloud/AWS.jl issue 565 (IAM), cognitect-labs/aws-api issue "
        "27 (the blank at the end); the regions: botocore's endpoints.json and partitions.json",
        corrections=(OnCall(_signed_for_its_region),),
    ),
)
