"""Told texts of the sample game: what may be said in other words, and the record that comes of it."""

import pytest

from facedown.core import record
from facedown.core.errors import UnknownGame
from facedown.core.game import Game
from tests.sample_game import GAME

HEADER = "game: high-card\nseats: Ann, Bo\n"
HANDS = "Ann holds: Twelve, One, Two\nBo holds: Three, Four, Five\ndeck: Six, Seven\n"
TOLD = """\
game: High Card
players: ann, Bo   # two of them

-- the first trick --
ann holds twelve, one, two
Bo holds: Three, Four, Five
deck Six, Seven
1. Bo: five        # his best
Bo is not told: nothing at all
- ann -> one; sees nobody: scores
"""
RECORD = """\
game: high-card
seats: ann, Bo  # two of them

== The first trick ==

ann holds: Twelve, One, Two
Bo holds: Three, Four, Five
deck: Six, Seven
Bo: Five           # his best
not told Bo: nothing at all
ann: One
"""


def find_game(name: str) -> Game:
    if name != GAME.id:
        raise UnknownGame(f"there is no game {name!r}")
    return GAME


def test_a_told_text_becomes_a_record_with_its_comments_and_titles() -> None:
    told = TOLD.replace("; sees nobody: scores", "")
    assert record.translate(told, find_game) == record.Translation(RECORD, [])
    assert record.check(RECORD, find_game) == []


def test_all_make_one_move_together_and_no_more() -> None:
    said = record.translate(HEADER + HANDS + "all: One, Two\n", find_game)
    assert "`all` make one move together" in said.problems[0].message


@pytest.mark.parametrize(
    "text",
    [
        "GAME: High Card\nSEATS: 2\nhand = 3\n",
        "\ufeffgame high-card\r\nseats Ann, Bo\r\n\r\n# done\r\n",
        "  game:high-card   # which\n\n\tplayers:\tAnn ,Bo\noption hand: 3\n",
        "title: A: game; of # cards\ngame: high-card\nsource: page 3: the end\nseats: 2\n",
        "game: high-card\n== Round 1 ==\nseats: 2\nround 1\n-- the first trick --\nTrick 1:\n",
    ],
)
def test_headers_are_read_leniently(text: str) -> None:
    table = record.read_loose(text, find_game)
    assert len(table.names) == 2
    assert table.asked == (0, 1)


@pytest.mark.parametrize(
    "lines",
    [
        "Ann: One\nBo: Five\nAnn: Two\n",
        "ann: one # low\n  BO:   FIVE\nAnn Two\n",
        "1. Ann: One\n2) Bo: Five\n- Ann: Two\n",
        "Ann: One, Bo: Five, Ann: Two\n",
        "Ann: One; Bo: Five; Ann: Two\n",
        "round 1, trick 1\nBo: Five\nAnn: One, Two\n",
        "Trick 1: Ann: One; Bo: Five\nTrick 2:\nAnn: Two\n",
    ],
)
def test_moves_are_read_leniently(lines: str) -> None:
    table = record.read_loose(HEADER + HANDS + lines, find_game)
    assert sorted(line.text for line in table.history if line.seat is not None) == ["Five", "One", "Two"]


@pytest.mark.parametrize(
    "line",
    [
        "asked: Ann, Bo",
        "asked Bo and Ann",
        "asked: all",
        "legal Ann: Two, one",
        "Ann legal: Two, one",
        "legal Bo Three, Four, Five",
        "may Ann: One",
        "Ann may not: Three, Twelve",
        "may not Ann: Twelve",
        "refused Ann: Twelve (rule 2.2)",
        "refused Ann: Twelve [2.2]",
        "refused Ann: Twelve by rule 2.2",
        "refused Ann: Three, Four",
        "refused Ann Twelve",
        "sees Ann: hand = One, Two, Twelve",
        "sees Ann: hand has One, Two; hand lacks Three; hand.count = 3; hand.1 = One; hand.last = Twelve",
        "sees Ann: hand lacks three, FIVE; hand.1 != six; chosen lacks ann one; event.kind != Draw",
        "Ann sees: hand is Two, One, Twelve",
        "sees: hand = nothing; deck_left = 6; hand_counts = Ann 3, Bo 3; over = no",
        "sees nobody: hand is none; hand counts = 3, 3",
        "sees all: tricks.Ann = 0; tricks[2] = 0; chosen = none; trick != 2",
        "sees: chosen.Bo = none; tricks.9 = none; over is no; tricks != 1, 1",
        "sees Ann: asked = Ann, Bo; seat = Ann; event.kind = deal; event.card = hidden",
        "told: the cards are dealt",
        "told Ann: The cards are dealt.",
        "prompt Ann: choose a card",
        "prompt: Waiting for Ann, Bo",
        "scores: Ann 0, Bo 0",
        "scores: 0, 0",
        "score Bo = 0",
        "over: no",
    ],
)
def test_expectations_are_read_leniently(line: str) -> None:
    translation = record.translate(HEADER + HANDS + line, find_game)
    assert not translation.problems
    assert record.check(translation.record, find_game) == []
