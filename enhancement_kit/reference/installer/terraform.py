"""Terraform's AWS provider: the custom endpoints as a variable, and a configuration that uses them.

Document: `Configuring the internal terraform-provider-aws with service overrides`. Names: interpretation CRE-A30.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .install_config import InstallConfig

VARIABLES, MAIN = "terraform/terraform.tfvars.json", "terraform/main.tf.json"
VARIABLE = "custom_endpoints"
SLOTS: Mapping[str, str] = {
    "ec2": "ec2",
    "elb": "elasticloadbalancing",
    "iam": "iam",
    "route53": "route53",
    "s3": "s3",
    "sts": "sts",
}
"""What the provider calls the endpoint of a service. It has none for tagging, and takes no other."""


def variables(config: InstallConfig) -> dict[str, Any]:
    """Return the values of the variables: every custom endpoint, whether or not the provider supports it."""
    endpoints = {endpoint.name: endpoint.url for endpoint in config.aws.service_endpoints}
    return {"aws_region": config.aws.region, VARIABLE: endpoints}


def taken(service: str) -> str:
    """Build the expression for the endpoint of a service; null, which means the default, if it has none."""
    return f'${{lookup(var.{VARIABLE}, "{service}", null)}}'


def main() -> dict[str, Any]:
    """Build the configuration, in the JSON syntax."""
    endpoints = {slot: taken(service) for slot, service in SLOTS.items()}
    return {
        "variable": {"aws_region": {"type": "string"}, VARIABLE: {"type": "map(string)", "default": {}}},
        "provider": {"aws": {"region": "${var.aws_region}", "endpoints": endpoints}},
    }


def files(config: InstallConfig) -> dict[str, dict[str, Any]]:
    """Return both files by their names below the installer's directory."""
    return {VARIABLES: variables(config), MAIN: main()}
