"""Strategies made from a game's own kinds of moves: each makes some kinds more often, or less, than the best bot.

What kinds there are is read from the typed fields of the moves (`LegalMove`): what a move does, the word of an
answer, a card.  Seats, places and numbers make no kind; of several moves of one kind the first, the last or any is
made.  So a game that gains a move gains the strategies that misuse it, and nobody has to think of them.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

import numpy as np

from facedown.core.bits import allow, allows, nth, nth_move, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.flat import FlatGame
from facedown.core.flat.taking_cards import with_cards
from facedown.core.layout import Ints
from facedown.core.values import LegalMove

Strategy = Callable[..., int]

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


# What a strategy is bound to: its habits, in order, and the game's best bot, which plays whatever they leave open.
KINDS = np.zeros((1, 1), np.int64)
PICKED = np.zeros(1, np.int64)
STRENGTHS = np.zeros(1, np.int64)


def play(v: object, c: object, moves: Ints, luck: Ints) -> int:
    raise NotImplementedError


def play_from_memory(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    raise NotImplementedError


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
def _by_habit(moves: Ints, luck: Ints, kinds: Ints, picked: Ints, strengths: Ints) -> int:
    """The move of the first habit that applies; -1 if none does, with those removed that are to be left out."""
    for i in range(len(strengths)):
        if luck_below(luck, ALWAYS) < abs(strengths[i]):
            if strengths[i] < 0:
                _leave_out(moves, kinds[i])
            else:
                move = _one_of(moves, kinds[i], picked[i], luck)
                if move >= 0:
                    return move
    return -1


@compiles
def _if_left(moves: Ints, move: int, luck: Ints) -> int:
    """The best bot's move, unless it was to be left out: a bot need not look at what is legal."""
    if allows(moves, move):
        return move
    left = 0
    for word in range(len(moves)):
        left += popcount(moves[word])
    return nth_move(moves, luck_below(luck, left))


def habits(v: object, c: object, moves: Ints, luck: Ints) -> int:
    move = _by_habit(moves, luck, KINDS, PICKED, STRENGTHS)
    return move if move >= 0 else _if_left(moves, play(v, c, moves, luck), luck)


def habits_from_memory(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    move = _by_habit(moves, luck, KINDS, PICKED, STRENGTHS)
    return move if move >= 0 else _if_left(moves, play_from_memory(v, c, moves, luck, memory), luck)


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


def strategy(game: FlatGame, followed: Sequence[Habit]) -> Strategy:
    """The game's best bot with these habits; the first that applies decides."""
    best = with_cards(next(iter(game.contract.bots().values())))
    names = globals() | {
        "KINDS": np.array([habit.kind for habit in followed]),
        "PICKED": np.array([habit.pick for habit in followed]),
        "STRENGTHS": np.array([habit.strength for habit in followed]),
    }
    plain = cast(types.FunctionType, habits if game.contract.memory_layout is None else habits_from_memory)
    names["play" if game.contract.memory_layout is None else "play_from_memory"] = best
    return compiles(types.FunctionType(plain.__code__, names, plain.__name__))
