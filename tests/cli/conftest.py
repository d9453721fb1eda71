"""The command line, called as a person calls it."""

import io
import sys
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from facedown.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: object, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["facedown", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as exit_:
            main()
        captured = capsys.readouterr()
        return Done(int(exit_.value.code or 0), captured.out, captured.err)

    return run
