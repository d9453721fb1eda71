"""What if: from any moment of a game, on with the cards as they lay, or dealt anew from what a seat knew."""

from __future__ import annotations

import random
from typing import Any

import pytest

import facedown
from facedown.core.errors import BadOption, Illegal
from facedown.core.table import Table


def played(name: str, seed: int) -> Table:
    """A game to its end, by chance."""
    table, luck = facedown.game(name).new(seed=seed), random.Random(seed)
    while table.asked:
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
    return table


@pytest.mark.parametrize("name", ["gotcha", "bayou-boss", "botch"])
def test_a_fork_goes_on_as_the_game_did_if_the_same_moves_are_made(name: str) -> None:
    table = played(name, 11)
    before = table.record()
    for number in range(0, len(table.frames), 9):
        fork = table.at(number).fork(0)
        for line in table.history[len(fork.history) :]:
            assert line.seat is not None
            fork.play(line.seat, line.text)
        assert fork.record() == before
        assert fork.position().tobytes() == table.position().tobytes()
    assert table.record() == before
    assert table.over


@pytest.mark.parametrize("name", ["gotcha", "bayou-boss"])
def test_dealt_anew_a_fork_looks_the_same_to_its_seat_and_plays_on_to_an_end(name: str) -> None:
    table, luck = played(name, 5), random.Random(3)
    middle = len(table.frames) // 2
    as_it_was = table.at(middle).fork(1)
    forks = [table.at(middle).fork(1, anew=seed) for seed in range(8)]
    assert all(fork.view(1) == as_it_was.view(1) for fork in forks)
    assert len({fork.position().tobytes() for fork in forks}) > 1
    while forks[0].asked:
        seat = forks[0].asked[0]
        forks[0].play(seat, luck.choice(forks[0].legal(seat)))
    assert forks[0].over


def test_no_record_leads_to_a_table_that_was_dealt_anew() -> None:
    table = played("gotcha", 3)
    fork = table.at(20).fork(1, anew="other")
    fork.play(fork.asked[0], fork.legal(fork.asked[0])[0])
    for other in (fork, fork.copy(), fork.fork(0)):
        with pytest.raises(Illegal, match="dealt anew"):
            other.record()


@pytest.mark.parametrize("frame", [-1, 10**6, 1.5, "x", None, True])
def test_a_moment_that_there_was_not_is_refused(frame: Any) -> None:
    table = facedown.game("gotcha").new(seed=3)
    with pytest.raises(BadOption, match=rf"no frame {frame!r}; the table has frames 0 to {len(table.frames) - 1}"):
        table.at(frame)
