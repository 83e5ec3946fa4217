"""kind clusters, with a stand-in for the program whose clusters are an embedded one."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from enhancement_kit import temporary
from enhancement_kit.cluster.embedded import EmbeddedCluster
from enhancement_kit.cluster.kind import KindCluster, notice
from enhancement_kit.cluster.kind.program import VERSION
from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.world.clients.kubernetes import Admin

from ..conftest import WIDGETS, crd, widget
from ..kubeconfig.test_cluster import STRING

ROOT = Path(__file__).parents[3]
NAME = "conformance-kit"


@pytest.fixture
def server() -> Iterator[EmbeddedCluster]:
    made = EmbeddedCluster(tls=True, token="secret")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def kind(server: EmbeddedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the folder with the state of the stand-in."""
    state, programs = tmp_path / "state", tmp_path / "bin"
    state.mkdir()
    programs.mkdir()
    (state / "kubeconfig").write_text(yaml.safe_dump(dict(server.kubeconfig())))
    program = programs / "kind"
    program.write_text(f"#!{sys.executable}\n{(Path(__file__).parent / 'standin.py').read_text()}")
    program.chmod(0o755)
    monkeypatch.setenv("KIND_STANDIN", str(state))
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return state


def there(kind: Path) -> list[str]:
    path = kind / "clusters"
    return path.read_text().split() if path.exists() else []


def trouble(kind: Path, what: str) -> None:
    (kind / "trouble").write_text(what)


def left(kind: Path) -> list[str]:
    """Return the folders of runs."""
    root = temporary.root("kind")
    return [entry.name for entry in root.iterdir() if entry.is_dir()]


def test_a_cluster_is_created_used_and_deleted(kind: Path) -> None:
    cluster = KindCluster(kind_image="kindest/node:v1.36.1", worker="gw1")
    cluster.start()
    cluster.start()
    assert there(kind) == ["conformance-kit-gw1"]
    cluster.install_crds([crd(STRING)])
    admin = Admin(cluster.client("admin"))
    admin.request("POST", WIDGETS, widget(size="small"))
    cluster.reset()
    assert admin.request("GET", WIDGETS)["items"] == []
    assert cluster.kubeconfig()["current-context"] == "kind-conformance-kit-gw1"
    cluster.stop()
    cluster.stop()
    assert (there(kind), left(kind)) == ([], [])
    calls = (kind / "calls").read_text()
    assert "create cluster --name=conformance-kit-gw1" in calls
    assert "--image=kindest/node:v1.36.1" in calls


def test_a_cluster_is_kept_and_used_again_empty(kind: Path, server: EmbeddedCluster) -> None:
    for _ in range(2):
        cluster = KindCluster(keep_cluster=True)
        cluster.start()
        cluster.install_crds([crd(STRING)])
        Admin(cluster.client("admin")).create({"kind": "Namespace", "metadata": {"name": "mine"}})
        cluster.stop()
        assert (there(kind), left(kind)) == ([NAME], [])
        theirs = Admin(server.client("somebody"))
        assert (theirs.find("Namespace", "mine"), theirs.all("CustomResourceDefinition")) == (None, [])
    assert (kind / "calls").read_text().count("create cluster") == 1


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("no docker", r"because Docker does not answer: start Docker, or do without; --lane real-api runs the same"),
        ("half", r"kind cannot create cluster conformance-kit: failed to create cluster: failed to init node"),
        ("raced", r"there is a kind cluster conformance-kit already: --keep-cluster uses it, --kind-name NAME makes"),
    ],
)
def test_what_goes_wrong_is_said_and_leaves_nothing(kind: Path, what: str, words: str) -> None:
    trouble(kind, what)
    with pytest.raises(HarnessError, match=words):
        KindCluster().start()
    assert (there(kind), left(kind)) == ([], [])
    assert ("delete" in (kind / "calls").read_text()) == (what == "half")


def test_a_cluster_of_somebody_else_is_left_alone(kind: Path) -> None:
    (kind / "clusters").write_text(NAME)
    with pytest.raises(HarnessError, match="there is a kind cluster conformance-kit already"):
        KindCluster().start()
    assert there(kind) == [NAME]
    assert "delete" not in (kind / "calls").read_text()


def test_a_cluster_that_cannot_be_deleted_is_named(kind: Path) -> None:
    cluster = KindCluster()
    cluster.start()
    trouble(kind, "clings")
    with pytest.raises(HarnessError, match=r"`kind delete cluster --name conformance-kit` tries again\): .*permission"):
        cluster.stop()


def test_without_kind_the_way_to_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(HarnessError, match=rf"go install sigs\.k8s\.io/kind@{VERSION}.*--lane real-api"):
        KindCluster().start()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let tests interrupt the programs they start, even in a shell's background job, which ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_creation_is_undone(kind: Path, number: int) -> None:
    """Delete the cluster at once, or after a kill when the next cluster starts."""
    trouble(kind, "hangs")
    code = "from enhancement_kit.cluster.kind import KindCluster\nKindCluster().start()"
    run = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL, cwd=ROOT)
    while not there(kind):
        time.sleep(0.01)
    run.send_signal(number)
    assert run.wait(timeout=60)
    if number == signal.SIGKILL:
        (kind / "trouble").unlink()
        second = KindCluster()
        second.start()
        assert there(kind) == [NAME]
        second.stop()
    assert (there(kind), left(kind)) == ([], [])


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_in_a_run_deletes_the_cluster(kind: Path, server: EmbeddedCluster, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "features/ingress_lb_subnets", "-q", "-m", "smoke", "--lane", "kind"]
    run = subprocess.Popen(
        [*command, "--reports", str(tmp_path / "out")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
    )
    theirs = Admin(server.client("somebody"))
    while theirs.find("ConfigMap", "enhancement-conformance-kit", namespace="kube-system") is None:
        assert run.poll() is None, run.stdout and run.stdout.read()
        time.sleep(0.05)
    assert there(kind) == [NAME]
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=120)
    assert run.returncode == 130, said
    assert (there(kind), left(kind)) == ([], [])


def test_what_is_said_before_a_run() -> None:
    settings = {"kind_image": "", "keep_cluster": False, "worker": ""}
    assert notice(kind_name=NAME, **settings) == "conformance-kit, node image of kind, deleted at the end"
    kept = {**settings, "kind_image": "kindest/node:v1.36.1", "keep_cluster": True}
    assert notice(kind_name=NAME, **kept) == "conformance-kit, node image kindest/node:v1.36.1, kept for the next run"
    with pytest.raises(UsageError, match="--kind-name Upper: a name has up to 49 small letters"):
        notice(kind_name="Upper", **settings)
