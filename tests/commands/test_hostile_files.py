"""Whatever stands where a command expects a file, the answer is one clear error that names the file, and soon.

The texts are the same in every run; `KIT_FUZZ=1000` tries that many others.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from enhancement_kit import __main__ as ekit
from enhancement_kit.cluster.embedded.authentication import read_tokens
from enhancement_kit.cluster.embedded.serve import run as serve_cluster
from enhancement_kit.cluster.kubeconfig.access import find_access
from enhancement_kit.errors import KitError, UsageError
from enhancement_kit.files import reading
from enhancement_kit.mutation.plain import saved
from enhancement_kit.reporting.conformance import report_yaml
from enhancement_kit.runner import expected_failures
from enhancement_kit.specification.features import load_feature
from enhancement_kit.specification.findings import Finding
from enhancement_kit.targets.external import file as components
from tests.cluster.conftest import crd
from tests.hostile_yaml import VALUES, budget, many
from tests.reporting.small_tree import STATES, small_report, small_trace

ROOT = Path(__file__).parents[2]


def by_command(*words: str) -> Callable[[Path], None]:
    """Run `ekit` with a file in place of FILE, and raise what it prints; ends well with exit code 0 or 1."""

    def call(path: Path) -> None:
        given = [word.replace("FILE", str(path)).replace("FOLDER", str(path.parent)) for word in words]
        parser, module = ekit.make_parser(ekit.COMMANDS, given[0])
        assert module is not None
        assert module.run(parser.parse_args(given)) in (0, 1)

    return call


def load_one_feature(path: Path) -> None:
    """Read a feature file as a run and `ekit trace --check` do, which say what is wrong with it."""
    found = load_feature(path, path.parents[1])
    if isinstance(found, Finding):
        raise UsageError(str(found))


READERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "report check": ("report.yaml", by_command("report", "check", "FILE")),
    "report compare": ("report.yaml", by_command("report", "compare", "FILE", "FILE")),
    "report merge": ("report.yaml", by_command("report", "merge", "FILE", "-o", "FOLDER/out.yaml")),
    "report html": ("report.yaml", by_command("report", "html", "FILE", "-o", "FOLDER/o.html", "--root", "FOLDER")),
    "kill --plain @": ("plain.json", saved.read),
    "--components": ("components.yaml", components.load),
    "--expected-failures": ("expected.yaml", lambda path: expected_failures.load(path, ROOT)),
    "--kubeconfig": ("kubeconfig", lambda path: find_access(str(path), "kit")),
    "--crds": ("crds.yaml", lambda path: serve_cluster(["--crds", str(path.parent), "--feature-set", "none such"])),
    "--token-auth-file": ("tokens.csv", read_tokens),
    "requirements": ("features/demo/requirements.yaml", by_command("trace", "--root", "FOLDER/../..")),
    "enhancement": ("features/demo/enhancement.yaml", by_command("trace", "--root", "FOLDER/../..")),
    "feature": ("features/demo/small.feature", load_one_feature),
}
FINE = {("empty", "--crds"), ("empty", "--token-auth-file"), ("bomb", "--token-auth-file")}
"""What is no mistake: no definition, no token, one long line of columns."""
KEPT = {
    "id": "a:1:x",
    "key": "a in b",
    "component": "installer",
    "verdict": "survived",
    "scenarios": 1,
    "telling": 0,
    "requirements": ["ISS-001"],
}
GOOD: dict[str, Any] = {
    "plain.json": {"how": "all", "counts": {"installer": {"killed": 3}}, "digests": {"a.py": "b"}, "kept": [KEPT]},
    "components.yaml": {
        "others": "reference",
        "capabilities": ["logs"],
        "components": [
            {
                "name": "cloud-controller-manager",
                "program": "bin/ccm",
                "arguments": ["--kubeconfig={kubeconfig}"],
                "environment": ["A=b"],
                "files": [{"name": "cloud.conf", "content": "[Global]\n"}],
            }
        ],
    },
    "expected.yaml": {
        "expectedFailures": [
            {"id": "features/x.feature::y", "reason": "known", "link": "https://a.example", "expires": "2030-01-01"}
        ]
    },
    "kubeconfig": {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:1", "certificate-authority": "ca.crt"}}],
        "users": [{"name": "u", "user": {"token": "t", "client-key": "k"}}],
        "contexts": [{"name": "kit", "context": {"cluster": "c", "user": "u"}}],
    },
    "crds.yaml": crd({"type": "object", "properties": {"a": {"type": "string"}}}),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a good file for each reader; pipes may be silent for a moment only."""
    traced = small_trace(tmp_path)
    monkeypatch.setattr(reading, "SECONDS", 0.05)
    (tmp_path / "report.yaml").write_text(report_yaml(small_report(traced, STATES)), encoding="utf-8")
    for name, value in GOOD.items():
        text = json.dumps(value) if name.endswith(".json") else yaml.safe_dump(value, sort_keys=False)
        (tmp_path / name).write_text(text)
    (tmp_path / "tokens.csv").write_text('token,user,uid,"group1,group2"\n')
    return tmp_path


def said_about(read: Callable[[Path], Any], path: Path) -> str:
    """Return what a reader says of a file, nothing where it takes it; anything but the kit's own errors fails."""
    began = time.perf_counter()
    try:
        read(path)
    except KitError as error:
        said = str(error)
        assert said
        for line in said.splitlines():
            assert len(line) < 3000, said[:500]
        return said
    finally:
        assert time.perf_counter() - began < 10
    return ""


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["folder", "pipe", "endless", "empty", "dangling", "unreadable", "too deep", "bomb"])
def test_what_is_no_file_to_read_is_named(name: str, kind: str, folder: Path) -> None:
    file, read = READERS[name]
    path = folder / file
    path.unlink()
    make: dict[str, Callable[[], object]] = {
        "folder": path.mkdir,
        "pipe": lambda: os.mkfifo(path),
        "endless": lambda: path.symlink_to("/dev/zero"),
        "empty": path.touch,
        "dangling": lambda: path.symlink_to("nowhere"),
        "unreadable": lambda: path.symlink_to("/proc/self/mem"),
        "too deep": lambda: path.write_text("[" * 100_000),
        "bomb": lambda: path.write_text(next(v for v in VALUES if v.startswith("{a0: &a0"))),
    }
    make[kind]()
    said = said_about(read, path)
    if (kind, name) not in FINE:
        assert path.name in said or path.resolve().name in said, said


@pytest.mark.parametrize("name", READERS)
def test_any_bytes_are_taken_or_refused(name: str, folder: Path) -> None:
    file, read = READERS[name]
    path = folder / file
    raw = path.read_bytes()
    good = yaml.safe_load(raw) if path.suffix not in (".feature", ".csv") else raw.decode()
    refused = 0
    for hostile in many(good, budget(25)):
        path.write_bytes(hostile)
        refused += bool(said_about(read, path))
    assert refused
