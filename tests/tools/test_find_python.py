"""The interpreter that make builds the environment with."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "find_python.sh"


class Machine:
    """A PATH with interpreters that answer as told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has(self, name: str, version: str, *, complete: bool = True) -> Path:
        answer = "exit 0" if complete else "exit 1"
        script = self.folder / name
        script.write_text(f'#!/bin/sh\ncase "$2" in *ensurepip*) {answer} ;; *) echo {version} ;; esac\n')
        script.chmod(0o755)
        return script

    def has_shim(self, name: str) -> None:
        script = self.folder / name
        script.write_text('#!/bin/sh\necho "not installed" >&2\nexit 127\n')
        script.chmod(0o755)

    def find(self, named: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", str(SCRIPT), named], env={"PATH": str(self.folder)}, capture_output=True, text=True, check=False
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_newest_suitable_interpreter_is_taken(machine: Machine) -> None:
    machine.has("python3.11", "3.11")
    machine.has("python3.13", "3.13")
    machine.has("python3", "3.15")
    assert machine.find().stdout.strip() == "python3.13"


def test_a_name_behind_which_nothing_is_installed_is_passed_over(machine: Machine) -> None:
    machine.has_shim("python3.14")
    machine.has("python3.12", "3.12", complete=False)
    machine.has("python3.11", "3.11")
    assert machine.find().stdout.strip() == "python3.11"


def test_a_named_interpreter_is_taken(machine: Machine) -> None:
    machine.has("python3.13", "3.13")
    mine = machine.has("mine", "3.12")
    assert machine.find(str(mine)).stdout.strip() == str(mine)


@pytest.mark.parametrize("version", ["3.10", "3.15"])
def test_too_old_or_too_new_says_what_is_needed(machine: Machine, version: str) -> None:
    mine = machine.has("mine", version)
    found = machine.find(str(mine))
    assert (found.returncode, found.stdout) == (1, "")
    assert f"is Python {version}; the kit needs 3.11 to 3.14" in found.stderr


def test_a_missing_venv_names_the_package(machine: Machine) -> None:
    mine = machine.has("mine", "3.12", complete=False)
    assert "apt-get install python3.12-venv" in machine.find(str(mine)).stderr
    machine.has("python3.12", "3.12", complete=False)
    assert "python3.12 (3.12) lacks venv or pip" in machine.find().stderr


def test_without_any_interpreter_the_remedy_is_named(machine: Machine) -> None:
    machine.has("python3", "3.9")
    found = machine.find()
    assert found.returncode == 1
    assert "no Python 3.11 to 3.14 found" in found.stderr
