"""A move number is looked up before the rules see it: what is not a move is Illegal, and changes nothing."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from facedown.agents.agent import BotAgent, luck_of
from facedown.core.batch import Batch
from facedown.core.compiling import compiles
from facedown.core.errors import FacedownError, GameOver, Illegal, WrongSeat
from facedown.core.flat import FlatGame
from facedown.core.game import Move, Refusal
from facedown.core.layout import Ints
from facedown.core.table import Table
from tests.how_much import some
from tests.laws.positions import GAMES, another, name, played
from tests.sample_game import GAME as SAMPLE

FAR = (-1, -2, -63, -64, -65, 63, 64, 127, 128, 1 << 20, 1 << 31, 1 << 63, 1 << 64, -(1 << 63), -(1 << 64))
NO_NUMBERS: tuple[Any, ...] = (None, True, 1.0, "1", float("nan"), [1], b"1")


def bad_codes(table: Table, game: FlatGame) -> list[Any]:
    known = {move.code for move in game.contract.moves(table.names)}
    gaps = [code for code in range(64 * game.contract.move_words) if code not in known]
    return [code for code in FAR if code not in known] + gaps[:5] + gaps[-5:] + list(NO_NUMBERS)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_number_that_is_no_move_is_illegal_at_every_door(game: FlatGame) -> None:
    luck, tried = random.Random(17), 0
    for table in played(game, game.seats[-1], seed=91):
        if luck.random() < 0.93 and not table.over:
            continue
        before = table.position().tobytes(), len(table.history), len(table.frames)
        words = luck.choice(list(game.contract.moves(table.names))).text
        for code in bad_codes(table, game):
            move, seat = Move(code, words), luck.randrange(len(table.names))
            with pytest.raises((Illegal, WrongSeat, GameOver)):
                table.play(seat, move)
            with pytest.raises(Illegal, match="has no move number"):
                game.contract.interpret(table.position(), seat, move, table.names)
            with pytest.raises(Illegal, match="has no move number"):
                game.contract.refusal(table.view(seat), move, table.names)
            with pytest.raises(Illegal, match="has no move number"):
                game.contract.play(table.position(), seat, move)
            tried += 1
        assert (table.position().tobytes(), len(table.history), len(table.frames)) == before
    assert tried > 50


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_move_that_there_is_can_be_asked_about_at_any_time(game: FlatGame) -> None:
    """Whatever is open, and whether or not the seat is asked."""
    luck = random.Random(18)
    for table in played(game, game.seats[0], seed=92):
        if luck.random() < 0.95 and not table.over:
            continue
        for seat in range(len(table.names)):
            may = set(table.legal(seat))
            for move in game.contract.moves(table.names):
                assert (table.objection(seat, move) is None) == (move in may)
                if move not in may:
                    refusal = game.contract.refusal(table.view(seat), move, table.names)
                    assert isinstance(refusal, Refusal)
                    assert refusal.text


def test_a_number_and_words_that_mean_different_moves_are_refused() -> None:
    table = SAMPLE.new(2, seed=3)
    first, second, *_ = table.legal(0)
    for move, message in (
        (Move(first.code, second.text), f"move {first.code} is '{first.text}', not '{second.text}'"),
        (Move(first.code, "Thirteen"), "'Thirteen' is not a move of High Card"),
        (Move(99, first.text), "High Card has no move number 99; numbers are 0 to 63, and not all of them"),
    ):
        with pytest.raises(Illegal) as caught:
            table.play(0, move)
        assert message in str(caught.value)
    table.play(0, Move(first.code, first.text.upper()))
    table.play(1, Move(np.int64(table.legal(1)[0].code), table.legal(1)[0].text))  # type: ignore[arg-type]  # as records hold it


@compiles
def far_out(v: Any, moves: Ints, luck: Ints) -> int:
    return 1 << 40


@compiles
def below_nothing(v: Any, moves: Ints, luck: Ints) -> int:
    return -7


@compiles
def not_held(v: Any, moves: Ints, luck: Ints) -> int:
    """A card that is a move, but not in this hand."""
    for card in range(12):
        if (int(moves[0]) >> card) & 1 == 0:
            return card
    return 0


class Cheats:
    __name__ = "cheats"
    BOTS = MappingProxyType({"far out": far_out, "below nothing": below_nothing, "not held": not_held})


EVERY = [(bot, compiles) for bot in Cheats.BOTS for compiles in (False, True)]


@pytest.mark.parametrize(("bot", "compiles"), some(EVERY[1::2][:1] + EVERY[::2], EVERY))
def test_a_bot_that_answers_what_it_may_not_is_named(bot: str, compiles: bool) -> None:
    game = another(SAMPLE)
    game.contract.bot_module = Cheats()
    table = game.new(2, seed=5)
    agent = BotAgent(game.contract, bot, luck_of(1))
    with pytest.raises(Illegal, match=f"the bot '{bot}' answered with move number .*, which is not legal here"):
        agent.choose(table.observation(0), table.legal(0))
    batch = Batch(game.contract, 2, ("random", bot), compiles=compiles)
    with pytest.raises(FacedownError, match=f"game 0 of the batch: the bot '{bot}', on seat 1,"):
        batch.play(4, 0, 1)
