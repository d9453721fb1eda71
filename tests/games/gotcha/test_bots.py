"""The bot that comes with the game: it plays by the rules, from views, and well enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import facedown
from facedown.agents import player as agent_named
from facedown.core.batch import Batch
from facedown.core.compiling import can_compile, compiled
from facedown.core.flat import FlatGame
from facedown.games.gotcha.bots import choose

GAME = facedown.game("gotcha")


@pytest.mark.parametrize("tier", ["starter", "advanced"])
def test_it_beats_random_in_four_matches_of_five(tier: str) -> None:
    assert isinstance(GAME, FlatGame)
    games = 2000
    won = Batch(GAME.contract, 2, ("sensible", "random"), {"tier": tier}).play("strength", 0, games).winners
    seat = np.arange(games) % 2  # the first player sits on seat i of game i
    assert ((won >> seat) & 1).mean() > 0.85


@pytest.mark.parametrize("seed", range(6))
def test_it_makes_legal_moves_and_the_same_ones_compiled(seed: int) -> None:
    assert isinstance(GAME, FlatGame)
    table, fast = GAME.new(seed=seed), compiled(choose)
    cards: Any = GAME.contract.card_arrays[0] if can_compile() else GAME.contract.plain_cards
    luck = np.array([1, 2, 3, seed + 4], np.uint32)
    while table.asked:
        seat = table.asked[-1]
        legal = {move.code: move for move in table.legal(seat)}
        moves = np.zeros(3, np.int64)
        for code in legal:
            moves[code >> 6] |= np.int64(1 << (code & 63))
        seen, again = GAME.contract.observation(table.position(), seat), luck.copy()
        answer: Any = choose(seen, GAME.contract.plain_cards, moves, luck)
        assert answer == fast(seen, cards, moves, again)
        assert luck.tolist() == again.tolist()
        table.play(seat, legal[answer])


@pytest.mark.parametrize(("tier", "answer"), [("starter", "First"), ("advanced", "Second")])
def test_the_loser_of_a_round_chooses_the_place_that_wins_more(tier: str, answer: str) -> None:
    game = facedown.game("gotcha")
    table = game.new(seed=1, tier=tier)
    player = agent_named(game, "sensible", 3)
    while "First" not in (texts := [move.text for move in table.legal(table.asked[0])]):
        table.play(table.asked[0], player.choose(table.observation(table.asked[0]), table.legal(table.asked[0])))
    seat = table.asked[0]
    assert set(texts) == {"First", "Second"}
    assert player.choose(table.observation(seat), table.legal(seat)).text == answer
    first_form = agent_named(game, "sensible-1", 3)
    assert first_form.choose(table.observation(seat), table.legal(seat)).text == "Second"
