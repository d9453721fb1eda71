"""Non-interference: two positions that differ only in what a seat may not know are the same to that seat.

Views are compared compiled, over many positions; everything that is made from them, over fewer.
"""

from __future__ import annotations

import random

import pytest

from facedown.core.flat import SPECTATOR, FlatGame
from facedown.core.layout import blank
from facedown.server.play import outbound
from tests.how_much import count
from tests.laws import channels, sweep
from tests.laws.positions import GAMES, TABLES, fast, name, played, receivers

PAIRS = count(600, 2500)  # of positions and twins that are swept at each table
POSITIONS = count(12, 40)  # at each table, for every channel


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_no_view_and_no_legal_move_depends_on_what_is_hidden(game: FlatGame, seats: int) -> None:
    found = sweep.sweep(fast(game), seats, seed=11, wanted=PAIRS)
    assert not found.leaks
    assert found.pairs >= PAIRS
    assert found.dealt_anew > found.pairs // 2, "determinize must change what is hidden, or this proves nothing"


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_nothing_that_reaches_a_seat_depends_on_what_is_hidden(game: FlatGame, seats: int) -> None:
    luck, tried, seed = random.Random(seats), 0, 0
    while tried < POSITIONS:
        seed += 1
        for table in played(fast(game), seats, seed):
            if luck.random() < 0.2:
                tried += 1
                channels.check_secrets(table, luck, everybody=False)


@pytest.mark.parametrize("game", [game for game in GAMES if game.contract._has_open], ids=name)
def test_what_all_may_know_and_what_is_a_seats_own_make_the_whole_view(game: FlatGame) -> None:
    """Tables that are not compiled fill a view in two parts; the law above looks at views filled by `observe`."""
    contract, luck = game.contract, random.Random(3)
    for table in played(game, game.seats[-1], seed=12):
        for seat in receivers(table) if luck.random() < 0.2 or table.over else ():
            whole = blank(contract.view_layout)
            contract.given_rules.observe(table.position(), SPECTATOR if seat is None else seat, whole)
            assert table.observation(seat).tobytes() == whole.tobytes()


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_replay_before_the_end_shows_what_was_shown_at_the_time(game: FlatGame) -> None:
    """Nothing is told later that was not told then; looked at ever more rarely, as a game may have 5,000 frames."""
    told = 0
    for seed in range(5, 15):  # some games are short
        told += shown_again(game, seed)
        if told > 10:
            return
    pytest.fail(f"only {told} frames were looked at")


def shown_again(game: FlatGame, seed: int) -> int:
    """Play a game and look at replays meanwhile; how many frames spectators have seen."""
    live: dict[int | None, list[bytes]] = {}
    look_again = 0
    for table in played(fast(game), game.seats[0], seed):
        looks = len(table.frames) >= look_again and not table.over
        look_again = 1 + len(table.frames) * 5 // 4 if looks else look_again
        for seat in receivers(table):
            seen = live.setdefault(seat, [])
            seen += [channels.encoded(frame) for frame in outbound.frames(table, seat, len(seen) - 1)]
            if looks:
                again = [channels.encoded(frame) for frame in outbound.frames(table, seat, -1)]
                assert again == seen
    return len(live[None])
