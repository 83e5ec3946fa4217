"""Cloud `endpoint` and cloud `account`, on the simulated AWS served on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from enhancement_kit.__main__ import main
from enhancement_kit.cloud.interface import AddressSpec, Cloud, SubnetSpec, Vpc
from enhancement_kit.cloud.record import Record
from enhancement_kit.cloud.remote import AccountCloud, EndpointCloud, answerers, sweep
from enhancement_kit.cloud.remote.account import PRICES, estimate
from enhancement_kit.cloud.remote.clients import Clients
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.backends import ACCOUNT
from enhancement_kit.errors import HarnessError, NotApplicable, UsageError
from tests.cloud.served import served_once
from tests.cloud.world import LISTENERS, REGION

ROWS = (
    SubnetSpec("pub-a", f"{REGION}a"),
    SubnetSpec("pub-b", f"{REGION}b", name="front"),
    SubnetSpec("priv-a", f"{REGION}a", "private", tags={"untagged": ""}),
)


@pytest.fixture
def url(cloud: SimulatedCloud) -> str:
    """Return the URL of an AWS that knows nothing of its callers."""
    address = served_once(cloud).url
    # the simulation leaves out Amazon's images, which every account has
    cloud.client("kit", "ec2", region=REGION).register_image(Name="linux", RootDeviceName="/dev/xvda")
    return address


@pytest.fixture
def endpoint(url: str) -> Iterator[EndpointCloud]:
    made = EndpointCloud(aws_endpoint_url=url)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the environment variables of a person who uses an account."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "someone")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")


@pytest.fixture
def account(url: str, credentials: None) -> Iterator[AccountCloud]:
    made = AccountCloud(aws_account=ACCOUNT, kit_aws_accounts=[ACCOUNT], aws_endpoint_url=url)
    made.start()
    yield made
    made.stop()


def _populate(cloud: Cloud) -> Vpc:
    """Create what a scenario leaves: a network, nodes, load balancers of both kinds, addresses, a zone and a record.

    The security groups of the nodes and of a load balancer refer to each other.
    """
    vpc = cloud.make_vpc(REGION, ROWS, cluster_id="c1")
    cloud.run_nodes(vpc, cluster_id="c1", subnets=["pub-a"])
    groups = _groups(cloud.client("ccm", "ec2", region=REGION), vpc)
    addresses = cloud.allocate_addresses(REGION, [AddressSpec("eip-1")])
    elbv2 = cloud.client("ccm", "elbv2", region=REGION)
    mappings = [{"SubnetId": vpc.subnets["pub-b"], "AllocationId": addresses["eip-1"]}]
    elbv2.create_load_balancer(Name="nlb", Type="network", SubnetMappings=mappings)
    elbv2.create_target_group(Name="tg", Protocol="TCP", Port=80, VpcId=vpc.id)
    cloud.client("ccm", "elb", region=REGION).create_load_balancer(
        LoadBalancerName="clb", Subnets=[vpc.subnets["pub-a"]], Listeners=LISTENERS, SecurityGroups=groups
    )
    route53 = cloud.client("operator", "route53", region=REGION)
    zone = route53.create_hosted_zone(Name="example.com.", CallerReference="x")["HostedZone"]["Id"].rpartition("/")[2]
    record = {"Name": "a.example.com.", "Type": "A", "TTL": 30, "ResourceRecords": [{"Value": "192.0.2.1"}]}
    route53.change_resource_record_sets(
        HostedZoneId=zone, ChangeBatch={"Changes": [{"Action": "CREATE", "ResourceRecordSet": record}]}
    )
    return vpc


def _groups(ec2: Any, vpc: Vpc) -> list[str]:
    """Create the security group of a load balancer, and return its id."""
    filters = [{"Name": "vpc-id", "Values": [vpc.id]}]
    known = [one for one in ec2.describe_security_groups(Filters=filters)["SecurityGroups"] if not _default(one)]
    made = str(ec2.create_security_group(GroupName="clb", Description="x", VpcId=vpc.id)["GroupId"])
    for one in known:
        for holder, other in ((one["GroupId"], made), (made, one["GroupId"])):
            rule = {"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": other}]}
            ec2.authorize_security_group_ingress(GroupId=holder, IpPermissions=[rule])
    return [made]


def _default(group: Any) -> bool:
    return bool(group["GroupName"] == "default")


def _left(cloud: SimulatedCloud) -> list[Any]:
    """Return what the AWS behind the URL holds beyond what every account has."""

    def client(service: str) -> Any:
        return cloud.client("kit", service, region=REGION)

    return [
        [vpc["VpcId"] for vpc in client("ec2").describe_vpcs()["Vpcs"] if not vpc["IsDefault"]],
        client("ec2").describe_addresses()["Addresses"],
        client("elbv2").describe_load_balancers()["LoadBalancers"],
        client("elbv2").describe_target_groups()["TargetGroups"],
        client("elb").describe_load_balancers()["LoadBalancerDescriptions"],
        client("route53").list_hosted_zones()["HostedZones"],
    ]


NOTHING: list[Any] = [[], [], [], [], [], []]


class TestEndpoint:
    def test_a_network_by_calls(self, endpoint: EndpointCloud) -> None:
        typed: Cloud = endpoint
        vpc = typed.make_vpc(REGION, ROWS[:2], cluster_id="c1")
        vpc = endpoint.add_subnets(vpc, ROWS[2:], cluster_id="c1")
        ec2 = endpoint.client("tester", "ec2", region=REGION)
        subnets = {s["SubnetId"]: s for s in ec2.describe_subnets(SubnetIds=list(vpc.subnets.values()))["Subnets"]}
        tags = {alias: {t["Key"]: t["Value"] for t in subnets[s].get("Tags", [])} for alias, s in vpc.subnets.items()}
        own = {"kubernetes.io/cluster/c1": "shared"}
        assert tags == {"pub-a": own, "pub-b": {**own, "Name": "front"}, "priv-a": {}}
        tables = ec2.describe_route_tables(Filters=[{"Name": "vpc-id", "Values": [vpc.id]}])["RouteTables"]
        assert len(tables) == 2

    def test_the_record(self, endpoint: EndpointCloud, url: str) -> None:
        vpc = endpoint.make_vpc(REGION, ROWS, cluster_id="c1")
        mark = endpoint.record.mark()
        elbv2 = endpoint.client("ccm", "elbv2", region=REGION)
        with pytest.raises(ClientError):
            elbv2.create_load_balancer(
                Name="n", Type="network", Subnets=[vpc.subnets["pub-a"], vpc.subnets["priv-a"]], Scheme="internal"
            )
        (call,) = endpoint.record.calls(since=mark)
        assert (call.component, call.service, call.operation, call.endpoint) == (
            "ccm",
            "elbv2",
            "CreateLoadBalancer",
            url,
        )
        assert (call.error, call.changed) == ("InvalidConfigurationRequest", False)
        assert call.parameters["Scheme"] == "internal"

    def test_reset_takes_everything_away(self, endpoint: EndpointCloud, cloud: SimulatedCloud) -> None:
        _populate(endpoint)
        assert all(_left(cloud))
        endpoint.reset()
        assert _left(cloud) == NOTHING
        assert endpoint.record.calls() == []

    def test_an_emulator_without_images_gets_one(self, endpoint: EndpointCloud, cloud: SimulatedCloud) -> None:
        cloud.reset()
        vpc = endpoint.make_vpc(REGION, ROWS, cluster_id="c1")
        assert list(endpoint.run_nodes(vpc, cluster_id="c1", subnets=["priv-a"])) == ["priv-a"]

    def test_what_is_not_the_kits_stays(self, endpoint: EndpointCloud, cloud: SimulatedCloud) -> None:
        theirs = cloud.make_vpc(REGION, ROWS, cluster_id="theirs")
        zone = cloud.client("theirs", "route53", region=REGION).create_hosted_zone(Name="e.com", CallerReference="e")
        _populate(endpoint)
        endpoint.reset()
        left = _left(cloud)
        assert left[0] == [theirs.id]
        assert [one["Id"] for one in left[5]] == [zone["HostedZone"]["Id"]]

    @pytest.mark.parametrize(
        "row",
        [
            SubnetSpec("x", f"{REGION}a", id="subnet-0aaaaaaaaaaaaaaa1"),
            SubnetSpec("x", f"{REGION}a", free=0),
            SubnetSpec("x", f"{REGION}a", owner="999988887777"),
            SubnetSpec("x", f"{REGION}a", outpost="op-1"),
            SubnetSpec("x", f"{REGION}a", vpc="other"),
            SubnetSpec("x", f"{REGION}a", "transit"),
        ],
    )
    def test_what_it_cannot_make_is_not_applicable(
        self, endpoint: EndpointCloud, cloud: SimulatedCloud, row: SubnetSpec
    ) -> None:
        with pytest.raises(NotApplicable, match=r"subnet x needs .*, which cloud endpoint does not make"):
            endpoint.make_vpc(REGION, [row], cluster_id="c1")
        assert _left(cloud) == NOTHING
        with pytest.raises(NotApplicable, match="ids of the scenario's choice"):
            endpoint.allocate_addresses(REGION, [AddressSpec("e", id="eipalloc-0bbbbbbbbbbbbbbb1")])

    def test_without_a_url_or_an_answer(self) -> None:
        with pytest.raises(UsageError, match="needs --aws-endpoint-url"):
            EndpointCloud().start()
        with pytest.raises(HarnessError, match=r"cloud endpoint does not answer at http://127.0.0.1:9: "):
            EndpointCloud(aws_endpoint_url="http://127.0.0.1:9").start()


class TestAccount:
    def test_only_a_named_and_allowed_one(self, url: str, credentials: None, cloud: SimulatedCloud) -> None:
        with pytest.raises(UsageError, match="name the account with --aws-account ID"):
            AccountCloud(aws_endpoint_url=url).start()
        with pytest.raises(UsageError, match="this account is not allowed"):
            AccountCloud(aws_account=ACCOUNT, aws_endpoint_url=url).start()
        assert cloud.record.calls(component="someone") == []
        other = "999988887777"
        with pytest.raises(
            HarnessError, match=f"belong to account {ACCOUNT}, --aws-account names {other}: nothing was"
        ):
            AccountCloud(aws_account=other, kit_aws_accounts=[other], aws_endpoint_url=url).start()
        assert {call.operation for call in cloud.record.calls(component="someone")} == {"GetCallerIdentity"}

    def test_everything_made_is_tagged(self, account: AccountCloud, cloud: SimulatedCloud) -> None:
        vpc = _populate(account)
        ec2 = cloud.client("kit", "ec2", region=REGION)
        tagged = {
            t["ResourceType"] for t in ec2.describe_tags(Filters=[{"Name": "key", "Values": [sweep.TAG]}])["Tags"]
        }
        assert {"vpc", "subnet", "route-table", "internet-gateway", "security-group", "instance"} <= tagged
        named = {"Name": "tag-key", "Values": [sweep.TAG]}
        assert len(ec2.describe_addresses(Filters=[named])["Addresses"]) == 1
        assert len(ec2.describe_nat_gateways(Filters=[named])["NatGateways"]) == 1
        found = ec2.describe_subnets(SubnetIds=[vpc.subnets["pub-b"]])["Subnets"][0]
        assert {t["Key"] for t in found["Tags"]} == {"Name", "kubernetes.io/cluster/c1", sweep.TAG}
        elbv2 = cloud.client("kit", "elbv2", region=REGION)
        arn = elbv2.describe_load_balancers()["LoadBalancers"][0]["LoadBalancerArn"]
        tags = elbv2.describe_tags(ResourceArns=[arn])["TagDescriptions"][0]["Tags"]
        assert tags == [{"Key": sweep.TAG, "Value": account.run}]

    def test_reset_takes_everything_away(self, account: AccountCloud, cloud: SimulatedCloud) -> None:
        _populate(account)
        account.reset()
        assert _left(cloud) == NOTHING

    def test_clean_after_a_crash(
        self, account: AccountCloud, cloud: SimulatedCloud, url: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        theirs = cloud.make_vpc(REGION, ROWS, cluster_id="theirs")
        crashed = AccountCloud(aws_account=ACCOUNT, kit_aws_accounts=[ACCOUNT], aws_endpoint_url=url)
        crashed.start()
        _populate(crashed)
        words = ["clean", "--aws-account", ACCOUNT, "--region", REGION, "--aws-endpoint-url", url]
        assert main(words) == 0
        listed = capsys.readouterr().out
        assert "hosted zone " in listed
        assert f"left; --run {crashed.run} --yes takes them away" in listed
        assert all(_left(cloud))
        words += ["--run", crashed.run]
        assert main([*words, "--yes"]) == 0
        assert "gone: VPC vpc-" in capsys.readouterr().out
        assert _left(cloud) == [[theirs.id], [], [], [], [], []]
        assert main(words[:-2]) == 0
        assert capsys.readouterr().out == "nothing is left\n"

    def test_what_stays_is_named(self, cloud: SimulatedCloud, account: AccountCloud) -> None:
        vpc = _populate(account)
        cloud.fail("DeleteSubnet", "UnauthorizedOperation", "no", times=1)
        with pytest.raises(HarnessError, match=r"subnet subnet-\w+ \(UnauthorizedOperation\).*ekit clean --run \w+"):
            account.reset()
        assert vpc.id in _left(cloud)[0]
        account.reset()
        assert _left(cloud) == NOTHING

    def test_clean_deletes_what_one_run_made(
        self, account: AccountCloud, cloud: SimulatedCloud, url: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Neither what another run made, nor what somebody put into the VPC of the run, nor a tag of another value."""
        kept = account.make_vpc(REGION, ROWS, cluster_id="c2")
        crashed = AccountCloud(aws_account=ACCOUNT, kit_aws_accounts=[ACCOUNT], aws_endpoint_url=url)
        crashed.start()
        vpc = _populate(crashed)
        ec2 = cloud.client("somebody", "ec2", region=REGION)
        theirs = ec2.create_security_group(GroupName="theirs", Description="theirs", VpcId=vpc.id)["GroupId"]
        words = ["clean", "--aws-account", ACCOUNT, "--region", REGION, "--aws-endpoint-url", url]
        assert main([*words, "--yes"]) == 4
        known = ", ".join(sorted([account.run, crashed.run]))
        assert f"--yes needs --run ID, since another run may be at work; there are: {known}" in capsys.readouterr().err
        assert main([*words, "--run", crashed.run[:-1], "--yes"]) == 4
        assert "this run left nothing" in capsys.readouterr().err
        assert main([*words, "--run", crashed.run]) == 0
        stays = f"security group {theirs} stays: it does not carry the tag {sweep.TAG}={crashed.run}"
        assert stays in capsys.readouterr().out
        assert main([*words, "--run", crashed.run, "--yes"]) == 3
        said = capsys.readouterr()
        assert f"security group {theirs} (does not carry the tag" in said.err
        assert f"VPC {vpc.id} (DependencyViolation)" in said.err
        assert "gone: hosted zone " in said.out
        assert sorted(_left(cloud)[0]) == sorted([kept.id, vpc.id])
        ec2.delete_security_group(GroupId=theirs)
        assert main([*words, "--run", crashed.run, "--yes"]) == 0
        assert _left(cloud)[0] == [kept.id]

    def test_clean_goes_on_after_what_fails(
        self, account: AccountCloud, cloud: SimulatedCloud, url: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        vpc = _populate(account)
        words = ["clean", "--aws-account", ACCOUNT, "--region", REGION, "--aws-endpoint-url", url, "--run", account.run]
        cloud.fail("DescribeTargetGroups", "AccessDenied", "no", times=2)
        assert main(words) == 3
        said = capsys.readouterr()
        assert f"target groups of {vpc.id} stays: it cannot be listed: AccessDenied" in said.out
        assert f"more may be left, since these cannot be listed: target groups of {vpc.id}" in said.err
        cloud.fail("DeleteSubnet", "UnauthorizedOperation", "no", times=1)
        assert main([*words, "--yes"]) == 3
        said = capsys.readouterr()
        assert "(UnauthorizedOperation)" in said.err
        assert f"target groups of {vpc.id} (cannot be listed: AccessDenied)" in said.err
        assert "gone: Elastic IP" in said.out
        assert "the same command tries again" in said.err
        assert main([*words, "--yes"]) == 0

    def test_zones_on_every_page_are_found(self, account: AccountCloud, cloud: SimulatedCloud) -> None:
        theirs = cloud.client("theirs", "route53", region=REGION)
        for number in range(101):
            theirs.create_hosted_zone(Name=f"a{number:03}.com", CallerReference=str(number))
        route53 = account.client("operator", "route53", region=REGION)
        zone = route53.create_hosted_zone(Name="zz.com", CallerReference="z")["HostedZone"]["Id"].rpartition("/")[2]
        assert account.tagged(REGION)[account.run].zones == [zone]

    def test_each_service_is_where_aws_has_it(self, credentials: None, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing is asked: only the addresses are compared."""
        monkeypatch.setenv("AWS_ENDPOINT_URL_EC2", "http://127.0.0.1:9")
        made = AccountCloud(aws_account=ACCOUNT, kit_aws_accounts=[ACCOUNT])
        with pytest.raises(HarnessError, match=rf"ec2 would go to http://127.0.0.1:9, not to https://ec2.{REGION}.ama"):
            made.client("ccm", "elbv2", region=REGION)
        assert made.record.calls() == []
        with pytest.raises(HarnessError, match=r"ec2 would go to .*Nothing was made"):
            made.start()

    def test_an_endpoint_of_a_component_has_to_be_that_of_the_account(self, account: AccountCloud, url: str) -> None:
        assert account.client("ccm", "ec2", region=REGION, endpoint=f"{url}/") is not None
        with pytest.raises(HarnessError, match=r"ccm would call ec2 at http://127.0.0.1:9, which is not where"):
            account.client("ccm", "ec2", region=REGION, endpoint="http://127.0.0.1:9")

    def test_who_answers_ec2_is_asked(
        self, url: str, credentials: None, cloud: SimulatedCloud, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """STS answers for one account and EC2 for another: where there is no VPC, the first one shows it."""
        other = "999988887777"
        monkeypatch.setattr(AccountCloud, "_identity", lambda self: other)
        made = AccountCloud(aws_account=other, kit_aws_accounts=[other], aws_endpoint_url=url)
        made.start()
        before = _left(cloud)
        with pytest.raises(HarnessError, match=f"ec2 answers for account {ACCOUNT}, --aws-account names {other}"):
            made.make_vpc(REGION, ROWS, cluster_id="c1")
        assert _left(cloud) == before
        monkeypatch.setattr(answerers, "OWNERS", {})
        with pytest.raises(HarnessError, match=rf"EC2 made vpc-\w+ in account {ACCOUNT}, --aws-account names {other}"):
            made.make_vpc(REGION, ROWS, cluster_id="c1")
        made.stop()
        assert _left(cloud) == before

    def test_the_estimate(self) -> None:
        assert estimate().startswith("at most $0.23 an hour and $1.00 for hosted zones (at once: 1 NAT gateway, ")
        assert all(price.most > 0 and price.dollars_an_hour > 0 for price in PRICES)

    def test_clean_wants_an_account(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["clean", "--aws-account", "mine", "--region", REGION]) == 4
        assert "twelve digits" in capsys.readouterr().err


@pytest.mark.parametrize(("service", "signed"), [("route53", "us-east-1"), ("ec2", REGION)])
def test_the_record_has_the_region_that_a_call_is_signed_for(service: str, signed: str) -> None:
    """At the default endpoints, which a hook keeps from being called."""
    record = Record()
    keys = {"aws_access_key_id": "tester", "aws_secret_access_key": "secret"}
    clients = Clients(record, session=boto3.session.Session, endpoint=None, keys=lambda _: keys, tags={})
    client = clients.client("tester", service, REGION, None)

    def answer(request: Any, **_: Any) -> Any:
        raise EndpointConnectionError(endpoint_url=request.url)

    client.meta.events.register_first("before-send", answer)
    with pytest.raises(EndpointConnectionError):
        client.list_hosted_zones() if service == "route53" else client.describe_vpcs()
    assert [call.region for call in record.calls()] == [signed]
    clients.close()
