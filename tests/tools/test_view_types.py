"""The client's types of a view are those that the game declares."""

from pathlib import Path

import pytest

from tools.view_types import files, types_of


@pytest.mark.parametrize("path", files(), ids=lambda path: path.parent.name)
def test_they_are_written_from_the_words_as_they_are_now(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == types_of(path.parent.name), "run `python -m tools.view_types`"


def test_fields_alias_and_comments() -> None:
    written = types_of("bayou-boss")
    assert 'export type Question = "play" | "pick" | "mark" | "exchange" | "draw";' in written
    assert "  question: Question | null;" in written
    assert "  /** From 1. */\n  round: number;" in written
    assert "  table: Played[];" in written
    assert "  history: number[][];" in written
