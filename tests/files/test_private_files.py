"""Files with credentials are readable by their owner only, at every moment."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enhancement_kit.files.writing import write_private


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """Let files be readable by everybody where nobody says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "kubeconfig"
    write_private(path, "token: é")
    assert path.read_text(encoding="utf-8") == "token: é"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_who_has_the_old_file_open_does_not_see_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "kubeconfig"
    path.write_text("old")
    with path.open() as theirs:
        write_private(path, "token")
        assert theirs.read() == "old"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_is_never_there_with_another_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []

    def fdopen(handle: int, *args: Any, **more: Any) -> Any:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        return opened(handle, *args, **more)

    opened = os.fdopen
    monkeypatch.setattr(os, "fdopen", fdopen)
    monkeypatch.setattr(os, "chmod", None)
    write_private(tmp_path / "kubeconfig", "token")
    assert modes == [0o600]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_private(tmp_path / "link", "token")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "token"


def test_nothing_is_left_where_it_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_private(tmp_path / "kubeconfig", "\ud800")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        write_private(tmp_path / "missing" / "kubeconfig", "token")


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_private(tmp_path / "pipe", "token")
    assert os.read(reader, 100) == b"token"
    os.close(reader)
