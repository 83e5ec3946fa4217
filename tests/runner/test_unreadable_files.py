"""Feature files that cannot be read end a run before anything runs: a usage error, never a failed scenario."""

from __future__ import annotations

import pytest

from tests.runner.conftest import Project, states

GOOD = """
  @EXA-001
  Scenario: It runs
    Given a world of 2 subnets
    Then there are 2 subnets
"""


@pytest.mark.parametrize("kind", ["not UTF-8", "a link to nowhere", "a folder", "half a file"])
def test_a_feature_file_that_cannot_be_read(project: Project, kind: str) -> None:
    project.feature("good", GOOD)
    broken = project.feature("broken", GOOD.replace("It runs", "It runs too"))
    text = broken.read_bytes()
    broken.unlink()
    if kind == "not UTF-8":
        broken.write_bytes(text + b"# \xff\n")
    elif kind == "a link to nowhere":
        broken.symlink_to(project.root / "nowhere")
    elif kind == "a folder":
        broken.mkdir()
    else:
        broken.write_bytes(text[: text.index(b"Given")] + b"Exa")
    result = project.run()
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*features/example/broken.feature:*"])
    assert states(result) == {}
    assert project.log() == []
