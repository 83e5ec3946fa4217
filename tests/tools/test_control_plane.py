"""The script that builds real programs, with a compiler that only pretends."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "tools" / "control_plane"
PROGRAMS = {"kube-apiserver", "kube-controller-manager", "etcd", "kubectl"}
MODULE = (FOLDER / "go.mod").read_text()
VERSION = re.search(r"^\tk8s\.io/kubernetes v(\S+)", MODULE, re.M)[1]  # type: ignore[index]
CONTROLLER = (FOLDER / "cloud_controller" / "go.mod").read_text()
CONTROLLER_VERSION = re.search(r"^\tk8s\.io/cloud-provider-aws v(\S+)", CONTROLLER, re.M)[1]  # type: ignore[index]
PRETENDS = f"""#!/bin/sh
echo "$*" >>"$CALLS"
case "$1" in
build)
    while [ "$1" != -o ]; do shift; done
    case "$2" in */aws-*) version={CONTROLLER_VERSION} ;; *) version={VERSION} ;; esac
    printf '#!/bin/sh\\necho Kubernetes v%s\\n' "$version" >"$2"
    chmod +x "$2"
    ;;
esac
"""


class Machine:
    """A cache of its own, and a Go on PATH that answers as told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache" / "enhancement-conformance-kit" / "control-plane"
        self.calls = folder / "calls"
        self.calls.touch()
        (folder / "bin").mkdir()

    def has_go(self, script: str) -> None:
        go = self.folder / "bin" / "go"
        go.write_text(script)
        go.chmod(0o755)

    def build(self, path: str = "/bin:/usr/bin", *what: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": f"{self.folder / 'bin'}:{path}",
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "HOME": str(self.folder),
            "CALLS": str(self.calls),
        }
        script = str(FOLDER / "build.sh")
        return subprocess.run(["/bin/sh", script, *what], env=environment, capture_output=True, text=True, check=False)

    def left(self) -> set[str]:
        return {entry.name for entry in self.cache.iterdir()} if self.cache.exists() else set()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_is_built_is_cached_by_version(machine: Machine) -> None:
    machine.has_go(PRETENDS)
    built = machine.build()
    target = machine.cache / VERSION
    assert (built.returncode, built.stdout.strip()) == (0, str(target)), built.stderr
    assert {entry.name for entry in target.iterdir()} == PROGRAMS | {"made-from"}
    assert f"gitVersion=v{VERSION}" in machine.calls.read_text()
    machine.calls.write_text("")
    assert machine.build().stdout.strip() == str(target)
    assert machine.calls.read_text() == ""


def test_the_cloud_controller_is_built_from_modules_of_its_own(machine: Machine) -> None:
    machine.has_go(PRETENDS)
    built = machine.build("/bin:/usr/bin", "cloud-controller")
    target = machine.cache.parent / "cloud-controller" / CONTROLLER_VERSION
    assert (built.returncode, built.stdout.strip()) == (0, str(target)), built.stderr
    assert {entry.name for entry in target.iterdir()} == {"aws-cloud-controller-manager", "made-from"}
    assert f"gitVersion=v{CONTROLLER_VERSION}" in machine.calls.read_text()


def test_what_cannot_be_built_is_refused(machine: Machine) -> None:
    refused = machine.build("/bin:/usr/bin", "scheduler")
    assert refused.returncode == 2
    assert "there is no 'scheduler' to build: use control-plane or cloud-controller" in refused.stderr


def test_what_was_built_from_other_pins_is_built_anew(machine: Machine) -> None:
    machine.has_go(PRETENDS)
    target = machine.cache / VERSION
    target.mkdir(parents=True)
    (target / "made-from").write_text("something else")
    assert machine.build().returncode == 0
    assert (target / "etcd").exists()


def test_a_build_that_fails_leaves_nothing_behind(machine: Machine) -> None:
    machine.has_go('#!/bin/sh\n[ "$1" = build ] && { echo "x.go:1:1: undefined: y" >&2; exit 1; }\nexit 0\n')
    abandoned = machine.cache / ".building-999999999"
    abandoned.mkdir(parents=True)
    failed = machine.build()
    assert failed.returncode == 1
    assert "undefined: y" in failed.stderr
    assert "kube-apiserver could not be built" in failed.stderr
    assert machine.left() == set()


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (None, "there is no Go on PATH"),
        (
            '#!/bin/sh\ncase "$1" in env) echo go1.21.3 ;; *) echo "go: go.mod requires go >= 1.26.0"; exit 1;; esac\n',
            "go1.21.3 cannot build it (go: go.mod requires go >= 1.26.0)",
        ),
    ],
    ids=["none", "too old"],
)
def test_without_a_suitable_go_the_remedy_is_named(machine: Machine, script: str | None, complaint: str) -> None:
    if script:
        machine.has_go(script)
    failed = machine.build("/bin")
    if script is None and "no Go" not in failed.stderr:
        pytest.skip("this machine has Go in /bin")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert complaint in failed.stderr
    assert f"Kubernetes {VERSION} needs Go" in failed.stderr
    assert "KUBEBUILDER_ASSETS" in failed.stderr
    assert machine.left() == set()


def test_the_staging_modules_are_those_of_the_release() -> None:
    pinned = set(re.findall(r"=> k8s\.io/\S+ v(\S+)$", MODULE, re.M))
    assert pinned == {"0" + VERSION.removeprefix("1")}
