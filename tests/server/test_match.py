"""How old a question is, and going back, on a game in which all are asked at once."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown import Illegal
from facedown.core.game import Move
from facedown.server.play.match import Match, rows_of
from facedown.server.storage.rows import StoredGame
from facedown.server.wire import Refused
from tests.laws.leaky import mutant
from tests.records.odd_names import plays, scripted, seated
from tests.records.positions import laid_open
from tests.sample_game import GAME, rules


@pytest.fixture
def match() -> Match:
    names = ("Ann", "Bo", "Cy")
    return Match(GAME.contract, StoredGame("seed", names, None), GAME.checked_options({}), 1)


def first(match: Match, seat: int) -> Move:
    return match.table.legal(seat)[0]


def test_where_all_are_asked_at_once_another_answer_makes_nothing_stale(match: Match) -> None:
    assert match.table.asked == (0, 1, 2)
    at = match.version
    match.play(1, first(match, 1))
    match.check_version(0, at)
    match.play(0, first(match, 0))
    match.check_version(2, at)
    match.check_version(2, match.version)
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            match.check_version(seat, at)
        assert refused.value.why == "stale"
    match.play(2, first(match, 2))
    with pytest.raises(Refused):
        match.check_version(0, at)
    match.check_version(0, match.version)


def test_what_has_not_been_seen_yet_cannot_be_answered(match: Match) -> None:
    with pytest.raises(Refused):
        match.check_version(0, match.version + 1)


def test_a_refused_move_leaves_the_game_as_it_was(match: Match) -> None:
    match.play(1, first(match, 1))
    before = match.table.record(), match.version, len(match.table.frames)
    with pytest.raises(Illegal):
        match.play(0, Move(0, "nonsense"))
    assert (match.table.record(), match.version, len(match.table.frames)) == before


def test_history_brings_a_game_back_to_where_it_was(match: Match) -> None:
    stops = []
    while not match.table.over:
        stops.append((rows_of(match.table), match.table.view(0), match.version, len(match.table.frames)))
        seat = match.table.asked[-1]
        match.play(seat, first(match, seat))
    for moves, view, version, frames in reversed(stops):
        match.replay(moves)
        assert (rows_of(match.table), match.table.view(0)) == (moves, view)
        assert (match.version, len(match.table.frames)) == (version, frames)


def test_in_a_tick_each_is_asked_once_whatever_others_do() -> None:
    game = mutant(rules={"CONTINUOUS": (rules.CHOOSE,)})
    match = Match(
        game.contract, StoredGame("seed", ("Ann", "Bo", "Cy"), None), game.checked_options({"time": "short"}), 1
    )
    age = match.question_key(0)
    match.play(1, first(match, 1))
    assert match.question_key(0) == age
    match.wait()
    assert match.question_key(0) != age


def test_a_tick_in_which_a_move_cannot_be_stored_looks_like_any_other() -> None:
    """Whether everybody is told of the next tick is measured by how this one began, not by who has acted in it."""
    game = mutant(rules={"CONTINUOUS": (rules.CHOOSE,)})
    seen = []
    for fails in (False, True):
        match = Match(
            game.contract, StoredGame("seed", ("Ann", "Bo"), None), game.checked_options({"time": "short"}), 1
        )
        for seat in (0, 1):
            wait = match.table.interpret(seat, "Wait")
            before = match.snapshot()
            match.play(seat, wait)
            if fails and seat == 1:
                match.restore(before)
                match.play(seat, wait)
        seen.append((match.version, match.table.asked))
    assert seen[0] == seen[1]


def test_a_timeout_that_cannot_be_stored_leaves_who_has_acted_unseen() -> None:
    match = Match(
        GAME.contract, StoredGame("seed", ("Ann", "Bo", "Cy"), None), GAME.checked_options({"time": "short"}), 1
    )
    match.unseen_actors = frozenset({1})
    before = match.snapshot()
    assert any(match.wait() for _ in range(3)), "everybody sees it in the end"
    match.restore(before)
    assert match.unseen_actors == {1}


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_what_is_stored_is_replayed_whatever_people_and_characters_are_called(seed: int) -> None:
    """As JSON, as the page sends it and the store keeps it; nobody has asked what is legal before."""
    luck = random.Random(seed)
    table = scripted(luck) if luck.random() < 0.5 else seated(facedown.game(luck.choice(facedown.games())), luck)
    if table is None:
        return
    begun = table.copy()
    plays(table, luck)
    rows = msgspec.json.decode(msgspec.json.encode(rows_of(table)))
    match = Match(begun.contract, StoredGame(str(table.seed), table.names, None), dict(table.options), 1)
    match.replay(rows)
    assert msgspec.json.decode(msgspec.json.encode(rows_of(match.table))) == rows
    assert laid_open(match.table) == laid_open(table)
