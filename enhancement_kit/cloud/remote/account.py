"""A real AWS account: only one that was named and allowed; all resources are tagged, and the cost is shown first."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from enhancement_kit.cloud.remote import answerers, sweep
from enhancement_kit.cloud.remote.clients import Clients
from enhancement_kit.cloud.remote.endpoint import KIT, EndpointCloud
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
        self._checked: set[str] = set()
        """Regions in which the services are known to answer for the account."""
        super().__init__(aws_endpoint_url=aws_endpoint_url)

    def _make_clients(self) -> Clients:
        return Clients(
            self.record,
            session=functools.cache(_session),
            endpoint=self._url or None,
            keys=lambda _component: {},
            tags={sweep.TAG: self.run},
            owner=self._account,
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

    def client(self, component: str, service: str, *, region: str, endpoint: str | None = None) -> Any:
        """Return the boto3 client of `component`, once all services of the region answer for the account.

        Raises HarnessError where one of them would answer for another one, or from another address.
        """
        if region not in self._checked:
            kits = functools.partial(self._clients.client, KIT, region=region, endpoint=None)
            answerers.check_addresses(_session(), kits, region, self._url)
            if service != "sts":
                answerers.check_owners(kits, self._account)
                self._checked.add(region)
        if endpoint is not None and endpoint.rstrip("/") != self._clients.client(
            KIT, service, region, None
        ).meta.endpoint_url.rstrip("/"):
            raise HarnessError(f"{component} would call {service} at {endpoint}, which is not where the account is")
        return self._clients.client(component, service, region, endpoint)

    def _remedy(self) -> str:
        return f"ekit clean --run {self.run} lists and deletes what carries the tag of this run"

    def tagged(self, region: str) -> Mapping[str, sweep.Found]:
        """Return what carries the kit's tag in a region, by run. Raises HarnessError."""
        return sweep.tagged(functools.partial(self._kits, region))

    def leftovers(self, region: str, run: str, found: sweep.Found) -> Iterator[sweep.Leftover]:
        """Yield the resources of one run in a region, in an order in which AWS allows their deletion."""
        client = functools.partial(self._kits, region)
        yield from sweep.leftovers(client, vpcs=found.vpcs, addresses=found.addresses, zones=found.zones, run=run)


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
