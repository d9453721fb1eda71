"""Games that cannot go on: named, with the record of the shortest; and games of a batch seen again at a table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import facedown
from facedown.core import batch as driver
from facedown.core.batch import Batch
from facedown.core.bits import popcount
from facedown.core.compiling import compiles
from facedown.core.errors import Stuck
from facedown.core.flat import FlatContract, FlatGame, FlatPosition
from facedown.core.layout import Ints
from facedown.core.questions import open_kind
from tests.sample_game import GAME, bots, notation, rules, words

original, original_proceed = rules.legal, rules.proceed


@compiles
def legal_until_one_card_is_left(s: rules.Position, seat: int, moves: Ints) -> None:
    if popcount(s.hand[seat]) > 1:
        original(s, seat, moves)


@compiles
def step_to_nowhere(s: FlatPosition, seat: int, move: int) -> None:
    """Whatever is answered, it is asked again."""


@compiles
def proceed_to_nowhere(s: rules.Position) -> None:
    """Not even the deal takes place."""


@compiles
def proceed_but_never_show(s: rules.Position) -> None:
    if open_kind(s) != rules.SHOW:
        original_proceed(s)


@compiles
def cheat(v: object, moves: Ints, luck: Ints) -> int:
    return 50


@compiles
def broken(v: object, moves: Ints, luck: Ints) -> int:
    raise ValueError("no idea\nat all")


@compiles
def takes_too_little(v: object) -> int:
    return 0


def with_rules(**others: object) -> FlatContract:
    """The sample game with some of its rules replaced."""
    changed = cast(Any, SimpleNamespace(**{**vars(rules), **others}))
    return FlatContract(id="high-card", title="High Card", summary="", minutes=2, seats=range(2, 4), rules=changed,
                        words=words, notation=notation, bots=bots, high_wins=True)  # fmt: skip


def test_where_nobody_can_move_the_shortest_record_shows_how_it_came() -> None:
    batch = Batch(with_rules(legal=legal_until_one_card_is_left), 2, compiles=False)
    with pytest.raises(Stuck, match=r"game \d of the batch: seat 0 must move and cannot") as stuck:
        batch.play(3, 0, 5)
    assert "seed: 3/" in stuck.value.record
    assert stuck.value.record.count("Ann: ") == stuck.value.record.count("Bo: ") > 0


def test_games_that_never_end_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_DECISIONS", 60)
    batch = Batch(with_rules(step=step_to_nowhere), 2, compiles=False)
    monkeypatch.setattr(driver, "BEGINNING", 10)
    with pytest.raises(
        Stuck, match=r"game 7 of the batch has not ended after 60 decisions.* 10 decisions"
    ) as stuck:
        batch.play(3, 7, 1)
    told = stuck.value.record.partition("Ann: ")[2]  # nobody else is asked
    assert len(told.split(", ")) == 10


def test_of_games_that_go_on_by_themselves_the_shortest_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_DECISIONS", 60)
    batch = Batch(with_rules(proceed=proceed_but_never_show), 2, compiles=False)
    with pytest.raises(Stuck, match=r"game \d of the batch goes on by itself without end after the next") as stuck:
        batch.play(3, 0, 5)
    assert stuck.value.record.count("Ann: ") + stuck.value.record.count("Bo: ") == 1


def test_a_game_that_is_never_dealt_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_DECISIONS", 60)
    batch = Batch(with_rules(proceed=proceed_to_nowhere), 2, compiles=False)
    with pytest.raises(Stuck, match="goes on by itself without end from the deal on"):
        batch.play(3, 0, 1)


def test_a_bot_that_answers_what_it_may_not_is_named_and_the_game_is_not_lost() -> None:
    batch = Batch(GAME.contract, 2, ("cheat", "random"), compiles=False, own={"cheat": cheat})
    with pytest.raises(
        Stuck, match="game 1 of the batch: the bot 'cheat', on seat 1, chose an illegal move"
    ) as stuck:
        batch.play(3, 1, 1)
    assert stuck.value.record.count("Ann: ") == 1  # she has answered before


@compiles
def makes_an_array(v: object, moves: Ints, luck: Ints) -> int:
    return int(np.zeros(5)[0])


def test_a_bot_that_cannot_be_compiled_is_named_with_line_and_cause() -> None:
    line = makes_an_array.__code__.co_firstlineno + 2
    own = {"makes_an_array": makes_an_array}
    with pytest.raises(
        Stuck, match=rf"^the bot 'makes_an_array' cannot be compiled: test_stuck.py:{line}: .* no list"
    ):
        Batch(GAME.contract, 2, ("makes_an_array", "random"), own=own).play(3, 0, 1)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (broken, "ValueError: no idea"),
        (takes_too_little, "it does not take what bots do: view, moves, luck"),
    ],
)
def test_a_bot_that_raises_is_named_and_the_game_is_not_lost(bot: Any, why: str) -> None:
    batch = Batch(GAME.contract, 2, (bot.__name__, "random"), compiles=False, own={bot.__name__: bot})
    named = f"game 1 of the batch: the bot '{bot.__name__}', on seat 1, raises test_stuck.py:\\d+: {why}"
    with pytest.raises(Stuck, match=named) as stuck:
        batch.play(3, 1, 1)
    assert "\n" not in str(stuck.value)
    assert stuck.value.record.count("Ann: ") == 1


@pytest.mark.parametrize("name", ["gotcha", "botch"])
def test_a_game_of_a_batch_is_the_same_at_a_table(name: str) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    batch = Batch(game.contract, game.seats[0], tuple(game.contract.bots())[: game.seats[0]])
    played = batch.play(5, 3, 1)
    table = batch.table(5, 3)
    assert table.over
    assert table.position().tobytes() == played.positions[0].tobytes()
