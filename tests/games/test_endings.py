"""Why a game was won and lost, in a sentence for each seat, and the moment from which it stayed so."""

import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import facedown
from facedown.core import record
from facedown.core.table import Table
from facedown.core.turning_point import turning_point
from facedown.games.botch.view import View
from facedown.games.botch.words import why as why_in_botch

GAMES = {"bayou-boss": "bayou", "gotcha": "gotcha", "botch": "botch", "bots-battleground": "bots_battleground"}


def ended(game: str) -> Table:
    """A match that Ann has won, which a picture of the game shows."""
    end = Path(facedown.__file__).parent / "games" / GAMES[game] / "pictures" / "end.record"
    return record.read(end.read_text(encoding="utf-8"), facedown.game)


def why(table: Table, seat: int | None) -> str:
    return table.contract.why(table.view(seat), table.names)


@pytest.mark.parametrize(
    ("game", "winner", "loser"),
    [
        ("bayou-boss", "You won with 5 points to Bo's 12. Fewest points win."
         " The game ended after round 1, because Bo had 12 points or more.",
         "Ann won with 5 points to your 12. Fewest points win."
         " The game ended after round 1, because you had 12 points or more."),
        ("gotcha", "You won with 2 rounds to Bo's 0. Most rounds win. "
         "Bo had no card left to play, which loses a round whatever the points.",
         "Ann won with 2 rounds to your 0. Most rounds win. "
         "You had no card left to play, which loses a round whatever the points."),
        ("botch", "You declared with 10 diamonds, and nobody showed a face-down card that stops it.",
         "Ann declared with 10 diamonds, and nobody showed a face-down card that stops it."),
        ("bots-battleground", "You won with 10 tokens to Bo's 0. Most tokens win.",
         "Ann won with 10 tokens to your 0. Most tokens win."),
    ],
)  # fmt: skip
def test_each_seat_is_told_why(game: str, winner: str, loser: str) -> None:
    table = ended(game)
    assert why(table, 0) == winner
    assert why(table, 1) == loser
    assert why(table, None).startswith("Ann ")


def test_of_several_who_win_the_botch_names_who_declared_or_all_who_have_most() -> None:
    view = ended("botch").view(0)
    assert isinstance(view, View)
    assert view.event is not None
    twins = replace(view, winners=(0, 1), event=replace(view.event, seat=1), diamonds=(8, 9), stash=(0, 0))
    assert why_in_botch(twins, ("Ann", "Bo")) == "Bo declared with 9 diamonds, and a card made that a win."
    richest = replace(twins, event=None, diamonds=(9, 9), alive=(True, True))
    assert why_in_botch(richest, ("Ann", "Bo")) == "You and Bo had the most diamonds, 9."


def test_a_game_turns_where_the_winner_goes_ahead_for_good() -> None:
    table = ended("bayou-boss")
    frame = turning_point(table)
    assert frame is not None
    lead = [bo - ann for ann, bo in (table.contract.progress(one.position) for one in table.frames)]
    assert all(ahead > 0 for ahead in lead[frame:])
    assert lead[frame - 1] <= 0
    assert min(lead[:frame]) < 0
    assert table.told_at(frame, None) is not None


@pytest.mark.parametrize("game", ["gotcha", "botch", "bots-battleground"])
def test_no_game_turns_in_which_nobody_else_was_ahead_or_the_last_move_decided(game: str) -> None:
    assert turning_point(ended(game)) is None


def test_a_game_does_not_turn_for_a_loser_who_was_never_ahead() -> None:
    table, dice = facedown.game("bayou-boss").new(seats=4, seed=2), random.Random(2)
    while not table.over:
        seat = dice.choice(table.asked)
        table.play(seat, dice.choice(table.legal(seat)))
    assert turning_point(table) is not None
    assert turning_point(table, 0) is None


@pytest.mark.parametrize("game", GAMES)
def test_when_something_was_is_said_in_a_games_own_words(game: str) -> None:
    table = ended(game)
    said = [table.contract.when(table.at(frame).view(None)) for frame in range(len(table.frames))]
    assert all(re.match("(round|turn) [1-9]", when) for when in said[len(said) // 2 :])
    assert game != "gotcha" or "round 1, turn 1, lane 2" in said


@pytest.mark.parametrize("game", ["bayou-boss", "gotcha"])
def test_what_counts_ends_as_the_score_and_never_falls_within_a_round(game: str) -> None:
    table, dice = facedown.game(game).new(seed=5), random.Random(5)
    before = 0
    while not table.over:
        now = sum(table.contract.progress(table.position()))
        assert now >= before or game == "gotcha"
        before = now
        seat = dice.choice(table.asked)
        table.play(seat, dice.choice(table.legal(seat)))
    if game == "bayou-boss":
        assert table.contract.progress(table.position()) == table.standing.scores


def test_no_game_has_turned_before_it_is_over_and_clocktower_tells_nothing() -> None:
    assert turning_point(facedown.game("bayou-boss").new()) is None
    assert facedown.game("clocktower").new().contract.why(facedown.game("clocktower").new().view(0), ()) == ""
