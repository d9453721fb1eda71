"""Files that are named on the command line: every command reads them in the same way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

RECORD = "game: gotcha\nseats: Ann, Bo\nseed: 1\n"
CARDS = 'game = "gotcha"\n'
TOWN = '{"seats": ["Ann"], "claims": ["imp"]}'
COMMANDS = {
    ("check",): RECORD,
    ("verify",): RECORD,
    ("cards", "check"): CARDS,
    ("clocktower", "solve"): TOWN,
    ("play", "gotcha", "--cards"): CARDS,
    ("play", "clocktower", "--seed", "1", "-o"): '["chef", "empath", "slayer", "imp", "poisoner"]',
}


def tried(run: Run, command: tuple[str, ...], file: Path) -> str:
    """What the command says of a file, without the file's name."""
    done = run(*command, f"script={file}" if "-o" in command else file)
    return (done.out + done.err).replace(str(file), "FILE").replace(file.stem, "FILE")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_text_is_refused_by_every_command(command: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    for data in (b"\x9f\x92", "Zoë".encode("latin-1"), "Zoë".encode("utf-16")):
        file = tmp_path / "mine.txt"
        file.write_bytes(data)
        assert "this is not text in UTF-8 (byte " in tried(run, command, file)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mark_in_front_and_the_ends_of_lines_change_nothing(
    command: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(COMMANDS[command], "utf-8")
    plain = tried(run, command, file)
    for text in (COMMANDS[command].replace("\n", "\r\n"), COMMANDS[command].replace("\n", "\r")):
        file.write_bytes(text.encode("utf-8-sig"))
        assert tried(run, command, file) == plain


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_and_what_is_nested_without_end_end_in_one_line(
    command: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    for file in (tmp_path, deep):
        said = tried(run, command, file)
        assert said.count("\n") == 1, said
        assert len(said) < 300


def test_standard_input_is_read_as_a_file_is(run: Run) -> None:
    assert run("clocktower", "solve", "-", stdin="\ufeff[]").code == 0
    assert run("cards", "check", "-", stdin=CARDS).code == 1


def test_a_problem_says_what_is_wrong_without_the_name_of_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "Friday: late.txt"
    file.write_bytes(b"\x9f")
    assert run("check", file).out == f"{file}:1:1: this is not text in UTF-8 (byte 0); save it as UTF-8\n"
