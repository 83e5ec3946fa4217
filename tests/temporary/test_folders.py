"""Temporary folders are private, go with their process, and those of killed processes go at the next start."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from enhancement_kit import temporary
from enhancement_kit.errors import HarnessError
from enhancement_kit.temporary.leftovers import locked, sweep

NOBODY = 65534
ROOT = f"enhancement-conformance-kit-{os.getuid()}"
OWNER = """
import sys
from enhancement_kit import temporary
(temporary.make("reports-") / "file").write_text("x")
print(temporary.mine().path, flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let temporary folders be below a directory of the test, here and in other processes."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def owner() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Another process with a temporary folder of its own."""
    process = subprocess.Popen([sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process, Path(process.stdout.readline().strip())
    process.kill()
    process.communicate()


def swept() -> list[Path]:
    parent = temporary.root()
    with locked(parent):
        return sweep(parent)


def test_a_folder_goes_with_its_block_and_is_for_its_user_alone() -> None:
    with temporary.folder("reports-") as folder:
        for made in (folder, folder.parent, folder.parents[1], folder.parents[2]):
            assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert not folder.exists()


def test_a_process_that_ends_leaves_nothing(owner: tuple[subprocess.Popen[str], Path]) -> None:
    process, folder = owner
    assert folder.is_dir()
    process.communicate()
    assert not folder.exists()


def test_what_a_killed_process_leaves_goes_at_the_next_start(owner: tuple[subprocess.Popen[str], Path]) -> None:
    process, folder = owner
    process.kill()
    process.wait()
    assert list(folder.glob("reports-*/file"))
    temporary.mine()
    assert not folder.exists()


def test_the_folder_of_a_running_process_stays(owner: tuple[subprocess.Popen[str], Path]) -> None:
    process, folder = owner
    process.send_signal(signal.SIGSTOP)
    assert swept() == []
    assert list(folder.glob("reports-*/file"))
    process.send_signal(signal.SIGCONT)


def test_a_reused_process_id_is_no_running_owner() -> None:
    folder = temporary.root() / f"{os.getpid()}-left"
    folder.mkdir()
    assert swept() == [folder]


def test_a_forked_process_has_a_folder_of_its_own_and_leaves_that_of_its_parent() -> None:
    ours = temporary.mine().path
    child = os.fork()
    if not child:
        os._exit(temporary.mine().path == ours or not ours.is_dir())
    assert os.waitpid(child, 0)[1] == 0
    assert ours.is_dir()
    assert [folder.name.partition("-")[0] for folder in swept()] == [str(child)]


def a_link(place: Path) -> str:
    (place / "theirs").mkdir()
    (place / "theirs" / "kubeconfig").write_text("theirs")
    (place / ROOT).symlink_to(place / "theirs")
    return f"is a link to {place / 'theirs'}"


def a_file(place: Path) -> str:
    (place / ROOT).write_text("theirs")
    return "is no directory"


def open_to_a_group(place: Path) -> str:
    (place / ROOT).mkdir()
    (place / ROOT).chmod(0o770)
    return r"is open to others \(mode 0770\)"


def of_somebody_else(place: Path) -> str:
    needs_root()
    (place / ROOT).mkdir(mode=0o700)
    os.chown(place / ROOT, NOBODY, -1)
    return r"belongs to somebody else, its owner is .*user id 65534"


def a_link_for_processes(place: Path) -> str:
    (place / ROOT).mkdir(mode=0o700)
    (place / "theirs").mkdir()
    (place / ROOT / "processes").symlink_to(place / "theirs")
    return "is a link to"


def open_above(place: Path) -> str:
    place.chmod(0o777)
    return "lets other users exchange what is in it"


def of_somebody_else_above(place: Path) -> str:
    needs_root()
    os.chown(place, NOBODY - 1, -1)
    return "belongs to somebody else, its owner is user id 65533"


def needs_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a directory to somebody else")


@pytest.mark.parametrize(
    "trap",
    [a_link, a_file, open_to_a_group, of_somebody_else, a_link_for_processes, open_above, of_somebody_else_above],
)
def test_a_place_that_others_can_reach_is_refused(place: Path, trap: Callable[[Path], str]) -> None:
    said = trap(place)
    before = {path: path.lstat().st_mtime_ns for path in place.rglob("*")}
    with pytest.raises(HarnessError, match=rf"{place}.* {said}.* TMPDIR="):
        temporary.make("reports-")
    assert {path: path.lstat().st_mtime_ns for path in place.rglob("*")} == before


def test_a_directory_for_everybody_is_safe_where_nobody_can_take_what_is_in_it(place: Path) -> None:
    place.chmod(0o1777)
    assert temporary.make("reports-").is_dir()


def test_a_full_or_missing_place_is_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(place / "gone"))
    with pytest.raises(HarnessError, match=rf"{place}/gone: No such file or directory; .*TMPDIR="):
        temporary.make("reports-")


def test_a_command_says_it_in_one_line(place: Path) -> None:
    a_link(place)
    done = subprocess.run(
        [sys.executable, "-m", "enhancement_kit", "serve", "cluster", "--tls"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 3
    assert done.stderr.startswith(f"ekit: {place / ROOT} is a link to ")
    assert len(done.stderr.splitlines()) == 1


def test_a_run_says_it_in_one_line(place: Path) -> None:
    a_link(place)
    command = [sys.executable, "-m", "pytest", "features/ingress_lb_subnets", "--reports", str(place / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 3, done.stdout
    assert f"{place / ROOT} is a link to " in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
