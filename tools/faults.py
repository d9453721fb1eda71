"""Plants faults in a copy of the sources, one after the other, and tells which test catches each.

    python -m tools.faults [WORD ...]

`tests/faults.toml` lists them: a text of a file, what stands there instead, and the tests of which one must fail.
With words only those are planted that have one of them anywhere.  Where a text does not stand in its file exactly
once, nothing is run.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from tools.build_client import ROOT

LIST = Path("tests/faults.toml")
COPIED = ("src", "tests", "tools", "docs", "examples", "benchmarks", "pyproject.toml", "web")
LEFT = shutil.ignore_patterns("__pycache__", "node_modules", "static", ".*")
FAILED = 1  # the exit status of pytest, and of vitest, where a test failed
CAUGHT = "caught by"
CATCHES = re.compile(r"^FAILED (\S+?(?:\[.*?\])?)(?: - .*)?$|FAIL\s+(.+)", re.MULTILINE)
# The rules are interpreted: what is planted is not compiled first.
ENVIRONMENT = {"NUMBA_DISABLE_JIT": "1", "FACEDOWN_COMPILE": "0", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that may go wrong."""

    what: str
    file: str
    text: str  # as it stands there
    faulty: str  # what stands there instead
    tests: str  # arguments of pytest; those that are no tests of `tests/`, of vitest, from `web/`

    def planted(self, text: str) -> str:
        """The file's text with the fault.  Raises ValueError if it cannot be planted."""
        if (found := text.count(self.text)) != 1:
            raise ValueError(f"{self.what}: {self.text!r} stands {found} times in {self.file}; mend {LIST}")
        return text.replace(self.text, self.faulty)

    @property
    def command(self) -> list[str]:
        if not self.tests.startswith("tests/"):
            return ["npm", "--prefix", "web", "test", "--", *self.tests.split()]
        return [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *self.tests.split()]


def listed(file: Path = LIST) -> list[Fault]:
    """The faults of this file."""
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8"))["fault"], list[Fault])


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the sources, in which the client's packages are those of the original."""
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        for one in map(Path, COPIED):
            if one.is_dir():
                shutil.copytree(one, Path(name, one), ignore=LEFT)
            else:
                shutil.copy(one, name)
        Path(name, "web/node_modules").symlink_to(Path("web/node_modules").absolute())
        yield Path(name)


def what_comes_of(fault: Fault, tree: Path) -> str:
    """Which test fails first where this fault is planted in a copy; or that none does, or none can be run."""
    file = tree / fault.file
    sound = file.read_text(encoding="utf-8")
    file.write_text(fault.planted(sound), encoding="utf-8")
    paths = os.pathsep.join((str(tree / "src"), str(tree)))
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    run = partial(
        subprocess.run,
        cwd=tree,
        env={**os.environ, **ENVIRONMENT, "PYTHONPATH": paths, "PATH": path},
        capture_output=True,
        text=True,
    )
    try:
        if fault.tests.startswith("tests/browser"):
            run(["npm", "--prefix", "web", "run", "build"], check=True)
        ran = run(fault.command, check=False)
    finally:
        file.write_text(sound, encoding="utf-8")
    said = ran.stdout + ran.stderr
    if ran.returncode == 0:
        return f"NOT {CAUGHT} {fault.tests}"
    found = CATCHES.search(said)
    if ran.returncode != FAILED or found is None:
        return f"{fault.tests} cannot be run:\n{said[-2000:]}"
    return f"{CAUGHT} {(found[1] or found[2]).strip()}"


def main(words: Sequence[str] | None = None) -> None:
    os.chdir(ROOT)
    parser = argparse.ArgumentParser(prog="faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", metavar="WORD", help="plant only faults that have one of these")
    asked = parser.parse_args(words)
    faults = [
        one for one in listed() if not asked.words or any(word in f"{one}" for word in asked.words)
    ]  # fmt: skip
    missed = 0
    try:
        for fault in faults:
            fault.planted(Path(fault.file).read_text(encoding="utf-8"))
        with copied() as tree:
            for number, fault in enumerate(faults, 1):
                found = what_comes_of(fault, tree)
                missed += not found.startswith(CAUGHT)
                print(f"{number} of {len(faults)}: {fault.what}: {found}", flush=True)
    except ValueError as error:
        sys.exit(str(error))
    sys.exit(f"{missed} of {len(faults)} were not caught" if missed else 0)


if __name__ == "__main__":
    main()
