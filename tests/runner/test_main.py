"""The command ekit: an error is one line with the exit code of its class, and every command's help has examples."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from enhancement_kit import __main__ as ekit
from enhancement_kit.commands import COMMANDS, Command
from enhancement_kit.errors import HarnessError, KitError, TargetError, UsageError
from tests.runner.conftest import Project


def test_trace_prints_a_table_and_json(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    assert ekit.main(["trace", "--root", str(project.root)]) == 0
    assert "EXA-001" in capsys.readouterr().out
    assert ekit.main(["trace", "--json", "--root", str(project.root)]) == 0
    assert json.loads(capsys.readouterr().out)["EXA"]["must_covered"] == 1


def test_trace_check_fails_where_something_is_missing(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.feature("one", "@EXA-001\nScenario: it\n  Given a world of 1 subnets\n")
    project.mutants(violates="EXA-001")
    assert ekit.main(["trace", "--check", "--root", str(project.root)]) == 0
    project.feature("two", "Scenario: proves nothing\n  Given a world of 1 subnets\n")
    capsys.readouterr()
    assert ekit.main(["trace", "--check", "--root", str(project.root)]) == 1
    assert capsys.readouterr().out.startswith("features/example/two.feature:2: ")
    assert ekit.main(["trace", "--check", "--json", "--root", str(project.root)]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["EXA"]
    assert printed.err.startswith("features/example/two.feature:2: ")


def test_broken_requirements_are_one_clear_error(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.catalogue("broken", "enhancement: [\n")
    assert ekit.main(["trace", "--root", str(project.root)]) == 4
    error = capsys.readouterr().err
    assert "features/broken/requirements.yaml:" in error
    assert "Traceback" not in error


def test_a_step_module_that_cannot_be_imported_is_named(
    project: Project, step_package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (step_package / "words.py").write_text("import no_such_module\n")
    assert ekit.main(["trace", "--check", "--root", str(project.root)]) == 3
    error = capsys.readouterr().err
    assert "the module steps.words cannot be imported: ModuleNotFoundError: No module named 'no_such_module'" in error


def test_a_step_that_nobody_uses_is_named(
    project: Project, step_package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (step_package / "words.py").write_text("from pytest_bdd import given\n\n@given('x')\ndef x(): pass\n")
    assert ekit.main(["trace", "--check", "--root", str(project.root)]) == 1
    assert "steps/words.py:3: the given step 'x' is used by no scenario; use it" in capsys.readouterr().out


def test_a_folder_without_features_is_named(pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str]) -> None:
    assert ekit.main(["trace", "--root", str(pytester.path)]) == 4
    assert capsys.readouterr().err.startswith("ekit: there is no folder features/ in ")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("one line"), 4),
        (HarnessError("one line"), 3),
        (TargetError("one line"), 1),
        (KitError("one line"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_errors_are_one_line(
    error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> int:
        raise error

    module = SimpleNamespace(__doc__="d", add_arguments=lambda parser: None, run=fail)
    monkeypatch.setattr(ekit.importlib, "import_module", lambda name: module)
    monkeypatch.setattr(ekit, "COMMANDS", [Command("it", "does it", "m")])
    assert ekit.main(["it"]) == code
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["trce"], ["trace", "--jsn"]])
def test_wrong_arguments_are_usage_errors(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        ekit.main(arguments)
    assert raised.value.code == 4
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert "--help" in error


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_teaches_with_examples(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        ekit.main([command.name, "--help"])
    assert raised.value.code == 0
    text = capsys.readouterr().out
    assert "examples:" in text
    assert f"ekit {command.name}" in text


def test_commands_are_named_once() -> None:
    assert len({command.name for command in COMMANDS}) == len(COMMANDS)
