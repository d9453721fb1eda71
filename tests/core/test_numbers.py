"""Actions by their numbers: the fast way through a table is the same way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import facedown
from facedown.core.flat import FlatGame
from facedown.core.layout import memory_of
from facedown.core.table import Table
from tests.laws.positions import GAMES, fast, name, options_of
from tests.sample_game import GAME as SAMPLE


def any_action(table: Table, luck: np.random.Generator) -> tuple[int, int]:
    seat = table.asked[int(luck.integers(len(table.asked)))]
    return seat, int(luck.choice(np.flatnonzero(table.mask(seat))))


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_numbers_make_the_same_game_as_moves(game: FlatGame) -> None:
    """Compiled, where words come only when they are asked for, and interpreted, where they come at once."""
    options = options_of(game, 5, game.seats[-1])
    quick, slow = fast(game).new(game.seats[-1], 5, **options), game.new(game.seats[-1], 5, **options)
    luck = np.random.default_rng(5)
    for number in range(60):
        if quick.over:
            break
        seat, action = any_action(quick, luck)
        legal = {game.actions.number_of(move) for move in slow.legal(seat)}
        assert set(np.flatnonzero(quick.mask(seat))) == set(np.flatnonzero(slow.mask(seat))) == legal
        quick.play(seat, action)
        slow.play(seat, np.int64(action))
        assert quick.position().tobytes() == slow.position().tobytes()
        if number % 20 == 7:
            assert_same(quick, slow)
    assert_same(quick, slow)


def assert_same(one: Table, other: Table) -> None:
    assert one.record() == other.record()
    assert [frame.lines for frame in one.frames] == [frame.lines for frame in other.frames]
    assert [frame.position.tobytes() for frame in one.frames] == [
        frame.position.tobytes() for frame in other.frames
    ]
    assert one.log(0) == other.log(0)
    assert repr(one) == repr(other)


def test_numbers_and_words_take_turns_and_are_taken_back() -> None:
    table = fast(SAMPLE).new(2, 3)
    plain = SAMPLE.new(2, 3)
    luck = np.random.default_rng(3)
    for turn in range(9):
        if table.over:
            break
        before = table.position().tobytes()
        seat, action = any_action(table, luck)
        move = next(move for move in table.legal(seat) if SAMPLE.actions.number_of(move) == action)
        copy = table.copy()
        table.play(seat, action if turn % 3 else move)
        assert copy.position().tobytes() == before
        if turn % 2:
            table.undo()
            assert table.position().tobytes() == before
            table.play(seat, move if turn % 3 else action)
        plain.play(seat, move)
    assert_same(table, plain)
    while True:
        try:
            table.undo()
        except facedown.Illegal:
            break
        plain.undo()
        assert bytes(memory_of(table.position())) == bytes(memory_of(plain.position()))
    assert_same(table, plain)


@pytest.mark.parametrize("in_words", [True, False])
@pytest.mark.parametrize("game", [SAMPLE, fast(SAMPLE)], ids=["interpreted", "compiled"])
def test_a_move_changes_no_other_table_and_nothing_that_was_before(game: FlatGame, in_words: bool) -> None:
    luck = np.random.default_rng(3)

    def play(table: Table) -> None:
        seat, action = any_action(table, luck)
        table.play(seat, game.actions[action] if in_words else action)

    table = game.new(2, 3)
    play(table)
    anew = table.determinized(0, 5)
    beginning, mark = anew.position().tobytes(), anew.mark()
    for _ in range(2):
        play(anew)
        assert anew.frames[0].position.tobytes() == beginning == table.determinized(0, 5).position().tobytes()
        copy, later = anew.copy(), anew.position().tobytes()
        anew.undo()
        assert anew.position().tobytes() == beginning
        again = anew.copy()
        play(anew)
        assert (copy.position().tobytes(), again.position().tobytes()) == (later, beginning)
        anew.go_back(mark)
        assert anew.position().tobytes() == beginning


@pytest.mark.parametrize("game", [SAMPLE, fast(SAMPLE)], ids=["interpreted", "compiled"])
@pytest.mark.parametrize(
    "number", [-1, 13, 1 << 70, True, 1.0, None, np.float64(0), np.int8(-3), np.int64(13), np.int64(-1)]
)
def test_what_is_no_action_is_refused(game: FlatGame, number: Any) -> None:
    table = game.new(2, 3)
    before = table.record()
    with pytest.raises(facedown.Illegal, match=r"High Card has no action .*; actions are 0 to 12"):
        table.play(0, number)
    assert table.record() == before


@pytest.mark.parametrize("game", [SAMPLE, fast(SAMPLE)], ids=["interpreted", "compiled"])
def test_an_action_that_is_not_legal_is_refused_with_its_rule(game: FlatGame) -> None:
    table = game.new(2, 3)
    (not_mine, *_) = np.flatnonzero(~table.mask(0))
    with pytest.raises(facedown.Illegal, match="Ann may not play One: you do not hold the One"):
        table.play(0, int(not_mine))
    table.play(0, int(table.mask(0).argmax()))
    with pytest.raises(facedown.WrongSeat):
        table.play(0, int(not_mine))
    assert not table.mask(0).any()


def test_a_record_that_waits_for_chance_can_be_gone_on_with_by_numbers() -> None:
    table = fast(SAMPLE).new(2, 3)
    seat, action = any_action(table, np.random.default_rng(1))
    table.play(seat, action)
    waiting = table.copy(wait_for_chance=True)
    seat, action = any_action(waiting, np.random.default_rng(1))
    waiting.play(seat, action)
    table.play(seat, action)
    assert waiting.copy(wait_for_chance=False).position().tobytes() == table.position().tobytes()


def test_moves_of_a_game_without_numbers() -> None:
    table = facedown.game("clocktower").new()
    with pytest.raises(facedown.Illegal, match="have no numbers; give a Move, or its words"):
        table.play(table.asked[0], 0)
    with pytest.raises(facedown.Illegal, match="have no numbers"):
        table.mask(0)


def test_a_table_says_what_it_is() -> None:
    table = SAMPLE.new(["Ann", "Bo"], 3)
    assert repr(table) == "<Table high-card: Ann, Bo; asked: Ann, Bo>"
    while table.asked:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert repr(table) == "<Table high-card: Ann, Bo; over>"


def test_an_action_is_found_by_its_text() -> None:
    assert [SAMPLE.actions.index(text) for text in SAMPLE.actions] == list(range(len(SAMPLE.actions)))
    with pytest.raises(ValueError, match=r"High Card has no action 'Sevn'; did you mean 'Seven'\?"):
        SAMPLE.actions.index("Sevn")
    with pytest.raises(ValueError, match="High Card has no action 'One'"):
        SAMPLE.actions.index(SAMPLE.actions[0], 1)
