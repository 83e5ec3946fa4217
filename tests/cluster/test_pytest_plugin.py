"""The embedded API as fixtures of another project: the example, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from enhancement_kit.cluster.embedded import EmbeddedCluster

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "widget_operator"


def outcome_in(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_example_project_passes() -> None:
    done = outcome_in(EXAMPLE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


@pytest.mark.parametrize("said", ["conftest.py", "pytest.ini"])
def test_the_documentation_shows_the_example_as_it_is(said: str) -> None:
    [line] = [
        text
        for text in (EXAMPLE / said).read_text(encoding="utf-8").splitlines()
        if text.startswith(("pytest_plugins", "embedded_crds"))
    ]
    assert line in (ROOT / "docs" / "embedded-api.md").read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["enhancement_kit.cluster.pytest_plugin"]\n')
    (tmp_path / "pytest.ini").write_text("[pytest]\nembedded_crds = nowhere\n")
    (tmp_path / "test_it.py").write_text("def test_it(embedded_cluster): pass\n")
    done = outcome_in(tmp_path)
    assert done.returncode != 0
    assert "nowhere: there is no such folder" in done.stdout + done.stderr


def test_a_cluster_tells_of_its_writes(cluster: EmbeddedCluster) -> None:
    told: list[str] = []
    cluster.on_change(told.append)
    cluster.client("tests").call_api(
        "POST",
        cluster.url + "/api/v1/namespaces/default/configmaps",
        header_params={"Content-Type": "application/json"},
        body={"metadata": {"name": "c"}},
    )
    assert told == ["configmaps"]


@pytest.mark.parametrize(
    ("mode", "said"), [("rbac", "1 passed"), ("abac", "embedded_authorization: authorization='abac': choose one of")]
)
def test_a_project_says_who_may_do_what(tmp_path: Path, mode: str, said: str) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["enhancement_kit.cluster.pytest_plugin"]\n')
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nembedded_authorization = {mode}\n")
    (tmp_path / "test_it.py").write_text(
        "from kubernetes import client\n\n\n"
        "def test_it(kube_api):\n"
        "    access = {'resourceAttributes': {'verb': 'get', 'resource': 'pods'}}\n"
        "    review = client.V1SubjectAccessReview(spec={'user': 'ann', **access})\n"
        "    answer = client.AuthorizationV1Api(kube_api).create_subject_access_review(review)\n"
        "    assert not answer.status.allowed\n"
    )
    done = outcome_in(tmp_path)
    assert said in done.stdout + done.stderr
