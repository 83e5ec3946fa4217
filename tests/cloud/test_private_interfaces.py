"""moto and botocore names that the kit relies on although they are private: a new release that lacks one is noticed."""

from __future__ import annotations

import functools
import importlib
import inspect

import pytest

from enhancement_kit.cloud.simulated import SimulatedCloud, strictness
from enhancement_kit.cloud.simulated.backends import PRIVATE
from enhancement_kit.cloud.simulated.strictness.engine import OnCall, Read, resolve

LACKING = {"get_ebs_default_kms_key_id"}
"""Actions that moto does not have; a rule brings them."""


@pytest.mark.parametrize(("module", "name"), PRIVATE, ids=lambda value: str(value))
def test_it_is_there(module: str, name: str) -> None:
    functools.reduce(getattr, name.split("."), importlib.import_module(module))


def test_process_request_takes_a_request_and_is_not_started_by_itself() -> None:
    from moto.core.botocore_stubber import BotocoreStubber
    from moto.core.models import botocore_stubber

    assert list(inspect.signature(BotocoreStubber.process_request).parameters) == ["self", "request"]
    assert botocore_stubber.enabled is False


def test_every_corrected_method_is_there(cloud: SimulatedCloud) -> None:
    cloud.stop()
    try:
        for rule in strictness.RULES.values():
            for correction in rule.corrections:
                if isinstance(correction, OnCall):
                    continue
                owner = resolve(correction.owner)
                if not isinstance(correction, Read) and correction.method not in LACKING:
                    assert callable(getattr(owner, correction.method)), (rule.id, correction.method)
    finally:
        cloud.start()


def test_mock_aws_is_never_started(cloud: SimulatedCloud) -> None:
    from moto.core.models import MockAWS

    cloud.client("tester", "ec2", region="us-east-1").describe_vpcs()
    assert MockAWS._mocks_active is False
