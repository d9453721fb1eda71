"""Many games at once are the same games that tables play, and what is wrong is refused before anything happens."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba.core.event import install_recorder

import facedown
from facedown.agents import BotAgent, RandomAgent
from facedown.agents.agent import catch_up
from facedown.core.abilities import Bot
from facedown.core.bits import lowest
from facedown.core.compiling import compiles
from facedown.core.flat import FlatGame
from facedown.core.layout import Ints
from facedown.core.questions import who_is_asked
from facedown.core.table import Table
from facedown.envs import Step, Vector
from tests.laws.positions import GAMES, fast, in_fast_vectors, luck_in_batch, name, options_of
from tests.sample_game import GAME as SAMPLE

PLACES = 3
SEED = "law"


def at_random(step: Step, luck: np.random.Generator) -> Ints:
    """Any legal action in each game."""
    actions: Ints = (luck.random(step.mask.shape) * step.mask).argmax(axis=1)
    return actions


def steps_of(vector: Vector, steps: int, seed: int = 1) -> Iterator[tuple[Step, Ints]]:
    """So many random steps: each with the actions that led to it."""
    luck = np.random.default_rng(seed)
    step = vector.reset()
    for _ in range(steps):
        actions = at_random(step, luck)
        yield vector.step(actions), actions


class Follower:
    """A table that is fed what a vector does in one place."""

    def __init__(self, vector: Vector, game: FlatGame, place: int) -> None:
        self.vector, self.game, self.place = vector, game, place
        self.begin()

    def begin(self) -> None:
        vector, number = self.vector, int(self.vector.numbers[self.place])
        self.table = self.game.new(vector.seats, f"{vector.seed}/{number}", **vector.options)
        self.luck = luck_in_batch(self.game, vector.seed, number)
        self.bots = {seat: self.bot(bot) for seat, bot in vector.bots.items()}
        self.go_on()

    def bot(self, called: str | Bot) -> RandomAgent | BotAgent:
        """All bots of a game share its luck."""
        return (
            RandomAgent(self.luck) if called == "random" else BotAgent(self.game.contract, str(called), self.luck)
        )

    @property
    def seat(self) -> int:
        return lowest(who_is_asked(self.table.position()))

    def act(self, action: int) -> None:
        code = int(self.game.actions.codes[action])
        (move,) = [move for move in self.table.legal(self.seat) if move.code == code]
        self.table.play(self.seat, move)
        self.go_on()

    def go_on(self) -> None:
        """Let bots play, and what is forced."""
        while self.table.asked:
            seat, legal = self.seat, self.table.legal(self.seat)
            if seat in self.bots:
                catch_up(self.bots[seat], self.table, seat)
                self.table.play(seat, self.bots[seat].choose(self.table.observation(seat), legal))
            elif len(legal) == 1 and self.vector.forced:
                self.table.play(seat, legal[0])
            else:
                return

    def check(self, step: Step, action: int) -> None:
        """Play on, and compare."""
        place = self.place
        self.act(action)
        assert self.table.over == step.done[place]
        if self.table.over:
            standing = self.table.standing
            assert tuple(self.vector.scores[place]) == standing.scores
            assert self.vector.ended[place].tobytes() == self.table.position().tobytes()
            assert step.reward[place].sum() == pytest.approx(0, abs=1e-6)
            best = [seat for seat, reward in enumerate(step.reward[place]) if reward == step.reward[place].max()]
            assert tuple(best) == (standing.winners or tuple(range(self.vector.seats)))
            while self.table.over:  # before anybody had a choice
                self.begin()
        else:
            assert not step.reward[place].any()
        self.compare(step)

    def compare(self, step: Step) -> None:
        place, table = self.place, self.table
        assert step.seat[place] == self.seat
        assert list(np.flatnonzero(step.mask[place])) == [
            self.game.actions.number_of(move) for move in table.legal(self.seat)
        ]
        seen = table.observation(self.seat)
        wanted = seen.tobytes() if self.vector.observe == "view" else self.game.encode(seen).tobytes()
        assert step.observation[place].tobytes() == wanted


def follow(vector: Vector, game: FlatGame, steps: int) -> None:
    """Compare what a vector does with what tables do, step by step."""
    followers: list[Follower] = []
    for step, actions in steps_of(vector, steps):
        if not followers:  # now the games have begun
            vector.reset()
            followers = [Follower(vector, game, place) for place in range(vector.games)]
            step = vector.step(actions)
        for follower in followers:
            follower.check(step, int(actions[follower.place]))


@pytest.mark.parametrize("game", GAMES, ids=name)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_a_vector_plays_what_tables_play(game: FlatGame, most: bool) -> None:
    seats = game.seats[-1] if most else game.seats[0]
    options = options_of(game, 3 + most, seats)
    observe = "encoding" if most else "view"
    compiles = in_fast_vectors(game)
    vector = Vector(game, seats, PLACES, SEED, options, observe=observe, forced=not most, compiles=compiles)
    follow(vector, fast(game), 60)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_bots_play_as_they_do_at_tables(game: FlatGame) -> None:
    seats = game.seats[len(game.seats) // 2]
    bots = {seats - 1: next(iter(game.contract.bots()))} | ({1: "random"} if seats > 2 else {})
    follow(Vector(game, seats, 2, SEED, bots=bots, compiles=False), game, 6)


@pytest.mark.parametrize("game", [game for game in GAMES if in_fast_vectors(game)], ids=name)
def test_equal_seeds_and_actions_give_equal_bytes(game: FlatGame) -> None:
    """However many threads there are, compiled or not; and after it was put away and taken up again."""
    one = Vector(game, games=7, seed=5, observe="encoding")
    many = Vector(game, games=7, seed=np.int64(5), observe="encoding", threads=3)
    plain = Vector(game, games=7, seed="5", observe="encoding", compiles=False)
    for (first, _), (other, _), (third, _) in zip(
        steps_of(one, 4), steps_of(many, 4), steps_of(plain, 4), strict=True
    ):
        for here, there, last in zip(first, other, third, strict=True):
            assert here.tobytes() == there.tobytes() == last.tobytes()
    assert one.save() == many.save() == plain.save()
    many.close()


@pytest.fixture
def vector() -> Vector:
    return Vector(SAMPLE, 2, 4, seed=3, compiles=False)


def test_a_step_writes_into_the_same_arrays(vector: Vector) -> None:
    first = vector.reset()
    arrays = [array.__array_interface__["data"] for array in first]
    for step, _ in steps_of(vector, 5):
        assert step is first
    assert [array.__array_interface__["data"] for array in first] == arrays
    with pytest.raises(ValueError, match="read-only"):
        first.mask[0, 0] = True


def test_games_end_and_others_begin(vector: Vector) -> None:
    ended = 0
    for step, _ in steps_of(vector, 40):
        for place in np.flatnonzero(step.done):
            ended += 1
            assert sorted(step.reward[place]) in ([-1, 1], [0, 0])
            assert SAMPLE.contract.over(vector.ended[place])
    assert ended > 8
    assert sorted(vector.numbers % 4) == [0, 1, 2, 3]
    assert vector.numbers.max() >= 8


def test_the_score_may_be_the_reward() -> None:
    game = facedown.game("bayou-boss")
    assert isinstance(game, FlatGame)
    vector = Vector(game, 2, 2, seed=3, reward="score", compiles=False)
    rewards = [(step.reward[i].copy(), vector.scores[i].copy()) for step, _ in steps_of(vector, 130)
               for i in np.flatnonzero(step.done)]  # fmt: skip
    assert any(score.any() for _, score in rewards)
    assert all((reward == -score).all() for reward, score in rewards)  # the fewest points win


def test_what_was_saved_goes_on_in_another_vector(vector: Vector) -> None:
    for step, _ in steps_of(vector, 7):
        last = step
    other = Vector(SAMPLE, 2, 4, seed=99, compiles=False)
    again = other.load(vector.save())
    luck = np.random.default_rng(2)
    for _ in range(20):
        actions = at_random(last, luck)
        vector.step(actions)
        other.step(actions)
        assert all(here.tobytes() == there.tobytes() for here, there in zip(last, again, strict=True))
    assert vector.save() == other.save()


def lowest_move(v: object, moves: Ints, luck: Ints) -> int:
    return lowest(int(moves[0]))


def test_a_bot_that_is_run_as_python_plays_at_tables_as_it_does_compiled() -> None:
    marked = compiles(FunctionType(lowest_move.__code__, globals(), "lowest_move"))
    compiled, at_tables, other = (
        Vector(SAMPLE, 3, 4, 3, bots={1: bot}, compiles=False) for bot in (marked, lowest_move, lowest_move)
    )
    for (here, _), (there, _) in zip(steps_of(compiled, 20), steps_of(at_tables, 20), strict=True):
        assert all(mine.tobytes() == theirs.tobytes() for mine, theirs in zip(here, there, strict=True))
    other.load(at_tables.save())
    for vector in (at_tables, other):
        vector.step(at_random(vector.present, np.random.default_rng(2)))
    assert at_tables.save() == other.save()


def test_what_was_not_saved_is_not_loaded(vector: Vector) -> None:
    vector.reset()
    saved = vector.save()
    with pytest.raises(facedown.BadOption, match="bytes that `save` gave, not NoneType"):
        vector.load(None)  # type: ignore[arg-type]  # on purpose
    for bad in (b"", saved[:-1], saved[:40] + b"x" + saved[41:], b"nonsense" * 9):
        with pytest.raises(facedown.BadOption, match="not the bytes"):
            vector.load(bad)
    with pytest.raises(facedown.BadOption, match="games 4, this one 5"):
        Vector(SAMPLE, 2, 5, compiles=False).load(saved)
    assert vector.save() == saved


def test_an_action_that_is_not_legal_moves_nothing_anywhere(vector: Vector) -> None:
    step = vector.reset()
    before = vector.save()
    legal = step.mask.argmax(axis=1)
    for bad, why in (
        (-1, "actions are 0 to"),
        (len(SAMPLE.actions), "actions are 0 to"),
        (1 << 40, "actions are 0"),
    ):
        with pytest.raises(facedown.Illegal, match=rf"game 2: seat \d may not take action {bad}: {why}"):
            vector.step(np.where(np.arange(4) == 2, bad, legal))
    (not_legal, *_) = np.flatnonzero(~step.mask[3])
    with pytest.raises(
        facedown.Illegal, match=f"game 3: seat 0 may not take action {not_legal}, '.*'; legal there: "
    ):
        vector.step(np.where(np.arange(4) == 3, not_legal, legal))
    assert vector.save() == before


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (np.zeros(4), "whole numbers, int64.4., not float64"),
        (np.zeros(4, bool), "not bool"),
        (np.zeros(3, np.int64), "each of the 4 games, not .3."),
        (np.zeros((4, 1), np.int64), "not .4, 1."),
        (np.int64(0), "not .."),
        (None, "not object"),
        ("1234", "not <U4"),
        ([[1], 2, 3, 4], "one action for each of the 4 games"),
        (np.ma.array([0, 0, 0, 0], mask=[False, False, True, False]), "action of game 2 is masked"),
    ],
)
def test_actions_of_another_kind_are_refused(vector: Vector, actions: Ints, why: str) -> None:
    vector.reset()
    before = vector.save()
    with pytest.raises(facedown.BadOption, match=why):
        vector.step(actions)
    assert vector.save() == before


@pytest.mark.parametrize(
    ("rows", "seat"),
    [([9], 0), ([-1], 0), ([0.5], 0), ([[0]], 0), ([0], 7), ([0], -1), ([0], "0"), ([[0], [1, 2]], 0), ([0], True)],
)
def test_what_a_seat_saw_last_is_asked_of_places_and_seats_that_there_are(
    vector: Vector, rows: list[Any], seat: Any
) -> None:
    vector.reset()
    with pytest.raises(facedown.BadOption, match=r"rows must be whole numbers|there is no seat"):
        vector.last_seen(rows, seat)  # type: ignore[arg-type]  # a list


def test_whole_numbers_of_other_widths_will_do(vector: Vector) -> None:
    legal = vector.reset().mask.argmax(axis=1)
    vector.step(legal.astype(np.int32))
    vector.step([int(action) for action in vector._step.mask.argmax(axis=1)])  # type: ignore[arg-type]  # a list
    with pytest.raises(facedown.Illegal, match="game 0"):
        vector.step(np.full(4, 2**64 - 1, np.uint64))


def test_nothing_is_compiled_again_for_actions_that_are_strided_or_read_only() -> None:
    vector = Vector(SAMPLE, 2, 4, seed=3)
    vector.step(vector.reset().mask.argmax(axis=1))
    with install_recorder("numba:compile") as compiling:
        vector.step(np.repeat(vector._step.mask.argmax(axis=1), 2)[::2])
        vector.step(np.frombuffer(vector._step.mask.argmax(axis=1).tobytes(), np.int64))
    assert compiling.buffer == []


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "clocktower"}, "its position is not a record"),
        ({"seats": 9}, "9"),
        ({"games": 0}, "games must be a whole number, 1 or more, not 0"),
        ({"games": 2.5}, "not 2.5"),
        ({"games": 10**15}, "no memory for 1,000,000,000,000,000 games at once"),
        ({"threads": True}, "threads must be a whole number"),
        ({"seed": 1.5}, "1.5"),
        ({"seed": None}, "None"),
        ({"seed": "a#b"}, "is not a seed"),
        ({"games": 10**30}, "no memory"),
        ({"options": {"hand": 9}}, "hand"),
        ({"options": []}, r"options must be given by name, such as .*, not \[\]"),
        ({"options": np.zeros(2)}, "options must be given by name"),
        ({"bots": ["random"]}, r"bots must be given by seat, such as .*, not \['random'\]"),
        ({"bots": 0}, "bots must be given by seat"),
        ({"bots": {True: "random"}}, "no seat True"),
        ({"bots": {1.0: "random"}}, "no seat 1.0"),
        ({"observe": np.zeros(2)}, "observe must be one of"),
        ({"forced": "no"}, "forced must be True or False, not 'no'"),
        ({"compiles": 1}, "compiles must be True or False, not 1"),
        ({"bots": {5: "random"}}, "no seat 5"),
        ({"bots": {1: "nobody"}}, "no player 'nobody'"),
        ({"bots": {0: "random", 1: "random"}}, "every seat has a bot"),
        ({"observe": "all"}, "observe must be one of"),
        ({"observe": "information"}, "no memory"),
        ({"reward": "money"}, "reward must be one of"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], why: str) -> None:
    wishes = {"game": SAMPLE, "seats": 2, "games": 2, "compiles": False, **given}
    with pytest.raises(facedown.BadOption, match=why):
        Vector(**wishes)


@pytest.mark.parametrize("seed", [0, -3, 10**40, "a line of text", "7/12", np.uint8(4)])
def test_seeds_are_those_of_tables(seed: object) -> None:
    vector = Vector(SAMPLE, 2, 2, seed, compiles=False)
    step = vector.reset()
    table = Table(SAMPLE.contract, 2, f"{vector.seed}/1")
    assert step.observation[1].tobytes() == np.array(table.observation(0)).tobytes()


def test_closing_twice_and_going_on_then() -> None:
    with Vector(SAMPLE, 2, 4, threads=2, compiles=False) as vector:
        with pytest.raises(facedown.FacedownError, match="call `reset` first"):
            vector.step(np.zeros(4, np.int64))
        vector.reset()
        vector.close()
        vector.close()
        with pytest.raises(facedown.FacedownError, match="closed"):
            vector.reset()
    with pytest.raises(facedown.FacedownError, match="closed"):
        vector.step(np.zeros(4, np.int64))


FORK = """
import os, warnings, numpy as np
from facedown.envs import Vector
from tests.sample_game import GAME
vector = Vector(GAME, 2, 6, threads=2, compiles=False)
step = vector.reset()
actions = step.mask.argmax(axis=1)
warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of forks beside threads
child = os.fork()
vector.step(actions)
if child == 0:
    os._exit(0 if vector.step(step.mask.argmax(axis=1)) is step else 1)
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork on Windows")
def test_a_fork_has_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_bot_that_answers_nonsense_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.sample_game import bots

    first = next(iter(bots.BOTS))
    monkeypatch.setitem(bots.BOTS, first, lambda v, moves, luck: 99)
    vector = Vector(SAMPLE, 2, 2, bots={1: first}, compiles=False)
    with pytest.raises(facedown.Illegal, match=f"game 0: the bot '{first}', on seat 1, chose an illegal move"):
        for _ in steps_of(vector, 3):
            pass


def test_it_says_what_it_is(vector: Vector) -> None:
    assert repr(vector) == "<Vector high-card: 4 games of 2 seats, 13 actions>"
    assert repr(SAMPLE.actions) == "<13 actions of High Card>"
    assert SAMPLE.actions[12] == "Wait"
