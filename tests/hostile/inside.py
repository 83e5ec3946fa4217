"""Starts one run inside its circumstances: `python -m tests.hostile.inside JSON`, in namespaces of its own or without.

What the system does not allow is done in a weaker way; `python -m tests.hostile.inside` without an argument ends with 0
where all of it is allowed.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import socket
import struct
import sys
import tempfile
from pathlib import Path
from typing import Any

_SET_FLAGS, _UP_AND_RUNNING = 0x8914, 0x41
"""SIOCSIFFLAGS, and IFF_UP with IFF_RUNNING (netdevice(7))."""
_READ_ONLY = 1
"""MS_RDONLY (mount(2))."""
SMALL_DISK, SMALL_FILE = "size=64k", 2000
"""The size of a full disk, and in bytes of the largest file where no disk can be mounted."""


def raise_loopback() -> None:
    """Switch on the only interface that a new network namespace has. Raises OSError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh22x", b"lo", _UP_AND_RUNNING))


def mount(place: Path, *, flags: int = 0, options: str = "") -> None:
    """Mount an empty file system in memory. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", os.fsencode(place), b"tmpfs", flags, options.encode()):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(place))


def allowed() -> bool:
    """Check whether this process may do what `start` does."""
    try:
        raise_loopback()
        with tempfile.TemporaryDirectory() as folder:
            mount(Path(folder), flags=_READ_ONLY)
            ctypes.CDLL(None).umount2(os.fsencode(folder), 0)
    except (OSError, AttributeError):
        return False
    return True


def start(told: dict[str, Any]) -> None:
    """Become the run. Raises OSError."""
    if told["namespaces"]:
        raise_loopback()
    if told["home"]:
        if told["namespaces"]:
            mount(Path(told["home"]), flags=_READ_ONLY)
        else:
            Path(told["home"]).chmod(0o555)
    if told["full_disk"]:
        if told["namespaces"]:
            mount(Path(told["full_disk"]), options=SMALL_DISK)
        else:
            resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL_FILE, SMALL_FILE))
    resource.setrlimit(resource.RLIMIT_NOFILE, (told["open_files"], told["open_files"]))
    os.umask(told["umask"])
    os.close(sys.stdin.fileno())
    os.execve(told["command"][0], told["command"], told["environment"])


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(0 if allowed() else 1)
    start(json.loads(sys.argv[1]))
