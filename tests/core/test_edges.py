"""What the public functions are given from outside: refused with words of our own, never guessed."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import facedown
from facedown import lab
from facedown.core import deal
from facedown.core.errors import BadOption, FacedownError, Illegal, RecordError, UnknownGame, WrongSeat
from facedown.core.flat import FlatGame
from facedown.envs import Vector

GAME = facedown.game("gotcha")
ODD: Any = SimpleNamespace(  # of types that no function takes, on purpose
    name=[b"Ann", "Bo"],
    truth=[True, "Bo"],
    nothing=None,
    half=1.5,
    two=2.0,
    games=["gotcha"],
    text=b"x",
    agents=[5],
    game="gotcha",
)
HUGE = 10**5000  # Python refuses to write it


def table(**how: Any) -> facedown.Table:
    return facedown.Table(GAME.contract, ["Зоя", "Bo"], **how)


REFUSED: tuple[tuple[str, Callable[[], object], type[FacedownError], str], ...] = (
    ("seats", lambda: facedown.Table(GAME.contract, HUGE), BadOption, "is for 2 seats"),
    ("a seed", lambda: table(seed=HUGE), BadOption, "at most 100 digits"),
    ("a seed that no record could hold", lambda: table(seed=10**250), BadOption, "at most 100 digits"),
    ("bytes as a name", lambda: facedown.Table(GAME.contract, ODD.name), BadOption, "named by text"),
    ("a truth as a name", lambda: facedown.Table(GAME.contract, ODD.truth), BadOption, "named by text"),
    ("a frame from the end", lambda: table().at(-1).view(0), BadOption, "there is no frame -1"),
    ("a frame to come", lambda: table().told_at(10**9, 0), BadOption, "there is no frame"),
    ("no frame", lambda: table().at(ODD.nothing), BadOption, "there is no frame None"),
    ("a truth as a frame", lambda: table().at(True).observation(0), BadOption, "there is no frame True"),
    ("no time", lambda: table().wait(0), Illegal, "1 to 9,999 times at once, not 0"),
    ("a whole number that is none", lambda: table().wait(ODD.two), Illegal, "not 2.0"),
    ("half a time", lambda: table().wait(ODD.half), Illegal, "not 1.5"),
    ("too many times", lambda: table().lay_out("clock: 10000"), Illegal, "not 10000"),
    ("a list of games", lambda: facedown.game(ODD.games), UnknownGame, "named by text"),
    ("bytes as cards", lambda: facedown.game("gotcha", cards=ODD.text), BadOption, "name a cards file"),
    ("no cards", lambda: facedown.game("gotcha", cards=""), BadOption, "name a cards file"),
    ("a path that is none", lambda: facedown.game("gotcha", cards="a\0b"), BadOption, "name a cards file"),
    ("a seed that is none", lambda: lab.simulate(GAME, 1, seed=float("nan")), BadOption, "is not a seed"),
    ("a seed of a line", lambda: lab.simulate(GAME, 1, seed="a#b"), BadOption, "is not a seed"),
    ("one agent as text", lambda: lab.simulate(GAME, 1, "sensible"), BadOption, r"such as \['sensible'\]"),
    ("a number as agent", lambda: lab.simulate(GAME, 1, ODD.agents), BadOption, "not 5"),
    ("no cores", lambda: lab.simulate(GAME, 1, cores=0), BadOption, "1 or more"),
    ("half a core", lambda: lab.simulate(GAME, 1, cores=ODD.half), BadOption, "1 or more"),
    ("threads", lambda: Vector(GAME, 2, 4, threads=5, compiles=False), BadOption, "more threads"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("does", "error", "says"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_it_is_refused(does: Callable[[], object], error: type[FacedownError], says: str) -> None:
    with pytest.raises(error, match=says):
        does()


def test_numbers_of_numpy_are_numbers() -> None:
    assert facedown.Table(GAME.contract, np.int64(2)).names == facedown.Table(GAME.contract, 2).names  # type: ignore[arg-type]  # as it comes from an array


def test_the_largest_seed_comes_back_from_its_record() -> None:
    first = table(seed=10**100 - 1)
    assert facedown.read(first.record()).seed == first.seed


def test_an_objection_takes_every_move_that_play_takes() -> None:
    assert isinstance(GAME, FlatGame)
    now = table()
    seat = now.asked[0]
    legal = [number for number, allowed in enumerate(now.mask(seat)) if allowed]
    assert [now.objection(seat, number) for number in legal] == [None] * len(legal)
    assert isinstance(now.objection(seat, len(GAME.actions)), Illegal)
    assert isinstance(now.objection(9, legal[0]), WrongSeat)


def test_two_own_bots_of_one_name_are_not_taken_for_one() -> None:
    def named() -> Callable[..., int]:
        @facedown.compiles
        def choose(view: object, moves: object, luck: object) -> int:
            return 0

        return choose

    with pytest.raises(BadOption, match="two of your bots are named 'choose'"):
        lab.simulate(GAME, 1, [named(), named()])


@pytest.mark.parametrize("text", ["game: gotcha\n", "game: gotcha\n\n", "game: gotcha\n# no more\n"])
def test_a_record_without_seats_says_what_to_add(text: str) -> None:
    with pytest.raises(RecordError, match="add one below"):
        facedown.read(text)


@pytest.mark.parametrize(
    "wrong",
    [{"game": -1}, {"game": 2**40}, {"called_off": -1}, {"table": "\ud800"}, {"numbers": {"-1": "00" * 16}}],
)
def test_a_deal_with_impossible_numbers_is_a_bad_deal(wrong: dict[str, object]) -> None:
    told = {"called_off": 0, "game": 1, "secret": "00" * deal.LENGTH, "table": "abc", "numbers": {},
            "commitments": {}, "published": ""} | wrong  # fmt: skip
    with pytest.raises(deal.BadDeal, match="cannot be read"):
        deal.check(deal.MARK + json.dumps(told))
