"""An AWS that accepts what AWS refuses: strictness rules switched off."""

from __future__ import annotations

from collections.abc import Callable

from enhancement_kit.cloud.simulated import strictness
from enhancement_kit.mutation.mutants import Mutant, Patcher


def _without(*rules: str) -> Callable[[Patcher], None]:
    return lambda patcher: patcher.enter(strictness.disabled(*rules))


MUTANTS = [
    Mutant(
        "aws-accepts-two-subnets-of-a-zone",
        ("LSS-061", "LSS-099", "LSS-032.2"),
        "attaches a Classic load balancer to two subnets of one zone",
        _without("elb-one-subnet-per-zone"),
    ),
    Mutant(
        "aws-detaches-the-last-subnet",
        ("LSS-063", "LSS-064.2", "LSS-067.2"),
        "lets a Classic load balancer lose all its subnets",
        _without("elb-detach-last-subnet"),
    ),
    Mutant(
        "aws-shares-addresses",
        (
            "EIP-041.2",
            "EIP-127.b",
        ),
        "gives an Elastic IP that is in use to another load balancer",
        _without("elbv2-used-address"),
    ),
    Mutant(
        "aws-has-no-address-quota", ("EIP-047.2",), "allocates addresses without end", _without("ec2-address-quota")
    ),
    Mutant(
        "aws-accepts-internal-addresses",
        ("EIP-048",),
        "gives Elastic IPs to an internal load balancer",
        _without("elbv2-addresses-internal"),
    ),
]
