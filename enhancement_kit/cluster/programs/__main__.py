"""The programs by name: `python -m enhancement_kit.cluster.programs kube-apiserver --help`."""

from __future__ import annotations

import importlib
import sys

from enhancement_kit.errors import KitError

# Only the module of the program is imported: envtest starts each several times, and waits for it.
PROGRAMS = {"etcd": ".etcd", "kube-apiserver": ".kube_apiserver"}


def main(words: list[str]) -> int:
    """Run the program that the first word names; return its exit code."""
    if not words or words[0] not in PROGRAMS:
        print(f"name a program: {', '.join(PROGRAMS)}", file=sys.stderr)
        return 2
    try:
        return int(importlib.import_module(PROGRAMS[words[0]], __package__).run(words[1:]))
    except KitError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
