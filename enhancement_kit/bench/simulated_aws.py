"""Compares the simulated AWS with plain moto in one run, so that the speed of the machine does not matter."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from time import perf_counter
from typing import Any

from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated.cloud import SimulatedCloud

_REGION = "us-east-2"
_ROUNDS = 15
_CALLS = 40
_ZONES = "abc"
_TAG = {"Key": "kubernetes.io/cluster/c1", "Value": "shared"}


def run() -> dict[str, float]:
    """Return ratios to plain moto (call, world, reset) and the milliseconds behind them; medians, rounds interleaved.

    Plain moto is `mock_aws` with shared clients and without its default images; it gets the same resources by calls.
    The world is a VPC with its gateways and routes, six subnets, tags and one Network Load Balancer, which is reset.
    """
    plain, kit = _Plain(), _Kit()
    plain.world()
    kit.world()
    times: dict[str, list[float]] = {}
    for _ in range(_ROUNDS):
        for name, side in (("moto", plain), ("kit", kit)):
            for what, act in (("world", side.world), ("call", side.calls)):
                times.setdefault(f"{name}_{what}_ms", []).append(_timed(act))
            times.setdefault(f"{name}_reset_ms", []).append(side.reset_only())
    medians = {name: 1000 * statistics.median(taken) for name, taken in times.items()}
    for name in ("moto", "kit"):
        medians[f"{name}_call_ms"] /= _CALLS
    ratios = {
        f"{what}_ratio": medians[f"kit_{what}_ms"] / medians[f"moto_{what}_ms"] for what in ("call", "world", "reset")
    }
    return {name: round(value, 3) for name, value in {**ratios, **medians}.items()}


def _timed(act: Callable[[], None]) -> float:
    begin = perf_counter()
    act()
    return perf_counter() - begin


def _balance(elbv2: Any, subnets: list[str]) -> None:
    elbv2.create_load_balancer(Name="bench", Type="network", Scheme="internet-facing", Subnets=subnets)


class _Plain:
    """moto as it is commonly used."""

    def __init__(self) -> None:
        os.environ["MOTO_EC2_LOAD_DEFAULT_AMIS"] = "false"
        import moto.core.models  # noqa: F401 - clients made before this import are not answered
        from boto3 import Session
        from moto import mock_aws

        self._mock = mock_aws
        keys = {"aws_access_key_id": "bench", "aws_secret_access_key": "bench"}
        session = Session(region_name=_REGION, **keys)
        self._ec2, self._elbv2 = session.client("ec2"), session.client("elbv2")

    def world(self) -> None:
        with self._mock():
            self._network()

    def _network(self) -> None:
        ec2 = self._ec2
        vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
        ec2.create_tags(Resources=[vpc], Tags=[{"Key": "Name", "Value": "c1-vpc"}, _TAG])
        gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
        ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
        main = ec2.describe_route_tables(Filters=[{"Name": "vpc-id", "Values": [vpc]}])["RouteTables"][0][
            "RouteTableId"
        ]
        ec2.create_route(RouteTableId=main, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway)
        private = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
        subnets = []
        for n, table in enumerate([main, main, main, private, private, private]):
            subnet = ec2.create_subnet(
                VpcId=vpc,
                CidrBlock=f"10.0.{n}.0/24",
                AvailabilityZone=f"{_REGION}{_ZONES[n % 3]}",
                TagSpecifications=[{"ResourceType": "subnet", "Tags": [_TAG]}],
            )["Subnet"]["SubnetId"]
            ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)
            subnets.append(subnet)
        nat = ec2.create_nat_gateway(SubnetId=subnets[0])["NatGateway"]["NatGatewayId"]
        ec2.create_route(RouteTableId=private, DestinationCidrBlock="0.0.0.0/0", NatGatewayId=nat)
        _balance(self._elbv2, subnets[:3])

    def calls(self) -> None:
        with self._mock():
            for _ in range(_CALLS):
                self._ec2.describe_vpcs()

    def reset_only(self) -> float:
        from moto.core.base_backend import BackendDict
        from moto.core.model_instances import reset_model_data

        with self._mock():
            self._network()
            begin = perf_counter()
            BackendDict.reset()
            reset_model_data()
            return perf_counter() - begin


class _Kit:
    """The simulated AWS as scenarios use it."""

    def __init__(self) -> None:
        self._cloud = SimulatedCloud()

    def _network(self) -> None:
        rows = [SubnetSpec(f"pub-{z}", f"{_REGION}{z}") for z in _ZONES]
        rows += [SubnetSpec(f"priv-{z}", f"{_REGION}{z}", "private") for z in _ZONES]
        vpc = self._cloud.make_vpc(_REGION, rows, cluster_id="c1")
        _balance(self._cloud.client("bench", "elbv2", region=_REGION), list(vpc.subnets.values())[:3])

    def world(self) -> None:
        # moto's mock and the kit's cloud share moto's backends: only one of them may run at a time
        self._cloud.start()
        self._network()
        self._cloud.stop()

    def calls(self) -> None:
        self._cloud.start()
        for _ in range(_CALLS):
            self._cloud.client("bench", "ec2", region=_REGION).describe_vpcs()
        self._cloud.stop()

    def reset_only(self) -> float:
        self._cloud.start()
        self._network()
        taken = _timed(self._cloud.reset)
        self._cloud.stop()
        return taken
