"""The deals of tests' servers follow from the test, so that what passed once passes again.

A server asks the operating system for the seed of a game and for its bots' luck.  In tests both follow from the
test that runs and from how often it has asked.  Where two people or more check the deal, their pages take part in
it, and it stays chance.
"""

from __future__ import annotations

import hashlib
import os
import random
import secrets as system
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from tests import late
from tests.replaced import Replacement

RUNNING = "FACEDOWN_RUNNING_TEST"  # names the file in which the name of the test stands that runs
LONGEST = 65_536  # bytes of such a name

_folder: list[tempfile.TemporaryDirectory[str]] = []  # of this process, removed when it ends


def note(test: str) -> None:
    """From now on this test runs: servers that its process has started, or starts, read it."""
    if RUNNING not in os.environ or not _folder:
        _folder.append(tempfile.TemporaryDirectory(prefix="facedown-tests-"))
        os.environ[RUNNING] = str(Path(_folder[0].name) / "running")
        Path(os.environ[RUNNING]).touch()
    with Path(os.environ[RUNNING]).open("r+b") as file:  # not emptied first: disks take milliseconds for that
        file.write(test.encode() + b"\n")


def follow() -> None:
    """Let the server of this process draw its seeds from the test that runs, if one does."""
    if RUNNING in os.environ:
        for owner, name, value in replacements():
            setattr(owner, name, value)
        late.make_servers_slow()


def replacements() -> list[Replacement]:
    """What draws the seeds of a server in this process from the test that runs."""
    from facedown.server.rooms import bots, secrets  # here: tests that need no server import this module, too

    file, asked = _opened(os.environ[RUNNING]), Counter[str]()

    def drawn(size: int) -> str:
        test = os.pread(file, LONGEST, 0).partition(b"\n")[0].decode()  # behind it: the end of a longer name
        asked[test] += 1
        return hashlib.sha256(f"{test} {asked[test]}".encode()).hexdigest()[: 2 * size]

    return [
        (secrets, "new_seed", lambda: drawn(16)),
        (bots, "_dice", random.Random(1)),
        (bots, "secrets", SimpleNamespace(**{**vars(system), "token_hex": drawn})),
    ]


@cache
def _opened(file: str) -> int:
    """Kept open: who thinks for too long is interrupted anywhere, also between opening a file and closing it."""
    return os.open(file, os.O_RDONLY)


def serve(port: int, data: Path) -> None:
    """Do what `facedown serve` does, with such deals."""
    from facedown.server import run

    follow()
    run(port=port, data=data)
