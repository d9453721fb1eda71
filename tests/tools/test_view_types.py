"""The client's types of a view are those that the game declares."""

from pathlib import Path

import pytest

from tools.view_types import MESSAGES, REQUESTS, files, types_of, types_of_messages, types_of_requests


@pytest.mark.parametrize("path", files(), ids=lambda path: path.parent.name)
def test_they_are_written_from_the_words_as_they_are_now(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == types_of(path.parent.name), "run `python -m tools.view_types`"


def test_messages_are_written_as_the_server_says_them() -> None:
    written = types_of_messages()
    assert MESSAGES.read_text(encoding="utf-8") == written, "run `python -m tools.view_types`"
    assert 'export interface Chat { is: "said"; seat: number;' in written
    assert '  kind: "empty" | "person" | "bot";' in written
    assert written.count("export interface Frame {") == 1


def test_requests_are_written_as_the_server_reads_them() -> None:
    written = types_of_requests()
    assert REQUESTS.read_text(encoding="utf-8") == written, "run `python -m tools.view_types`"
    assert 'export interface HandOver { do: "handover"; to?: number | null }' in written
    assert " move: unknown; key?: string | null" in written
    assert " n: number;" not in written, "the connection adds it"


def test_fields_alias_and_comments() -> None:
    written = types_of("bayou-boss")
    assert 'export type Question = "play" | "pick" | "mark" | "exchange" | "draw";' in written
    assert "  question: Question | null;" in written
    assert "  /** From 1. */\n  round: number;" in written
    assert "  table: Played[];" in written
    assert "  history: number[][];" in written
