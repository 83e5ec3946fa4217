"""Table rows that describe failing, slow or outdated AWS calls."""

from __future__ import annotations

from typing import Any, cast

import pytest

from enhancement_kit.cloud.interface import Cloud
from enhancement_kit.errors import UsageError
from enhancement_kit.world.vocabulary import aws_faults


class Recorder:
    """A cloud that records its calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.calls.append((name, *arguments))


def recorded(**row: str) -> list[tuple[Any, ...]]:
    cloud = Recorder()
    aws_faults.cause(cast(Cloud, cloud), {"service": "elb", "operation": "CreateLoadBalancer", **row})
    return cloud.calls


def test_calls_are_refused_late_or_answered_from_an_old_state() -> None:
    call = "elb:CreateLoadBalancer"
    assert recorded(answer="SubnetNotFound") == [("fail", call, "SubnetNotFound", aws_faults.MESSAGE, None)]
    assert recorded(answer="InvalidAMIID.NotFound", times="2")[0][-1] == 2
    assert recorded(after="61 seconds", times="1") == [("slow", call, 61, 1)]
    assert recorded(answer="its old state", after="") == [("lag", call, None)]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ({}, "cannot be answered with ''; use an error code, or 'its old state'"),
        ({"answer": "an old state"}, "cannot be answered with 'an old state'"),
        ({"answer": "Throttling", "after": "2 seconds"}, "either answered with 'Throttling' or late"),
        ({"after": "soon"}, "after 'soon' is no time; write it like `61 seconds`"),
        ({"answer": "Throttling", "times": "twice"}, "times 'twice' is no number"),
    ],
)
def test_a_row_that_says_something_else_is_refused(row: dict[str, str], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        recorded(**row)
