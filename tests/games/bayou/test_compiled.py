"""The rules compiled and as they stand, and the bot that plays by them."""

from __future__ import annotations

import numpy as np
import pytest

import facedown
from facedown.core.batch import Batch
from facedown.core.chance import key_of
from facedown.core.flat import FlatGame

GAME = facedown.game("bayou-boss")
assert isinstance(GAME, FlatGame)
BAYOU: FlatGame = GAME


@pytest.mark.parametrize("seats", range(2, 9))
def test_compiled_games_are_equal_to_the_last_byte(seats: int) -> None:
    players = ("sensible", *["random"] * (seats - 1))
    plain = Batch(BAYOU.contract, seats, players, compiles=False).play("twins", 0, 4)
    fast = Batch(BAYOU.contract, seats, players).play("twins", 0, 4)
    assert plain.positions.tobytes() == fast.positions.tobytes()
    assert plain.scores.tobytes() == fast.scores.tobytes()
    assert plain.winners.tobytes() == fast.winners.tobytes()
    assert plain.decisions.tobytes() == fast.decisions.tobytes()


@pytest.mark.covers("bayou-boss 1.1")
def test_the_sensible_bot_wins_far_more_than_its_share() -> None:
    """At a table of four with three random players; a shared win counts as its part."""
    games = 2000
    won = Batch(BAYOU.contract, 4, ("sensible", "random", "random", "random")).play("strength", 0, games).winners
    bot = np.array([int(winners) >> (game % 4) & 1 for game, winners in enumerate(won)])
    share = bot / np.array([int(winners).bit_count() for winners in won])
    error = share.std() / games**0.5
    assert share.mean() - 4 * error > 0.5


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_sensible_bots_among_themselves_come_to_an_end(seats: int) -> None:
    outcome = Batch(BAYOU.contract, seats, ("sensible",)).play("peers", 0, 300)
    assert (outcome.winners > 0).all()
    assert outcome.scores.sum(axis=1).max() <= 17 * 4 + 8


def test_games_of_one_seed_are_the_same_and_of_others_are_not() -> None:
    batch = Batch(BAYOU.contract, 3, ("sensible",))
    first, again, other = (batch.play(seed, 0, 20).positions.tobytes() for seed in ("a", "a", "b"))
    assert first == again != other
    assert key_of(BAYOU.id, "a") != key_of(BAYOU.id, "b")
