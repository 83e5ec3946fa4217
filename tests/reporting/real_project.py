"""A checkout in miniature that has the kit's whole vocabulary and the reference, and features of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.reporting.conftest import Outputs

ROOT = Path(__file__).parents[2]
FOLDER = "nlb_eip_allocations"

SMALL = """\
Feature: Small

  @EIP-025
  Scenario Outline: There is no <name>
    Given a cluster on platform None
    Then no IngressController <name> exists

    Examples:
      | name |
      | one  |
      | two  |
      | four |
"""
"""Three scenarios that pass, and need next to nothing."""

STATES = '''\
Feature: One of each

  Rule: a rule

    @EIP-024
    Scenario: It passes
      Given a cluster on platform None
      Then no IngressController other exists

    @EIP-025
    Scenario Outline: It fails for <name>
      Given a VPC in us-east-1 with the subnets
        | subnet | zone       | visibility |
        | pub-a  | us-east-1a | public     |
        | pub-b  | us-east-1b | public     |
      And a cluster on platform AWS
      And the IngressController test with
        | parameter          | value    |
        | load balancer type | NLB      |
        | scope              | External |
      When the admin sets the scope of test to Internal
      Then Progressing of <name> is True with reason OperandsProgresing
      And the Service of test has no address

      Examples:
        | name |
        | test |

    @EIP-026 @needs.nothing-has-it
    Scenario: It is not applicable
      Given a cluster on platform None

    @EIP-027
    Scenario: It is skipped
      When it is skipped

    @EIP-029
    Scenario Outline: It carries secrets such as <secret>
      When password: canary-in-step is handled with <secret>
        | token                                           |
        | Authorization: Basic canary-in-a-table          |
      And a text carries secrets
        """
        canary-of-environment, also password="canary-in-a-doc-string"
        """

      Examples:
        | secret                 |
        | apiKey=canary-in-a-row |

    @EIP-028
    Scenario: The harness breaks
      When the harness breaks
'''

CONFTEST = f"""
from pathlib import Path

import pytest

from enhancement_kit.runner import capabilities
from enhancement_kit.runner.vocabulary import FOLDERS, plugin_modules

capabilities.CAPABILITIES["nothing-has-it"] = "what nothing has"
pytest.register_assert_rewrite(*FOLDERS)
pytest_plugins = [
    "enhancement_kit.runner.plugin",
    "enhancement_kit.runner.evidence.plugin",
    "enhancement_kit.reporting.plugin",
    *plugin_modules(Path({str(ROOT)!r})),
    "deaths",
]
"""

DEATHS = """
import base64
import logging
import os

import allure
import pytest
from pytest_bdd import parsers, when

from enhancement_kit.errors import ClaimFailed, HarnessError
from enhancement_kit.world.vocabulary.data_tables import columns
from tests.reporting.encodings import BINARY, ESCAPES, encode


@when("it is skipped")
def _():
    pytest.skip("not today, see https://example.org/1")


@when("the harness breaks")
def _():
    raise HarnessError("the kit is stuck")


@when(parsers.parse("{what} is handled with {secret}"))
@columns("token")
def _(what, secret, datatable):
    print("token: canary-on-a-stream")
    logging.getLogger("kit").error("AWS_SECRET_ACCESS_KEY=canary-in-a-log")


@when("a text carries secrets")
def _(docstring, request):
    allure.attach("client_secret: canary-in-an-attachment", "secret=canary-of-environment", allure.attachment_type.TEXT)
    request.node.user_properties.append(
        ("kit observation", {"component": "c", "platform": "p", "observable": "o", "values": ["canary-of-environment"]})
    )
    encoded = base64.b64encode(b"canary-of-environment").decode()
    for binary in (None, *BINARY):
        for escape in ESCAPES:
            hidden = encode(os.environ["AWKWARD_TOKEN"], binary, [escape])
            print(hidden)
            logging.getLogger("kit").error(hidden)
            allure.attach(hidden, "hidden", allure.attachment_type.TEXT)
            encoded += "\\n" + hidden
    raise ClaimFailed(f"no such thing: {encoded}, canary-of-environment, password=canary-in-an-exception")
"""


def write_real_project(root: Path, **features: str) -> Outputs:
    """Write a project; its features lie in the folder of the Elastic IPs, whose catalogue it has."""
    folder = root / "features" / FOLDER
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "features" / FOLDER / "requirements.yaml", folder)
    for name in ("reports", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("out", "history"))
        else:
            shutil.copy(source, root / name)
    (root / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (root / "deaths.py").write_text(DEATHS, encoding="utf-8")
    for name, text in features.items():
        (folder / f"{name}.feature").write_text(text, encoding="utf-8")
    enhancement = yaml.safe_load((ROOT / "features" / FOLDER / "enhancement.yaml").read_text(encoding="utf-8"))
    described = yaml.safe_dump({**enhancement, "reading_order": sorted(features)})
    (folder / "enhancement.yaml").write_text(described, encoding="utf-8")
    return Outputs(root / "reports" / "out")


def environment(**more: str) -> dict[str, str]:
    """Build the environment of a separate run, without the variables of the run of this test."""
    others = ("PYTEST_", "ARTIFACT_DIR", "CI")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def command(*arguments: str) -> list[str]:
    """Return the command that runs the project's features."""
    return [sys.executable, "-m", "pytest", "features/", "-p", "no:cacheprovider", *arguments]


def run(root: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the project's features in a separate process."""
    return subprocess.run(
        command(*arguments), cwd=root, env=environment(**env), capture_output=True, text=True, check=False, timeout=300
    )
