"""Evenings among bots, read as players hear them; each is written into the folder `transcripts`."""

from __future__ import annotations

import re

import pytest

from facedown.core.table import Table
from facedown.games.clocktower.bots.mind import execution_costs
from facedown.games.clocktower.claims import understood
from facedown.games.clocktower.moves import Deed, InSeat, act_of
from tests.games.clocktower.evenings import FOLDER, GAME, Turn, evening, heard

SCRIPTS = {
    "trouble-brewing": "Trouble Brewing",
    "bad-moon-rising": "Bad Moon Rising",
    "sects-and-violets": "Sects and Violets",
    "experimental": (
        "noble, knight, steward, villageidiot, pixie, balloonist, shugenja, general, fisherman, bountyhunter, "
        "cannibal, magician, farmer, golem, puzzlemaster, snitch, damsel, goblin, boomdandy, marionette, "
        "widow, legion, lleech, vigormortis"
    ),
}
GAMES, PLAYERS, DEAR = 5, 8, 0.5
NOTATION = re.compile(r"night \d+, \w+:|[&()|_]|\b(?:count|pair|role|yes|no)\b\W*$")


def words_of(table: Table, text: str) -> str:
    """What is said aloud or in private by this move, or ""."""
    act = act_of(GAME.read_move(text, table.names))
    return act.words if isinstance(act, Deed) else ""


def nominee(turn: Turn) -> int | None:
    act = act_of(GAME.read_move(turn.text, turn.table.names))
    whom = act.about[0] if isinstance(act, Deed) and act.verb == "nominate" else None
    return whom.seat if isinstance(whom, InSeat) else None


def check_words(turn: Turn) -> None:
    """A sentence, and none of who speaks by name."""
    words, names = words_of(turn.table, turn.text), turn.table.names
    if words:
        assert words[0].isupper(), words
        assert words[-1] in ".?!", words
        assert not NOTATION.search(words), words
        assert not re.search(rf"\b{names[turn.seat]}\b", words), f"{names[turn.seat]}: {words}"


def check_nomination(turn: Turn) -> None:
    """Nobody dead, and nobody for whom no reason has been given; a good one for who claims to cost the game."""
    seat, table = nominee(turn), turn.table
    if seat is None:
        return
    circle = table.view(None).circle
    assert circle[seat].alive, turn.text
    said = [understood(words, table.names, by=place.seat) for place in circle for words in place.says]
    given = [one[2][0] for one in said if one and one[0] == "because" and one[1] == ("evil", seat)]
    assert given, turn.text
    claims = table.observation(None).circle[seat].claims
    if any(execution_costs(id) >= DEAR for id in claims):
        assert set(given) - {"trust_others", "agree", "unproved"}, f"{turn.text}: {given}"


def unanswered(table: Table) -> list[object]:
    """The whispers to which there was no answer on the same day."""
    said = table.position().picture.state.whispers
    return [one for one in said[::2] if (one.day, one.to, one.by) not in {(w.day, w.by, w.to) for w in said[1::2]}]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("script", SCRIPTS)
def test_an_evening_reads_like_one_among_people(script: str, seed: int) -> None:
    table = None
    for turn in evening(SCRIPTS[script], PLAYERS, seed):
        table = turn.table
        check_words(turn)
        check_nomination(turn)
    assert table is not None
    assert table.over
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{script}-{seed}.txt").write_text("\n".join(heard(table)) + "\n", encoding="utf-8")
    assert not unanswered(table)
