"""Strategies made from a game's own kinds of moves: each makes some kinds more often, or less, than the best bot.

What kinds there are is read from the typed fields of the moves (`LegalMove`): what a move does, the word of an
answer, a card.  Seats, places and numbers make no kind; of several moves of one kind the first, the last or any is
made.  So a game that gains a move gains the strategies that misuse it, and nobody has to think of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from facedown.core.batch import Batch
from facedown.core.bits import allow, nth, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.flat import FlatContract, FlatGame
from facedown.core.flat.players import chosen, chosen_otherwise, random_move
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints
from facedown.core.values import LegalMove

HABITUAL = "habits"  # what the player who has them is called
BEST, FOLLOWS = 1, 2  # the numbers by which the driver knows the best bot, and who follows habits

ALWAYS = 16  # a habit of this strength is followed whenever it can be; one of half as much, every other time
FIRST, ANY, LAST = range(3)
PICKS = {FIRST: "the first of", ANY: "any", LAST: "the last of"}
UNTYPED = frozenset({"move", "text", "card"})  # fields that do not say what a move does


class Habit(NamedTuple):
    """Making a kind of move wherever it is legal, or leaving it out wherever there is another."""

    name: str
    kind: Ints  # the moves, as a set
    pick: int
    strength: int  # in ALWAYSths; below zero for leaving it out


class Habits(NamedTuple):
    """What a driver is handed for the one player who has habits; the first that applies decides."""

    kinds: Ints  # int64[habits, words]
    picked: Ints
    strengths: Ints


@compiles
def _one_of(moves: Ints, kind: Ints, pick: int, luck: Ints) -> int:
    """A legal move of the kind; -1 if there is none."""
    found = 0
    for word in range(len(kind)):
        found += popcount(moves[word] & kind[word])
    if found == 0:
        return -1
    wanted = 0 if pick == FIRST else found - 1 if pick == LAST else luck_below(luck, found)
    for word in range(len(kind)):
        here = popcount(moves[word] & kind[word])
        if wanted < here:
            return word * 64 + nth(moves[word] & kind[word], wanted)
        wanted -= here
    return -1


@compiles
def _leave_out(moves: Ints, kind: Ints) -> None:
    """Remove the moves of the kind, unless there are no others."""
    others = 0
    for word in range(len(kind)):
        others += popcount(moves[word] & ~kind[word])
    if others > 0:
        for word in range(len(kind)):
            moves[word] &= ~kind[word]


@compiles
def by_habit(moves: Ints, luck: Ints, habits: Habits) -> int:
    """The move of the first habit that applies; -1 if none does, with those removed that are to be left out."""
    for i in range(len(habits.strengths)):
        if luck_below(luck, ALWAYS) < abs(habits.strengths[i]):
            if habits.strengths[i] < 0:
                _leave_out(moves, habits.kinds[i])
            else:
                move = _one_of(moves, habits.kinds[i], habits.picked[i], luck)
                if move >= 0:
                    return move
    return -1


@compiles
def chosen_by_habit(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
    habits: Habits,
) -> int:
    """The answer of the player on this seat; a habit decides first for the one who has habits."""
    if player != FOLLOWS:
        return chosen_otherwise(s, c, seat, player, moves, luck, view, blank_view, memories, habits)
    move = by_habit(moves, luck, habits)
    if move >= 0:
        return move
    move = chosen_otherwise(s, c, seat, BEST, moves, luck, view, blank_view, memories, habits)
    return move if move >= 0 else random_move(moves, luck)  # a bot need not look at what it leaves out


class HabitBatch(Batch):
    """Games in which the first player has habits, and is in all else the game's best bot, like all others.

    Habits are handed to the driver like the cards, so that all of them share its machine code.
    """

    def __init__(
        self,
        game: FlatContract,
        seats: int,
        options: Mapping[str, object] | None = None,
        *,
        habits: Sequence[Habit],
        compiles: bool = True,
    ) -> None:
        super().__init__(game, seats, [next(iter(game.bots()))], options, compiles=False)
        self.habits = handed_over(habits)
        self.players = (HABITUAL, *self.players[1:])
        self._numbers[0] = FOLLOWS
        self._bind({**self._bound, "chosen": chosen_by_habit, "chosen_otherwise": chosen}, compiles=compiles)

    def _handed_over(self, views: Ints) -> object:
        return self.habits


def handed_over(habits: Sequence[Habit]) -> Habits:
    return Habits(
        np.array([habit.kind for habit in habits]),
        np.array([habit.pick for habit in habits]),
        np.array([habit.strength for habit in habits]),
    )


def kind_of(move: LegalMove) -> str:
    """What a move does, from its typed words: "ask", "answer call", "use"."""
    typed = (getattr(move, name) for name in move.__struct_fields__ if name not in UNTYPED)
    return " ".join(value for value in typed if value and isinstance(value, str)) or "play"


def kinds(game: FlatGame, seats: int) -> tuple[dict[str, Ints], dict[str, Ints]]:
    """Every kind of move as a set of moves: by what they do, and by what they do with which card."""
    plain: dict[str, Ints] = {}
    with_card: dict[str, Ints] = {}
    names = game.new(seats).names
    moves = tuple(game.contract.moves(names))
    for move, listed in zip(moves, game.contract.listed(moves, names), strict=True):
        kind = kind_of(listed)
        allow(plain.setdefault(kind, np.zeros(game.contract.move_words, np.int64)), move.code)
        if listed.card:
            allow(
                with_card.setdefault(f"{kind} {listed.card}", np.zeros(game.contract.move_words, np.int64)),
                move.code,
            )
    return plain, with_card


def single_habits(game: FlatGame, seats: int) -> Iterator[Habit]:
    """Always making one kind of move, and never making it, for each kind."""
    plain, with_card = kinds(game, seats)
    for name, kind in plain.items():
        several = sum(int(word).bit_count() for word in kind.astype(np.uint64)) > 1
        for pick, words in PICKS.items() if several else ((ANY, ""),):
            yield Habit(" ".join(filter(None, ("always", words, name))), kind, pick, ALWAYS)
        yield Habit(f"never {name}", kind, ANY, -ALWAYS)
    for name, kind in with_card.items():
        yield Habit(f"always {name}", kind, ANY, ALWAYS)
