"""What pytest loads for features and for the tests of the kit: the runner, the reports, the vocabulary."""

from pathlib import Path

import pytest

from enhancement_kit.runner.vocabulary import FOLDERS, plugin_modules

# before any of these modules is imported, also by one another
pytest.register_assert_rewrite(*FOLDERS)

pytest_plugins = [
    "pytester",
    "enhancement_kit.runner.plugin",
    "enhancement_kit.runner.evidence.plugin",
    "enhancement_kit.reporting.plugin",
    *plugin_modules(Path(__file__).parent),
]
