#!/bin/sh
# Finds a Python that will do, then lets tools/set_up.py do the work.
# Usage: sh tools/set-up.sh play|dev [page] [browser]   (PYTHON=... chooses the interpreter)
set -eu
cd "$(dirname "$0")/.."

fits() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1
}

if [ -n "${PYTHON:-}" ]; then
    if ! fits "$PYTHON"; then
        echo "PYTHON=$PYTHON is not a Python 3.11, 3.12, 3.13 or 3.14 that runs here." >&2
        exit 1
    fi
    chosen=$PYTHON
else
    chosen=
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if fits "$candidate"; then
            chosen=$candidate
            break
        fi
    done
    if [ -z "$chosen" ]; then
        echo "Facedown needs Python 3.11, 3.12, 3.13 or 3.14, and none is on the PATH." >&2
        echo "Install one, or name it: make play PYTHON=/path/to/python3.12" >&2
        exit 1
    fi
fi

exec "$chosen" -m tools.set_up "$@"
