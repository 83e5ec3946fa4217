"""Rules of EC2 about Elastic IPs: the quota, unknown ones, and those that are in use."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Before, Invocation, Rule
from enhancement_kit.cloud.simulated.strictness.errors import refuse
from enhancement_kit.cloud.simulated.strictness.interfaces import is_managed

BACKEND = "moto.ec2.models:EC2Backend"
DEFAULT_QUOTA = 5
"""https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html: Elastic IP addresses per region."""
QUOTA_REACHED = "The maximum number of addresses has been reached."


def address_quota(ec2: Any) -> int:
    """Return how many Elastic IPs the account may have in the region of a backend."""
    return int(getattr(ec2, "kit_address_quota", DEFAULT_QUOTA))


def set_address_quota(ec2: Any, quota: int) -> None:
    """Set the quota of Elastic IPs."""
    ec2.kit_address_quota = quota


def _below_quota(call: Invocation) -> None:
    if len(call.backend.addresses) >= address_quota(call.backend):
        refuse("ec2", "AddressLimitExceeded", QUOTA_REACHED)


def _unused(call: Invocation) -> None:
    for address in call.backend.addresses:
        named = address.allocation_id == call["allocation_id"] if call["allocation_id"] else False
        if (named or (call["address"] and address.public_ip == call["address"])) and address.association_id:
            refuse(
                "ec2",
                "InvalidIPAddress.InUse",
                f"Address {address.public_ip} is in use.",
            )


def _not_managed(call: Invocation) -> None:
    for address in call.backend.addresses:
        named = call["association_id"] and address.association_id == call["association_id"]
        if (named or (call["address"] and address.public_ip == call["address"])) and is_managed(address.eni):
            refuse("ec2", "AuthFailure", "You do not have permission to access the specified resource.")


def _not_associated(call: Invocation) -> None:
    for address in call.backend.addresses:
        named = call["allocation_id"] and address.allocation_id == call["allocation_id"]
        if (named or (call["address"] and address.public_ip == call["address"])) and is_managed(address.eni):
            refuse(
                "ec2",
                "Resource.AlreadyAssociated",
                f"resource {address.allocation_id} is already associated with associate-id {address.association_id}",
            )


RULES = (
    Rule(
        id="ec2-address-quota",
        calls=("ec2 AllocateAddress",),
        moto="allocates any number of addresses",
        aws="refuses the sixth address in a region, unless the account's quota was raised",
        code="AddressLimitExceeded",
        message=QUOTA_REACHED,
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (code); "
        "set_eip_nlb_ingress, Workflow Description (message)",
        corrections=(Before(BACKEND, "allocate_address", _below_quota),),
    ),
    Rule(
        id="ec2-release-used-address",
        calls=("ec2 ReleaseAddress",),
        moto="releases an address that is in use",
        aws="refuses the call",
        code="InvalidIPAddress.InUse",
        message="Address <ip> is in use.",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ReleaseAddress.html (code); "
        "genevieve/leftovers issue 16 (message)",
        corrections=(Before(BACKEND, "release_address", _unused),),
    ),
    Rule(
        id="ec2-disassociate-managed-address",
        calls=("ec2 DisassociateAddress",),
        moto="disassociates the address of a load balancer",
        aws="refuses the call",
        code="AuthFailure",
        message="You do not have permission to access the specified resource.",
        source="aws-cloudformation/cloudformation-coverage-roadmap issue 831",
        corrections=(Before(BACKEND, "disassociate_address", _not_managed),),
    ),
    Rule(
        id="ec2-associate-managed-address",
        calls=("ec2 AssociateAddress",),
        moto="also associates the address of a load balancer with an instance",
        aws="refuses the call",
        code="Resource.AlreadyAssociated",
        message="resource <allocation> is already associated with associate-id <association>",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (code); "
        "ansible/ansible issue 27385 (message)",
        corrections=(Before(BACKEND, "associate_address", _not_associated),),
    ),
)
