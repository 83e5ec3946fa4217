"""Notices when allure-pytest, pytest-bdd or pytest-xdist change what the reports rely on."""

from __future__ import annotations

import inspect

import allure_commons
import pytest
import pytest_bdd.hooks
from xdist.dsession import DSession

from enhancement_kit.reporting.allure_listener import ScenarioListener, internals_changed


def test_allure_pytest_is_as_the_listener_needs_it() -> None:
    assert internals_changed() == []


def test_a_change_of_allure_pytest_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import allure_pytest.plugin

    monkeypatch.delattr(allure_pytest.plugin, "AllureFileLogger")
    monkeypatch.delattr(allure_commons.reporter.AllureReporter, "close_test")
    assert internals_changed() == [
        "allure_pytest.plugin no longer uses AllureFileLogger",
        "AllureReporter has no close_test",
    ]


@pytest.mark.parametrize("name", [name for name in vars(ScenarioListener) if name.startswith("pytest_bdd_")])
def test_the_hooks_of_pytest_bdd_have_the_arguments_that_the_listener_takes(name: str) -> None:
    offered = inspect.signature(getattr(pytest_bdd.hooks, name)).parameters
    taken = list(inspect.signature(getattr(ScenarioListener, name)).parameters)[1:]
    assert set(taken) <= set(offered)


def test_every_hook_that_the_listener_switches_off_is_one_of_allure_pytest() -> None:
    base = ScenarioListener.__mro__[1]
    switched_off = [name for name, value in vars(ScenarioListener).items() if value is None]
    assert switched_off
    assert [name for name in switched_off if not hasattr(base, name)] == []
    hooks = {name for name in vars(base) if name.startswith("pytest_")}
    handled = {name for name in vars(ScenarioListener) if name.startswith("pytest_")}
    assert hooks - handled == set(), "allure-pytest has a new hook: decide whether scenarios want it"


def test_pytest_xdist_reports_the_death_of_a_worker_in_a_phase_of_its_own() -> None:
    assert 'when="???"' in inspect.getsource(DSession.handle_crashitem)
