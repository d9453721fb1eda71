"""Words that are no move: what is suggested is legal and near; otherwise the reason is said."""

from __future__ import annotations

import random
import re

import pytest

import facedown
from facedown.core.flat import FlatGame
from facedown.core.table import Table


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
        ("use Railing", "write it as in `use Railing on Bo`"),
        ("threaten Bo with Album", "Album is no threat"),
        ("give Bo 0", "a deal is about 1 to 5 diamonds"),
        ("give Dan 1", "nobody here is called 'Dan'"),
        ("use Dragon", "there is no card 'Dragon'"),
        ("swap Bo", "did you mean 'swap with Bo'?"),
        ("use Raling on Bo", "did you mean 'use Railing on Bo'?"),
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
        ("gotcha", "Done", "something else is asked: Keep one"),
        ("gotcha", "Swap Rock", "did you mean 'Swap Rock Outward'?"),
        ("gotcha", "Cut Cy 1", "nobody here is called 'Cy'"),
        ("bayou-boss", "mark Dan", "nobody here is called 'Dan'"),
        ("bots-battleground", "Decline", "nobody has asked you"),
        ("bots-battleground", "Attak Bo", "'Attack Bo' is not legal now: no round has begun"),
    ],
)
def test_of_other_games(game: str, words: str, said: str) -> None:
    table = facedown.game(game).new(["Ann", "Bo"] if game == "gotcha" else ["Ann", "Bo", "Di"], seed=3)
    assert said in refusal(table, words)


def test_a_cast_is_mended_by_its_name() -> None:
    with pytest.raises(facedown.BadOption, match=r"no card 'hiden'; did you mean 'hidden'\?$"):
        facedown.game("botch").new(seed=1, cast="hiden")


def mistyped(words: str, luck: random.Random) -> str:
    """The words with a slip: of a letter, of two, of a blank, or of a word."""
    parts, at = words.split(), luck.randrange(len(words))
    whole = [
        words[:at] + luck.choice(["", "x", "0", words[at] * 2]) + words[at + 1 :],
        words[:at] + words[at : at + 2][::-1] + words[at + 2 :],
        words.replace(" ", "", 1),
        " ".join(part for number, part in enumerate(parts) if number != at % len(parts)),
        f"{words} {luck.choice(['please', 'Bo', '3'])}",
    ]
    return luck.choice(whole)


@pytest.mark.parametrize("game", facedown.games())
def test_whatever_is_suggested_is_legal(game: str) -> None:
    luck, suggested = random.Random(game), 0
    tables = [facedown.game(game).new(seed=seed) for seed in range(4)]
    for number in range(400):
        table = tables[number % 4]
        if table.over:
            continue
        seat = luck.choice(table.asked)
        every = table.game.moves(table.names) if isinstance(table.game, FlatGame) else table.legal(table.asked[0])
        legal = [move for move in table.legal(seat) if not table.game.takes_words(move)] or table.legal(seat)
        words = luck.choice([*legal] if luck.random() < 0.5 else [*every]).text
        error = table.objection(seat, mistyped(words, luck))
        if found := re.search(r"""did you mean ['"](.+)['"]\?""", str(error)):
            suggested += 1
            assert table.objection(seat, found[1]) is None, str(error)
        table.play(seat, luck.choice(legal))
    assert suggested > 30


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("clam Virgin", "did you mean 'claim Virgin'?"),
        ("Virgin", "nothing is asked that this answers; say what you do, as in `claim "),
        ("claim", "name a character, as in `claim "),
        ('whisper Dii "Hi."', "did you mean 'whisper Di \"Hi.\"'?"),
        ("nominate Bo", "nominations are not open"),
        ("Dne", "did you mean 'done'?"),
    ],
)
def test_of_clocktower(words: str, said: str) -> None:
    table, luck = facedown.game("clocktower").new(["Ann", "Bo", "Cy", "Di", "Ed", "Sue"], seed=2), random.Random(5)
    while not table.timing.continuous:
        table.play(table.asked[0], luck.choice(table.legal(table.asked[0])))
    assert said in refusal(table, words)
