"""Keys of causes: equal for what one cause has broken, different for others."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from enhancement_kit.errors import ClaimFailed, UsageError
from enhancement_kit.runner.failure_causes import broken_observation, place_of, told
from tests.runner.conftest import Project


def key(step: str, message: str, **arguments: str) -> str:
    return broken_observation(SimpleNamespace(name=step), arguments, ClaimFailed(message))


def condition(name: str, kind: str, found: str, wanted: str) -> str:
    step = f"{kind} of {name} is {wanted}"
    return key(step, f"{kind} of {name} is '{found}', not '{wanted}'", name=name, condition=kind, status=wanted)


def test_names_values_and_ids_do_not_count() -> None:
    first = condition("custom", "LoadBalancerReady", "False", "True (LoadBalancerProvisioned)")
    assert first == condition("default", "LoadBalancerReady", "Unknown (Pending)", "True")
    assert first == "LoadBalancerReady of <name> is <status>: LoadBalancerReady of <name> is <value>, not <value>"


def test_what_is_observed_counts() -> None:
    assert condition("custom", "LoadBalancerReady", "False", "True") != condition("custom", "DNSReady", "False", "True")
    field = "the API server refuses the {} because"
    said = "the API server accepted it"
    first, second = (key(field.format(name), said, parameter=name) for name in ("subnets", "eipAllocations"))
    assert first != second


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("the overrides are [{'service': 'ec2', 'url': 'https://a'}]", "the overrides are []"),
        ("beside it is {'Global': {}}, not {'Global': {'vpc': 'v'}}", "beside it is {'Global': {'a': ['b']}}, not {}"),
        (
            "additional subnets [subnet-0a1b2c3d4e subnet-1a1b2c3d4e] here",
            "additional subnets [subnet-9a1b2c3d4e] here",
        ),
        ("called https://ec2.custom.url", "called https://sts.other.url:8443/path"),
        ("no metadata.json in /tmp/install-bz0bz: none", "no metadata.json in /var/x/install-9: none"),
        ("metadata was {'name': 'custom', 'uid': '3f2a", "metadata was {'name': 'other'}"),
    ],
)
def test_values_of_any_form_are_one(first: str, second: str) -> None:
    assert key("it is so", first) == key("it is so", second)


def test_a_field_path_is_no_value() -> None:
    said = "the installer refused it: platform.aws.{}: Forbidden: not here"
    assert key("it is accepted", said.format("subnets")) != key("it is accepted", said.format("vpc"))


def test_a_crash_is_its_type_and_place() -> None:
    def crash(missing: str) -> KeyError:
        try:
            return {}[missing]  # type: ignore[no-any-return]
        except KeyError as error:
            return error

    step = SimpleNamespace(name="the admin creates it")
    keys = {broken_observation(step, {}, crash(name)) for name in ("status", "spec")}
    assert keys == {f"KeyError in {place_of(crash('x'))}"}
    assert place_of(crash("x")).startswith("tests/runner/test_failure_causes.py:")
    assert told("KeyError: 'spec'\nmore", crash("spec")) == f"KeyError: 'spec' ({place_of(crash('spec'))})\nmore"
    assert told("unknown column", UsageError("unknown column")) == "unknown column"
    assert told("it passes", None) == "it passes"


def test_one_failure_of_each_cause_is_shown_whole_and_the_causes_last(project: Project) -> None:
    rows = "".join(f"\n      | {number} |" for number in range(2, 9))
    project.feature(
        "one",
        f"""
  @EXA-001
  Scenario Outline: there are <n>
    Given a world of 1 subnets
    Then there are <n> subnets

    Examples:
      | n |{rows}

  @EXA-002
  Scenario: it breaks
    When a bug error is raised below
""",
    )
    result = project.run_apart("-p", "enhancement_kit.reporting.plugin", "features")
    assert result.ret == 1
    lines = result.outlines
    assert sum(line.startswith("E   ") for line in lines) == 3, lines  # two of the assertion, one of the bug
    red = [line for line in lines if line.startswith("failed: ")]
    assert len(red) == 8
    assert "failed: features/example/one.feature:11 there are 4 (EXA-001)" in red
    begin = next(number for number, line in enumerate(lines) if "what broke, by cause" in line)
    assert lines[begin + 1].startswith("7 failed: assert ")
    assert lines[begin + 2] == "    at features/example/one.feature:5: Then there are 2 subnets"
    assert "    and 4 more, see failures.yaml" in lines
    assert any(line.startswith("1 failed: KeyError: 'status' (vocabulary.py:") for line in lines[begin:])
    assert "8 failed" in lines[-1]
    styled = project.run_apart("-p", "enhancement_kit.reporting.plugin", "features", "--tb", "short").outlines
    assert sum(line.startswith("E   ") for line in styled) > 8
