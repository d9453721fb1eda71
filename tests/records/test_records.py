"""Every record in this folder is a test: it must read, play, be as it says and not otherwise, and read back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown
from facedown.core import record
from facedown.core.game import Game
from facedown.core.record import checks, parser
from facedown.core.record.text import Piece
from tests import sample_game
from tests.records.flips import flipped
from tests.records.positions import laid_open

HERE = Path(__file__).parent
DOCS = Path(__file__).parents[2] / "docs"


def find_game(name: str) -> Game:
    return sample_game.GAME if name == sample_game.GAME.id else facedown.game(name)


def code_blocks(path: Path) -> Iterator[tuple[int, str]]:
    """The records in a page, each with the line before its first."""
    block: list[str] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if block is None and line.strip() == "```record":
            block, start = [], number
        elif block is not None and line.strip() == "```":
            yield start, "\n".join(block)
            block = None
        elif block is not None:
            block.append(line)


LESSONS = sorted((Path(facedown.__file__).parent / "games").rglob("*.record"))
FILES = [*sorted(HERE.rglob("*.txt")), *LESSONS]
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if page.name != "add-a-game.md"]  # tests/docs builds that game
BLOCKS = [(path, line, text) for path in PAGES for line, text in code_blocks(path)]


def has_teeth(reached: record.Reached) -> None:
    """Whatever else the expectation could have said in this moment fails."""
    for line in flipped(reached.expectation, reached.table):
        other = parser.statement(Piece(line, 1, 1), reached.table.names)
        assert isinstance(other, parser.Expectation)
        assert checks.failures(reached.table, other, reached.since), f"{line!r} holds as well"


@pytest.mark.parametrize("path", FILES, ids=["/".join(path.parts[-2:]) for path in FILES])
def test_the_record_is_as_it_says_and_not_otherwise_and_reads_back(path: Path) -> None:
    replay = record.Replay(record.parse(path.read_text(encoding="utf-8"), find_game))
    for reached in replay.run():
        where = reached.expectation.where
        assert not reached.failures, f"{path}:{where.line}: {reached.failures}"
        has_teeth(reached)
    table = replay.table
    again = record.read(table.record(), find_game)
    assert laid_open(again) == laid_open(table)
    assert again.record() == table.record()


NOT_TOLD = [path for path in FILES if re.search("^not told", path.read_text(encoding="utf-8"), re.M)]


def test_what_somebody_is_not_told_is_something_that_is_told_elsewhere() -> None:
    """Else `not told` would hold of any words, misspelt ones too."""
    told: set[str] = set()
    not_told: list[tuple[str, str]] = []
    for path in NOT_TOLD:
        replay = record.Replay(record.parse(path.read_text(encoding="utf-8"), find_game))
        expected = [reached.expectation for reached in replay.run()]
        table = replay.table
        names = re.compile(rf"\b(?:{'|'.join(map(re.escape, table.names))})\b")
        watchers = [None, *range(len(table.names))]
        told |= {names.sub("@", said) for seat in watchers for said in checks.sentences(table, seat, 0)}
        not_told += [(path.name, names.sub("@", e.rest.text)) for e in expected if e.verb == "not told"]
    assert not [(name, words) for name, words in not_told if not any(words in said for said in told)]


@pytest.mark.parametrize(("path", "line", "text"), BLOCKS, ids=[f"{path.name}:{line}" for path, line, _ in BLOCKS])
def test_what_the_docs_show_is_true(path: Path, line: int, text: str) -> None:
    problems = record.check(text, find_game)
    assert not problems, "\n".join(f"{path}:{line + p.line}:{p.column}: {p.message}" for p in problems)


@pytest.mark.parametrize("name", facedown.games())
def test_the_docs_say_all_that_a_seat_sees(name: str) -> None:
    game = facedown.game(name)
    chapters = (DOCS / "records.md").read_text(encoding="utf-8").split("\n## ")
    (chapter,) = (chapter for chapter in chapters if chapter.startswith(f"{game.title}\n"))
    missing = [field for field in game.new().view(0).__struct_fields__ if f"`{field}`" not in chapter]
    assert not missing
