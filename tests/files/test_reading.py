"""Files that somebody names are read within limits: no folder, nothing endless, and no pipe that never speaks."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from enhancement_kit.files.reading import Missing, Unreadable, read_bytes, read_text


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * 100_000)
    assert read_bytes(path, 100_000) == b"x" * 100_000
    with pytest.raises(Unreadable, match="it has more than 99999 bytes; name a smaller file"):
        read_bytes(path, 99_999)


def test_an_endless_file_ends_at_the_limit() -> None:
    with pytest.raises(Unreadable, match="it has more than 4 MiB"):
        read_bytes(Path("/dev/zero"))


def test_a_silent_pipe_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(Unreadable, match=r"nothing has come out of it for 0\.05 seconds"):
        read_bytes(path, seconds=0.05)
    keeps_it_open = os.open(path, os.O_RDWR)
    os.write(keeps_it_open, b"some")
    with pytest.raises(Unreadable, match="nothing has come out of it"):
        read_bytes(path, seconds=0.05)
    os.close(keeps_it_open)


def test_a_pipe_that_somebody_writes_to_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"y" * 200_000,))
    writer.start()
    assert read_bytes(path) == b"y" * 200_000
    writer.join()


@pytest.mark.parametrize(
    ("name", "error", "reason"),
    [
        ("none", Missing, "No such file or directory; name a file that exists"),
        ("", Unreadable, "it is a folder; name a file"),
        ("none/none", Missing, "No such file or directory"),
        ("f/none", Unreadable, "Not a directory"),
        ("x" * 300, Unreadable, "File name too long"),
        ("a\0b", Unreadable, "no file has such a name"),
    ],
)
def test_what_cannot_be_read_gets_a_reason(tmp_path: Path, name: str, error: type[Unreadable], reason: str) -> None:
    (tmp_path / "f").write_bytes(b"")
    with pytest.raises(error, match=reason):
        read_bytes(tmp_path / name)


def test_text_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbfa\n\xff")
    with pytest.raises(Unreadable, match=r"it is not UTF-8 text \(line 2\); save it as UTF-8"):
        read_text(path)
    path.write_bytes("\ufeffä".encode())
    assert read_text(path) == "ä"
