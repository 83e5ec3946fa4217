"""A real AWS account: only one that was named and allowed; all resources are tagged, and the cost is shown first."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.remote import sweep
from enhancement_kit.cloud.remote.clients import Clients
from enhancement_kit.cloud.remote.endpoint import EndpointCloud
from enhancement_kit.errors import HarnessError, UsageError


@dataclass(frozen=True)
class Price:
    """What one scenario may hold at once, and its price in us-east-1."""

    what: str
    most: int
    dollars_an_hour: float


# https://aws.amazon.com/vpc/pricing, /elasticloadbalancing/pricing, /ec2/pricing, /route53/pricing; not checked
# since they were written down: an estimate, rounded up.
PRICES = (
    Price("NAT gateway", 1, 0.045),
    Price("load balancer", 4, 0.025),
    Price("Elastic IP or public address", 12, 0.005),
    Price("t3.micro instance", 2, 0.0104),
    Price("hosted zone, by the month", 2, 0.50),
)


def estimate() -> str:
    """Return one line that says what a run costs at most."""
    hourly = sum(price.most * price.dollars_an_hour for price in PRICES if "month" not in price.what)
    once = sum(price.most * price.dollars_an_hour for price in PRICES if "month" in price.what)
    holds = ", ".join(f"{price.most} {price.what}" for price in PRICES)
    return f"at most ${hourly:.2f} an hour and ${once:.2f} for hosted zones (at once: {holds}), traffic not counted"


class AccountCloud(EndpointCloud):
    """Implements `enhancement_kit.cloud.interface.Cloud` on a real account, with the credentials of the environment."""

    name = "account"
    capabilities: frozenset[str] = frozenset()

    def __init__(
        self, *, aws_account: str = "", kit_aws_accounts: Sequence[str] = (), aws_endpoint_url: str = ""
    ) -> None:
        """Store the settings; AWS is not called yet. `aws_endpoint_url` is for tests and private regions."""
        self._account, self._allowed = aws_account, tuple(kit_aws_accounts)
        self.run = secrets.token_hex(4)
        """The value of the tag that everything of this run carries."""
        super().__init__(aws_endpoint_url=aws_endpoint_url)

    def _make_clients(self) -> Clients:
        return Clients(
            self.record,
            session=functools.cache(_session),
            endpoint=self._url or None,
            keys=lambda _component: {},
            tags={sweep.TAG: self.run},
        )

    def start(self, *, strict: bool = True) -> None:
        """Check that the credentials belong to the account that was named, and that it is allowed.

        Raises UsageError where it was not named or is not allowed, HarnessError where the credentials are another's.
        """
        del strict  # real AWS has one strictness only
        check(self._account, self._allowed)
        found = self._identity()
        if found != self._account:
            raise HarnessError(
                f"the credentials belong to account {found}, --aws-account names {self._account}: nothing was made"
            )
        self.record.clear()

    def environment(self, component: str, *, region: str) -> Mapping[str, str]:
        """Return only the region: programs use the credentials of this process, as all components here do."""
        del component
        return {"AWS_REGION": region}

    def leftovers(self, region: str) -> Iterator[sweep.Leftover]:
        """Yield the resources in a region that carry the kit's tag, in an order in which AWS allows their deletion."""
        client = functools.partial(self._kits, region)
        vpcs, addresses, zones = sweep.tagged(client)
        yield from sweep.leftovers(client, vpcs=vpcs, addresses=addresses, zones=zones)


def check(account: str, allowed: Sequence[str]) -> None:
    """Check that an account was named and is allowed. Raises UsageError."""
    if not account:
        raise UsageError("cloud account makes things that cost money: name the account with --aws-account ID")
    if account not in allowed:
        known = ", ".join(allowed) or "none"
        raise UsageError(
            f"--aws-account {account}: this account is not allowed ({known}); add its id to kit_aws_accounts in the "
            "pytest section of pyproject.toml"
        )


def notice(*, aws_account: str, kit_aws_accounts: Sequence[str], aws_endpoint_url: str) -> str:
    """Return the line at the start of a run that names the account and the cost. Raises UsageError as `check`."""
    check(aws_account, kit_aws_accounts)
    where = f" at {aws_endpoint_url}" if aws_endpoint_url else ""
    return f"{aws_account}{where}, {estimate()}"


def _session() -> Any:
    """Create a session with the current credentials of the environment."""
    import boto3

    return boto3.Session()
