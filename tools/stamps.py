"""A step of set-up leaves a stamp: what it was made from. Same stamp, nothing to do."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(paths: Iterable[Path], *words: str) -> str:
    """Change a byte of the files, a file's name or a word: get another stamp."""
    total = hashlib.sha256()
    for word in words:
        total.update(word.encode() + b"\0")
    for path in sorted(paths):
        total.update(path.as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_fresh(stamp: Path, value: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="ascii") == value


def leave(stamp: Path, value: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value, encoding="ascii")
