"""Who answers for AWS: every service that the kit uses, not only the one that knows whose credentials they are.

A variable such as AWS_ENDPOINT_URL_EC2, a section of ~/.aws/config or a proxy can lead one service to another place. So
the address of each service is compared with the one that AWS's own data gives for the region, or with the one that the
command line states, and what a service says of its account with the account that was named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from enhancement_kit.cloud.remote.pages import listed
from enhancement_kit.errors import HarnessError

SERVICES = ("sts", "ec2", "elb", "elbv2", "route53", "resourcegroupstaggingapi", "iam")
"""What the kit and the components of scenarios call."""


def _of_ec2(ec2: Any) -> Iterator[str]:
    """Yield the accounts of security groups: every VPC has one, and those of a shared VPC are other accounts'."""
    for group in listed(ec2, "describe_security_groups", "SecurityGroups"):
        yield str(group["OwnerId"])


def _of_elbv2(elbv2: Any) -> Iterator[str]:
    for balancer in listed(elbv2, "describe_load_balancers", "LoadBalancers"):
        yield str(balancer["LoadBalancerArn"]).split(":")[4]


OWNERS: dict[str, Callable[[Any], Iterator[str]]] = {"ec2": _of_ec2, "elbv2": _of_elbv2}
"""How a service tells the accounts of what it shows; the others do not tell."""


def check_addresses(session: Any, client: Callable[[str], Any], region: str, stated: str) -> None:
    """Check where requests to each service go. Raises HarnessError naming the service and both addresses."""
    for service in SERVICES:
        found = str(client(service).meta.endpoint_url)
        wanted = stated or _default(session, service, region)
        if found.rstrip("/") != wanted.rstrip("/"):
            raise HarnessError(
                f"requests to {service} would go to {found}, not to {wanted}: remove AWS_ENDPOINT_URL* from the "
                "environment and endpoint_url from the AWS config file, or name the endpoint of all services with "
                "--aws-endpoint-url. Nothing was made"
            )


def _default(session: Any, service: str, region: str) -> str:
    """Return the address that botocore's data gives, whatever is configured."""
    plain = session.client(service, region_name=region, config=Config(ignore_configured_endpoint_urls=True))
    address = str(plain.meta.endpoint_url)
    plain.close()
    return address


def check_owners(client: Callable[[str], Any], account: str) -> None:
    """Check that what services show belongs to the account. Raises HarnessError naming service and accounts."""
    for service, owners in OWNERS.items():
        try:
            found = set(owners(client(service)))
        except (ClientError, BotoCoreError) as error:
            raise HarnessError(f"{service} does not say for which account it answers: {error}") from error
        if found and account not in found:
            raise HarnessError(
                f"{service} answers for account {', '.join(sorted(found))}, --aws-account names {account}: an endpoint "
                "or a proxy leads to another account. Nothing was made"
            )
