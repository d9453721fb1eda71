"""A game that cannot be loaded is refused in one line, which names the file, what is wrong, and the mend."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown
from facedown.core.errors import GameError
from tests.docs.add_a_game import FILES, PACKAGE, listed, written


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The game of the page, where it is found beside the others."""
    with listed(written(tmp_path)):
        yield tmp_path / "liars_dice"


def refusal() -> str:
    with pytest.raises(GameError) as raised:
        facedown.game("liars-dice")
    return str(raised.value)


def line_of(file: Path, words: str) -> int:
    """The first line of a file in which these words stand."""
    return next(n for n, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1) if words in line)


def test_whole_it_is_found(folder: Path) -> None:
    assert facedown.game("liars-dice").contract.folder == folder


@pytest.mark.parametrize("name", ["words", "rules", "notation", "bots", "encoding"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.py").unlink()
    said = refusal()
    assert re.match(rf"{re.escape(str(folder))}/\w+\.py:\d+: the game has no {name}\.py", said)
    assert "\n" not in said


def test_a_file_that_is_nearly_called_so_is_named(folder: Path) -> None:
    (folder / "words.py").rename(folder / "word.py")
    assert refusal().endswith(": the game has no words.py; did you mean 'word'?")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("words.py", "-> View:\n", "-> View\n", "expected ':'"),
        ("rules.py", "    kind = open_kind(s)", "   kind = open_kind(s", "was never closed: "),
        ("bots.py", "from facedown.core", "from facedwn.core", "there is no module facedwn"),
        (
            "words.py",
            "import members",
            "import membres",
            "facedown.core.bits has no `membres`; did you mean 'members'?",
        ),
        (
            "words.py",
            "(msgspec.Struct",
            "(msgspec.Strct",
            "msgspec' has no attribute 'Strct'",
        ),
        ("rules.py", "MOST_DICE * FACES", "MOST_DISE * FACES", "NameError: name 'MOST_DISE' is not defined"),
        ("__init__.py", '    title="Liar\'s Dice",\n', "", "missing 1 required keyword-only argument: 'title'"),
        ("__init__.py", "import ENCODING", "import ENCODNG", "has no `ENCODNG`; did you mean 'ENCODING'?"),
        ("__init__.py", "    minutes=15,", "    minuts=15,", "unexpected keyword argument 'minuts'"),
        ("notation.py", "CARDS: tuple[Card, ...] = ()", "CARDS = 1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_that_python_cannot_read_is_named_with_the_line(
    folder: Path, file: str, old: str, new: str, said: str
) -> None:
    text = FILES[file]
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    refused = refusal()
    assert re.match(rf"{re.escape(str(folder / file))}:\d+: ", refused)
    assert said in refused
    assert "\n" not in refused


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("words.py", "def prompt(", "def promt(", f"{PACKAGE}.words has no function `prompt`"),
        ("rules.py", "CHANCE = (FIRST, ROLL)", "CHANCES = (FIRST, ROLL)", f"{PACKAGE}.rules must have `CHANCE:"),
        ("rules.py", "@compiles\ndef legal(", "def legal(", f"{PACKAGE}.rules.legal is not marked `@compiles`"),
        ("bots.py", "BOTS =", "BOTZ =", f"{PACKAGE}.bots must have `BOTS:"),
        ("notation.py", '("first", "... rolls")', '"first"', "LAID_OUT is a tuple, such as ('first',), not a text"),
        ("__init__.py", "GAME = FlatGame(", "GAME = (", "GAME must be a game, such as a FlatGame"),
        ("__init__.py", 'id="liars-dice"', 'id="gotcha"', "two games have the id 'gotcha'"),
    ],
)
def test_what_a_module_lacks_is_named(folder: Path, file: str, old: str, new: str, said: str) -> None:
    text = FILES[file]
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert said in refusal()
