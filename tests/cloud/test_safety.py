"""Nothing leaves a run: no name is asked for, no process sees another's resources, no reset leaves anything behind."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

from enhancement_kit.cloud.simulated import SimulatedCloud
from tests.cloud.world import World

ROOT = Path(__file__).parents[2]

RESOLVER = """\
import socket
from enhancement_kit.runner import guard

# the guard would answer first: without it, every name look-up gets here
guard.install = lambda: None

def fail(host, *_args, **_kwargs):
    if guard.is_local(host):
        return original(host, *_args, **_kwargs)
    with open({asked!r}, "a") as file:
        file.write(f"{{host}}\\n")
    raise socket.gaierror(socket.EAI_NONAME, f"no resolver: {{host}}")

original = socket.getaddrinfo
socket.getaddrinfo = fail
for name in ("gethostbyname", "gethostbyname_ex"):
    setattr(socket, name, fail)
"""

WORKER = """\
import sys
from enhancement_kit.cloud.interface import SubnetSpec
from enhancement_kit.cloud.simulated import SimulatedCloud

cloud = SimulatedCloud()
cloud.start()
url = cloud.serve().url
for n in range(int(sys.argv[1])):
    cloud.make_vpc("us-east-2", [SubnetSpec("a", "us-east-2a")], cluster_id=f"c{n}")
print(url, flush=True)
sys.stdin.readline()
mine = cloud.client("kit", "ec2", region="us-east-2").describe_vpcs()["Vpcs"]
served = cloud.client("kit", "ec2", region="us-east-2", endpoint=url).describe_vpcs()["Vpcs"]
print(len([vpc for vpc in mine if not vpc["IsDefault"]]), len([vpc for vpc in served if not vpc["IsDefault"]]))
cloud.stop()
"""


def test_a_run_asks_for_no_name(tmp_path: Path) -> None:
    """One workflow of each system, under a resolver that fails for every name."""
    asked = tmp_path / "asked"
    (tmp_path / "no_resolver.py").write_text(RESOLVER.format(asked=str(asked)), encoding="utf-8")
    words = ["-q", "-p", "no_resolver", "-m", "smoke", "--reports", str(tmp_path / "reports"), "features"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert not asked.exists(), asked.read_text(encoding="utf-8")


def test_two_workers_do_not_see_each_others_resources() -> None:
    """Both hold their resources while both are asked."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(count)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for count in (1, 2)
    ]
    try:
        urls = [worker.stdout.readline().strip() for worker in workers if worker.stdout is not None]
        assert len(set(urls)) == 2
        said = [worker.communicate("now\n", timeout=60)[0] for worker in workers]
    finally:
        for worker in workers:
            worker.kill()
    assert said == ["1 1\n", "2 2\n"]


def test_a_hundred_resets_leave_memory_flat(cloud: SimulatedCloud) -> None:
    from moto.ec2.models.subnets import Subnet
    from moto.elb.models import LoadBalancer

    def alive() -> tuple[int, int, int]:
        gc.collect()
        objects = gc.get_objects()
        kinds = [sum(isinstance(one, kind) for one in objects) for kind in (Subnet, LoadBalancer)]
        return kinds[0], kinds[1], len(objects)

    def run(times: int) -> None:
        for _ in range(times):
            cloud.reset()
            world = World(cloud)
            world.classic("a", "b")
            world.network("c", addresses=world.addresses(1))
        cloud.reset()

    run(3)
    before = alive()
    run(100)
    subnets, balancers, objects = alive()
    assert (subnets, balancers) == before[:2]
    # a leak of one object per round would show
    assert objects - before[2] < 50
