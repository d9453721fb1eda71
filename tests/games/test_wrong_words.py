"""Words that are no move: what is suggested is legal and near; otherwise the reason is said."""

from __future__ import annotations

import random
import re

import pytest

import facedown
from facedown.core.table import Table

CARD_GAMES = ("bayou-boss", "botch", "bots-battleground", "gotcha")


def refusal(table: Table, words: str) -> str:
    seat = table.asked[0]
    with pytest.raises(facedown.Illegal) as refused:
        table.play(seat, words)
    return str(refused.value)


def in_turn() -> Table:
    """A table of The Botch is Back at which it is Ann's turn, and not her first."""
    table = facedown.game("botch").new(["Ann", "Bo", "Cy"], seed=3)
    while table.view(0).question != "turn" or table.asked != (0,) or table.view(0).first:
        moves = [move for move in table.legal(table.asked[0]) if not move.text.startswith(("give", "ask", "offer"))]
        table.play(table.asked[0], moves[0])
    return table


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("use Ticket", "write it as in `use Ticket on Bo`"),
        ("threaten Bo with Album", "Album is no threat"),
        ("give Bo 0", "a deal is about 1 to 5 diamonds"),
        ("give Dan 1", "nobody here is called 'Dan'"),
        ("use Dragon", "there is no card 'Dragon'"),
        ("swap Bo", "did you mean 'swap with Bo'?"),
        ("use Tiket on Bo", "did you mean 'use Ticket on Bo'?"),
        ("call", "on your turn you use or claim a card"),
    ],
)
def test_of_the_botch_is_back(words: str, said: str) -> None:
    assert said in refusal(in_turn(), words)


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("gotcha", "Cut Bo 0", "`Cut Bo 1` cuts Bo's card in the first one"),
        ("gotcha", "Dragon", "write a card"),
        ("gotcha", "Swap Rock", "write a card"),
        ("gotcha", "Cut Cy 1", "nobody here is called 'Cy'"),
        ("bayou-boss", "mark Dan", "nobody here is called 'Dan'"),
        ("bots-battleground", "Decline", "nobody has asked you"),
        ("bots-battleground", "Attak Bo", "'Attack Bo' is not legal now: no round has begun"),
    ],
)
def test_of_other_games(game: str, words: str, said: str) -> None:
    table = facedown.game(game).new(["Ann", "Bo"] if game == "gotcha" else ["Ann", "Bo", "Di"], seed=3)
    message = refusal(table, words)
    assert said in message
    assert "did you mean" not in message


def test_a_cast_is_mended_by_its_name() -> None:
    with pytest.raises(facedown.BadOption, match=r"no card 'hiden'; did you mean 'hidden'\?$"):
        facedown.game("botch").new(seed=1, cast="hiden")


@pytest.mark.parametrize("game", CARD_GAMES)
def test_whatever_is_suggested_is_legal(game: str) -> None:
    luck, suggested = random.Random(game), 0
    table = facedown.game(game).new(seed=7)
    for _ in range(100):
        if table.over:
            break
        seat = table.asked[0]
        every = table.game.moves(table.names)  # type: ignore[attr-defined]  # of a card game
        words = luck.choice([*table.legal(seat)] if luck.random() < 0.5 else [*every]).text
        at = luck.randrange(len(words))
        wrong = words[:at] + luck.choice(["", "x", "0"]) + words[at + 1 :]
        error = table.objection(seat, wrong)
        if found := re.search(r"did you mean '(.+)'\?", str(error)):
            suggested += 1
            assert found[1] in [move.text for move in table.legal(seat)]
        table.play(seat, luck.choice(table.legal(seat)))
    assert suggested
