"""The file that says what runs in the place of the reference: what it may say, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from enhancement_kit.errors import HarnessError, UsageError
from enhancement_kit.runner import lanes
from enhancement_kit.runner.capabilities import CAPABILITIES
from enhancement_kit.targets.external import ExternalTarget, notice
from enhancement_kit.targets.external.file import MARKER, load
from enhancement_kit.targets.external.placeholders import PLACEHOLDERS, filled
from enhancement_kit.targets.external.programs import find
from enhancement_kit.targets.interface import Target

GOOD = """
others: reference
capabilities: [clock]
components:
  - name: cloud-controller-manager
    running: true
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "components.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_runs_already_is_left_to_itself(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    target: Target = ExternalTarget(components=str(path))
    assert all(hasattr(target, name) for name in Target.__annotations__)
    assert target.actors == {"cloud-controller-manager"}
    assert target.capabilities == {"clock"}
    assert {"cloud-controller-manager", "ingress-operator"} <= set(target.components.names)
    assert notice(components=str(path)) == (
        "cloud-controller-manager as components.yaml says; the other components are the reference's"
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "components.yaml:1: the file is empty; write the content or remove the file"),
        ("others: [\n", "broken YAML"),
        (GOOD.replace("reference", "somebody"), "components.yaml:2: others of the file of components is 'somebody'; "),
        (GOOD.replace("running", "runing"), "components.yaml:6: unknown key 'runing' in a component; write running"),
        (GOOD.replace("running: true", "running: false"), "cloud-controller-manager has no program; name its program"),
        (GOOD + "    program: x\n", "components.yaml:5: cloud-controller-manager runs already and has a program; "),
        (
            GOOD.replace("running: true", "program: x\n    arguments: ['--config={kubeconfg}']"),
            "cloud-controller-manager uses {kubeconfg}, for which there is no value; write kubeconfig",
        ),
        (
            GOOD.replace("running: true", "program: x\n    environment: [A]"),
            "an entry of environment of a component is 'A'; write it like NAME=value",
        ),
        (GOOD + "  - {name: cloud-controller-manager, running: true}\n", "cloud-controller-manager is named twice"),
        ("others: reference\ncomponents: []\n", "no component is named; name one below components"),
        (GOOD + "expected: x\n", "unknown key 'expected' in the file of components"),
    ],
)
def test_what_is_wrong_is_told_with_place_and_remedy(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(UsageError) as raised:
        load(written(tmp_path, text))
    assert complaint in str(raised.value)
    assert "components.yaml:" in str(raised.value)


def test_a_file_that_is_not_there_or_not_named() -> None:
    with pytest.raises(UsageError, match=r"cannot be read \(No such file or directory\); name an existing one with"):
        load(Path("/nonexistent/components.yaml"))
    with pytest.raises(UsageError, match="name a file with --components FILE"):
        notice(components="")


def test_files_of_lanes_are_good() -> None:
    for lane in lanes.lanes():
        if path := lanes.components_of(lane.name):
            setup = load(Path(path))
            assert setup.capabilities <= CAPABILITIES.keys()
            assert all(component.settled == MARKER for component in setup.components)


def test_a_program_is_found_where_it_was_built_or_on_path(tmp_path: Path) -> None:
    text = GOOD.replace("running: true", "program: manager\n    remedy: build it")
    (component,) = load(written(tmp_path, text)).components
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": str(tmp_path / "bin")}

    def program(place: str) -> Path:
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
        return path

    with pytest.raises(HarnessError, match=r"there is no program manager \(neither in .* nor on PATH\); build it"):
        find(component, tmp_path, environment)
    on_path = program("bin/manager")
    assert find(component, tmp_path, environment) == on_path
    program("cache/enhancement-conformance-kit/manager/1.9.0/manager")
    newest = program("cache/enhancement-conformance-kit/manager/1.10.0/manager")
    program("cache/enhancement-conformance-kit/manager/.building-7/manager")
    assert find(component, tmp_path, environment) == newest


def test_placeholders_are_filled_in() -> None:
    assert filled("{vpc} {other} {}", {"vpc": "vpc-1"}) == "vpc-1 {other} {}"
    assert all(PLACEHOLDERS.values())
