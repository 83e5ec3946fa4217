"""The drawing of a network: what it says, as text and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from enhancement_kit.cloud import topology
from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud
from tests.cloud.world import REGION


def _read(cloud: SimulatedCloud, *, names: bool = True) -> list[topology.Network]:
    rows = [
        SubnetSpec("pub-a", f"{REGION}a", tags={"kubernetes.io/role/elb": "1"}),
        SubnetSpec("main-b", f"{REGION}b", "main", name="a <name> & more"),
        SubnetSpec("priv-a", f"{REGION}a", "private", free=3),
        SubnetSpec("tgw-a", f"{REGION}a", "transit"),
        SubnetSpec("fw-b", f"{REGION}b", "firewall"),
        SubnetSpec("wl", f"{REGION}-wl1-chi-wlz-1", "carrier"),
        SubnetSpec("off", f"{REGION}b", "isolated", vpc="other"),
    ]
    vpc = cloud.make_vpc(REGION, rows, cluster_id="c1")

    def client(service: str) -> Any:
        return cloud.client("kit", service, region=REGION)

    client("elbv2").create_load_balancer(Name="nlb", Type="network", Subnets=[vpc.subnets["pub-a"]])
    client("elb").create_load_balancer(
        LoadBalancerName="clb",
        Subnets=[vpc.subnets["pub-a"]],
        Listeners=[{"Protocol": "tcp", "LoadBalancerPort": 80, "InstancePort": 30080}],
    )
    return topology.read(client, {subnet: alias for alias, subnet in vpc.subnets.items()} if names else None)


def test_text(cloud: SimulatedCloud) -> None:
    drawn = topology.text(_read(cloud))
    other = drawn.splitlines()[-3]
    assert other.startswith("VPC vpc-")
    assert drawn.replace(other, "VPC other") == (
        "VPC c1-vpc\n"
        "  us-east-2-wl1-chi-wlz-1\n"
        "    wl (carrier); 10.0.5.0/24, 251 free\n"
        "  us-east-2a\n"
        "    priv-a (private); 10.0.2.0/24, 3 free\n"
        "    pub-a (public); 10.0.0.0/24, 248 free; elb, LB clb, LB nlb\n"
        "    tgw-a (transit); 10.0.3.0/24, 251 free\n"
        "  us-east-2b\n"
        "    fw-b (firewall); 10.0.4.0/24, 251 free\n"
        "    main-b (public); 10.0.1.0/24, 251 free\n"
        "VPC other\n"
        "  us-east-2b\n"
        "    off (isolated); 10.1.0.0/24, 251 free\n"
    )


def test_svg(cloud: SimulatedCloud) -> None:
    root = ET.fromstring(topology.svg(_read(cloud, names=False)))
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "a <name> & more (public)" in words
    assert "VPC c1-vpc" in words
    # a box for each of two VPCs and seven subnets, all within the picture
    boxes = list(root.iter("{http://www.w3.org/2000/svg}rect"))
    assert len(boxes) == 9
    for box in boxes:
        assert int(box.attrib["x"]) + int(box.attrib["width"]) <= int(root.attrib["width"])
        assert int(box.attrib["y"]) + int(box.attrib["height"]) <= int(root.attrib["height"])


def test_nothing_to_draw(cloud: SimulatedCloud) -> None:
    networks = topology.read(lambda service: cloud.client("kit", service, region=REGION))
    assert topology.text(networks) == ""
    assert ET.fromstring(topology.svg(networks)).tag.endswith("svg")
