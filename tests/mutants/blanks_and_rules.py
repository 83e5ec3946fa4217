"""Operators that count blanks in annotations, and a provider that takes the subnets asked for for those in use."""

from __future__ import annotations

from .source_editing import edited

MIRROR = "ingress_operator.mirror"

MUTANTS = [
    edited(
        "operator-keeps-blanks-of-eips",
        "EIP-195.a",
        "shows the Elastic IPs of the annotation with their blanks",
        f"{MIRROR}:mirrored_eips",
        "elements(service, names.EIP_ALLOCATIONS, profile)",
        'elements(service, names.EIP_ALLOCATIONS, "shipped")',
    ),
    edited(
        "operator-keeps-blanks-of-ranges",
        "EIP-195.b",
        "shows the source ranges of the annotation with their blanks",
        f"{MIRROR}:mirrored_source_ranges",
        "elements(service, names.SOURCE_RANGES, profile)",
        'elements(service, names.SOURCE_RANGES, "shipped")',
    ),
    edited(
        "operator-keeps-blanks-of-subnets",
        "EIP-195.c",
        "shows the subnets of the annotation with their blanks",
        "ingress_operator.parameters:parse_subnets",
        'if profile == "document":',
        "if False:",
    ),
    edited(
        "ccm-opens-nodes-to-the-subnets-asked-for",
        "EIP-196.a EIP-196.b",
        "lets the health checks of an existing NLB in from the subnets that it would get now",
        "cloud_controller_manager.network_load_balancers:ensure",
        "subnets if current is None else subnets_of(provider, current)",
        "subnets",
    ),
]
