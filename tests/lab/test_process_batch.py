"""Simulations of a game that does not compile: the same however cut up, and told in what ways games ended."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

import facedown
from facedown.core.errors import BadOption
from facedown.core.game import Move
from facedown.games.clocktower.bots import by_alignment
from facedown.games.clocktower.observe import Observation
from facedown.lab import simulate
from facedown.lab.process_batch import PlayedBatch

GAME = facedown.game("clocktower")


def test_a_batch_is_the_same_however_it_is_cut_up() -> None:
    batch = PlayedBatch(GAME.contract, 8, options={"script": "tb"})
    whole = batch.play(3, 0, 12)
    batch.games_per_piece = 5
    pieces = sorted(batch.pieces(3, 12, cores=2), key=lambda piece: piece.first)
    assert np.array_equal(np.concatenate([piece.winners for piece in pieces]), whole.winners)
    assert np.array_equal(np.concatenate([piece.decisions for piece in pieces]), whole.decisions)
    assert sum((piece.ends for piece in pieces), ()) == whole.ends
    assert np.array_equal(np.concatenate([piece.measures["days"] for piece in pieces]), whole.measures["days"])


def test_a_report_says_how_games_ended_and_the_storyteller_keeps_their_seat() -> None:
    report = simulate(GAME, 30, ("random",) * 7 + ("balanced",), 8, seed=5, options={"script": "tb"}, cores=1)
    assert report.games == sum(report.ends.values()) == 30
    assert all(end.startswith(("good: ", "evil: ")) for end in report.ends)
    assert [seat.seat for seat in report.by_seat] == list(range(7))
    assert [(player.name, player.seats) for player in report.players] == [("random", 7)]
    assert report.players[0].wins.value == 1  # somebody wins every game


def test_a_report_counts_characters_by_who_won_and_who_was_executed() -> None:
    report = simulate(GAME, 30, seats=8, seed=5, options={"script": "tb"}, cores=1)
    teams = {one.card: one.group for one in report.cards}
    in_play = [one for one in report.counts if one.event == "in play"]
    assert sum(one.games for one in in_play) == 30 * 7
    assert {one.seat for one in in_play} == set(range(7))
    assert (teams["Imp"], teams["Chef"]) == ("demon", "townsfolk")
    won = sum(one.won for one in in_play if teams[one.card] in ("demon", "minion"))
    assert 0 < won == 2 * sum(times for end, times in report.ends.items() if end.startswith("evil"))
    assert sum(one.times for one in report.counts if one.event == "executed") > 0


def talker(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """It never says that it is done."""
    return legal[-1]


def test_agents_play_by_alignment_and_whoever_only_talks_ends_the_game_all_the_same() -> None:
    """A bot of one's own is good, and is counted with its characters."""
    mine = by_alignment(talker, "sensible")
    report = simulate(GAME, 6, [mine, "random"], 8, seed=5, options={"script": "tb"})
    assert report.agents[:2] == ("good talker, evil sensible", "random")
    assert {one.side for one in report.sides} == {"good", "evil"}
    assert sum(one.wins.value for one in report.sides) == pytest.approx(1)
    of_mine = [one for one in report.cards if one.event == f"in play, {report.agents[0]}"]
    assert sum(one.games for one in of_mine) == 6
    assert report.sides[0].side + " wins " in str(report)


def test_a_report_says_how_many_of_what_a_game_counts_there_were() -> None:
    days = PlayedBatch(GAME.contract, 8, options={"script": "tb"}).play(5, 0, 30).measures["days"]
    measured = simulate(GAME, 30, seats=8, seed=5, options={"script": "tb"}, cores=1).measures["days"]
    assert measured.mean.low < measured.mean.value == days.mean() < measured.mean.high
    assert (measured.least, measured.most) == (days.min(), days.max())
    assert measured.least < measured.most


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadOption, match="no player 'clever'"):
        simulate(GAME, 5, ("clever",), 8)
    with pytest.raises(BadOption, match="does not run on a GPU"):
        simulate(GAME, 5, ("random",), 8, on_gpu=True)
    with pytest.raises(BadOption, match="there is no script"):
        simulate(GAME, 5, ("random",), 8, options={"script": "Trouble Stewing"})
