"""The law of hidden things catches leaks: they are planted here on purpose, one a channel."""

from __future__ import annotations

import random
from typing import Any

import pytest

from facedown.core.flat import FlatGame
from tests.laws import channels, leaky, sweep
from tests.laws.positions import GAMES, name, played, twin_of
from tests.sample_game import GAME

TRIES = 40  # games until a leak must have shown


def first_leak(game: FlatGame, channel: str | None = None) -> str:
    """What the law says, looking at one channel or at all; "" where it finds nothing."""
    luck = random.Random(1)
    only = {channel: channels.CHANNELS[channel]} if channel else channels.CHANNELS
    for seed in range(TRIES):
        for table in played(game, 3, seed):
            for seat in (None, 0, 1, 2):
                try:
                    channels.compare(table, twin_of(table, seat, luck.random()), seat, only)
                except channels.LeakError as leak:
                    return str(leak)
    return ""


@pytest.mark.parametrize("what", leaky.GAMES)
def test_a_leaky_game_is_caught(what: str) -> None:
    channel, game = leaky.GAMES[what]
    assert f"by its {channel}" in first_leak(game(), channel)


@pytest.mark.parametrize("what", leaky.SERVERS)
def test_a_leaky_server_is_caught(what: str) -> None:
    channel, function, leak = leaky.SERVERS[what]
    with leaky.server_that(function, leak):
        assert f"by its {channel}" in first_leak(GAME, channel)


def test_an_honest_game_is_not_accused() -> None:
    check_games(leaky.mutant(), games=3)


def test_every_channel_has_a_leak_planted_in_it() -> None:
    planted = {channel for channel, *_ in (*leaky.GAMES.values(), *leaky.SERVERS.values())}
    assert planted == set(channels.CHANNELS)


def test_a_game_that_takes_longer_where_somebody_holds_a_card_is_caught() -> None:
    with pytest.raises(channels.LeakError, match="was told of"):
        check_games(leaky.slow_game(), TRIES)


def test_a_game_that_shows_how_somebody_was_silent_is_caught() -> None:
    with pytest.raises(channels.LeakError, match="after the clock seat"):
        check_games(leaky.hesitant_game(), TRIES)


def check_games(game: FlatGame, games: int) -> None:
    luck = random.Random(2)
    for seed in range(games):
        for table in played(game, 2, seed):
            channels.check_secrets(table, luck)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_sweep_catches_a_seat_that_sees_its_neighbours_view(game: FlatGame) -> None:
    rules = game.contract.given_rules
    part = "observe_own" if hasattr(rules, "observe_own") else "observe"  # of what depends on who looks

    def beside(s: Any, seat: int, v: Any) -> None:
        getattr(rules, part)(s, (seat + 1) % int(s.seats) if seat >= 0 else seat, v)

    assert sweep.sweep(leaky.mutant(game, rules={part: beside}), game.seats[0], seed=3, wanted=400).leaks
