"""No variable that the kit does not own changes a run: the table covers what is installed, and is applied in time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from enhancement_kit.errors import UsageError
from enhancement_kit.local import environment
from enhancement_kit.local.variables import VARIABLES
from enhancement_kit.local.variables.row import ALWAYS, CHOSEN, CLEARED, GROUPS, MOTO, REFUSED, SET
from enhancement_kit.runner import lanes, options

ROOT = Path(__file__).parents[2]
NAME = r"""['"]([A-Z_][A-Z_0-9]+)['"]"""
READ = re.compile(rf"(?:environ(?:\.get|\.pop|\.setdefault)?|getenv)\s*[\[(]\s*{NAME}|{NAME} in \w*\.?environ")
PACKAGES = (
    "moto", "boto3", "botocore", "s3transfer", "kubernetes", "requests", "urllib3", "websocket", "aiohttp",
    "jsonschema", "_pytest", "pytest_bdd", "pytest_randomly", "xdist", "execnet", "allure_pytest", "allure_commons",
    "responses", "yaml",
)  # fmt: skip
# of a request: the interface of WSGI calls that an environment, too; and examples in docstrings
OF_REQUESTS = re.compile(r"HTTP_\w+|CONTENT_\w+|REQUEST_\w+|SERVER_\w+|REMOTE_\w+|PATH_INFO|QUERY_STRING|RAW_URI|FOO")
ELSEWHERE = {
    "AWS_XRAY_CONTEXT_MISSING": "covered by AWS_*",
    "HOMEDRIVE": "Windows",
    "HOMEPATH": "Windows",
    "PATHEXT": "Windows",
    "SYSTEMROOT": "Windows",
    "USERNAME": "Windows",
    "TOX_ENV_DIR": "names of the folders of pytest's own cache",
    "_ARGCOMPLETE": "completion of commands in a shell",
    "JSON_SCHEMA_TEST_SUITE": "jsonschema's own tests",
    "JSON_SCHEMA_EXPECTED_FAILURES": "jsonschema's own tests",
    "LOCAL_WS_SERVER_PORT": "websocket-client's own tests",
    "TEST_WITH_INTERNET": "websocket-client's own tests",
    "TEST_WITH_PROXY": "websocket-client's own tests",
}


def read_by(package: str) -> Iterator[tuple[str, str]]:
    """Find the variables that an installed package reads, with the file."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return
    folder = Path(next(iter(spec.submodule_search_locations)))
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "environ" in text or "getenv" in text:
            for found in READ.finditer(text):
                yield found[1] or found[2], str(path.relative_to(folder.parent))


def test_every_variable_that_an_installed_package_reads_is_in_the_table() -> None:
    found = {name: place for package in PACKAGES for name, place in read_by(package)}
    assert {"MOTO_ACCOUNT_ID", "MOTO_ALLOW_NONEXISTENT_REGION", "REQUESTS_CA_BUNDLE", "PYTEST_ADDOPTS"} <= set(found)
    unknown = {
        name: place
        for name, place in found.items()
        if environment.row_of(name) is None and name not in ELSEWHERE and not OF_REQUESTS.fullmatch(name)
    }
    assert unknown == {}, "say in enhancement_kit/local/variables/ what the kit does about them"


def test_every_setting_of_botocore_is_in_the_table() -> None:
    from botocore import configprovider

    names = [
        name
        for _, found, _, _ in configprovider.BOTOCORE_DEFAUT_SESSION_VARIABLES.values()
        for name in ([found] if isinstance(found, str) else found or [])
    ]
    assert len(names) > 20
    assert [name for name in names if environment.row_of(name) is None] == []


def test_every_variable_of_this_python_is_in_the_table() -> None:
    told = subprocess.run([sys.executable, "--help-env"], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"^(PYTHON\w+)", told, re.M))
    assert "PYTHONHASHSEED" in names
    # they cost time or output only
    costs = {"PYTHONDEBUG", "PYTHONVERBOSE", "PYTHONPROFILEIMPORTTIME", "PYTHONPERFSUPPORT"}
    costs |= {"PYTHONMALLOC", "PYTHONMALLOCSTATS", "PYTHONTRACEMALLOC"}
    builds = {"PYTHONCASEOK", "PYTHONLEGACYWINDOWSFSENCODING", "PYTHONLEGACYWINDOWSSTDIO", "PYTHONPLATLIBDIR"}
    assert {name for name in names if environment.row_of(name) is None} <= costs | builds


def test_every_row_is_complete() -> None:
    for row in VARIABLES:
        assert row.group in GROUPS
        assert row.reader, row.name
        assert row.effect, row.name
        assert bool(row.value) == (row.treatment == SET), row.name
        assert bool(row.remedy) == (row.treatment == REFUSED), row.name
        assert not (row.hostile and row.treatment in (CHOSEN, REFUSED)), row.name
        assert row.hostile or row.treatment != CLEARED, f"{row.name}: the hostile run has to set it"
        for name, _ in row.hostile:
            assert environment.row_of(name) is row, f"{name} is covered by another row"


def test_what_is_cleared_and_set() -> None:
    found = {"MOTO_ACCOUNT_ID": "1", "AWS_PROFILE": "mine", "https_proxy": "http://p", "PATH": "/bin", "EDITOR": "ed"}
    undo = environment.settle(environment=found)
    assert found == {
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
        "MOTO_EC2_LOAD_DEFAULT_AMIS": "false",
        "MOTO_ALLOW_NONEXISTENT_REGION": "true",
        "NO_PROXY": "*",
        "no_proxy": "*",
        "PATH": "/bin",
        "EDITOR": "ed",
    }
    assert environment.changes(found, GROUPS) == {}
    undo()
    assert found == {
        "MOTO_ACCOUNT_ID": "1",
        "AWS_PROFILE": "mine",
        "https_proxy": "http://p",
        "PATH": "/bin",
        "EDITOR": "ed",
    }


def test_only_the_groups_that_are_asked_for_change() -> None:
    found = {"MOTO_ACCOUNT_ID": "1", "AWS_PROFILE": "mine"}
    environment.settle({MOTO}, found)
    assert found["AWS_PROFILE"] == "mine"
    assert "MOTO_ACCOUNT_ID" not in found


@pytest.mark.parametrize("name", [row.name for row in VARIABLES if row.treatment == REFUSED])
def test_a_refused_variable_is_named_with_the_way_out(name: str) -> None:
    environment.refuse({"PATH": "/bin"})
    with pytest.raises(UsageError, match=rf"^{name} is set: .*; unset it$"):
        environment.refuse({name: "1"})


@pytest.mark.parametrize(
    ("lane", "cells", "theirs"),
    [
        ("default", {}, set()),
        ("shipped", {}, set()),
        ("real-api", {}, set()),
        ("real-ccm", {}, set()),
        ("kind", {}, set()),
        ("live", {}, {"AWS_PROFILE", "KUBECONFIG", "HTTPS_PROXY", "SSL_CERT_FILE"}),
        ("default", {"cloud": "account"}, {"AWS_PROFILE", "HTTPS_PROXY", "SSL_CERT_FILE"}),
        ("default", {"cloud": "endpoint"}, {"HTTPS_PROXY", "SSL_CERT_FILE"}),
        # its kubeconfig may name a program that logs in at AWS
        ("default", {"cluster": "kubeconfig"}, {"AWS_PROFILE", "KUBECONFIG", "HTTPS_PROXY", "SSL_CERT_FILE"}),
    ],
)
def test_what_a_lane_leaves_to_the_user(lane: str, cells: dict[str, str], theirs: set[str]) -> None:
    chosen = {kind: cells.get(kind) for kind in lanes.KINDS}
    choice = options.resolve(lane=lane, cells=chosen, profile=None, variants="default")
    watched = ("AWS_PROFILE", "KUBECONFIG", "HTTPS_PROXY", "SSL_CERT_FILE", "MOTO_ACCOUNT_ID", "ETCD_NAME")
    found = dict.fromkeys(watched, "x")
    environment.settle(GROUPS - choice.kept, found)
    assert set(watched) & set(found) == theirs


def test_no_lane_keeps_what_is_never_the_users() -> None:
    assert not any(backend.keeps & ALWAYS for kind in lanes.KINDS for backend in lanes.backends(kind))


def test_a_program_that_the_kit_starts_inherits_the_clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ETCD_NAME", "hostile")
    monkeypatch.setenv("AWS_PROFILE", "production")
    undo = environment.settle()
    code = "import os; print(os.environ.get('ETCD_NAME'), os.environ.get('AWS_PROFILE'))"
    try:
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    finally:
        undo()
    assert out.stdout.split() == ["None", "None"]
    assert os.environ["AWS_PROFILE"] == "production"


SERVED = """
import sys
from enhancement_kit import __main__
from enhancement_kit.commands import serve

def run(arguments):
    import os
    from enhancement_kit.cloud.simulated import SimulatedCloud
    cloud = SimulatedCloud()
    cloud.start()
    print(cloud.client("kit", "sts", region="us-east-1").get_caller_identity()["Account"])
    cloud.stop()
    return 0

serve.run = run
sys.exit(__main__.main(["serve", "cloud"]))
"""


def test_a_command_is_deaf_to_hostile_variables() -> None:
    hostile = {name: value for name, value in environment.hostile().items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-c", SERVED],
        cwd=ROOT,
        env={**os.environ, **hostile, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "123456789012"), done.stderr


def test_clients_of_the_simulated_aws_are_deaf_where_the_users_variables_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a run whose cluster is the user's own, AWS_* stays for the program that logs in."""
    from enhancement_kit.cloud.simulated import clients

    hostile = {name: value for name, value in environment.hostile().items() if name.startswith("AWS_")}
    for name, value in hostile.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(clients, "_SESSIONS", [])
    session = clients._session()
    url = "https://ec2.us-east-1.aws.kit.invalid"
    made = session.client("ec2", endpoint_url=url, aws_access_key_id="a", aws_secret_access_key="b")
    assert (made.meta.endpoint_url, made.meta.region_name) == (url, "us-east-1")
