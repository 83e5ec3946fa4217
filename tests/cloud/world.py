"""The network that the tests of the simulated AWS share, and shorthand for calling it."""

from __future__ import annotations

from typing import Any

from botocore.exceptions import ClientError

from enhancement_kit.cloud.interface import AddressSpec, SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from enhancement_kit.errors import HarnessError

REGION = "us-east-2"
UNKNOWN_SUBNET = "subnet-0123456789abcdef0"
UNKNOWN_ADDRESS = "eipalloc-0123456789abcdef0"
LISTENERS = [{"Protocol": "tcp", "LoadBalancerPort": 80, "InstancePort": 30080}]


class World:
    """A VPC with public subnets a, a2, b, c and a private one, p-a; a second VPC without internet gateway."""

    def __init__(self, cloud: SimulatedCloud, endpoint: str | None = None) -> None:
        self.cloud, self.endpoint = cloud, endpoint
        rows = [SubnetSpec(alias, f"{REGION}{alias[0]}") for alias in ("a", "a2", "b", "c")]
        self.vpc = cloud.make_vpc(REGION, [*rows, SubnetSpec("p-a", f"{REGION}a", "private")], cluster_id="c1")
        self.subnets = self.vpc.subnets

    def client(self, service: str) -> Any:
        return self.cloud.client("tester", service, region=REGION, endpoint=self.endpoint)

    def ids(self, *aliases: str) -> list[str]:
        return [self.subnets[alias] for alias in aliases]

    def addresses(self, count: int) -> list[str]:
        made = self.cloud.allocate_addresses(REGION, [AddressSpec(f"eip-{n}") for n in range(count)])
        return list(made.values())

    def image(self) -> str:
        """Register an image to launch instances from."""
        return str(self.client("ec2").register_image(Name="rhcos", RootDeviceName="/dev/xvda")["ImageId"])

    def isolated_subnet(self, cidr: str = "192.168.0.0/24") -> str:
        """Create a subnet in a VPC of its own that has no internet gateway."""
        ec2 = self.client("ec2")
        vpc = ec2.create_vpc(CidrBlock=cidr)["Vpc"]["VpcId"]
        made = ec2.create_subnet(VpcId=vpc, CidrBlock=cidr, AvailabilityZone=f"{REGION}b")
        return str(made["Subnet"]["SubnetId"])

    def small_subnet(self) -> str:
        """Create a subnet with fewer than eight free addresses: eleven in a /28, four of them taken."""
        ec2 = self.client("ec2")
        made = ec2.create_subnet(VpcId=self.vpc.id, CidrBlock="10.0.200.0/28", AvailabilityZone=f"{REGION}b")
        subnet = str(made["Subnet"]["SubnetId"])
        for _ in range(4):
            ec2.create_network_interface(SubnetId=subnet)
        return subnet

    def classic(self, *aliases: str, name: str = "clb", **more: Any) -> Any:
        return self.client("elb").create_load_balancer(
            **{"LoadBalancerName": name, "Subnets": self.ids(*aliases), "Listeners": LISTENERS, **more}
        )

    def classic_now(self, name: str = "clb") -> Any:
        return self.client("elb").describe_load_balancers(LoadBalancerNames=[name])["LoadBalancerDescriptions"][0]

    def network(self, *aliases: str, name: str = "nlb", addresses: list[str] | None = None, **more: Any) -> Any:
        """Create a Network Load Balancer in these subnets; the Elastic IPs go to the first of them, in order."""
        given = [*(addresses or []), *[None] * len(aliases)]
        mappings = [
            {"SubnetId": subnet, **({"AllocationId": address} if address else {})}
            for subnet, address in zip(self.ids(*aliases), given, strict=False)
        ]
        asked: dict[str, Any] = {"Name": name, "Type": "network", "SubnetMappings": mappings, **more}
        return self.client("elbv2").create_load_balancer(**asked)["LoadBalancers"][0]

    def network_now(self, name: str = "nlb") -> Any:
        return self.client("elbv2").describe_load_balancers(Names=[name])["LoadBalancers"][0]


def outcome(act: Any, world: World) -> Any:
    """Return the value of a call, or `Code: message` of the AWS error, or `broken` where moto fails."""
    try:
        return act(world)
    except ClientError as error:
        return f"{error.response['Error']['Code']}: {error.response['Error']['Message']}"
    except HarnessError:
        return "broken"
