"""How a rule refuses a call: moto's own exceptions, so that status and wire form come from the service's model."""

from __future__ import annotations

from typing import Any, NoReturn

_EXCEPTIONS = {
    "ec2": ("moto.ec2.exceptions", "EC2ClientError"),
    "elb": ("moto.elb.exceptions", "ELBClientError"),
    "iam": ("moto.iam.exceptions", "IAMException"),
    "route53": ("moto.route53.exceptions", "Route53ClientError"),
    "sts": ("moto.sts.exceptions", "STSClientError"),
    "elbv2": ("moto.elbv2.exceptions", "ELBClientError"),
}


def refuse(service: str, code: str, message: str) -> NoReturn:
    """Raise the AWS error. The exception has to come from the service that was called, or moto cannot serialise it."""
    import importlib

    module, name = _EXCEPTIONS[service]
    error: Any = getattr(importlib.import_module(module), name)
    raise error(code, message)
