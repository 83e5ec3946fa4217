"""Files are written whole or not at all: the old content stays, and nothing is left beside it."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from enhancement_kit.files.writing import write_together, write_whole

LIMITED = """
import resource, signal, sys
from pathlib import Path
from enhancement_kit.files.writing import write_together
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
folder = Path(sys.argv[1])
try:
    write_together({folder / "a": "new", folder / "below/b": "x" * 2000})
except OSError as error:
    print(error.errno, error.filename)
"""


def there(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() if p.is_file() else "" for p in folder.rglob("*")}


def test_a_file_is_replaced_with_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_whole(path, "äöü\n")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o640)
    write_whole(path, "new")
    assert (stat.S_IMODE(path.stat().st_mode), there(tmp_path)) == (0o640, {"f": "new"})
    write_whole(path, "secret", mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_and_what_it_points_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("f")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "f").read_text() == "new"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_whole(Path("/dev/full"), "x" * 100_000)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, "/dev/full")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    write_whole(Path("/dev/null"), "x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_where_one_of_several_does_not_fit_none_is_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{errno.EFBIG} {tmp_path}/below/b\n"
    assert there(tmp_path) == {"a": "old"}


def test_a_folder_in_place_of_a_file_stops_all(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError) as raised:
        write_together({tmp_path / "new/a": "x", tmp_path / "b": "x"})
    assert raised.value.filename == str(tmp_path / "b")
    assert there(tmp_path) == {"b": ""}


def test_a_file_in_place_of_a_folder_stops_all(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("old")
    with pytest.raises(OSError, match="Not a directory"):
        write_together({tmp_path / "new/a": "x", tmp_path / "b/c/d": "x"})
    assert there(tmp_path) == {"b": "old"}
