"""Who a game's bots are: names that a table takes, faces, and phrases for what can happen there."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import facedown
from facedown.core.personae import FILE, PersonaeError, read_personae
from facedown.core.spelling import fold
from facedown.server.wire import MAX_CHAT

GAMES = [game for game in facedown.games() if read_personae(facedown.game(game).contract.folder)]


def kinds_of(game: str) -> set[str]:
    """The kinds of events that the game tells."""
    folder = facedown.game(game).contract.folder.name
    for module in ("sentences", "words"):
        try:
            told = import_module(f"facedown.games.{folder}.{module}")
        except ModuleNotFoundError:
            continue
        for table in ("KINDS", "EVENTS"):
            if hasattr(told, table):
                return set(getattr(told, table).values())
    raise AssertionError(f"{game} tells nothing")


def test_the_card_games_have_personae() -> None:
    assert set(GAMES) == {"bayou-boss", "botch", "bots-battleground", "gotcha"}


@pytest.mark.parametrize("game", GAMES)
def test_personae_are_names_that_a_table_takes_with_faces_of_their_own(game: str) -> None:
    rules = facedown.game(game)
    personae = read_personae(rules.contract.folder)
    names = [persona.name for persona in personae]
    assert len(personae) >= 3
    assert len({fold(name) for name in names}) == len({persona.face for persona in personae}) == len(names)
    assert all(re.fullmatch("[a-z]{6}", persona.face) for persona in personae)
    for first in range(len(names)):
        seated = (names[first:] + names[:first])[: rules.seats[-1]]
        if len(seated) in rules.seats:
            assert rules.new(seated).names == tuple(seated)


@pytest.mark.parametrize("game", GAMES)
def test_what_they_say_belongs_to_events_that_there_are_and_is_short(game: str) -> None:
    for persona in read_personae(facedown.game(game).contract.folder):
        assert set(persona.says) <= kinds_of(game), persona.name
        for phrase in (said for phrases in persona.says.values() for said in phrases):
            assert phrase
            assert phrase.isprintable()
            assert len(phrase) <= MAX_CHAT // 4


def test_a_file_that_cannot_be_read_says_what_is_wrong(tmp_path: Path) -> None:
    assert read_personae(tmp_path) == ()
    wrong = tmp_path / "wrong"
    wrong.mkdir()
    (wrong / FILE).write_text("[[persona]]\nname = 'A'\nhat = 'b'\n")
    with pytest.raises(PersonaeError, match="hat"):
        read_personae(wrong)
