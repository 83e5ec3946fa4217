"""The modules that make up the vocabulary (`steps/`, `fixtures/`): found by file name, loaded as pytest plugins."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from enhancement_kit.errors import HarnessError
from enhancement_kit.runner.step_index import StepDefinition, definitions_in

if TYPE_CHECKING:
    import pytest

FOLDERS = ("fixtures", "steps")


def plugin_modules(root: Path) -> list[str]:
    """Return the dotted names of all modules in `steps/` and `fixtures/` below `root`, for `pytest_plugins`.

    They are loaded as plugins so that pytest-bdd finds their steps everywhere and pytest rewrites their assertions.
    """
    return [
        f"{folder}.{path.stem}"
        for folder in FOLDERS
        for path in sorted((root / folder).glob("*.py"))
        if path.stem != "__init__"
    ]


def loaded_definitions(config: pytest.Config) -> list[StepDefinition]:
    """Return the step definitions of all plugins that this run has loaded, except pytest-bdd's own."""
    plugins = config.pluginmanager.get_plugins()
    return definitions_in(
        plugin for plugin in plugins if isinstance(plugin, ModuleType) and not plugin.__name__.startswith("pytest_bdd.")
    )


def load_definitions(root: Path) -> list[StepDefinition]:
    """Import the vocabulary below `root`, and return its step definitions, for use outside of a pytest run.

    Raises HarnessError naming the module that cannot be imported.
    """
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return definitions_in(_imported(name) for name in plugin_modules(root))


def _imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise HarnessError(f"the module {name} cannot be imported: {type(error).__name__}: {error}") from error


def without(definitions: Iterable[StepDefinition], used: Iterable[StepDefinition]) -> list[StepDefinition]:
    """Return the definitions that are not among `used`."""
    seen = {id(definition.context) for definition in used}
    return [definition for definition in definitions if id(definition.context) not in seen]
