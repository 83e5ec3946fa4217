"""The hooks by which the evidence of scenarios is gathered, where any report wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pytest_bdd.parser import Step

from enhancement_kit.runner.collection import ScenarioItem
from enhancement_kit.runner.selected_files import features_dir
from enhancement_kit.specification.requirements import load_catalogues

if TYPE_CHECKING:
    from enhancement_kit.runner.evidence.gathering import Gathering
    from enhancement_kit.world import World

_GATHERING: pytest.StashKey[Gathering] = pytest.StashKey()
_STEPS = pytest.StashKey[int]()


def watch(item: pytest.Item, world: World) -> None:
    """Gather the evidence of a scenario from its world, if any report wants it."""
    hook = item.config.hook.pytest_kit_evidence
    if not hook.get_hookimpls():
        return
    from enhancement_kit.runner.evidence import gathering

    def keep(step: int, name: str, body: str, media: str) -> None:
        hook(item=item, step=step, name=name, body=body, media=media)

    item.stash[_GATHERING] = gathering.Gathering(world, keep)


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_before_scenario(request: pytest.FixtureRequest) -> None:
    """Set the number of the current step to none."""
    request.node.stash[_STEPS] = -1


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_before_step(request: pytest.FixtureRequest) -> None:
    """Count the steps."""
    request.node.stash[_STEPS] += 1


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_before_step_call(request: pytest.FixtureRequest) -> None:
    """Begin with the evidence of a step, after its fixtures are made."""
    gathering = request.node.stash.get(_GATHERING, None)
    if gathering is not None:
        gathering.begin(request.node.stash[_STEPS])


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_after_step(request: pytest.FixtureRequest) -> None:
    """Keep what the step has done."""
    gathering = request.node.stash.get(_GATHERING, None)
    if gathering is not None:
        gathering.passed()


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_step_error(
    request: pytest.FixtureRequest, step: Step, step_func_args: dict[str, Any], exception: BaseException
) -> None:
    """Keep everything that explains the failure, before the world is closed."""
    item = request.node
    gathering = item.stash.get(_GATHERING, None)
    if gathering is not None and isinstance(item, ScenarioItem):
        table = step.datatable.raw() if step.datatable is not None else []
        gathering.failed(step_func_args, table, claim_text(item, exception))


@pytest.hookimpl(tryfirst=True)
def pytest_bdd_after_scenario(request: pytest.FixtureRequest) -> None:
    """Keep what the last act changed, and drop the world: pytest keeps the scenario much longer."""
    gathering = request.node.stash.get(_GATHERING, None)
    if gathering is not None:
        del request.node.stash[_GATHERING]
        gathering.ended()


def claim_text(item: ScenarioItem, exception: BaseException) -> str:
    """Return the text that a reader of a failure sees first: the place, the finding, and the requirements at stake."""
    parts = [item.where, str(exception) or type(exception).__name__]
    catalogues = load_catalogues(features_dir(item.config))
    for tag in item.tags:
        if tag in catalogues.requirements:
            rule = catalogues.requirements[tag]
            parts.append(f"{rule.id} ({rule.level}, {rule.section})\n{rule.text}")
        elif tag in catalogues.interpretations:
            interpretation = catalogues.interpretations[tag]
            parts.append(f"{tag} (interpretation)\n{interpretation.decision}")
    return "\n\n".join(parts)
