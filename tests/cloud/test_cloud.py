"""The simulated AWS as scenarios use it: clients that stay inside, the record, faults, networks, reset."""

from __future__ import annotations

import socket
import threading
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from enhancement_kit.cloud.interface import AddressSpec, Cloud, SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.cloud.simulated.backends import ACCOUNT
from enhancement_kit.errors import HarnessError, UsageError
from tests.cloud.world import REGION, World


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make name resolution fail for every name, and connecting fail for every socket."""

    def refuse(*args: Any, **_: Any) -> Any:
        raise socket.gaierror(f"no resolver in this test: {args[0]}")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)


class TestClients:
    @pytest.mark.parametrize(
        ("service", "operation"),
        [
            ("ec2", "describe_vpcs"),
            ("elb", "describe_load_balancers"),
            ("elbv2", "describe_load_balancers"),
            ("sts", "get_caller_identity"),
        ],
    )
    @pytest.mark.parametrize("endpoint", [None, "https://aws.example.com:8443/proxy", "http://10.0.0.1"])
    def test_every_service_answers_without_a_network(
        self, cloud: SimulatedCloud, no_network: None, service: str, operation: str, endpoint: str | None
    ) -> None:
        client = cloud.client("tester", service, region=REGION, endpoint=endpoint)
        assert getattr(client, operation)()["ResponseMetadata"]["HTTPStatusCode"] == 200
        call = cloud.record.calls()[-1]
        default = f"https://{service}.{REGION}.aws.kit.invalid"
        assert call.endpoint == (endpoint or default).removesuffix("/proxy")
        assert (call.service, call.region, call.component) == (service, REGION, "tester")

    @pytest.mark.parametrize(("service", "operation"), [("route53", "list_hosted_zones"), ("iam", "list_users")])
    @pytest.mark.parametrize("endpoint", [None, "https://aws.example.com:8443/proxy", "http://10.0.0.1"])
    def test_so_do_services_without_regions(
        self, cloud: SimulatedCloud, no_network: None, service: str, operation: str, endpoint: str | None
    ) -> None:
        client = cloud.client("tester", service, region="us-east-1" if endpoint else REGION, endpoint=endpoint)
        assert getattr(client, operation)()["ResponseMetadata"]["HTTPStatusCode"] == 200
        call = cloud.record.calls()[-1]
        assert call.endpoint == (endpoint or f"https://{service}.us-east-1.aws.kit.invalid").removesuffix("/proxy")
        assert (call.service, call.region, call.component) == (service, "us-east-1", "tester")

    def test_clients_are_cached_by_all_four(self, cloud: SimulatedCloud) -> None:
        first = cloud.client("one", "ec2", region=REGION)
        assert cloud.client("one", "ec2", region=REGION) is first
        others = [
            cloud.client("two", "ec2", region=REGION),
            cloud.client("one", "elb", region=REGION),
            cloud.client("one", "ec2", region="us-east-1"),
            cloud.client("one", "ec2", region=REGION, endpoint="https://ec2.example.com"),
        ]
        assert first not in others

    def test_a_client_that_misses_the_hook_is_not_answered(self, cloud: SimulatedCloud, no_network: None) -> None:
        """Whatever the kit's own clients are, no other client of the process may get answers."""
        for endpoint in (None, f"https://ec2.{REGION}.aws.kit.invalid"):
            stranger = boto3.client(
                "ec2", region_name=REGION, endpoint_url=endpoint, aws_access_key_id="a", aws_secret_access_key="b"
            )
            with pytest.raises(EndpointConnectionError):
                stranger.describe_vpcs()

    def test_the_environment_does_not_matter(self, cloud: SimulatedCloud, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("AWS_PROFILE", "does-not-exist")
        monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example.com:3128")
        client = cloud.client("env", "sts", region="eu-west-1")
        assert client.get_caller_identity()["Account"] == ACCOUNT

    def test_a_failed_call_is_tried_once(self, cloud: SimulatedCloud) -> None:
        cloud.fail("DescribeVpcs", "RequestLimitExceeded", "Request limit exceeded.")
        with pytest.raises(ClientError):
            cloud.client("tester", "ec2", region=REGION).describe_vpcs()
        assert len(cloud.record.calls(operation="DescribeVpcs")) == 1

    def test_an_unknown_region_has_zones(self, cloud: SimulatedCloud) -> None:
        zones = cloud.client("tester", "ec2", region="xx-custom-1").describe_availability_zones()["AvailabilityZones"]
        assert [zone["ZoneName"] for zone in zones] == ["xx-custom-1a", "xx-custom-1b", "xx-custom-1c"]

    def test_what_a_region_offers_is_for_a_scenario_to_choose(self, cloud: SimulatedCloud) -> None:
        ec2 = cloud.client("tester", "ec2", region="xx-custom-1")

        def offered() -> set[str]:
            found = ec2.describe_instance_type_offerings(LocationType="availability-zone")["InstanceTypeOfferings"]
            return {one["InstanceType"] for one in found}

        cloud.offer_types("xx-custom-1", ["t3.small"])
        assert offered() == {"t3.small"}
        cloud.offer_types("xx-custom-1", [])
        assert offered() == set()
        cloud.reset()
        assert "m6i.xlarge" in offered()

    def test_before_start_and_twice(self, cloud: SimulatedCloud) -> None:
        other = SimulatedCloud()
        with pytest.raises(HarnessError, match="not running"):
            other.client("tester", "ec2", region=REGION)
        with pytest.raises(HarnessError, match="runs in this process already"):
            other.start()
        other.stop()
        assert cloud.client("tester", "sts", region=REGION).get_caller_identity()["Account"] == ACCOUNT

    def test_it_is_a_cloud(self, cloud: SimulatedCloud) -> None:
        typed: Cloud = cloud
        assert typed.name == "simulated"


class TestRecord:
    def test_calls_parameters_and_outcomes(self, world: World) -> None:
        record = world.cloud.record
        mark = record.mark()
        world.classic("a")
        with pytest.raises(ClientError):
            world.classic("a", "a2", name="other")
        made, refused = record.calls(since=mark)
        assert str(made) == "tester: elb CreateLoadBalancer"
        assert made.parameters["Subnets"] == world.ids("a")
        assert made.changed
        assert made.error is None
        assert refused.error == "InvalidConfigurationRequest"
        assert refused.message == "ELB cannot be attached to multiple subnets in the same AZ."
        assert not refused.changed
        assert [call.number for call in record.calls()] == list(range(1, record.mark() + 1))

    def test_parameters_are_a_copy(self, world: World) -> None:
        subnets = world.ids("a")
        world.client("elbv2").create_load_balancer(Name="nlb", Type="network", Subnets=subnets)
        subnets.append("changed later")
        assert world.cloud.record.calls()[-1].parameters["Subnets"] == world.ids("a")

    def test_reads_change_nothing(self, world: World) -> None:
        mark = world.cloud.record.mark()
        world.client("elbv2").describe_load_balancers()
        world.client("sts").get_caller_identity()
        assert not [call for call in world.cloud.record.calls(since=mark) if call.changed]

    def test_filters(self, world: World) -> None:
        world.classic("a")
        world.cloud.client("other", "ec2", region=REGION).describe_vpcs()
        record = world.cloud.record
        assert [call.operation for call in record.calls(component="other")] == ["DescribeVpcs"]
        assert {call.component for call in record.calls(operation="CreateLoadBalancer")} == {"tester"}

    def test_preparing_a_network_is_no_call(self, world: World) -> None:
        assert world.cloud.record.calls() == []
        world.cloud.run_nodes(world.vpc, cluster_id="c1", subnets=["a"])
        assert {call.component for call in world.cloud.record.calls()} == {"kit"}

    def test_threads(self, cloud: SimulatedCloud) -> None:
        vpcs: list[str] = []

        def work(name: str) -> None:
            client = cloud.client(name, "ec2", region=REGION)
            for n in range(10):
                vpcs.append(client.create_vpc(CidrBlock=f"10.{n}.0.0/16")["Vpc"]["VpcId"])

        threads = [threading.Thread(target=work, args=(f"thread-{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(vpcs)) == 40
        calls = cloud.record.calls()
        assert [call.number for call in calls] == list(range(1, 41))
        for n in range(4):
            mine = [call.parameters["CidrBlock"] for call in calls if call.component == f"thread-{n}"]
            assert mine == [f"10.{m}.0.0/16" for m in range(10)]


class TestFaults:
    @pytest.mark.parametrize(
        ("service", "operation", "method"),
        [
            ("ec2", "DescribeVpcs", "describe_vpcs"),
            ("elb", "DescribeLoadBalancers", "describe_load_balancers"),
            ("route53", "ListHostedZones", "list_hosted_zones"),
            ("resourcegroupstaggingapi", "GetResources", "get_resources"),
        ],
    )
    def test_error_on_the_wire(self, cloud: SimulatedCloud, service: str, operation: str, method: str) -> None:
        client = cloud.client("tester", service, region=REGION)
        cloud.fail(operation, "Throttling", "Rate <exceeded> & more", times=1)
        with pytest.raises(ClientError) as caught:
            getattr(client, method)()
        assert caught.value.response["Error"]["Code"] == "Throttling"
        assert caught.value.response["Error"]["Message"] == "Rate <exceeded> & more"
        assert (cloud.record.calls()[-1].error, cloud.record.calls()[-1].message) == (
            "Throttling",
            "Rate <exceeded> & more",
        )

    def test_times_service_kit_and_reset(self, world: World) -> None:
        cloud, elbv2, elb = world.cloud, world.client("elbv2"), world.client("elb")
        cloud.fail("elbv2:DescribeLoadBalancers", "Throttling", "Rate exceeded", times=2)
        elb.describe_load_balancers()
        cloud.client("kit", "elbv2", region=REGION).describe_load_balancers()
        for _ in range(2):
            with pytest.raises(ClientError):
                elbv2.describe_load_balancers()
        elbv2.describe_load_balancers()
        cloud.fail("DescribeLoadBalancers", "Throttling", "Rate exceeded")
        cloud.reset()
        elbv2.describe_load_balancers()

    def test_an_answer_may_lag_behind(self, world: World) -> None:
        def names() -> list[str]:
            return [one["LoadBalancerName"] for one in world.client("elbv2").describe_load_balancers()["LoadBalancers"]]

        assert names() == []
        world.network("a")
        world.cloud.lag("elbv2:DescribeLoadBalancers", times=2)
        assert [names(), names(), names()] == [[], [], ["nlb"]]
        world.cloud.lag("DescribeVpcs")
        assert len(world.client("ec2").describe_vpcs(VpcIds=[world.vpc.id])["Vpcs"]) == 1
        world.cloud.reset()
        assert names() == []

    def test_the_status_is_that_of_the_model(self, world: World) -> None:
        world.cloud.fail("CreateLoadBalancer", "InvalidConfigurationRequest", "no")
        with pytest.raises(ClientError) as caught:
            world.classic("a")
        assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == 409

    @pytest.mark.parametrize(("operation", "times"), [("", None), ("elb:", None), ("CreateVpc", 0)])
    def test_bad_faults(self, cloud: SimulatedCloud, operation: str, times: int | None) -> None:
        with pytest.raises(UsageError):
            cloud.fail(operation, "X", "x", times=times)


class TestNetworks:
    def test_route_tables_are_the_installers(self, world: World) -> None:
        ec2 = world.client("ec2")
        tables = ec2.describe_route_tables(Filters=[{"Name": "vpc-id", "Values": [world.vpc.id]}])["RouteTables"]
        main = [t for t in tables if any(a["Main"] for a in t["Associations"])]
        assert len(tables) == 2
        assert len(main) == 1
        assert {a["SubnetId"] for a in main[0]["Associations"] if not a["Main"]} == set(world.ids("a", "a2", "b", "c"))
        assert any(route.get("GatewayId", "").startswith("igw-") for route in main[0]["Routes"])
        private = next(t for t in tables if t is not main[0])
        assert [a["SubnetId"] for a in private["Associations"]] == world.ids("p-a")
        assert any(route.get("NatGatewayId", "").startswith("nat-") for route in private["Routes"])

    def test_tags_of_the_vpc_and_its_subnets(self, cloud: SimulatedCloud) -> None:
        own, other = "kubernetes.io/cluster/c1", "kubernetes.io/cluster/other"
        rows = [
            SubnetSpec("plain", f"{REGION}a", name="front"),
            SubnetSpec("other", f"{REGION}b", tags={other: "owned"}),
            SubnetSpec("none", f"{REGION}c", tags={"untagged": "", "colour": "red"}),
        ]
        vpc = cloud.make_vpc(REGION, rows, cluster_id="c1")
        ec2 = cloud.client("tester", "ec2", region=REGION)
        subnets = ec2.describe_subnets(SubnetIds=list(vpc.subnets.values()))["Subnets"]
        tags = {s["SubnetId"]: {t["Key"]: t["Value"] for t in s.get("Tags", [])} for s in subnets}
        assert tags[vpc.subnets["plain"]] == {"Name": "front", own: "shared"}
        assert tags[vpc.subnets["other"]] == {other: "owned"}
        assert tags[vpc.subnets["none"]] == {"colour": "red"}
        found = ec2.describe_vpcs(Filters=[{"Name": "tag:Name", "Values": ["c1-vpc"]}])["Vpcs"]
        assert [one["VpcId"] for one in found] == [vpc.id]
        assert {"Key": own, "Value": "shared"} in found[0]["Tags"]

    def test_literal_ids_hold_everywhere(self, cloud: SimulatedCloud) -> None:
        subnet, allocation = "subnet-0aaaaaaaaaaaaaaa1", "eipalloc-0bbbbbbbbbbbbbbb1"
        vpc = cloud.make_vpc(REGION, [SubnetSpec("a", f"{REGION}a", id=subnet)], cluster_id="c1")
        assert vpc.subnets == {"a": subnet}
        assert cloud.allocate_addresses(REGION, [AddressSpec("e", id=allocation)]) == {"e": allocation}
        ec2 = cloud.client("tester", "ec2", region=REGION)
        assert ec2.describe_subnets(SubnetIds=[subnet])["Subnets"][0]["SubnetArn"].endswith(subnet)
        acls = ec2.describe_network_acls(Filters=[{"Name": "association.subnet-id", "Values": [subnet]}])["NetworkAcls"]
        assert len(acls) == 1
        mappings = [{"SubnetId": subnet, "AllocationId": allocation}]
        elbv2 = cloud.client("tester", "elbv2", region=REGION)
        zones = elbv2.create_load_balancer(Name="n", Type="network", SubnetMappings=mappings)["LoadBalancers"][0]
        assert zones["AvailabilityZones"][0]["LoadBalancerAddresses"][0]["AllocationId"] == allocation

    def test_several_vpcs_and_many_subnets_do_not_overlap(self, cloud: SimulatedCloud) -> None:
        rows = [SubnetSpec(f"s{n}", f"{REGION}{'abc'[n % 3]}") for n in range(20)]
        first = cloud.make_vpc(REGION, rows, cluster_id="c1")
        second = cloud.make_vpc(REGION, rows, cluster_id="c2")
        more = cloud.add_subnets(first, [SubnetSpec("late", f"{REGION}a")], cluster_id="c1")
        ec2 = cloud.client("tester", "ec2", region=REGION)
        ids = [*more.subnets.values(), *second.subnets.values()]
        cidrs = {subnet["CidrBlock"] for subnet in ec2.describe_subnets(SubnetIds=ids)["Subnets"]}
        assert len(cidrs) == len(ids) == 41
        assert "late" not in first.subnets

    def test_edge_zones_are_known_until_reset(self, cloud: SimulatedCloud) -> None:
        rows = [
            SubnetSpec("lz", f"{REGION}-nyc-1a"),
            SubnetSpec("wl", f"{REGION}-wl1-chi-wlz-1"),
            SubnetSpec("x", f"{REGION}j"),
        ]
        cloud.make_vpc(REGION, rows, cluster_id="c1")
        ec2 = cloud.client("tester", "ec2", region=REGION)

        def zones() -> dict[str, str]:
            return {z["ZoneName"]: z["ZoneType"] for z in ec2.describe_availability_zones()["AvailabilityZones"]}

        assert zones()[f"{REGION}-nyc-1a"] == "local-zone"
        assert zones()[f"{REGION}-wl1-chi-wlz-1"] == "wavelength-zone"
        assert zones()[f"{REGION}j"] == "availability-zone"
        cloud.reset()
        assert set(zones()) == {f"{REGION}a", f"{REGION}b", f"{REGION}c"}

    @pytest.mark.parametrize(
        "row",
        [
            SubnetSpec("x", "us-west-2a"),
            SubnetSpec("x", f"{REGION}a", "hidden"),
            SubnetSpec("a", f"{REGION}a"),
        ],
    )
    def test_rows_that_cannot_be(self, world: World, row: SubnetSpec) -> None:
        with pytest.raises(UsageError, match=row.zone if "west" in row.zone else row.alias):
            world.cloud.add_subnets(world.vpc, [row], cluster_id="c1")

    def test_nodes_are_running_and_owned(self, world: World) -> None:
        nodes = world.cloud.run_nodes(world.vpc, cluster_id="c1", subnets=["p-a", "b"])
        ec2 = world.client("ec2")
        answer = ec2.describe_instances(Filters=[{"Name": "tag:kubernetes.io/cluster/c1", "Values": ["owned"]}])
        found = {i["InstanceId"]: i for r in answer["Reservations"] for i in r["Instances"]}
        assert set(found) == set(nodes.values())
        assert found[nodes["b"]]["SubnetId"] == world.subnets["b"]
        assert found[nodes["b"]]["State"]["Name"] == "running"
        group = found[nodes["b"]]["SecurityGroups"][0]["GroupId"]
        tags = ec2.describe_security_groups(GroupIds=[group])["SecurityGroups"][0]["Tags"]
        assert {"Key": "kubernetes.io/cluster/c1", "Value": "owned"} in tags

    def test_the_quota_of_rules_is_raised_for_all_of_a_call_or_none(self, cloud: SimulatedCloud) -> None:
        ec2 = cloud.client("tester", "ec2", region=REGION)
        vpc = cloud.make_vpc(REGION, [SubnetSpec("a", f"{REGION}a")], cluster_id="c1")
        group = ec2.create_security_group(GroupName="g", Description="d", VpcId=vpc.id)["GroupId"]

        def allow(number: int) -> None:
            ranges = [{"CidrIp": f"10.1.{n}.0/24"} for n in range(number)]
            rule = {"IpProtocol": "tcp", "FromPort": 80, "ToPort": 80, "IpRanges": ranges}
            ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[rule])

        with pytest.raises(ClientError, match="RulesPerSecurityGroupLimitExceeded"):
            allow(61)
        cloud.raise_rule_quota(REGION, 100)
        with pytest.raises(ClientError, match="RulesPerSecurityGroupLimitExceeded"):
            allow(101)
        allow(100)

    def test_the_quota_is_raised_only_if_wanted(self, cloud: SimulatedCloud) -> None:
        six = [AddressSpec(f"e{n}") for n in range(6)]
        with pytest.raises(UsageError, match="quota of 5"):
            cloud.allocate_addresses(REGION, six, raise_quota=False)
        assert len(set(cloud.allocate_addresses(REGION, six).values())) == 6
        with pytest.raises(ClientError, match="AddressLimitExceeded"):
            cloud.client("tester", "ec2", region=REGION).allocate_address(Domain="vpc")


class TestReset:
    def test_nothing_is_left(self, world: World) -> None:
        world.network("a", addresses=world.addresses(1))
        world.classic("b")
        zone = world.client("route53").create_hosted_zone(Name="example.com", CallerReference="1")["HostedZone"]["Id"]
        world.cloud.reset()
        assert world.cloud.record.calls() == []
        ec2 = world.client("ec2")
        assert [vpc["IsDefault"] for vpc in ec2.describe_vpcs()["Vpcs"]] == [True]
        assert ec2.describe_addresses()["Addresses"] == []
        assert world.client("elb").describe_load_balancers()["LoadBalancerDescriptions"] == []
        assert world.client("elbv2").describe_load_balancers()["LoadBalancers"] == []
        assert zone not in [one["Id"] for one in world.client("route53").list_hosted_zones()["HostedZones"]]

    def test_equal_runs_get_equal_ids(self, cloud: SimulatedCloud) -> None:
        def run() -> list[str]:
            cloud.reset()
            world = World(cloud)
            nlb = world.network("a", addresses=world.addresses(1))
            return [*world.subnets.values(), nlb["LoadBalancerArn"], world.classic("a")["DNSName"]]

        assert run() == run()
