"""Rules of EC2 about subnets of other accounts and on Outposts: moto knows neither."""

from __future__ import annotations

from typing import Any

from enhancement_kit.cloud.simulated.strictness.engine import Read, Rule


def share(model: Any, owner: str) -> None:
    """Make a VPC or subnet belong to another account that shares it with this one."""
    model.kit_owner = owner


def _owner(model: Any, moto: Any) -> Any:
    return getattr(model, "kit_owner", None) or moto()


def _outpost(subnet: Any, _moto: Any) -> str:
    if not hasattr(subnet, "kit_outpost"):
        # the serialiser omits a missing value
        raise AttributeError("outpost_arn")
    return str(subnet.kit_outpost)


RULES = (
    Rule(
        id="ec2-shared-subnet",
        calls=("ec2 DescribeSubnets", "ec2 DescribeVpcs"),
        moto="has the same owner for everything",
        aws="shows the account that shares a subnet or a VPC as its owner",
        source="https://docs.aws.amazon.com/vpc/latest/userguide/vpc-sharing.html",
        corrections=(
            Read("moto.ec2.models.subnets:Subnet", "owner_id", _owner),
            Read("moto.ec2.models.vpcs:VPC", "owner_id", _owner),
        ),
    ),
    Rule(
        id="ec2-outpost",
        calls=("ec2 DescribeSubnets",),
        moto="has no Outposts",
        aws="shows the Outpost of a subnet",
        source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_Subnet.html",
        corrections=(Read("moto.ec2.models.subnets:Subnet", "outpost_arn", _outpost),),
    ),
)
