"""Any URL that speaks the AWS API: an emulator, a proxy, the served simulated AWS."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec, Vpc
from enhancement_kit.cloud.record import Record
from enhancement_kit.cloud.remote import sweep
from enhancement_kit.cloud.remote.clients import Clients
from enhancement_kit.cloud.remote.remote_networks import Networks
from enhancement_kit.cloud.starting import start_of_scenario
from enhancement_kit.errors import HarnessError, UsageError

KIT = "kit"


class EndpointCloud:
    """Implements `enhancement_kit.cloud.interface.Cloud`.

    It cannot choose answers, quotas or ids: scenarios that need these are not applicable. The access key of a client
    is the name of its component, the secret is nothing.
    """

    name = "endpoint"
    capabilities: frozenset[str] = frozenset()

    def __init__(self, *, aws_endpoint_url: str = "") -> None:
        """Prepare the clients; AWS is not called yet."""
        self._url = aws_endpoint_url
        self.version = aws_endpoint_url or "AWS"
        self.record = Record()
        self._clients = self._make_clients()
        self._networks = Networks(self.name, lambda service, region: self._kits(region, service))

    def _make_clients(self) -> Clients:
        return Clients(
            self.record,
            session=_session,
            endpoint=self._url or None,
            keys=lambda component: {"aws_access_key_id": component, "aws_secret_access_key": "none"},
            tags={},
        )

    def start(self, *, strict: bool = True) -> None:
        """Check that something answers at the URL. Raises UsageError without a URL, HarnessError without an answer."""
        del strict  # the kit cannot change how strict the endpoint is
        notice(aws_endpoint_url=self._url)
        self._identity()
        self.record.clear()

    def _identity(self) -> str:
        """Return the id of the account that answers. Raises HarnessError."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return str(self.client(KIT, "sts", region="us-east-1").get_caller_identity()["Account"])
        except (BotoCoreError, ClientError) as error:
            where = self._url or "AWS"
            raise HarnessError(f"cloud {self.name} does not answer at {where}: {error}") from error

    def reset(self) -> None:
        """Remove what was created since the last reset, by any component, and forget every recorded call.

        Raises HarnessError naming what stayed.
        """
        made = self._clients.made
        for region in sorted({one.region for one in made}):
            here = [one for one in made if one.region == region]
            found = sweep.leftovers(
                functools.partial(self._kits, region),
                vpcs=[one.id for one in here if one.kind == "vpc"],
                addresses=[one.id for one in here if one.kind == "address"],
                zones=[one.id for one in here if one.kind == "zone"],
            )
            sweep.remove(found, remedy=self._remedy())
        made.clear()
        self._networks.forget()
        self.record.clear()

    def _remedy(self) -> str:
        """Return what a person can do about resources that stay."""
        return "delete them by hand"

    def _kits(self, region: str, service: str) -> Any:
        return self.client(KIT, service, region=region)

    def client(self, component: str, service: str, *, region: str, endpoint: str | None = None) -> Any:
        """Return the boto3 client of `component` for `service`. Clients are cached by all four arguments."""
        return self._clients.client(component, service, region, endpoint)

    @property
    def address(self) -> str:
        """The URL; empty for AWS itself."""
        return self._url

    def environment(self, component: str, *, region: str) -> Mapping[str, str]:
        """Return the environment variables with which a program calls the URL under a component's name."""
        keys = {"AWS_ACCESS_KEY_ID": component, "AWS_SECRET_ACCESS_KEY": "none"}
        return {"AWS_ENDPOINT_URL": self._url, "AWS_REGION": region, **keys}

    @start_of_scenario("the VPC")
    def make_vpc(self, region: str, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Create a VPC by AWS calls. Raises NotApplicable for rows that only the simulated AWS can create."""
        return self._networks.make_vpc(region, subnets, cluster_id=cluster_id)

    @start_of_scenario("the subnets")
    def add_subnets(self, vpc: Vpc, subnets: Sequence[SubnetSpec], *, cluster_id: str) -> Vpc:
        """Add subnets to a VPC and return it with them. Raises NotApplicable as `make_vpc`."""
        return self._networks.add_subnets(vpc, subnets, cluster_id=cluster_id)

    @start_of_scenario("the Elastic IPs")
    def allocate_addresses(self, region: str, addresses: Sequence[AddressSpec]) -> Mapping[str, str]:
        """Allocate Elastic IPs within the quota. Raises NotApplicable for literal ids."""
        return self._networks.allocate_addresses(region, addresses)

    @start_of_scenario("the nodes")
    def run_nodes(self, vpc: Vpc, *, cluster_id: str, subnets: Sequence[str]) -> Mapping[str, str]:
        """Run one instance in each of these subnets (aliases)."""
        return self._networks.run_nodes(vpc, cluster_id=cluster_id, subnets=subnets)

    def stop(self) -> None:
        """Remove what was created and close every connection; safe to call twice."""
        self.reset()
        self._clients.close()


def notice(*, aws_endpoint_url: str) -> str:
    """Return the line at the start of a run that names the URL. Raises UsageError where there is no URL."""
    if urlsplit(aws_endpoint_url).scheme not in ("http", "https"):
        raise UsageError("cloud endpoint needs --aws-endpoint-url with an http or https URL of an AWS-compatible API")
    return f"AWS is what answers at {aws_endpoint_url}"


@functools.cache
def _session() -> Any:
    """Return the one session of the process: each new one would read the models of all services again."""
    import boto3

    return boto3.Session()
