#!/bin/sh
# Prints the interpreter to build the virtual environment with: the one named, or the newest suitable one that works.
# A name on PATH is not enough: version managers put names there that only say that nothing is installed.
set -eu
MINIMUM="3.11"
MAXIMUM="3.14"

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true
}

suitable() {
    case "$1" in 3.11 | 3.12 | 3.13 | 3.14) return 0 ;; *) return 1 ;; esac
}

complete() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

named=${1:-}
if [ -n "$named" ]; then
    version=$(version_of "$named")
    if [ -z "$version" ]; then
        echo "PYTHON=$named does not run; name an interpreter of Python $MINIMUM to $MAXIMUM" >&2
        exit 1
    fi
    if ! suitable "$version"; then
        echo "PYTHON=$named is Python $version; the kit needs $MINIMUM to $MAXIMUM" >&2
        exit 1
    fi
    if ! complete "$named"; then
        echo "PYTHON=$named ($version) lacks venv or pip; on Debian: apt-get install python$version-venv" >&2
        exit 1
    fi
    echo "$named"
    exit 0
fi

incomplete=""
for candidate in python3.14 python3.13 python3.12 python3.11 python3 python; do
    command -v "$candidate" >/dev/null 2>&1 || continue
    version=$(version_of "$candidate")
    [ -n "$version" ] && suitable "$version" || continue
    if complete "$candidate"; then
        echo "$candidate"
        exit 0
    fi
    incomplete="$candidate ($version)"
done
if [ -n "$incomplete" ]; then
    echo "$incomplete lacks venv or pip; on Debian: apt-get install python3-venv; or name another one: make PYTHON=..." >&2
else
    echo "no Python $MINIMUM to $MAXIMUM found; install one, or name it: make PYTHON=/path/to/python3.12" >&2
fi
exit 1
