"""Foreign programs beside the reference: started, watched, waited for and stopped, with programs that only pretend."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.errors import HarnessError, NeverSettles, TargetError
from enhancement_kit.targets.external import ExternalTarget, components, marker
from enhancement_kit.targets.interface import Environment, ProgramEnvironment, Release
from enhancement_kit.world.clock import VirtualClock

FACTS = {"platform": "AWS", "region": "us-east-1", "vpc": "vpc-1", "subnet": "subnet-1", "cluster_id": "mine"}

# a service controller as small as it can be: says that it works on each Service, and gives it an address
MANAGER = """
import json, os, ssl, sys, urllib.request
folder, mode = sys.argv[1], sys.argv[2]
print("with", open(f"{folder}/cloud.conf").read().strip(), "as", os.environ["AWS_ACCESS_KEY_ID"], flush=True)
if mode == "dies":
    sys.exit("no credentials")
config = json.load(open(f"{folder}/kubeconfig"))
server = config["clusters"][0]["cluster"]["server"]


def ask(method, path, body=None, media="application/json"):
    request = urllib.request.Request(server + path, json.dumps(body).encode() if body else None, method=method)
    request.add_header("Content-Type", media)
    return urllib.request.urlopen(request, context=ssl._create_unverified_context())


for line in ask("GET", "/api/v1/services?watch=true"):
    change = json.loads(line)
    meta = change["object"]["metadata"]
    again = (change["object"].get("status") or {}).get("loadBalancer")
    if change["type"] not in ("ADDED", "MODIFIED") or (again and mode != "restless"):
        continue
    print("ensuring", meta["name"], flush=True)
    place = f"/api/v1/namespaces/{meta['namespace']}"
    about = {"kind": "Service", "namespace": meta["namespace"], "name": meta["name"], "uid": meta["uid"]}
    if mode != "deaf":
        event = {"metadata": {"generateName": "e-"}, "involvedObject": about, "reason": "EnsuringLoadBalancer"}
        ask("POST", f"{place}/events", event)
    number = int(meta["resourceVersion"]) % 250 + 1
    status = {"status": {"loadBalancer": {"ingress": [{"ip": f"10.0.0.{number}"}]}}}
    merge = "application/merge-patch+json"
    if meta["namespace"] != "default":
        ask("PATCH", f"{place}/services/{meta['name']}/status", status, merge)
"""


class Bench:
    """A cluster, and a target with one program."""

    def __init__(self, cluster: EmbeddedCluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder
        (folder / "manager.py").write_text(MANAGER)
        self.target: Any = None

    def start(
        self, mode: str, *, settled: str = "marker", platforms: str = "AWS", facts: dict[str, str] = FACTS
    ) -> Any:
        """Start the components, the program among them."""
        path = self.folder / "components.yaml"
        path.write_text(
            f"others: nobody\ncomponents:\n"
            f"  - name: manager\n    program: {sys.executable}\n    settled: {settled}\n    platforms: [{platforms}]\n"
            f"    arguments: ['{self.folder}/manager.py', '{{folder}}', '{mode}']\n"
            f"    files: [{{name: cloud.conf, content: 'VPC={{vpc}}'}}]\n"
        )
        self.target = ExternalTarget(components=str(path))
        for_programs = ProgramEnvironment(
            self.cluster.kubeconfig, lambda name: {"AWS_ACCESS_KEY_ID": name}, lambda: facts
        )
        self.target.components.start(
            Environment(self.cluster.client, lambda _: None, VirtualClock(), Release(), for_programs=for_programs)
        )
        return self.target.components

    def service(self) -> dict[str, Any]:
        """Make a Service, or read it."""
        api = self.cluster.client("tests")
        host = api.configuration.host
        manifest = {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {"name": "web"},
            "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]},
        }
        headers = {**api.default_headers, "Content-Type": "application/json", "Accept": "application/json"}
        path = f"{host}/api/v1/namespaces/kube-system/services"
        found = api.call_api("GET", f"{path}/web", header_params=headers)
        if found.status == 404:
            found = api.call_api("POST", path, header_params=headers, body=manifest)
        read: dict[str, Any] = json.loads(found.read())
        return read


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    cluster = EmbeddedCluster()
    cluster.start()
    made = Bench(cluster, tmp_path)
    yield made
    if made.target is not None:
        made.target.components.stop()
    cluster.stop()


def test_work_is_done_once_the_marker_is_passed(bench: Bench) -> None:
    running = bench.start("works")
    running.settle()
    bench.service()
    running.settle()
    assert bench.service()["status"]["loadBalancer"]["ingress"]
    log = running.logs("manager")
    assert log[0] == "with VPC=vpc-1 as manager"
    assert "ensuring web" in log
    running.restart("manager", Release())
    running.settle()
    running.stop()
    running.stop()


def test_work_is_done_once_nothing_moves(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "QUIET", 1.0)
    running = bench.start("works", settled="quiet")
    bench.service()
    running.settle()
    assert bench.service()["status"]["loadBalancer"]["ingress"]


@pytest.mark.parametrize("settled", ["marker", "quiet"])
def test_a_program_that_ends_is_a_broken_world_with_its_last_words(bench: Bench, settled: str) -> None:
    running = bench.start("dies", settled=settled)
    with pytest.raises(HarnessError, match=r"manager ended with code 1: with VPC=vpc-1 as manager \| no credentials"):
        running.settle()


def test_a_program_that_never_gets_there_is_not_waited_for_forever(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marker, "PASSED_MARKER", 1.0)
    running = bench.start("deaf")
    with pytest.raises(HarnessError, match="manager has not come to the end of its queue"):
        running.settle()


def test_a_program_that_never_rests_fails_the_scenario(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "SETTLED", 1.0)
    running = bench.start("restless")
    bench.service()
    with pytest.raises(NeverSettles, match="manager and the other components keep changing objects"):
        running.settle()


@pytest.mark.parametrize(("platforms", "facts"), [("GCP", FACTS), ("AWS", {**FACTS, "vpc": ""})])
def test_a_program_without_a_place_here_is_not_started(bench: Bench, platforms: str, facts: dict[str, str]) -> None:
    running = bench.start("dies", platforms=platforms, facts=facts)
    running.settle()
    assert running.logs("manager") == []


def test_what_is_not_started_cannot_settle(bench: Bench) -> None:
    running = bench.start("works")
    running.stop()
    running.settle()
    with pytest.raises(TargetError):
        running.advance(1)
